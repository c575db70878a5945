"""Hunters: enemies that notice the PC and follow it, and few freezes (X50-X52, X83, X84).

Before the enemies act, all hostile ones look for the PC. Then those that hunt it step nearer unless
they attack, and those outside of a chamber walk back into one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from cc3k.engine.actions import TOGGLE_FREEZE, ToggleFreeze
from cc3k.engine.arrivals import place_newcomer_near
from cc3k.engine.board import TILE, Cell, blocks_between
from cc3k.engine.dice import Dice
from cc3k.engine.distance_maps import DistanceMap, free_tiles, map_distances, pack_cells
from cc3k.engine.enemies import Behaviour, Enemy, Stage, can_attack_hero
from cc3k.engine.events import Event, ExpansionEvent, FreezeToggled
from cc3k.engine.expansion import (
    Commands,
    Expansion,
    ExpansionHint,
    Figure,
    FloorHooks,
    KeyBinding,
    Rows,
    TextHooks,
    TurnHooks,
)
from cc3k.engine.floor import NO_CELL, Floor
from cc3k.engine.game import GameState
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.running_game import ExpansionAction, part_of
from cc3k.engine.states import CALLED, CHARMED, NEWCOMER, NO_NUMBERS, SLOWED, STILL_HUNTS
from cc3k.engine.stats import without_modifiers
from cc3k.engine.text import count_text
from cc3k.engine.view import GameView
from cc3k.expansions.field_of_view import cells_in_line_of_sight, is_in_line_of_sight
from cc3k.expansions.words import enemy_does

NOTICING_STEPS = 12
"""An enemy may notice the PC in its line of sight within this many steps. Tuned (X9)."""

HUNTING_TURNS = 5
"""Turns for which an enemy keeps hunting without sight of the PC. Tuned (X9)."""

MOST_WHO_HEAR, HEARD_TURNS = 2, 40
"""Enemies at most that hear the PC arrive, those nearest to the stairs (one on floor 1), and the
turns for which they hunt it, whether they see it or not. Tuned (X9)."""

MOST_HUNTERS = 9
"""Enemies that hunt at a time: meanwhile the others notice nothing. Tuned (X9)."""

FREEZES, MOST_FREEZES = 3, 5
"""Freezes at the start, and the most that there can be: each new floor brings one. Tuned (X9)."""

FREEZE_TURNS = 3
"""Enemies' phases for which one freeze holds enemies. Tuned (X9)."""

BESIDES = frozenset([SLOWED, CHARMED, CALLED])
"""The statuses of enemies that do not count among those, besides those that flee (Y10)."""

PHASES_TO_FOLLOW = 2
"""Enemies' phases on a new floor after which the follower stands there."""

FREEZE_BEGINS = FreezeToggled(enemies_frozen=True)
STRIKE_ON = ExpansionEvent(
    "hunters.strike", "Those beside PC strike on.", "Those beside you strike on."
)
NO_FREEZE_LEFT = ExpansionRefusal("PC has no freeze left.", "You have no freeze left.")
WAITED = ExpansionEvent("hunters.waited", "PC waits.", "You wait.")


@define(eq=False)
class Hunt:
    """The freezes left, who follows the PC downstairs, and who walks in this turn.

    A freeze that is on lasts for `turns_frozen` more turns. The `follower` stands on this floor
    after `phases_to_come` more enemies' phases, near where the PC arrived.
    """

    freezes: int = FREEZES
    turns_frozen: int = 0
    follower: Enemy | None = None
    phases_to_come: int = 0
    arrival_cell: Cell = NO_CELL
    walkers: "_Walkers" = field(init=False)
    """Made anew in each turn: it is no part of the state."""

    def copy(self) -> "Hunt":
        follower = self.follower and self.follower.copy()
        return Hunt(
            self.freezes, self.turns_frozen, follower, self.phases_to_come, self.arrival_cell
        )

    def digest_parts(self) -> object:
        coming = self.follower
        if coming is None:
            return self.freezes, self.turns_frozen
        figures = coming.kind.name, coming.kind.hp, coming.hp, coming.extra_digest_parts()
        return self.freezes, self.turns_frozen, figures, self.phases_to_come, self.arrival_cell


