"""Hunters: what enemies do that see the PC, and their limits (X50-X52, X83, X84)."""

import io
from collections import Counter
from collections.abc import Sequence

import pytest

from cc3k.api import Game
from cc3k.bots.game import PlayableGame
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move, ToggleFreeze, legal_actions
from cc3k.engine.board import EAST, NORTH, SOUTH, WEST, Direction, blocks_between
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, ShownEnemy
from cc3k.engine.events import Descended, Event, FreezeToggled, Missed
from cc3k.engine.expansion import Expansion
from cc3k.engine.game import GameState
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CALLED, CHARMED, FLEEING, NEWCOMER, SLOWED
from cc3k.engine.stats import modifier_layers
from cc3k.engine.view import GameView
from cc3k.expansions import hunters
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.registry import rules_with
from cc3k.play.frame import status_text
from cc3k.play.history import GameTally
from cc3k.play.narrator import Narrator
from cc3k.play.session import Session
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.saves.journal_format import read_journal
from cc3k.saves.replay import verify_record
from cc3k.ui.console import Console
from cc3k.ui.keymap import KEYMAPS, game_keymap, list_keys
from cc3k.ui.settings import ScreenSettings
from cc3k.ui.status import expansion_wordings
from tests.cli.test_plain import said
from tests.support.consoles import WHOLE, playing, pressed
from tests.support.expansions import all_hunt, expanded, game_of, rules_of, say, session_of
from tests.support.scenarios import (
    MISS,
    ScriptedDice,
    Steps,
    board,
    drawn,
    refusal,
    room,
    scenario,
    script,
    seeded,
)
from tests.support.tables import for_each
from tests.support.walks import only_enemy, seeing_only, texts, walk

RULES = rules_with((hunters.HUNTERS,))
NOTICES, OVERLOOKS = True, False
"""A coin by which an enemy notices the PC, and one by which it does not."""


def watched(
    drawing: str = "", luck: Sequence[int] = (), steps: Sequence[Direction] = ()
) -> GameState:
    """Return a game whose enemies have not noticed the PC yet, and roam by those steps."""
    drawing = drawing or room(r"@....\ ")
    return scenario(drawing, luck=luck, steps=[*steps, *[NORTH] * 999], rules=RULES)


def hunting(
    drawing: str, luck: Sequence[int] = (), turns: int = hunters.HUNTING_TURNS
) -> GameState:
    """Return a game whose enemies that can step hunt for so many more turns."""
    game = watched(drawing, luck)
    for cell, enemy in game.floor.enemies.items():
        if cell not in game.floor.stationary:
            enemy.hunting_turns = turns
    return game


def enemy_place(game: GameState) -> tuple[int, int]:
    (cell,) = game.floor.enemies
    return game.floor.board.row_and_column(cell)


def facing(steps: int, behind: int = 1) -> str:
    return room("." * behind + "@" + "." * (steps - 1) + "E." + "\\ ")


def test_an_enemy_in_sight_within_so_many_steps_notices_the_pc_and_comes() -> None:
    """X50, X9: in its line of sight, near enough, by a coin; it hunts from that turn on."""
    assert hunters.NOTICING_STEPS == 12
    game = watched(facing(hunters.NOTICING_STEPS + 1), [NOTICES])
    assert texts(game.play(Move(EAST))) == ["E notices PC."]
    gap = "." * (hunters.NOTICING_STEPS - 2)
    assert board(game) == drawn(room(rf"..@{gap}E..\ "))
    assert board(walk(game, "we")) == drawn(room(rf".@{gap}E...\ "))
    far = watched(facing(hunters.NOTICING_STEPS), steps=[EAST])
    assert texts(far.play(Move(WEST))) == [], "nobody rolls for one a step too far"
    assert board(far) == drawn(room("@" + "." * (hunters.NOTICING_STEPS + 1) + r"E\ "))
    behind = watched(room(r"@.+#+O\ "), [NOTICES])
    assert texts(behind.play(Move(EAST))) == ["O notices PC."]
    rows = room("@....O", "....E.", r"     \ "[:6])
    first = watched(rows, [OVERLOOKS, NOTICES, 0], [WEST])
    assert texts(first.play(Move(EAST))) == ["E notices PC."], "in reading order (R3)"
    fights = watched(room(r"..@E..\ "), [MISS, MISS])
    assert texts(fights.play(Attack(EAST))) == [], "who attacks has noticed, without a word"
    assert board(walk(fights, "we")) == drawn(room(r".@E...\ "))


