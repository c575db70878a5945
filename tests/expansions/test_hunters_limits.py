"""Hunters within limits: freezes that are counted, three hunters at a time, one that follows."""

from collections.abc import Sequence

from cc3k.bots.game import PlayableGame
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Attack, Move, ToggleFreeze, legal_actions
from cc3k.engine.board import EAST, NORTH, SOUTH, WEST
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy, ShownEnemy
from cc3k.engine.events import Descended, Event, ExpansionEvent, FreezeToggled, Missed
from cc3k.engine.game import GameState
from cc3k.engine.refusals import ExpansionRefusal
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CALLED, CHARMED, FLEEING, NEWCOMER, SLOWED
from cc3k.engine.stats import modifier_layers
from cc3k.engine.view import GameView
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.hunters import (
    FREEZE_TURNS,
    FREEZES,
    HUNTERS,
    HUNTING_TURNS,
    MOST_FREEZES,
    MOST_HUNTERS,
    NO_FREEZE_LEFT,
    SOMETHING_FOLLOWED,
    Hunt,
    begin_hunt,
)
from cc3k.expansions.registry import ExpansionRegistry, rules_with
from cc3k.play.frame import status_text
from cc3k.play.help import guide_page
from cc3k.play.tutorial import HINTS
from tests.support.scenarios import (
    MISS,
    ScriptedDice,
    board,
    drawn,
    refusal,
    room,
    scenario,
    script,
)
from tests.support.tables import for_each

RULES = rules_with((HUNTERS,))
NOTICES, OVERLOOKS = True, False


class Coins(ScriptedDice):
    """Dice with a script of coins, which pick the first of all that there is to choose."""

    def copy(self) -> "Coins":
        return Coins(self.luck, self.steps)

    def below(self, count: int) -> int:
        del count
        return 0


def alone(drawing: str = "", luck: Sequence[int] = ()) -> GameState:
    """Return a game on a drawn floor, or in an empty room; nobody is frozen."""
    steps = [NORTH] * 999
    return scenario(drawing or room(r"@....\ "), luck=luck, steps=steps, rules=RULES)


def hunting(drawing: str, luck: Sequence[int] = ()) -> GameState:
    """Return such a game in which all that step hunt."""
    game = alone(drawing, luck)
    for cell, enemy in game.floor.enemies.items():
        if cell not in game.floor.stationary:
            enemy.hunting_turns = HUNTING_TURNS
    return game


def pace(game: GameState, turns: int) -> list[tuple[Event, ...]]:
    """Step east and west for so many turns; return what happened in each."""
    return [game.play(Move((EAST, WEST)[turn % 2])) for turn in range(turns)]


def freeze_row(game: GameState) -> str:
    """Return the status row that stands above the Action row."""
    return status_text(game).splitlines()[-1]


# The freeze (X83)


def test_a_freeze_is_spent_at_once_and_holds_enemies_for_ten_turns() -> None:
    """X83: it takes no turn; after the tenth enemies' phase all move again by themselves."""
    assert (FREEZES, MOST_FREEZES, FREEZE_TURNS) == (3, 5, 10)
    game = alone()
    assert freeze_row(game) == "Freeze: 3"
    assert game.play(ToggleFreeze()) == (FreezeToggled(enemies_frozen=True),)
    assert (game.turns, freeze_row(game)) == (0, "Freeze: 2, on for 10 turns")
    pace(game, 3)
    assert freeze_row(game) == "Freeze: 2, on for 7 turns"
    events = pace(game, 7)
    assert freeze_row(game) == "Freeze: 2"
    assert not game.enemies_frozen
    assert [FreezeToggled(enemies_frozen=False) in each for each in events] == [False] * 6 + [True]