def look_out(game: GameState) -> Iterator[Event]:
    """Let every enemy notice what it sees, and find out who walks in this turn (X50)."""
    floor, attackers = game.floor, _attackers(game)
    stride, blocks = floor.board.stride, game.hero.noticed_within(NOTICING_STEPS)
    row, column = divmod(floor.hero_cell, stride)
    above, below = (row - blocks) * stride, (row + blocks + 1) * stride
    left, right = column - blocks, column + blocks
    terrain, hunters, unaware = floor.board.terrain, set[Cell](), {*attackers}
    outside: list[Cell] = []
    for at, enemy in floor.enemies.items():
        if terrain[at] != TILE:
            outside.append(at)
        if enemy.hunting_turns:
            hunters.add(at)
        elif above <= at < below and left <= at % stride <= right:
            unaware.add(at)
    unaware -= hunters | floor.stationary
    if unaware:
        yield from _notice(game, unaware, attackers, hunters)
    if hunters:
        _count_hunting_turns(floor, hunters)
    hunters -= attackers
    part_of(game, Hunt).walkers = _Walkers(floor, game.turn_dice, hunters, attackers, outside)


def walking_cells(game: GameState) -> Collection[Cell]:
    """Return the cells of the enemies that walk: those that hunt, and those out of a chamber."""
    walkers = part_of(game, Hunt).walkers
    return walkers.hunters.union(walkers.outside)


def hunt(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event] | None:
    """Step nearer to the PC, or back into a chamber (X50)."""
    walkers = part_of(game, Hunt).walkers
    if cell not in walkers.hunters and game.floor.board.terrain[cell] == TILE:
        return None
    return () if walkers.move(cell) else None


def _attackers(game: GameState) -> set[Cell]:
    floor = game.floor
    near = floor.board.neighbourhood[floor.hero_cell]
    if near.isdisjoint(floor.guardian_by_cell) and floor.enemies.keys().isdisjoint(near):
        return set()
    close = near | floor.stationary
    return {cell for cell in close.intersection(floor.enemies) if can_attack_hero(game, cell)}


def _notice(
    game: GameState, unaware: set[Cell], attackers: set[Cell], hunters: set[Cell]
) -> Iterator[Event]:
    """Let enemies notice the PC: attackers always do, others half of the time (X50).

    The others do so while fewer than nine hunt, and not while they are frozen (X84, Y10). The
    player is told if the enemy is in sight. Those who notice are added to the hunters.
    """
    floor, dice, enemies = game.floor, game.turn_dice, game.floor.enemies
    for cell in sorted(attackers & unaware if game.enemies_frozen else unaware):
        enemy = enemies[cell]
        if cell in attackers:
            enemy.hunting_turns = HUNTING_TURNS
        elif (
            not enemy.is_fleeing
            and is_in_line_of_sight(floor.board, floor.hero_cell, cell)
            and enemy.is_hostile_to(game.hero)
            and (len(hunters) < MOST_HUNTERS or _count(enemies, hunters) < MOST_HUNTERS)
            and dice.flip_coin()
        ):
            enemy.hunting_turns = HUNTING_TURNS
            if game.sees(cell):
                yield enemy_does("hunters.noticed", enemy.kind, "notices {}", "notice {}")
        else:
            continue
        hunters.add(cell)


def _count(enemies: Mapping[Cell, Enemy], hunters: Iterable[Cell]) -> int:
    """Return how many of the hunters are among those that may hunt at a time (Y10)."""
    hunting = [enemy for enemy in map(enemies.__getitem__, hunters) if enemy.is_hunting]
    known = [enemy for enemy in hunting if NEWCOMER not in enemy.facts]
    return len([enemy for enemy in known if BESIDES.isdisjoint(enemy.statuses)])


def _count_hunting_turns(floor: Floor, hunters: Iterable[Cell]) -> None:
    """Take a turn off those of each hunter; those that see the PC have at least five left."""
    enemies, counting = floor.enemies, list[Cell]()
    for cell in hunters:
        enemy = enemies[cell]
        enemy.hunting_turns -= NEWCOMER not in enemy.facts
        if STILL_HUNTS in enemy.statuses or not enemy.hunting_turns:
            enemy.set_status(STILL_HUNTS, int(not enemy.hunting_turns))
        if enemy.hunting_turns < HUNTING_TURNS:
            counting.append(cell)
    for cell in cells_in_line_of_sight(floor.board, floor.hero_cell, counting):
        enemies[cell].hunting_turns = HUNTING_TURNS