def test_noticing_fails_half_of_the_time() -> None:
    """X50: one time in two each turn: one coin a turn, until it has noticed."""
    coins = [OVERLOOKS, OVERLOOKS, NOTICES]
    game = watched(facing(hunters.NOTICING_STEPS - 1), coins, [EAST, WEST])
    for way in (EAST, WEST):
        assert texts(game.play(Move(way))) == []
        assert not only_enemy(game).hunting_turns
    assert texts(game.play(Move(EAST))) == ["E notices PC."]
    assert not script(game).luck


@for_each(
    (room(r".@.|.E.\ "), EAST),
    (room(r".@.-...", r"...-...", r"-..-...", r"\-...E-"), WEST),
    (room(r".@. .E.\ "), EAST),
)
def test_an_enemy_behind_a_wall_does_not_notice(drawing: str, step: Direction) -> None:
    """X50: only in a line of sight: nobody rolls for one behind a wall or rock."""
    game = watched(drawing, steps=[step])
    assert texts(game.play(Move(WEST))) == []
    assert not only_enemy(game).hunting_turns


def test_one_that_is_not_seen_notices_in_silence() -> None:
    """X41, X50: a message only if the player sees the enemy; it hunts all the same."""
    mist = Expansion("mist", "Nobody is seen.", sight=seeing_only())
    rules = rules_with((mist, hunters.HUNTERS))
    game = scenario(room(r"@....O\ "), luck=[NOTICES], steps=[NORTH], rules=rules)
    assert texts(game.play(Move(EAST))) == []
    assert only_enemy(game).hunting_turns
    assert not GameView(game).hunters
    assert not hunters.HUNTERS.texts.hints[0].is_due(game)


def test_a_hunter_comes_by_a_shortest_way_through_doorway_and_passage() -> None:
    """X50: doorways and passages are no bounds for a hunter; what it leaves is there again."""
    game = hunting(
        r"""
        |-------------|
        |@..|     |---|
        |...+#####+..H|
        |\..|     |---|
        |-------------|
        """,
        luck=[2],
        turns=10,
    )
    seen = []
    for way in (SOUTH, NORTH) * 5:
        game.play(Move(way))
        seen.append(enemy_place(game))
    assert seen == [*[(2, column) for column in range(12, 3, -1)], (3, 3)]
    assert board(game).splitlines()[2:4] == ["|...+#####+...|", r"|\.H|     |---|"]


def test_ties_are_drawn_evenly() -> None:
    """X50: of three shortest steps each is as likely as the others, and no other one is taken."""
    ends = Counter[tuple[int, int]]()
    game = hunting(room("......", "@....E", "......", r"     \ "[:6]))
    for seed in range(3000):
        twin = game.copy()
        twin.turn_dice = Dice(f"ties {seed}")
        twin.play(Move(EAST))
        ends[enemy_place(twin)] += 1
    tie, single = hunting(room(" .... ", "@....E", r"     \ "[:6]), [1]), hunting(room(r"@....E\ "))
    for each in (tie, single):
        each.play(Move(EAST))
    assert (script(tie).counts, enemy_place(tie)) == ([2], (2, 5)), "one number a tie"
    assert script(single).counts == []
    assert set(ends) == {(1, 5), (2, 5), (3, 5)}
    assert all(870 < count < 1130 for count in ends.values())