def test_it_cannot_be_ended_nor_begun_without_one() -> None:
    """X83: both are refused in so many words, and are no legal actions."""
    game = alone()
    for left in (2, 1, 0):
        game.floor.place_hero(game.floor.board.stride + 1)
        assert ToggleFreeze() in legal_actions(game)
        game.play(ToggleFreeze())
        assert freeze_row(game) == f"Freeze: {left}, on for 10 turns"
        pace(game, 3)
        text = "Enemies stay frozen for 7 more turns."
        assert refusal(game, ToggleFreeze()) == ExpansionRefusal(text, text)
        assert ToggleFreeze() not in legal_actions(game)
        pace(game, 6)
        text = "Enemies stay frozen for 1 more turn."
        assert refusal(game, ToggleFreeze()) == ExpansionRefusal(text, text)
        assert freeze_row(game) == f"Freeze: {left}, on for 1 turn"
        pace(game, 1)
    assert refusal(game, ToggleFreeze()) == NO_FREEZE_LEFT
    assert NO_FREEZE_LEFT.document_text == "PC has no freeze left."
    assert ToggleFreeze() not in legal_actions(game)
    assert freeze_row(game) == "Freeze: 0"


def test_stairs_end_it_and_each_new_floor_brings_one_more_up_to_five() -> None:
    """X83, Y21: none on floor 1; never above five."""
    game = alone("\n".join([room(r"@\ ")] * 5))
    found = []
    for spent in (True, False, False, False):
        if spent:
            game.play(ToggleFreeze())
        assert isinstance(game.play(Move(EAST))[0], Descended)
        assert not game.enemies_frozen
        found.append(freeze_row(game))
    assert found == ["Freeze: 3", "Freeze: 4", "Freeze: 5", "Freeze: 5"]


def test_the_frozen_attack_beside_them_and_do_nothing_else() -> None:
    """X83, R5: a hunter stays where it is; nobody notices anything; attackers hunt then."""
    game = hunting(room(r"@..O..\ "), [MISS])
    game.play(ToggleFreeze())
    game.play(Move(EAST))
    assert board(game) == drawn(room(r".@.O..\ "))
    assert game.play(Move(EAST))[-1] == Missed("orc", "PC")
    assert board(game) == drawn(room(r"..@O..\ "))
    unaware = alone(room(r"@..O..\ "))
    unaware.play(ToggleFreeze())
    unaware.play(Move(EAST))
    (orc,) = unaware.floor.enemies.values()
    assert not orc.hunting_turns
    near = alone(room(r"@.O...\ "), [MISS])
    near.play(ToggleFreeze())
    near.play(Move(EAST))
    (orc,) = near.floor.enemies.values()
    assert orc.hunting_turns


def test_whoever_flees_or_guards_strikes_when_frozen_and_beside() -> None:
    """Y21: those that flee, too, and a dragon from its hoard."""
    game = hunting(room(r"@.O..\ "), [MISS])
    (orc,) = game.floor.enemies.values()
    orc.set_fact(FLEEING, 1)
    game.play(ToggleFreeze())
    assert game.play(Move(EAST))[-1] == Missed("orc", "PC")
    guarded = alone(room(r"@.9D..\ "), [MISS])
    guarded.play(ToggleFreeze())
    assert guarded.play(Move(EAST))[-1] == Missed("dragon", "PC")


def test_copies_count_their_own_freeze_and_undo_gives_it_back() -> None:
    """X3: a copy plays on as its game does, and the digest tells them apart."""
    game = alone()
    before = game.copy()
    game.play(ToggleFreeze())
    twin = game.copy()
    assert twin.digest() == game.digest() != before.digest()
    pace(twin, 1)
    assert freeze_row(game) == "Freeze: 2, on for 10 turns"
    assert freeze_row(twin) == "Freeze: 2, on for 9 turns"
    assert freeze_row(before) == "Freeze: 3"