@define(eq=False)
class _Walkers:
    """The enemies that walk to a goal in this turn, by two maps, each made when needed (X52).

    Those `outside` of a chamber are where they stood before the enemies acted.
    """

    floor: Floor
    dice: Dice
    hunters: set[Cell]
    attackers: Collection[Cell]
    outside: Collection[Cell]
    _to_hero: DistanceMap | None = None
    _to_chambers: DistanceMap | None = None

    def move(self, cell: Cell) -> bool:
        """Move the enemy on a cell nearer to the PC, or back into a chamber, if it can.

        Return False if it roams instead: a hunter in a chamber without any way to the PC.
        """
        floor, options = self.floor, None
        if cell in floor.stationary:
            return False
        if cell in self.hunters:
            options = self._way_to_hero().steps_nearer(floor, cell)
        if options is None and floor.board.terrain[cell] != TILE:
            options = self._way_to_chambers().steps_nearer(floor, cell) or []
        if options:
            to = options[0] if len(options) == 1 else self.dice.pick(options)
            floor.move_enemy(cell, to)
            if cell in self.hunters:  # it may act once more in this turn
                self.hunters.remove(cell)
                self.hunters.add(to)
        return options is not None

    def _way_to_hero(self) -> DistanceMap:
        """Return the map to the PC, round the enemies that attack it."""
        if self._to_hero is None:
            goal, walkers = 1 << self.floor.hero_cell, pack_cells(self.floor, self.hunters)
            self._to_hero = map_distances(self.floor, goal, walkers, self.attackers)
        return self._to_hero

    def _way_to_chambers(self) -> DistanceMap:
        if self._to_chambers is None:
            floor = self.floor
            terrain, staying = floor.board.terrain, floor.stationary
            outside = [at for at in floor.enemies if terrain[at] != TILE and at not in staying]
            self._to_chambers = map_distances(floor, free_tiles(floor), pack_cells(floor, outside))
        return self._to_chambers


def _spend_freeze(game: GameState, events: Sequence[Event]) -> Iterable[Event]:
    """Count the freeze that was just begun (X83), and tell of those who strike all the same."""
    if game.enemies_frozen and FREEZE_BEGINS in events:
        hunt = part_of(game, Hunt)
        hunt.freezes, hunt.turns_frozen = hunt.freezes - 1, FREEZE_TURNS
        return (STRIKE_ON,) * any(map(game.sees, _attackers(game)))
    return ()


def _end_turn(game: GameState) -> Iterator[Event]:
    """Count a frozen turn, and let the follower come (X83, X84)."""
    hunt = part_of(game, Hunt)
    if hunt.turns_frozen:
        hunt.turns_frozen -= 1
        if not hunt.turns_frozen:
            game.enemies_frozen = False
            yield FreezeToggled(enemies_frozen=False)
    if hunt.follower is not None:
        hunt.phases_to_come -= 1
        if not hunt.phases_to_come:
            yield from _let_follower_come(game, hunt, hunt.follower)


def _choose_follower(game: GameState) -> Iterable[Event]:
    """Choose who follows the PC that takes the stairs: the first hunter beside it (X84, Y11).

    Only kinds that are spawned at random do: no guardian, and nobody of name. Nor does a newcomer.
    The follower loses what it carries, and the effects of potions that were thrown at it.
    """
    hunt, floor = part_of(game, Hunt), game.floor
    hunt.follower, hunt.phases_to_come = None, PHASES_TO_FOLLOW
    near = floor.board.neighbourhood[floor.hero_cell].intersection(floor.enemies)
    for cell in sorted(near) if not game.enemies_frozen else ():
        enemy = floor.enemies[cell]
        if _follows(enemy) and enemy.is_hostile_to(game.hero):
            hunt.follower = enemy
            enemy.carries, enemy.statuses = (), NO_NUMBERS
            enemy.stats = without_modifiers(enemy.stats)
            break
    return ()