def test_a_hunter_goes_round_one_that_fights_in_its_way() -> None:
    """X50: the orc fights in it, so the elf comes from behind, in seven steps instead of five."""
    game = hunting(room(r"\@O...E.", " .    . ", "  ....  "), [MISS] * 9)
    orc_cell, seen = min(game.floor.enemies), []
    for _ in range(7):
        game.play(Attack(EAST))
        game.floor.enemies[orc_cell].hp = 180
        (elf_cell,) = game.floor.enemies.keys() - {orc_cell}
        seen.append(game.floor.board.row_and_column(elf_cell))
    assert seen == [(2, 7), (3, 6), (3, 5), (3, 4), (3, 3), (2, 2), (2, 2)]


def test_a_hunter_steps_aside_past_one_that_goes_its_own_way() -> None:
    """X50: where its only shortest step is taken, it takes one that is as near as before."""
    game = watched(room("E....", ".M...", ".....", ".....", r"\..@."), [1], [NORTH, EAST])
    game.floor.enemies[game.floor.board.stride + 1].hunting_turns = hunters.HUNTING_TURNS
    game.play(Move(EAST))
    assert board(game) == drawn(room(".....", "E.M..", ".....", ".....", r"\...@"))
    assert script(game).counts == [2]


def test_hunters_come_one_at_a_time_through_a_passage() -> None:
    """X50: the ways are one wide: who is behind waits, and only the first one fights."""
    game = hunting(room(r"\@+###+HO"), [MISS] * 4)
    for picture in (r"\.@###HO.", r"\.+@#HO.."):
        assert board(walk(game, "ea")) == drawn(room(picture))
    for words in ("ea", "a ea"):
        assert say(game, words)[1:] == (Missed("human", "PC"),)
    assert board(game) == drawn(room(r"\.+#@HO.."))


@for_each(
    (r"@..0E..\ ", EAST, [], r".@.P.E.\ "),
    (r"@..0E..\ ", (WEST, EAST), [], r".@.P.E.\ "),
    (r"@..0E..\ ", WEST, [0], r".@.P.E.\ "),
    (r"@..0E0.\ ", WEST, [], r".@.PEP.\ "),
)
def test_a_hunter_without_any_way_roams(
    drawing: str, step: Steps, luck: list[int], after: str
) -> None:
    """X50, R7: the step, the second one, one of the exits, or none where there is no exit."""
    game = scenario(room(drawing), luck=luck, steps=[step], rules=RULES)
    only_enemy(game).hunting_turns = hunters.HUNTING_TURNS
    game.play(Move(EAST))
    assert board(game) == drawn(room(after))


HOOK = r"""
|-------------------------|
|#########################|
|#                       #|
|+                       #|
|@                       +|
|.\                      H|
|-------------------------|
"""
"""Two chambers out of sight of one another, and a long passage between them."""


def test_without_sight_for_so_long_it_walks_back_into_the_nearest_chamber() -> None:
    """X50, X9: it hunts for some turns, then goes to the nearest chamber, and roams there."""
    assert hunters.HUNTING_TURNS == 5
    game, seen = hunting(HOOK), list[tuple[int, int]]()
    for way in (SOUTH, NORTH) * 12:
        assert (only_enemy(game).hunting_turns > 0) == (len(seen) < hunters.HUNTING_TURNS)
        game.play(Move(way))
        seen.append(enemy_place(game))
    path = [(5, 25), (4, 25), (3, 25), (2, 25), *[(1, column) for column in range(24, 17, -1)]]
    there = path[1 : hunters.HUNTING_TURNS + 1]
    back = path[hunters.HUNTING_TURNS - 1 :: -1]
    assert seen[: 2 * hunters.HUNTING_TURNS] == [*there, *back]
    assert set(seen[2 * hunters.HUNTING_TURNS :]) == {(5, 25)}