def test_programs_see_the_same_numbers_as_people() -> None:
    """X121: figures of the freezes left, and of the turns of one that is on."""
    game = alone()
    game.play(ToggleFreeze())
    pace(game, 1)
    view = PlayableGame(game).view
    assert (view.figure("freezes"), view.figure("turns_frozen")) == (2, 9)
    assert HUNTERS.texts.short_rows is not None
    assert list(HUNTERS.texts.short_rows(game)) == ["Freeze 2+9"]
    assert list(HUNTERS.texts.short_rows(alone())) == ["Freeze 3"]


def test_guide_and_tutorial_say_nothing_of_ending_it() -> None:
    """X83: with hunters, `f` again is refused."""
    for rules, ends in ((BASE_RULES, True), (RULES, False)):
        guide = " ".join(guide_page(rules))
        assert ("until you say it again" in guide) == ends
        assert ("cannot be ended" in guide) != ends
        game = scenario(room(r"@E...\ "), luck=[0], steps=None, rules=rules)
        next(iter(game.floor.enemies.values())).hp = 1
        slain = game.play(Attack(EAST))
        due = {hint.name for hint in HINTS if hint.is_due(GameView(game), slain)}
        assert due & {"freeze", "freezes"} == {"freeze" if ends else "freezes"}


# Two at a time (X84)

RING = room("E...W...H", ".........", "....@....", ".........", r"L....... ")


def hunters_of(game: GameState) -> list[str]:
    """Return the kinds of those that hunt, in reading order."""
    enemies = game.floor.enemies
    return sorted([each.kind.name for each in enemies.values() if each.hunting_turns])


def ring(luck: Sequence[int]) -> GameState:
    """Return a game with four enemies around the PC that have not noticed it."""
    game = alone(RING.replace(" |", "\\|"))
    game.turn_dice = Coins(luck, [NORTH] * 99)
    return game


def test_at_most_two_hunt_and_the_others_do_not_roll() -> None:
    """X84, Y10: coins in reading order until two hunt; the third has none."""
    assert MOST_HUNTERS == 2
    game = ring([NOTICES, NOTICES])
    game.play(Move(SOUTH))
    assert hunters_of(game) == ["dwarf", "elf"]
    assert not script(game).luck
    fewer = ring([NOTICES, OVERLOOKS, NOTICES])
    fewer.play(Move(SOUTH))
    assert hunters_of(fewer) == ["elf", "human"]


@for_each("status", [FLEEING, SLOWED, CHARMED, CALLED, NEWCOMER])
def test_some_do_not_count_among_the_two(status: str) -> None:
    """Y10: those that flee, are slowed, charmed or called, and newcomers."""
    game = ring([NOTICES])
    (human,) = [cell for cell, each in game.floor.enemies.items() if each.kind.name == "human"]
    game.floor.remove_enemy(human)
    for cell, enemy in game.floor.enemies.items():
        enemy.hunting_turns = 0 if game.floor.glyphs[cell] == ord("L") else HUNTING_TURNS
        if enemy.kind.name == "elf":
            enemy.set_fact(status, 1) if status == NEWCOMER else enemy.set_status(status, 9)
    game.play(Move(SOUTH))
    assert "halfling" in hunters_of(game)


def test_who_attacks_hunts_even_as_a_third() -> None:
    """Y10: and then three hunt, and a fourth rolls nothing."""
    game = ring([NOTICES] * 2 + [MISS])
    game.play(Move(SOUTH))
    floor = game.floor
    (halfling,) = [cell for cell, each in floor.enemies.items() if each.kind.name == "halfling"]
    floor.move_enemy(halfling, floor.hero_cell + 2)
    for enemy in floor.enemies.values():
        enemy.hunting_turns = min(enemy.hunting_turns, 3)
    game.play(Move(EAST))
    assert hunters_of(game) == ["dwarf", "elf", "halfling"]


# Down the stairs (X84)

SECOND = room("@............", r"............\ "[:13])


def stairway(first: str, luck: Sequence[int] = (), second: str = SECOND) -> GameState:
    """Return a game of three floors; all on the first hunt."""
    return hunting("\n".join([room(first), second, room(r"@............"[:12] + "\\")]), luck)


