"""Behaviours and states: what expansions add to what enemies do and are (X4, R3, R5, Y3)."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move, ToggleFreeze
from cc3k.engine.board import EAST, WEST, Cell
from cc3k.engine.combat import slay_enemy
from cc3k.engine.enemies import Behaviour, Enemy, Stage, Strategy
from cc3k.engine.events import PC, Event, Missed, Moved, Slain
from cc3k.engine.expansion import Expansion, FloorHooks, Rows, TurnHooks
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.states import NO_NUMBERS
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import HUNTERS
from cc3k.expansions.registry import rules_with
from tests.support.expansions import all_hunt
from tests.support.scenarios import MISS, Wait, board, drawn, room, scenario
from tests.support.walks import only_enemy

FAR = room("@.....H.E.\\")


def telling(name: str, asked: list[str], *, answers: bool = False) -> Strategy:
    """Return a strategy that notes who is asked, and answers with nothing or not at all."""

    def act(_game: GameState, _cell: Cell, enemy: Enemy) -> Iterable[Event] | None:
        asked.append(f"{name} {enemy.kind.glyph}")
        return () if answers else None

    return act


def ruled(*expansions: Behaviour) -> Rules:
    numbered = enumerate(expansions)
    return rules_with(
        tuple([Expansion(f"x{n}", "It acts.", rows=Rows(behaviours=(b,))) for n, b in numbered])
    )


def played(rules: Rules, drawing: str = FAR, luck: Sequence[int] = (MISS,)) -> GameState:
    return scenario(drawing, luck=luck, steps=[EAST] * 99, rules=rules)


def test_each_enemy_asks_by_stage_and_does_what_the_first_answers() -> None:
    """Section C: whichever expansion is on first; of one stage, the first one that is on."""
    asked = list[str]()
    stages = [Stage.ROAM, Stage.HUNT, Stage.HELD, Stage.ALERT, Stage.PREPARE]
    stages += [Stage.FLEE, Stage.ATTACK, Stage.ANNOUNCED, Stage.CHARMED]
    rules = ruled(*[Behaviour(each, telling(each.name, asked)) for each in stages])
    played(rules, room("@...H.\\")).play(Move(EAST))
    assert asked == [f"{each.name} H" for each in Stage]
    asked.clear()
    both = [telling(name, asked, answers=True) for name in ("first", "second")]
    game = played(ruled(*[Behaviour(Stage.FLEE, each) for each in both]), room("@...H.\\"))
    game.play(Move(EAST))
    assert asked == ["first H"]
    assert board(game) == drawn(room(".@..H.\\"))


def test_who_leaves_the_pcs_side_is_told_of_at_once() -> None:
    """Y38: where it stands then, and before others act; a step along the PC's side is none."""
    told = list[tuple[Cell, str]]()

    def step_east(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event]:
        game.floor.move_enemy(cell, cell + 1)
        return ()

    def on_parting(game: GameState, cell: Cell, enemy: Enemy) -> Iterable[Event]:
        told.append((cell - game.floor.hero_cell, board(game)[cell + 1]))
        game.floor.remove_enemy(cell)
        return [Slain(enemy.kind.name, PC)]

    rows = Rows(behaviours=(Behaviour(Stage.HELD, step_east),))
    leaver = Expansion("leaver", "It leaves.", rows=rows, turns=TurnHooks(on_parting=on_parting))
    game = played(rules_with((leaver,)), room("O.....", "@H.E..", ".....\\"))
    assert game.play(Wait()) == (Slain("human", PC),)
    assert told == [(2, "E")], "neither the orc nor the elf"
    assert board(game) == drawn(room(".O....", "@...E.", ".....\\"))


def test_a_behaviour_is_that_of_some_kinds() -> None:
    """By their names; all of them if it names none, also a kind that is in no row (X4)."""
    asked = list[str]()
    named = Behaviour(Stage.FLEE, telling("some", asked), kinds=("elf",))
    game = played(ruled(named, Behaviour(Stage.ROAM, telling("all", asked))))
    game.play(Move(EAST))
    assert asked == ["all H", "some E", "all E"]
    asked.clear()
    for enemy in game.floor.enemies.values():
        enemy.kind = evolve(enemy.kind, name="Hale")
    game.play(Move(EAST))
    assert asked == ["all H", "all E"]
    for stage, keeps in ((Stage.ALERT, True), (Stage.HUNT, False)):  # R7: only hunters leave one
        game = played(ruled(Behaviour(stage, telling("x", asked))))
        assert GameView(game).enemies_keep_to_chambers is keeps
    assert GameView(played(BASE_RULES)).enemies_keep_to_chambers
    assert not BASE_RULES.strategies, "no turn of the base game pays for it"