def _follows(enemy: Enemy) -> bool:
    hunts = enemy.hunting_turns > 0 or CALLED in enemy.statuses
    stays = SLOWED in enemy.statuses or NEWCOMER in enemy.facts or not enemy.kind.spawn_weight
    return hunts and not enemy.is_fleeing and not stays


def _let_follower_come(game: GameState, hunt: Hunt, enemy: Enemy) -> Iterator[Event]:
    """Put the follower on the free cell nearest to where the PC arrived, hunting (X84, Y12)."""
    hunt.follower, enemy.hunting_turns = None, HUNTING_TURNS
    cell = place_newcomer_near(game.floor, hunt.arrival_cell, enemy, game.turn_dice)
    if cell is not None:
        known = enemy_does("hunters.followed", enemy.kind, "follows {} downstairs")
        yield known if game.sees(cell) else SOMETHING_FOLLOWED


SOMETHING_FOLLOWED = ExpansionEvent(
    "hunters.followed", "Something follows PC downstairs.", "Something follows you downstairs."
)


def begin_hunt(game: GameState, enemy: Enemy) -> None:
    """Let an enemy hunt from now on, if enemies of this game do."""
    if any(isinstance(part, Hunt) for part in game.parts.values()):
        enemy.hunting_turns = HUNTING_TURNS


def _arrive(game: GameState, _dice: Dice) -> None:
    """End the freeze, add one on each floor after the first, and let enemies hear (X83, X84)."""
    hunt = part_of(game, Hunt)
    hunt.arrival_cell = game.floor.hero_cell
    hunt.turns_frozen, game.enemies_frozen = 0, False
    if game.depth > 1:
        hunt.freezes = min(hunt.freezes + 1, MOST_FREEZES)
    if game.is_furnished:  # nobody hears on a drawn floor
        for enemy in _nearest_to_stairs(game)[: min(game.depth, MOST_WHO_HEAR)]:
            enemy.hunting_turns = HEARD_TURNS


def _nearest_to_stairs(game: GameState) -> list[Enemy]:
    """Return the hostile enemies that were spawned, the nearest to the stairs first."""
    board, stairs, enemies = game.floor.board, game.floor.stairs_cell, game.floor.enemies
    cells = sorted(enemies, key=lambda at: (blocks_between(board, stairs, at), at))
    spawned = [enemies[at] for at in cells if enemies[at].kind.spawn_weight]
    return [each for each in spawned if each.is_hostile_to(game.hero)]


def _tell_who_heard(game: GameState) -> Iterator[Event]:
    enemies = game.floor.enemies
    heard = [cell for cell in sorted(enemies) if enemies[cell].hunting_turns]
    seen = [enemies[cell].kind for cell in heard if game.sees(cell)]
    for kind in seen:
        yield enemy_does("hunters.heard", kind, "has heard {}", "have heard {}")
    if len(seen) < len(heard):
        yield SOMETHING_HEARD


SOMETHING_HEARD = ExpansionEvent(
    "hunters.heard", "Something has heard PC.", "Something has heard you."
)


def _refuse_freeze(game: GameState, action: object) -> ExpansionRefusal | None:
    if not isinstance(action, ToggleFreeze):
        return None
    hunt = part_of(game, Hunt)
    if hunt.turns_frozen:
        left = count_text(hunt.turns_frozen, "more turn")
        return ExpansionRefusal(f"Enemies stay frozen for {left}.")
    return None if hunt.freezes or game.enemies_frozen else NO_FREEZE_LEFT


def _freezes_to_use(game: GameState) -> int:
    """Return the freezes left; none where another expansion refuses any (X116)."""
    is_barred = _refuse_freeze(game, TOGGLE_FREEZE) is None and game.refusal(TOGGLE_FREEZE)
    return 0 if is_barred else part_of(game, Hunt).freezes


def _freeze_row(game: GameState) -> Iterable[str]:
    hunt, freezes = part_of(game, Hunt), _freezes_to_use(game)
    is_on = f", on for {count_text(hunt.turns_frozen, 'turn')}" * (hunt.turns_frozen > 0)
    return (f"Freeze: {freezes}{is_on}" if freezes == hunt.freezes else "Freeze: none",)