def test_a_hunt_ends_in_the_chamber_where_it_is() -> None:
    """X50: turns enough without sight and it roams again where it is; sight renews its hunt."""
    game = hunting(room(r"@.............E\ "), turns=3)
    game.play(Move(EAST))
    assert only_enemy(game).hunting_turns == hunters.HUNTING_TURNS
    game = hunting(room("@. ....", ".# .E..", r"\#  ..."), luck=[0], turns=1)
    game.play(Move(EAST))
    places = set()
    for number, way in enumerate((WEST, EAST) * 20):
        assert only_enemy(game).hunting_turns == 0
        game.turn_dice = Dice(f"roam {number}")
        game.play(Move(way))
        places.add(enemy_place(game))
    assert len(places) > 5
    assert all(column > 3 for _, column in places)


def test_a_merchant_hunts_once_wronged() -> None:
    """X51: a peaceful one notices nobody; a wronged one like any other enemy, then hunts."""
    near = facing(hunters.NOTICING_STEPS).replace("E", "M")
    game = watched(near, steps=[EAST])
    assert texts(game.play(Move(EAST))) == []
    assert not only_enemy(game).hunting_turns
    game = watched(near, [NOTICES])
    game.hero.provoked_kinds.add("merchant")
    assert texts(game.play(Move(EAST))) == ["M notices PC."]
    assert board(game) == drawn(room("..@" + "." * (hunters.NOTICING_STEPS - 3) + r"M..\ "))
    struck = watched(room(r"..@M..\ "), [MISS])
    struck.play(Attack(EAST))
    assert board(walk(struck, "we")) == drawn(room(r".@M...\ ")), "it follows (R21)"


def test_dragons_never_hunt() -> None:
    """X51: a dragon neither rolls nor moves, but strikes who comes near."""
    game = watched(room(r"@..9D..\ "), [MISS])
    assert texts(game.play(Move(EAST))) == []
    assert game.play(Move(EAST))[-1] == Missed("dragon", "PC")
    assert not only_enemy(game).hunting_turns
    assert board(walk(game, "we")) == drawn(room(r".@.GD..\ "))
    off_tiles = watched(room(r"@..+###+.\ "))  # R32: it stays where it is and fights
    off_tiles.place_enemy(off_tiles.floor.board.stride + 5, Enemy(RULES.enemy_kind_named("orc")))
    assert texts(off_tiles.play(Move(EAST))) == []
    assert board(off_tiles) == drawn(room(r".@.+O##+.\ "))
    assert not only_enemy(off_tiles).hunting_turns


class Coins(ScriptedDice):
    """Dice with a script of coins, which pick the first of all that there is to choose."""

    def copy(self) -> "Coins":
        return Coins(self.luck, self.steps)

    def below(self, count: int) -> int:
        del count
        return 0


def pace(game: GameState, turns: int) -> list[tuple[Event, ...]]:
    return [game.play(Move((EAST, WEST)[turn % 2])) for turn in range(turns)]


def freeze_row(game: GameState) -> str:
    return status_text(game).splitlines()[-1]


def test_a_freeze_says_that_those_beside_strike_on() -> None:
    """Y21: the frozen attack."""
    for drawing, told in ((r"@W...\ ", 1), (r"@..W.\ ", 0)):
        assert len(texts(say(watched(room(drawing)), "f"))) == told


def test_a_freeze_is_spent_at_once_and_holds_enemies_for_so_many_turns() -> None:
    """X83: it takes no turn; after the last enemies' phase all move again by themselves."""
    assert (hunters.FREEZES, hunters.MOST_FREEZES, hunters.FREEZE_TURNS) == (3, 5, 3)
    game, tally = watched(), GameTally()
    assert freeze_row(game) == "Freeze: 3"
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=True),)
    assert (game.turns, freeze_row(game)) == (0, "Freeze: 2, on for 3 turns")
    pace(game, 1)
    assert freeze_row(game) == "Freeze: 2, on for 2 turns"
    events = pace(game, 2)
    tally.add_turn(game, events[-1])
    assert tally.frozen_turns == 3
    assert freeze_row(game) == "Freeze: 2"
    assert not game.enemies_frozen
    assert [FreezeToggled(enemies_frozen=False) in each for each in events] == [False, True]
    game.play(ToggleFreeze())
    pace(game, 1)
    view = PlayableGame(game).view  # X121: programs see the same numbers as people
    assert (view.figure("freezes"), view.figure("turns_frozen")) == (1, 2)
    for each, row in ((game, "Freeze 1+2"), (watched(), "Freeze 3")):
        assert [wording.short for wording in expansion_wordings(each)] == [row]


