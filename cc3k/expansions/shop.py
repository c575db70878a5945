"""Shop: an expansion in which peaceful merchants sell potions (X20, X21; footnote 7).

The words `b no` ask the merchant to the north for its wares (`AskWares`), and `b no 2` buy the
second of them (`BuyWare`): its kind is known from then on, and it is stowed, or drunk at once. On a
screen the key `b` and a direction open a menu of the same wares. Other expansions add wares by
`floors.further_ware`, and change prices by `pack.changes_price`.

It adds no row to the screen: the base game shows the gold, and in the panel the known kinds.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from attrs import frozen

from cc3k.engine.actions import drink_potion, take_trinket
from cc3k.engine.board import DIRECTIONS, Cell, Direction
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.expansion import (
    ChoiceMenu,
    Commands,
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    KeyBinding,
    MenuCommand,
    MenuLine,
    TextHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion, Trinket, Ware
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction
from cc3k.expansions.words import figures_after

NAME = "shop"
MOST_WARES = 4
"""The highest number of a ware: commands have a word for each."""


@frozen
class AskWares(ExpansionAction):
    """Ask the merchant next to the PC for the wares and prices; takes no turn (X20)."""

    direction: Direction
    takes_turn = False

    def require(self, game: GameState) -> Enemy:
        """Return the merchant."""
        return _find_seller(game, self.direction)

    def perform(self, game: GameState) -> Iterable[Event]:
        kind = (enemy := self.require(game)).kind
        document = f"{kind.glyph} sells {_list_wares(game, enemy)}."
        spoken = f"The {kind.name} sells {_list_wares(game, enemy, in_full=True)}."
        return [ExpansionEvent("shop.told", document, spoken, kind.name)]


@frozen
class BuyWare(ExpansionAction):
    """Buy a ware from the merchant next to the PC, by its number among those left (X20)."""

    direction: Direction
    number: int

    def require(self, game: GameState) -> tuple[Enemy, Ware]:
        """Return the merchant, and the ware, which the PC can pay."""
        enemy = _find_seller(game, self.direction)
        if self.number > len(enemy.wares):
            count = f"only {len(enemy.wares)}" if len(enemy.wares) > 1 else "only one"
            raise _refused(enemy, f"has {count} for sale")
        ware = enemy.wares[self.number - 1]
        if not _can_pay(game, ware):
            costs = f"costs {_price_text(game, ware)}"
            document = f"{ware.name} {costs}; PC has {game.hero.gold}."
            spoken = f"{ware.full_name} {costs}; you have {game.hero.gold}."
            raise Impossible(ExpansionRefusal(document, spoken))
        return enemy, ware

    def perform(self, game: GameState) -> Iterator[Event]:
        enemy, ware = self.require(game)
        enemy.wares = (*enemy.wares[: self.number - 1], *enemy.wares[self.number :])
        price = _price_text(game, ware)
        game.hero.gold -= game.price_of(ware.price)
        game.known_names.add(ware.name)
        kind = enemy.kind
        yield ExpansionEvent(
            "shop.bought",
            f"PC buys {ware.name} from {kind.glyph} for {price}.",
            f"You buy {ware.full_name} from the {kind.name} for {price}.",
            deed=f"bought {ware.full_name} for {price}",
        )
        if isinstance(ware, Trinket):
            yield from take_trinket(game, ware)
        elif (stowed := game.stow_potion(ware)) is not None:
            yield from stowed
        else:
            yield from drink_potion(game, ware)

    def question(self, game: GameState) -> str:
        _, ware = self.require(game)
        if isinstance(ware, Trinket):
            return ware.asks_first(game, ware) if ware.asks_first else ""
        if game.has_room_for(ware):
            return ""
        what = _describe_ware(game, ware)
        return f"You cannot carry it, so you use it at once: {what}. Buy it?"

    def forecast(self, game: GameState) -> str:
        (_, ware), left = self.require(game), figures_after(game, self.perform)
        return f"{_price_text(game, ware)} for {_describe_ware(game, ware)}; then {left}"


def _refused(enemy: Enemy, does: str) -> Impossible:
    kind = enemy.kind
    return Impossible(ExpansionRefusal(f"{kind.glyph} {does}.", f"The {kind.name} {does}."))


def _find_seller(game: GameState, way: Direction) -> Enemy:
    """Return the merchant in that direction; raise `Impossible` if none sells there now (X21)."""
    cell = game.floor.cell_towards(way)
    enemy = game.floor.enemies.get(cell)
    if enemy is None or not enemy.kind.sells or not game.sees(cell):
        raise Impossible(ExpansionRefusal(f"There is no merchant to the {way.name}."))
    if not enemy.wares:
        raise _refused(enemy, "has sold out")
    if enemy.is_hostile_to(game.hero):
        raise _refused(enemy, "is hostile, and sells nothing")
    return enemy


def _seller(game: GameState, way: Direction) -> Enemy | None:
    if game.floor.cell_towards(way) not in game.floor.enemies:  # as most often
        return None
    try:
        return _find_seller(game, way)
    except Impossible:
        return None


def _list_wares(game: GameState, enemy: Enemy, *, in_full: bool = False) -> str:
    """Return its wares: `1 RH (restores 10 HP) for 4 gold; 2 BA (raises Atk by 5) for 3 gold`."""
    told = [
        f"{number} {_describe_ware(game, ware, in_full=in_full)} for {_price_text(game, ware)}"
        for number, ware in enumerate(enemy.wares, start=1)
    ]
    return "; ".join(told)


def _describe_ware(game: GameState, ware: Ware, *, in_full: bool = True) -> str:
    return f"{ware.full_name if in_full else ware.name} ({_effect_text(game, ware)})"


def _effect_text(game: GameState, ware: Ware) -> str:
    """Return what a ware does for the PC, who may drink it as another potion (X104)."""
    return game.effect_text(ware) if isinstance(ware, Potion) else ware.effect_text


def _price_text(game: GameState, ware: Ware) -> str:
    return f"{game.price_of(ware.price)} gold"


def _can_pay(game: GameState, ware: Ware) -> bool:
    return game.hero.gold >= game.price_of(ware.price)


def _lay_out_wares(game: GameState, dice: Dice) -> None:
    """Give every merchant of a floor its wares, each kind equally likely (X20)."""
    enemies, further = game.floor.enemies, dice.fork("further wares")
    sellers = [enemies[cell] for cell in sorted(enemies) if enemies[cell].kind.sells]
    for enemy in sellers:
        enemy.wares = tuple(dice.pick_many(game.rules.potions, _potion_count(enemy)))
    for enemy in sellers:
        enemy.wares += _further_wares(game, enemy, further)


def _potion_count(enemy: Enemy) -> int:
    return min(enemy.kind.sells, MOST_WARES)


def _further_wares(game: GameState, enemy: Enemy, dice: Dice) -> tuple[Ware, ...]:
    """Return the wares of other expansions, as many as there are words for."""
    rules = game.rules.hooks(lambda each: each.floors.further_ware)
    return tuple([rule(dice) for rule in rules[: MOST_WARES - _potion_count(enemy)]])


def _deal_unseen_wares(game: GameState, dice: Dice) -> None:
    """Draw again the wares that the player cannot see: those of merchants that are not adjacent.

    A merchant out of sight gets the full number.
    """
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    for cell in sorted(floor.enemies):
        enemy, is_in_sight = floor.enemies[cell], game.sees(cell)
        sold = [ware for ware in enemy.wares if isinstance(ware, Potion)]
        count = len(sold) if is_in_sight else _potion_count(enemy)
        things = len(enemy.wares) > len(sold) or (not is_in_sight and count)
        if cell not in near and (count or things):
            further = _further_wares(game, enemy, dice) if things else ()
            enemy.wares = (*dice.pick_many(game.rules.potions, count), *further)


def _look_notes(game: GameState, cell: Cell) -> Iterator[str]:
    """Yield the notes of a look at a merchant; its wares are listed only from beside it (X20)."""
    enemy = game.floor.enemies[cell]
    if not enemy.kind.sells or enemy.is_hostile_to(game.hero):
        return
    if not enemy.wares:
        yield "It has sold out."
    elif cell in game.floor.board.neighbourhood[game.floor.hero_cell]:
        yield f"It sells {_list_wares(game, enemy, in_full=True)}."
    else:
        prices = sorted([game.price_of(potion.price) for potion in game.rules.potions])
        yield f"It sells potions for {prices[0]} to {prices[-1]} gold: ask it from beside it."


def _words(way: Direction) -> str:
    return f"b {way.command_word}"


def _menu(way: Direction) -> ChoiceMenu:
    def lines(game: GameState) -> Iterator[MenuLine]:
        enemy = _seller(game, way)
        for number, ware in enumerate(enemy.wares, start=1) if enemy else ():
            dear = "" if _can_pay(game, ware) else ", too dear"
            is_used = isinstance(ware, Potion) and not game.has_room_for(ware)
            used = "; used at once" * is_used
            effect = f"{_price_text(game, ware)}{dear}{used}; {_effect_text(game, ware)}"
            buy = MenuCommand("b", "buy", f"{_words(way)} {number}")
            yield MenuLine(f"{number}", ware.full_name, (buy,), effect)

    return ChoiceMenu(
        _words(way),
        "For sale",
        lambda game: [*lines(game)],
        lambda game: f"You have {game.hero.gold} gold.",
    )


ACTIONS: tuple[tuple[str, BuyWare], ...] = tuple(
    [
        (f"{_words(way)} {number}", BuyWare(way, number))
        for way in DIRECTIONS
        for number in range(1, MOST_WARES + 1)
    ]
)


NOTHING_LEGAL = bytes(len(ACTIONS))


def _legal_flags(game: GameState) -> bytes:
    enemies, near = game.floor.enemies, game.floor.board.neighbourhood[game.floor.hero_cell]
    if not any(enemies[cell].wares for cell in near.intersection(enemies)):
        return NOTHING_LEGAL
    return b"".join([_flags_of_wares(game, way) for way in DIRECTIONS])


def _flags_of_wares(game: GameState, way: Direction) -> bytes:
    enemy = _seller(game, way)
    wares = enemy.wares if enemy else ()
    return bytes([_can_pay(game, ware) for ware in wares]).ljust(MOST_WARES, b"\0")


MOST_KINDS = 99
"""Upper bound of the figure that says which kind a ware is."""


def _ware_figure(game: GameState, buy: BuyWare) -> int:
    """Return which kind a ware is: 0 for none, 1 for the first kind of potion."""
    enemy = _seller(game, buy.direction)
    if enemy is None or buy.number > len(enemy.wares):
        return 0
    names, ware = [potion.name for potion in game.rules.potions], enemy.wares[buy.number - 1]
    return 1 + names.index(ware.name) if ware.name in names else MOST_KINDS


SHOP = Expansion(
    name=NAME,
    version=2,
    sentence="Buy potions from merchants, who tell what each does.",
    floors=FloorHooks(on_floor=_lay_out_wares, deal_anew=_deal_unseen_wares),
    commands=Commands(
        actions=ACTIONS,
        legal_flags=_legal_flags,
        questions=tuple([(_words(way), AskWares(way)) for way in DIRECTIONS]),
        key_bindings=(
            KeyBinding("laptop", "b", "b", "ask a merchant that way"),
            KeyBinding("vi laptop", "p", "b", "ask a merchant that way"),
        ),
        menus=tuple([_menu(way) for way in DIRECTIONS]),
        needs=(("b", "a peaceful merchant beside you"),),
        help_rows=(
            ("b and a direction", "ask a merchant for the wares and prices"),
            ("b, a direction, a number", "buy the ware of that number"),
        ),
    ),
    texts=TextHooks(
        figures=tuple(
            [
                Figure(f"ware {words[2:]}", 0, MOST_KINDS, partial(_ware_figure, buy=buy))
                for words, buy in ACTIONS
            ]
        ),
        enemy_notes=_look_notes,
        hints=(
            ExpansionHint(
                NAME,
                "This merchant sells potions: b and its direction tells which, what each does and "
                "what it costs, and b, the direction and a number buys one. Attack none of them, "
                "or nobody sells.",
                lambda game: any(_seller(game, way) for way in DIRECTIONS),
            ),
        ),
    ),
)