def _way_out(game: GameState) -> str:
    freezes = 0 if game.enemies_frozen else _freezes_to_use(game)
    held = f"{{freeze}} holds them for {FREEZE_TURNS} turns, but those beside you strike on"
    return f"{held} ({freezes} left)" if freezes else ""


def _short_freeze_row(game: GameState) -> Iterable[str]:
    """Return the short row: the freezes, and the turns of one that is on."""
    hunt, freezes = part_of(game, Hunt), _freezes_to_use(game)
    is_on = f"+{hunt.turns_frozen}" * (hunt.turns_frozen > 0)
    return (f"Freeze {freezes}{is_on}" if freezes == hunt.freezes else "Freeze none",)


def _hide_secrets(game: GameState, _dice: Dice) -> None:
    """Forget, in a copy, what only the game knows of the follower."""
    if follower := part_of(game, Hunt).follower:
        follower.hide_secrets()


def _show_follower(game: GameState, _dice: Dice) -> None:
    hunt = part_of(game, Hunt)
    hunt.follower = hunt.follower and hunt.follower.as_shown()


@frozen
class Wait(ExpansionAction):
    """Take a turn and do nothing else, such as to let hunters come."""

    def perform(self, game: GameState) -> Iterable[Event]:
        del game
        return (WAITED,)

    def question(self, game: GameState) -> str:
        view = GameView(game)
        worst = view.worst_damage(view.known_enemies_close(view.hero_cell))
        return f"A turn may kill you ({worst} HP at worst). Wait?" * (worst >= game.hero.hp)


WAIT = Wait()


HUNTERS = Expansion(
    name="hunters",
    version=8,
    sentence="Enemies hunt you on sight, downstairs too; freezes are few.",
    new_part=Hunt,
    rows=Rows(behaviours=(Behaviour(Stage.HUNT, hunt, among=walking_cells),)),
    floors=FloorHooks(
        on_floor=_arrive,
        fair_arrival=True,
        on_leaving=_choose_follower,
        arrival_events=_tell_who_heard,
        deal_anew=_hide_secrets,
        hide_unseen=_show_follower,
    ),
    turns=TurnHooks(
        refuses=_refuse_freeze,
        all_refused=lambda game: [TOGGLE_FREEZE] * bool(_refuse_freeze(game, TOGGLE_FREEZE)),
        after_action=_spend_freeze,
        before_enemies=look_out,
        after_turn=_end_turn,
    ),
    commands=Commands(
        actions=(("wait", WAIT),),
        legal_flags=lambda _game: b"\1",
        key_bindings=(KeyBinding("words vi laptop", "5", "wait", "wait a turn"),),
        help_rows=(("wait", "wait a turn"),),
    ),
    texts=TextHooks(
        status_rows=_freeze_row,
        short_rows=_short_freeze_row,
        widest_rows=("Freeze: 2, on for 10 turns", "Freeze none"),
        figures=(
            Figure("freezes", 0, MOST_FREEZES, lambda game: part_of(game, Hunt).freezes),
            Figure("turns_frozen", 0, FREEZE_TURNS, lambda game: part_of(game, Hunt).turns_frozen),
        ),
        way_out=_way_out,
        freeze_note=(
            f"It spends one of {FREEZES} freezes, lasts for {FREEZE_TURNS} turns and cannot be "
            "ended; each new floor brings another freeze."
        ),
        help_notes=(
            (
                f"An enemy within {NOTICING_STEPS} steps that sees you may notice you, and then "
                f"hunts you; at most {MOST_HUNTERS} do at a time."
            ),
            (
                f"Out of its sight for {HUNTING_TURNS} turns, it gives up. A hunter beside you "
                "follows you downstairs."
            ),
            (
                f"{MOST_WHO_HEAR} near the stairs, one on floor 1, hear you arrive, and hunt you "
                f"for {HEARD_TURNS} turns."
            ),
        ),
        hints=(
            ExpansionHint(
                "hunters",
                "An enemy has noticed you, and hunts you: its letter is underlined. It follows "
                "through doorways and passages. Fight it there, where they come one at a time: 5 "
                "waits a turn, in a script `wait`. One that is beside you when you take the stairs "
                "follows you down.",
                lambda game: bool(GameView(game).hunters),
            ),
        ),
    ),
)
