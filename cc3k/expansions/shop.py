"""Shop: an expansion in which peaceful merchants sell potions (X20, X21; footnote 7).

The words `b no` ask the merchant to the north for its wares (`AskWares`), and `b no 2` buy the
second of them (`BuyWare`): its kind is known from then on, and it is stowed, or drunk at once. On a
screen the key `b` and a direction open a menu of the same wares. First comes how merchants get
their wares, then what they offer, then the commands, and last what is shown.

The numbers are columns of tables: `sells` of an enemy kind is how many potions it has, `price` of a
potion or thing is what it costs unless other expansions change that (`items.changes_price`). They
may also add wares (`floors.further_ware`), up to `MOST_WARES` in all.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

from attrs import frozen

from cc3k.engine.actions import drink_potion, take_trinket
from cc3k.engine.board import DIRECTIONS, Cell, Direction
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Behaviour, Enemy, Stage
from cc3k.engine.events import Event, ExpansionEvent
from cc3k.engine.expansion import (
    MOST_KINDS,
    ChoiceMenu,
    Commands,
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    KeyBinding,
    MenuCommand,
    MenuLine,
    Rows,
    TextHooks,
)
from cc3k.engine.game import GameState
from cc3k.engine.items import Potion, Trinket, Ware
from cc3k.engine.refusals import ExpansionRefusal, Impossible
from cc3k.engine.running_game import ExpansionAction
from cc3k.expansions.words import figures_after

MOST_WARES = 4
"""The highest number of a ware: commands have a word for each."""


def _lay_out_wares(game: GameState, dice: Dice) -> None:
    """Give every merchant of a floor its wares, each kind of potion equally likely (X20)."""
    further, enemies = dice.fork("further wares"), game.floor.enemies
    for enemy in [enemies[cell] for cell in sorted(enemies)]:
        if count := _potion_count(enemy):
            potions = dice.pick_many(game.rules.potions, count)
            enemy.wares = (*potions, *_further_wares(game, enemy, further))


def _potion_count(enemy: Enemy) -> int:
    return min(enemy.kind.sells, MOST_WARES)


def _further_wares(game: GameState, enemy: Enemy, dice: Dice) -> list[Ware]:
    """Return the wares of other expansions, as many as there are words for."""
    most = MOST_WARES - _potion_count(enemy)
    return [rule(dice) for rule in game.rules.hooks.further_ware[:most]]


def _deal_unseen_wares(game: GameState, dice: Dice) -> None:
    """Draw again the wares that the player cannot see: those of merchants that are not adjacent.

    One in sight keeps the number that it has left; one out of sight may have sold none.
    """
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    for cell in [cell for cell in sorted(floor.enemies) if cell not in near]:
        enemy, is_in_sight = floor.enemies[cell], game.sees(cell)
        left = [ware for ware in enemy.wares if isinstance(ware, Potion)]
        count = len(left) if is_in_sight else _potion_count(enemy)
        has_things = len(enemy.wares) > len(left) or (not is_in_sight and count)
        if count or has_things:
            things = _further_wares(game, enemy, dice) if has_things else ()
            enemy.wares = (*dice.pick_many(game.rules.potions, count), *things)


def merchants_beside_hero(game: GameState) -> list[Cell]:
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell].intersection(floor.enemies)
    return [cell for cell in near if floor.enemies[cell].wares] if near else []


def wait_for_hero(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
    """Stay beside the PC as long as there is something to sell."""
    is_near = cell in game.floor.board.neighbourhood[game.floor.hero_cell]
    return () if is_near and enemy.wares else None


class Offer(NamedTuple):
    """A ware for sale, and the number that buys it."""

    game: GameState
    merchant: Enemy
    number: int
    ware: Ware

    @property
    def price(self) -> int:
        return self.game.price_here(self.ware.price)

    @property
    def can_pay(self) -> bool:
        return self.game.hero.gold >= self.price

    @property
    def is_drunk_at_once(self) -> bool:
        return isinstance(self.ware, Potion) and not self.game.has_room_for(self.ware)

    @property
    def effect(self) -> str:
        return self.game.effect_text(self.ware)

    def phrase(self, *, in_full: bool = True) -> str:
        """`Boost Defence (raises Def by 5)`, or as the document names it: `BD (raises ...)`."""
        return f"{self.ware.full_name if in_full else self.ware.name} ({self.effect})"

    def priced(self, *, in_full: bool = True) -> str:
        """`2 Boost Defence (raises Def by 5) for 3 gold`."""
        return f"{self.number} {self.phrase(in_full=in_full)} for {self.price} gold"


def _merchant_at(game: GameState, cell: Cell) -> Enemy | None:
    enemy = game.floor.enemies.get(cell)
    return enemy if enemy is not None and enemy.kind.sells and game.sees(cell) else None


def offers(game: GameState, cell: Cell) -> list[Offer]:
    """Return what somebody on a cell offers to the PC; nothing if no merchant sells there now."""
    merchant = _merchant_at(game, cell)
    if merchant is None or merchant.is_hostile_to(game.hero):
        return []
    return [Offer(game, merchant, *each) for each in enumerate(merchant.wares, start=1)]


def _is_offered(game: GameState) -> bool:
    return any(offers(game, cell) for cell in merchants_beside_hero(game))


@frozen
class AskWares(ExpansionAction):
    """Ask the merchant next to the PC for the wares and prices; takes no turn (X20)."""

    direction: Direction
    takes_turn = False

    def require(self, game: GameState) -> list[Offer]:
        """Return the offers of the merchant in that direction; refuse if there is none (X21)."""
        cell = game.floor.cell_towards(self.direction)
        if (merchant := _merchant_at(game, cell)) is None:
            none = f"There is no merchant to the {self.direction.name}."
            raise Impossible(ExpansionRefusal(none))
        if found := offers(game, cell):
            return found
        why = "is hostile, and sells nothing" if merchant.wares else "has sold out"
        raise _refused(merchant, why)

    def perform(self, game: GameState) -> Iterable[Event]:
        found = self.require(game)
        kind, short = found[0].merchant.kind, [each.priced(in_full=False) for each in found]
        document = f"{kind.glyph} sells {'; '.join(short)}."
        spoken = f"The {kind.name} sells {'; '.join([each.priced() for each in found])}."
        return [ExpansionEvent("shop.told", document, spoken, kind.name)]


def _refused(enemy: Enemy, does: str) -> Impossible:
    kind = enemy.kind
    return Impossible(ExpansionRefusal(f"{kind.glyph} {does}.", f"The {kind.name} {does}."))


@frozen
class BuyWare(ExpansionAction):
    """Buy a ware from the merchant next to the PC, by its number among those left (X20)."""

    direction: Direction
    number: int

    def require(self, game: GameState) -> Offer:
        """Return the offer of that number, which the PC can pay."""
        found = AskWares(self.direction).require(game)
        if not 1 <= self.number <= len(found):
            count = f"only {len(found)}" if len(found) > 1 else "only one"
            raise _refused(found[0].merchant, f"has {count} for sale")
        offer = found[self.number - 1]
        if not offer.can_pay:
            costs, ware = f"costs {offer.price} gold", offer.ware
            document = f"{ware.name} {costs}; PC has {game.hero.gold}."
            spoken = f"{ware.full_name} {costs}; you have {game.hero.gold}."
            raise Impossible(ExpansionRefusal(document, spoken))
        return offer

    def perform(self, game: GameState) -> Iterator[Event]:
        """Pay the ware, take it from the merchant, and stow, drink or take it."""
        offer = self.require(game)
        enemy, ware, price = offer.merchant, offer.ware, offer.price
        enemy.wares = (*enemy.wares[: self.number - 1], *enemy.wares[self.number :])
        game.hero.gold -= price
        game.known_names.add(ware.name)
        yield ExpansionEvent(
            "shop.bought",
            f"PC buys {ware.name} from {enemy.kind.glyph} for {price} gold.",
            f"You buy {ware.full_name} from the {enemy.kind.name} for {price} gold.",
            deed=f"bought {ware.full_name} for {price} gold",
        )
        if isinstance(ware, Trinket):
            yield from take_trinket(game, ware)
        elif (stowed := game.stow_potion(ware)) is not None:
            yield from stowed
        else:
            yield from drink_potion(game, ware)

    def question(self, game: GameState) -> str:
        offer = self.require(game)
        if isinstance(ware := offer.ware, Trinket):
            return ware.asks_first(game, ware) if ware.asks_first else ""
        text = f"You cannot carry it, so you use it at once: {offer.phrase()}. Buy it?"
        return text if offer.is_drunk_at_once else ""

    def forecast(self, game: GameState) -> str:
        offer, left = self.require(game), figures_after(game, self.perform)
        return f"{offer.price} gold for {offer.phrase()}; then {left}"


def _ask_words(way: Direction) -> str:
    return f"b {way.command_word}"


def _purchases(numbers: Iterable[int]) -> tuple[tuple[str, BuyWare], ...]:
    """Return the purchases of the wares of those numbers in each direction, by their words."""
    pairs = product(DIRECTIONS, numbers)
    return tuple([(f"{_ask_words(way)} {number}", BuyWare(way, number)) for way, number in pairs])


ACTIONS = _purchases(range(1, MOST_WARES + 1))
NOTHING_TO_BUY = bytes(len(ACTIONS))

WRONG_NUMBERS = _purchases((0, *range(MOST_WARES + 1, 10)))
"""Commands of the digits that no ware ever has, to refuse them like one that no ware has now."""


def _legal_flags(game: GameState) -> bytes:
    if not _is_offered(game):
        return NOTHING_TO_BUY
    cells = [game.floor.cell_towards(way) for way in DIRECTIONS]
    flags = [bytes([each.can_pay for each in offers(game, cell)]) for cell in cells]
    return b"".join([each.ljust(MOST_WARES, b"\0") for each in flags])


def _menu_lines(way: Direction, game: GameState) -> list[MenuLine]:
    lines = []
    for each in offers(game, game.floor.cell_towards(way)):
        price = f"{each.price} gold{', too dear' * (not each.can_pay)}"
        effect = "; ".join([price, *["used at once"] * each.is_drunk_at_once, each.effect])
        buy = MenuCommand("b", "buy", f"{_ask_words(way)} {each.number}")
        lines.append(MenuLine(f"{each.number}", each.ware.full_name, (buy,), effect))
    return lines


def _tell_gold(game: GameState) -> str:
    return f"You have {game.hero.gold} gold."


def _look_notes(game: GameState, cell: Cell) -> Iterator[str]:
    """Yield the notes of a look at a merchant; its wares are listed only from beside it (X20)."""
    enemy = game.floor.enemies[cell]
    if not enemy.kind.sells or enemy.is_hostile_to(game.hero):
        return
    if not enemy.wares:
        yield "It has sold out."
    elif cell in game.floor.board.neighbourhood[game.floor.hero_cell]:
        yield f"It sells {'; '.join([each.priced() for each in offers(game, cell)])}."
    else:
        prices = sorted([game.price_here(potion.price) for potion in game.rules.potions])
        yield f"It sells potions for {prices[0]} to {prices[-1]} gold: ask it from beside it."


def _ware_figure(buy: BuyWare, game: GameState) -> int:
    """Return which kind a ware is: 0 for none, 1 for the first kind of potion."""
    found = offers(game, game.floor.cell_towards(buy.direction))
    if buy.number > len(found):
        return 0
    names, name = [potion.name for potion in game.rules.potions], found[buy.number - 1].ware.name
    return 1 + names.index(name) if name in names else MOST_KINDS


SHOP = Expansion(
    name="shop",
    version=3,
    sentence="Buy potions from merchants, who tell what each does.",
    rows=Rows(behaviours=(Behaviour(Stage.ROAM, wait_for_hero, among=merchants_beside_hero),)),
    floors=FloorHooks(on_floor=_lay_out_wares, deal_anew=_deal_unseen_wares),
    commands=Commands(
        actions=ACTIONS,
        legal_flags=_legal_flags,
        answers=(*[(_ask_words(way), AskWares(way)) for way in DIRECTIONS], *WRONG_NUMBERS),
        key_bindings=(
            KeyBinding("laptop", "b", "b", "ask a merchant that way"),
            KeyBinding("vi laptop", "p", "b", "ask a merchant that way"),
        ),
        menus=tuple(
            [
                ChoiceMenu(_ask_words(way), "For sale", partial(_menu_lines, way), _tell_gold)
                for way in DIRECTIONS
            ]
        ),
        needs=(("b", "a peaceful merchant beside you", _is_offered),),
        help_rows=(
            ("b and a direction", "ask a merchant for the wares and prices"),
            ("b, a direction, a number", "buy the ware of that number"),
        ),
    ),
    texts=TextHooks(
        figures=tuple(
            [
                Figure(f"ware {words[2:]}", 0, MOST_KINDS, partial(_ware_figure, buy))
                for words, buy in ACTIONS
            ]
        ),
        enemy_notes=_look_notes,
        hints=(
            ExpansionHint(
                "shop",
                "This merchant sells potions: b and its direction tells which, what each does and "
                "what it costs, and b, the direction and a number buys one. Attack none of them, "
                "or nobody sells.",
                _is_offered,
            ),
        ),
    ),
)