def test_a_behaviour_may_be_one_of_those_with_a_status_or_a_fact() -> None:
    """X4: who has neither is not asked."""
    asked = list[str]()
    game = played(ruled(Behaviour(Stage.FLEE, telling("x", asked), needs_state=True)))
    human, elf = (game.floor.enemies[cell] for cell in sorted(game.floor.enemies))
    elf.set_fact("seen", 1)
    game.play(Move(EAST))
    assert asked == ["x E"]
    human.set_status("slowed", 2)
    elf.set_fact("seen", 0)
    game.play(Move(EAST))
    assert asked == ["x E", "x H"]


def test_frozen_enemies_attack_and_do_nothing_else() -> None:
    """R5: but for those that are held, which do not even attack."""
    asked = list[str]()
    rows = [Behaviour(each, telling(each.name, asked)) for each in Stage]
    game = played(ruled(*rows), room(".@H.E.\\"))
    game.play(ToggleFreeze())
    assert [*game.play(Move(WEST))] == [Moved(WEST.name)]
    assert asked == []
    assert Missed("human", "PC") in game.play(Move(EAST))
    assert asked == ["HELD H", "ATTACK H"]
    held = played(ruled(Behaviour(Stage.HELD, telling("held", asked, answers=True))), room(".@H\\"))
    held.play(ToggleFreeze())
    assert [*held.play(Move(WEST))] == [Moved(WEST.name)]
    assert [*held.play(Move(EAST))] == [Moved(EAST.name)]


def test_the_act_of_a_kind_comes_last_of_what_attacks() -> None:
    """§2.2: a row may say what its kind does; if it does nothing, its enemies wander."""
    asked = list[str]()
    kinds = [
        evolve(kind, act=telling("own", asked)) if kind.glyph == "E" else kind
        for kind in BASE_RULES.enemy_kinds
    ]
    own = evolve(BASE_RULES, enemy_kinds=tuple(kinds))
    behaved = evolve(
        own, expansions=ruled(Behaviour(Stage.FLEE, telling("flee", asked))).expansions
    )
    for rules in (own, behaved):
        asked.clear()
        game = played(rules, room("@.E...H.\\"), luck=[])
        game.play(Move(EAST))
        assert asked == (["own E"] if rules is own else ["own E", "flee E", "flee H"])
        assert board(game) == drawn(room(".@.E...H\\"))


def test_who_falls_or_is_moved_in_the_phase_acts_no_more() -> None:
    """R3: one action an enemy and turn, also if another one slays or moves it before its own.

    Whoever comes later in that phase acts all the same.
    """

    def slay_next(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event]:
        yield from slay_enemy(game, cell + 2)

    def slay_others(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event]:
        for other in sorted({*game.floor.enemies} - {cell}):
            yield from slay_enemy(game, other)

    def push_others(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event]:
        for other in sorted({*game.floor.enemies} - {cell}, reverse=True):
            game.floor.move_enemy(other, other + 1)
        return ()

    for among in (None, lambda game: [min(game.floor.enemies)]):
        slays = Behaviour(Stage.FLEE, slay_others, kinds=("human",), among=among)
        game = played(ruled(slays), room("@..H.EW.\\"), [0] * 9)
        slain = [event for event in game.play(Move(EAST)) if isinstance(event, Slain)]
        assert [event.victim for event in slain] == ["elf", "dwarf"]
        assert [enemy.kind.name for enemy in game.floor.enemies.values()] == ["human"]
        pushes = Behaviour(Stage.FLEE, push_others, kinds=("human",), among=among)
        game = scenario(room("@..H.EW..\\"), steps=[EAST] * 9, rules=ruled(pushes))
        game.play(Move(EAST))
        assert board(game) == drawn(room(".@.H..EW.\\"))
        slays_one = Behaviour(Stage.FLEE, slay_next, kinds=("human",), among=among)
        game = scenario(room("@..H.E.W.\\"), luck=[0], steps=[EAST] * 9, rules=ruled(slays_one))
        game.play(Move(EAST))
        assert board(game) == drawn(room(".@.H....W\\"))