def texts(events: Sequence[Event]) -> list[str]:
    """Return what expansions say in those events."""
    return [event.document_text for event in events if isinstance(event, ExpansionEvent)]


def test_the_first_hunter_beside_the_pc_follows_after_two_phases() -> None:
    """X84, Y11, Y12: as it was, on the free cell nearest to where the PC arrived, and hunting."""
    game = stairway(r"......O@\O.H."[:13], [0])
    orc = game.floor.enemies[min(game.floor.enemies)]
    orc.hp = 77
    game.play(Move(EAST))
    assert not game.floor.enemies
    assert texts(game.play(Move(EAST))) == []
    assert texts(game.play(Move(EAST))) == ["O follows PC downstairs."]
    ((cell, found),) = game.floor.enemies.items()
    game.turn_dice = Coins([MISS], [NORTH])
    assert (found.kind.name, found.hp, found.hunting_turns) == ("orc", 77, HUNTING_TURNS)
    assert game.floor.board.row_and_column(cell) == (1, 1), "the cell of arrival is free again"
    game.play(Move(EAST))
    assert game.floor.enemies[cell + 1] is found, "it acts from the third phase on"


def test_it_comes_to_the_nearest_of_several_cells_at_random() -> None:
    """X84, Y12: ties are drawn; an occupied cell of arrival is not free; nor are things."""
    game = stairway(r"......O@\...."[:13], [1])
    game.play(Move(EAST))
    game.floor.place_item(game.floor.hero_cell + 1, COMPASS)
    game.play(Move(SOUTH))
    game.play(Move(NORTH))
    (cell,) = game.floor.enemies
    assert game.floor.board.row_and_column(cell) == (2, 2)


def test_it_loses_what_is_of_the_floor_only() -> None:
    """Y11, X12, C: no compass follows, potions thrown at it and statuses end; facts stay."""
    game = stairway(r"......O@\....", [0])
    (orc,) = game.floor.enemies.values()
    orc.carries, orc.statuses = (COMPASS,), {CALLED: 9}
    orc.set_fact("captain", 1)
    BASE_RULES.potions[4].thrown(orc)
    assert modifier_layers(orc.stats)
    for way in (EAST, EAST, EAST):
        game.play(Move(way))
    (found,) = game.floor.enemies.values()
    assert (found.carries, found.statuses, {**found.facts}) == ((), {}, {"captain": 1})
    assert found.stats == found.kind.stats


@for_each(
    "claim, first",
    [
        ("two blocks away", r".....O.@\...."),
        ("a dragon", r".....D9@\...."),
        ("not hunting", r"......M@\...."),
    ],
)
def test_others_do_not_follow(claim: str, first: str) -> None:
    """X84, Y11: only hunters within one block, never dragons."""
    game = stairway(first)
    game.play(Move(EAST))
    for way in (EAST, EAST, EAST):
        assert texts(game.play(Move(way))) == []
    assert not game.floor.enemies, claim


@for_each("state", ["frozen", CHARMED, SLOWED, NEWCOMER, FLEEING])
def test_who_is_held_or_runs_does_not_follow(state: str) -> None:
    """X84, Y11: not frozen, charmed or slowed; no newcomer; and who flees does not come after."""
    game = stairway(r"......O@\....")
    (orc,) = game.floor.enemies.values()
    if state == "frozen":
        game.play(ToggleFreeze())
    elif state == NEWCOMER:
        orc.set_fact(state, 1)
    else:
        orc.set_status(state, 5)
    game.play(Move(EAST))
    assert part_of(game, Hunt).follower is None