def test_it_cannot_be_ended_nor_begun_without_one() -> None:
    """X83: both are refused in so many words, and are no legal actions."""
    game = watched()
    for left in (2, 1, 0):
        game.floor.place_hero(game.floor.board.stride + 1)
        assert ToggleFreeze() in legal_actions(game)
        game.play(ToggleFreeze())
        for turns, passing in (("3 turns", 2), ("1 turn", 1)):
            text = f"Enemies stay frozen for {turns.replace(' ', ' more ')}."
            assert freeze_row(game) == f"Freeze: {left}, on for {turns}"
            assert refusal(game, ToggleFreeze()) == ExpansionRefusal(text, text)
            assert ToggleFreeze() not in legal_actions(game)
            pace(game, passing)
    assert refusal(game, ToggleFreeze()) == hunters.NO_FREEZE_LEFT
    assert hunters.NO_FREEZE_LEFT.document_text == "PC has no freeze left."
    assert ToggleFreeze() not in legal_actions(game)
    assert freeze_row(game) == "Freeze: 0"


def test_stairs_end_it_and_each_new_floor_brings_one_more_up_to_five() -> None:
    """X83, Y21: none on floor 1; never above five."""
    game = watched("\n".join([room(r"@\ ")] * 5))
    found = []
    for spent in (True, False, False, False):
        if spent:
            game.play(ToggleFreeze())
        assert isinstance(game.play(Move(EAST))[0], Descended)
        assert not game.enemies_frozen
        found.append(freeze_row(game))
    assert found == ["Freeze: 3", "Freeze: 4", "Freeze: 5", "Freeze: 5"]


def test_the_frozen_attack_beside_them_and_do_nothing_else() -> None:
    """X83, R5, Y21: nobody steps or notices; who attacks hunts; also the fleeing and guards."""
    game = walk(hunting(room(r"@..O..\ "), [MISS]), "f ea")
    assert board(game) == drawn(room(r".@.O..\ "))
    assert say(game, "ea")[-1] == Missed("orc", "PC")
    assert board(game) == drawn(room(r"..@O..\ "))
    assert not only_enemy(walk(watched(room(r"@..O..\ ")), "f ea")).hunting_turns
    for drawing, name, flees in (
        (r"@.O...\ ", "orc", 0),
        (r"@.O...\ ", "orc", 1),
        (r"@.9D..\ ", "dragon", 0),
    ):
        near = watched(room(drawing), [MISS])
        only_enemy(near).set_fact(FLEEING, flees)
        assert walk(near, "f ea").last_events[-1] == Missed(name, "PC")
        assert flees or (only_enemy(near).hunting_turns > 0) == (name == "orc")


@for_each("hunters", "hunters fog", "all")
def test_a_wait_is_a_legal_turn_that_is_kept_and_taken_back(names: str) -> None:
    """X1, X3: in a journal and in practice, as any other action."""
    rules, game = rules_of(names), Game(3, "Troll", dlc=names.split())
    game.play("wait")
    record = read_journal(io.BytesIO(game.journal().encode()), "journal").record
    assert [step.command for step in record.steps] == ["wait"]
    verify_record(record, rules)
    session = Session(rules, 3, is_practice=True)
    before = session.start_game(rules.races[0]).digest()
    session.give("wait")
    assert game_of(session).turns == 1
    session.give("z")
    assert (game_of(session).turns, game_of(session).digest()) == (0, before)