def test_kills_in_the_phase_are_told_to_all_expansions() -> None:
    """X70: whoever counts them counts those, too."""
    seen = list[Event]()

    def slay_self(game: GameState, cell: Cell, _enemy: Enemy) -> Iterable[Event]:
        yield from slay_enemy(game, cell)

    def note(_game: GameState, events: Iterable[Event]) -> Iterable[Event]:
        seen.extend(event for event in events if isinstance(event, Slain))
        return ()

    rows = Rows(behaviours=(Behaviour(Stage.FLEE, slay_self, kinds=("elf",)),))
    bomb = Expansion("bomb", "It bursts.", rows=rows, turns=TurnHooks(after_action=note))
    played(rules_with((bomb,)), FAR, [0] * 9).play(Move(EAST))
    assert [event.victim for event in seen if isinstance(event, Slain)] == ["elf"]


def test_the_first_blow_that_slays_the_pc_ends_the_phase() -> None:
    """R6: by whatever, before the enemies or amid them."""

    def slay_hero(game: GameState, *_: object) -> Iterable[Event]:
        game.hero.hp = 0
        yield Slain("PC", "human")

    asked = list[str]()
    last = Behaviour(Stage.FLEE, telling("last", asked), kinds=("elf",))
    rows = Rows(behaviours=(Behaviour(Stage.FLEE, slay_hero, kinds=("human",)), last))
    for curse in (
        Expansion("curse", "It slays.", rows=rows),
        Expansion(
            "curse",
            "It slays.",
            rows=Rows(behaviours=(last,)),
            turns=TurnHooks(before_enemies=slay_hero),
        ),
    ):
        game = played(rules_with((curse, HUNTERS)))
        all_hunt(game)
        game.play(Move(EAST))
        assert game.is_over
        assert asked == []


QUIET = rules_with((Expansion("quiet", "It does nothing.", floors=FloorHooks()),))


def in_room(drawing: str, luck: Iterable[bool] = ()) -> GameState:
    return scenario(room(drawing), luck=list(luck), steps=[EAST] * 99, rules=QUIET)


def test_a_status_ends_after_as_many_enemies_phases_as_it_has_turns() -> None:
    """Y3: all durations count once after each enemies' phase, frozen or not."""
    game = in_room("@....E...\\")
    enemy, hero = only_enemy(game), game.hero
    enemy.set_status("slowed", 3)
    hero.set_status("blessed", 2)
    game.play(Move(EAST))
    assert (enemy.statuses, hero.statuses) == ({"slowed": 2}, {"blessed": 1})
    game.play(ToggleFreeze())
    assert enemy.statuses == {"slowed": 2}, "a freeze takes no turn"
    game.play(Move(EAST))
    assert (enemy.statuses, hero.statuses) == ({"slowed": 1}, NO_NUMBERS)
    game.play(Move(WEST))
    assert enemy.statuses is enemy.facts is NO_NUMBERS, "all share one empty mapping"
    game = scenario("\n".join([room("@\\...."), room("@...\\.")]), steps=[], rules=QUIET)
    game.hero.set_status("blessed", 20)
    game.play(Move(EAST))
    assert game.depth == 2
    assert not game.hero.statuses, "ended by stairs"


def test_states_are_copied_and_told_apart_by_digests() -> None:
    """X122: states are in the digest, and a copy has its own."""
    game = in_room("@....E...\\")
    before = game.digest()
    for each in (only_enemy(game), game.hero):
        plain = game.digest()
        each.set_status("slowed", 3)
        assert game.digest() != plain
        each.set_status("slowed", 0)
        assert game.digest() == plain
    only_enemy(game).set_fact("stolen", 3)
    assert game.digest() != before
    copy = game.copy()
    only_enemy(copy).set_fact("stolen", 6)
    copy.hero.set_status("blessed", 1)
    assert only_enemy(game).facts == {"stolen": 3}
    assert not game.hero.statuses
    assert only_enemy(copy).facts == {"stolen": 6}