def test_the_next_stairs_lose_a_follower_on_its_way_and_the_last_have_none() -> None:
    """Y11: the way is two phases long; X84: nobody at the last stairs."""
    second = room(r"@\..........."[:13])
    game = stairway(r"......O@\....", second=second)
    game.play(Move(EAST))
    assert part_of(game, Hunt).follower is not None
    game.play(Move(EAST))
    for way in (EAST, EAST, EAST):
        game.play(Move(way))
    assert not game.floor.enemies
    assert part_of(game, Hunt).follower is None


def test_who_arrives_during_a_freeze_is_frozen_too() -> None:
    """Y21, Y3: the phases count, frozen or not."""
    game = stairway(r"......O@\....", [0])
    game.play(Move(EAST))
    game.play(ToggleFreeze())
    for way in (EAST, EAST):
        game.play(Move(way))
    before = [*game.floor.enemies]
    for way in (EAST, EAST):
        game.play(Move(way))
    assert [*game.floor.enemies] == before


def test_an_unseen_follower_is_something() -> None:
    """Y12: in fog, where the PC has gone round a corner."""
    rules = ExpansionRegistry().select(["fog", "hunters"])
    second = room("@..|......", "..\\|......")
    drawing = "\n".join([room(r"......O@\."), second, room("@........\\")])
    game = scenario(drawing, luck=[0], steps=[NORTH] * 9, rules=rules)
    (orc,) = game.floor.enemies.values()
    orc.hunting_turns = HUNTING_TURNS
    game.play(Move(EAST))
    game.floor.place_hero(game.floor.hero_cell + 4)
    game.play(Move(SOUTH))
    assert game.play(Move(EAST))[-1] == SOMETHING_FOLLOWED


def test_a_full_floor_has_no_place_for_it() -> None:
    """X84: without a free cell nobody comes."""
    game = stairway(r"......O@\....", [MISS] * 9)
    game.play(Move(EAST))
    floor, kind = game.floor, RULES.enemy_kind_named("merchant")
    for tiles in floor.board.chambers:
        for tile in filter(floor.is_free, tiles):
            floor.place_enemy(tile, Enemy(kind, hp=999))
    count = len(floor.enemies)
    game.enemies_frozen, game.turn_dice = True, Coins([MISS] * 99)
    for _ in range(2):
        assert texts(game.play(Attack(EAST))) == []
    assert len(floor.enemies) == count


def test_copies_take_the_follower_along_and_hide_what_the_game_alone_knows() -> None:
    """X122: in copies, digests, and in what a bot is shown."""
    game = stairway(r"......O@\....", [0])
    (orc,) = game.floor.enemies.values()
    orc.set_fact("_digs", 3)
    game.play(Move(EAST))
    twin, hurt = game.copy(), game.copy()
    found = part_of(hurt, Hunt).follower
    assert found is not None
    found.hp -= 1
    assert twin.digest() == game.digest() != hurt.digest()
    game.dice = twin.dice = Dice("1")
    looked, dealt = game.copy_in_sight(1), game.copy_with_luck(1)
    seen, drawn_anew = part_of(looked, Hunt).follower, part_of(dealt, Hunt).follower
    assert isinstance(seen, ShownEnemy)
    assert drawn_anew is not None
    assert (seen.hp, {**seen.facts}, {**drawn_anew.facts}) == (orc.hp, {}, {})
    assert {**orc.facts} == {"_digs": 3}


def test_others_can_let_an_enemy_hunt() -> None:
    """X113: with hunters alone, and without end if it is a newcomer."""
    game, plain = alone(room(r"@.|..E.\ ")), scenario(room(r"@.|..E.\ "))
    for each in (game, plain):
        (enemy,) = each.floor.enemies.values()
        enemy.set_fact(NEWCOMER, 1)
        begin_hunt(each, enemy)
    (enemy,) = game.floor.enemies.values()
    game.turn_dice = Coins([], [NORTH] * 99)
    pace(game, 2 * HUNTING_TURNS)
    assert enemy.hunting_turns == HUNTING_TURNS
    assert not any(each.hunting_turns for each in plain.floor.enemies.values())