@for_each(room(r"@....\ "), room("@H....", "HH...\\"))
def test_nothing_refuses_a_wait_as_long_as_the_game_goes_on(drawing: str) -> None:
    """It is no step and no deed; a wait with enemies held is a turn of the freeze (X83)."""
    game = watched(drawing, [MISS] * 9)
    before = game.floor.hero_cell
    assert hunters.WAIT in legal_actions(game)
    assert hunters.WAITED in game.play(hunters.WAIT)
    assert (game.turns, game.floor.hero_cell, freeze_row(game)) == (1, before, "Freeze: 3")
    game.play(ToggleFreeze())
    game.play(hunters.WAIT)
    assert (game.turns, freeze_row(game)) == (2, "Freeze: 2, on for 2 turns")


def test_hunters_come_to_one_who_waits() -> None:
    """X50: a step a turn; each voice says so."""
    game = hunting(facing(5))
    session = session_of(game)
    session.give("wait")
    assert (session.action_text, enemy_place(game)) == ("PC waits.", (1, 6))
    session.use_voice(SpokenVoice(RULES))
    session.give("wait")
    assert (session.action_text, enemy_place(game)) == ("You wait.", (1, 5))
    assert said(Narrator(session), "wait")[0].startswith("You wait.")
    assert enemy_place(game) == (1, 4)


@for_each("words", "vi", "laptop")
def test_the_middle_of_the_keypad_waits(keys: str) -> None:
    """X90: the same key in every keymap, as in the help; `.` begins a run in all of them."""
    assert "5" not in KEYMAPS[keys]
    keymap = game_keymap(keys, {}, RULES)
    assert ("5", "wait a turn") in list_keys(keymap, RULES)
    desk = Console(session_of(watched()), *WHOLE, ScreenSettings(keys=keys))
    pressed(desk, "5")
    assert playing(desk).turns == 1
    pressed(desk, ":wait")
    assert playing(desk).turns == 2
    assert "5" not in game_keymap(keys, {}, BASE_RULES)


def hunters_of(game: GameState) -> str:
    found = sorted(game.floor.enemies.items())
    return "".join([each.kind.glyph for _, each in found if each.hunting_turns])


def ring(luck: Sequence[int]) -> GameState:
    game = watched(room("E...W...H", ".........", "....@....", ".........", "L.......\\"))
    game.turn_dice = Coins(luck, [NORTH] * 99)
    return game


@pytest.fixture
def two_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hunters.MOST_HUNTERS == 9
    monkeypatch.setattr("cc3k.expansions.hunters.MOST_HUNTERS", 2)


@pytest.mark.usefixtures("two_at_most")
def test_at_most_so_many_hunt_and_the_others_do_not_roll() -> None:
    """X84, Y10: coins in reading order until two hunt; the third has none."""
    for coins, found in (([NOTICES] * 2, "EW"), ([NOTICES, OVERLOOKS, NOTICES], "EH")):
        game = walk(ring(coins), "so")
        assert (hunters_of(game), script(game).luck) == (found, [])


@pytest.mark.usefixtures("two_at_most")
@for_each(FLEEING, SLOWED, CHARMED, CALLED, NEWCOMER)
def test_some_do_not_count_among_the_two(status: str) -> None:
    """Y10: those that flee, are slowed, charmed or called, and newcomers."""
    game = ring([NOTICES])
    elf, dwarf, human, _ = sorted(game.floor.enemies)
    game.floor.remove_enemy(human)
    for cell in (elf, dwarf):
        game.floor.enemies[cell].hunting_turns = hunters.HUNTING_TURNS
    if status == NEWCOMER:
        game.floor.enemies[elf].set_fact(status, 1)
    else:
        game.floor.enemies[elf].set_status(status, 9)
    assert "L" in hunters_of(walk(game, "so"))


@pytest.mark.usefixtures("two_at_most")
def test_who_attacks_hunts_even_as_a_third() -> None:
    """Y10: and then three hunt, and a fourth rolls nothing."""
    game = walk(ring([NOTICES] * 2 + [MISS]), "so")
    game.floor.move_enemy(max(game.floor.enemies), game.floor.hero_cell + 2)
    for enemy in game.floor.enemies.values():
        enemy.hunting_turns = min(enemy.hunting_turns, 3)
    assert sorted(hunters_of(walk(game, "ea"))) == ["E", "L", "W"]


SECOND = room("@............", "............\\")


def stairway(
    luck: Sequence[int] = (), first: str = r"......O@\....", second: str = SECOND
) -> GameState:
    return hunting("\n".join([room(first), second, room("@...........\\")]), luck)


def test_the_first_hunter_beside_the_pc_follows_after_two_phases() -> None:
    """X84, Y11, Y12: as it was, on the free cell nearest to where the PC arrived, and hunting."""
    game = stairway([0], r"......O@\O.H.")
    game.floor.enemies[min(game.floor.enemies)].hp = 77
    assert not walk(game, "ea").floor.enemies
    assert texts(say(game, "ea")) == []
    assert texts(say(game, "ea")) == ["O follows PC downstairs."]
    found = only_enemy(game)
    game.turn_dice = Coins([MISS], [NORTH])
    assert (found.kind.name, found.hp, found.hunting_turns) == ("orc", 77, hunters.HUNTING_TURNS)
    assert enemy_place(game) == (1, 1), "the cell of arrival is free again"
    assert enemy_place(walk(game, "ea")) == (1, 2), "it acts from the third phase on"
    game = walk(stairway([1]), "ea")
    game.floor.place_item(game.floor.hero_cell + 1, COMPASS)
    assert enemy_place(walk(game, "so no")) == (2, 2), "ties are drawn, things are not free"
    assert (hunters.PHASES_TO_FOLLOW, hunters.FREEZE_TURNS) == (2, 3)
    game = walk(stairway([0]), "ea f ea ea")
    before = enemy_place(game)
    assert enemy_place(walk(game, "ea")) == before, "who arrives meanwhile is frozen too (Y21)"


@for_each(*[(seed, depth) for seed in range(3) for depth in (1, 2, 3)])
def test_hostile_ones_nearest_to_the_stairs_hear_the_pc_arrive(seed: int, depth: int) -> None:
    """X84: on each floor that is not drawn; they come from far, and go on for many turns.

    On floor 1 only the nearest does.
    """
    game = seeded(RULES, seed, race=3, depth=depth)
    floor, stairs, enemies = game.floor, game.floor.stairs_cell, game.floor.enemies
    heard = [cell for cell in sorted(enemies) if enemies[cell].hunting_turns]
    assert {enemies[cell].hunting_turns for cell in heard} == {hunters.HEARD_TURNS}
    able = [at for at in sorted(enemies) if enemies[at].is_hostile_to(game.hero)]
    roaming = [at for at in able if at not in floor.stationary]
    roaming.sort(key=lambda at: blocks_between(floor.board, stairs, at))
    assert heard == sorted(roaming[: 1 if depth == 1 else 2])
    told = texts([event for hook in RULES.hooks.arrival_events for event in hook(game)])
    assert told == [f"{enemies[at].kind.glyph} has heard PC." for at in heard]
    first = enemies[heard[0]]
    while say(game, "wait") and not floor.board.neighbourhood[floor.hero_cell] & {*enemies}:
        assert first.hunting_turns > 0, "it comes"


def test_in_the_fog_it_is_something_that_has_heard_the_pc() -> None:
    game = seeded(rules_of("hunters fog"), 1, race=3)
    assert texts(game.last_events) == ["Something has heard PC."]


def test_it_loses_what_is_of_the_floor_only() -> None:
    """Y11, X12, C: no compass follows, potions thrown at it and statuses end; facts stay."""
    game = stairway([0])
    orc = only_enemy(game)
    orc.carries, orc.statuses = (COMPASS,), {CALLED: 9}
    orc.set_fact("captain", 1)
    BASE_RULES.potions[4].hit(orc)
    assert modifier_layers(orc.stats)
    found = only_enemy(walk(game, "ea ea ea"))
    assert (found.carries, found.statuses, {**found.facts}) == ((), {}, {"captain": 1})
    assert found.stats == found.kind.stats


@for_each(
    *[(r"......O@\....", state) for state in ("frozen", CHARMED, SLOWED, NEWCOMER, FLEEING)],
    (r".....O.@\....", ""),
    (r".....D9@\....", ""),
    (r"......M@\....", ""),  # it does not hunt
)
def test_others_do_not_follow(first: str, state: str) -> None:
    """X84, Y11: only hunters within one block; nobody held, no newcomer, nobody who flees."""
    game = stairway(first=first)
    if state == "frozen":
        walk(game, "f")
    elif state == NEWCOMER:
        only_enemy(game).set_fact(state, 1)
    elif state:
        only_enemy(game).set_status(state, 5)
    assert part_of(walk(game, "ea"), hunters.Hunt).follower is None


def test_the_next_stairs_lose_a_follower_on_its_way_and_the_last_have_none() -> None:
    """Y11: the way is two phases long; X84: nobody at the last stairs."""
    game = walk(stairway(second=room(r"@\...........")), "ea")
    assert part_of(game, hunters.Hunt).follower is not None
    walk(game, "ea ea ea ea")
    assert not game.floor.enemies
    assert part_of(game, hunters.Hunt).follower is None


def test_an_unseen_follower_is_something() -> None:
    """Y12: in fog, where the PC has gone round a corner."""
    floors = room(r"......O@\."), room("@..|......", "..\\|......"), room("@........\\")
    game = expanded("fog hunters", "\n".join(floors), luck=[0], steps=[NORTH] * 9)
    walk(all_hunt(game), "ea")
    game.floor.place_hero(game.floor.hero_cell + 4)
    assert walk(game, "so ea").last_events[-1] == hunters.SOMETHING_FOLLOWED


def test_a_full_floor_has_no_place_for_it() -> None:
    """X84: without a free cell nobody comes."""
    game = walk(stairway([MISS] * 9), "ea")
    floor, kind = game.floor, RULES.enemy_kind_named("merchant")
    for tiles in floor.board.chambers:
        for tile in filter(floor.is_free, tiles):
            floor.place_enemy(tile, Enemy(kind, hp=999))
    count = len(floor.enemies)
    game.enemies_frozen, game.turn_dice = True, Coins([MISS] * 99)
    assert texts([*say(game, "a ea"), *say(game, "a ea")]) == []
    assert len(floor.enemies) == count


def test_copies_take_the_follower_along_and_hide_what_the_game_alone_knows() -> None:
    """X122: in copies, digests, and in what a bot is shown."""
    game = stairway([0])
    orc = only_enemy(game)
    orc.set_fact("_digs", 3)
    walk(game, "ea")
    twin, hurt = game.copy(), game.copy()
    found = part_of(hurt, hunters.Hunt).follower
    assert found is not None
    found.hp -= 1
    assert twin.digest() == game.digest() != hurt.digest()
    game.dice = twin.dice = Dice("1")
    looked, dealt = game.copy_in_sight(1), game.copy_with_luck(1)
    seen, drawn_anew = part_of(looked, hunters.Hunt).follower, part_of(dealt, hunters.Hunt).follower
    assert isinstance(seen, ShownEnemy)
    assert drawn_anew is not None
    assert (seen.hp, {**seen.facts}, {**drawn_anew.facts}) == (orc.hp, {}, {})
    assert {**orc.facts} == {"_digs": 3}


def test_others_can_let_an_enemy_hunt() -> None:
    """X113: with hunters alone, and without end if it is a newcomer."""
    game, plain = watched(room(r"@.|..E.\ ")), scenario(room(r"@.|..E.\ "))
    for each in (game, plain):
        only_enemy(each).set_fact(NEWCOMER, 1)
        hunters.begin_hunt(each, only_enemy(each))
    game.turn_dice = Coins([], [NORTH] * 99)
    pace(game, 2 * hunters.HUNTING_TURNS)
    assert only_enemy(game).hunting_turns == hunters.HUNTING_TURNS
    assert not only_enemy(plain).hunting_turns
