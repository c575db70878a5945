"""Gear: barrier suits and the compass (X60, X61, X88, X89)."""

from collections import Counter

import pytest
from attrs import evolve

from cc3k.content.floor_contents import list_floor_contents
from cc3k.content.layout.lint import lint_layout
from cc3k.content.layout.reader import read_layout
from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move
from cc3k.engine.board import EAST, STAIRS_GLYPH
from cc3k.engine.combat import Blow
from cc3k.engine.dice import Dice
from cc3k.engine.events import ExpansionEvent, Slain, Struck, TookTrinket
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.engine.view import GameView, seen_glyphs
from cc3k.expansions import gear
from cc3k.expansions.registry import ExpansionRegistry, rules_with
from cc3k.play.collect import Collect
from cc3k.play.foes import worst_hp_after
from cc3k.play.help import expansion_help
from cc3k.play.look import describe_cell, describe_nearby
from cc3k.play.odds import compute_fight_odds
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.play.travel import AutoTravel, find_free_gold, find_stairs
from tests.support.expansions import expanded, row, say, session_of
from tests.support.scenarios import HIT, MISS, current_path, room, scenario, seeded, weakened
from tests.support.tables import for_each
from tests.support.unseen import everything_told
from tests.support.walks import floors_of, only_enemy, texts, walk

RULES = rules_with((gear.GEAR,))
GAMES = 150


def gear_game(
    *rows: str, race: str = "Shade", luck: tuple[int, ...] = (), carrier: int = 0
) -> GameState:
    """Return a game in a room; suits are on other floors, or drawn, and a carrier is chosen."""
    drawing = room(*rows)
    chosen = [carrier] if set(drawing) & set("HWEOL") and "C" not in drawing else []
    return scenario(drawing, race, [*chosen, *luck], rules=RULES)


def carriers(game: GameState) -> list[str]:
    return [e.kind.name for e in game.floor.enemies.values() if gear.COMPASS in e.carries]


def suits(state: GameState) -> list[int]:
    return [cell for cell, item in state.floor.items.items() if item is gear.SUIT]


def test_a_suit_on_every_third_floor_has_a_dragon_of_its_own() -> None:
    """X88, Y44, X2: beside its dragon, not in the PC's chamber; gear moves nothing else."""
    rules = evolve(RULES, floor_count=7)
    for number in range(GAMES // 10):
        found = []
        for game in floors_of(seeded(rules, number)):
            found += [game.depth] * len(suits(game))
            for cell in suits(game):
                guard, board = game.floor.guardian_by_cell[cell], game.floor.board
                assert guard.kind.name == "dragon"
                assert guard.guarded_cells == (cell,)
                (post,) = [at for at, enemy in game.floor.enemies.items() if enemy is guard]
                assert post in board.neighbours[cell]
                assert board.chamber_index[cell] != board.chamber_index[game.floor.hero_cell]
        assert found == [3, 6]
    for count, depths in ((1, []), (2, [2]), (3, [3]), (8, [3, 6])):
        found = [depth for depth in range(1, count + 1) if gear.is_suit_depth(depth, count)]
        assert found == depths
    for number in range(20):
        game = seeded(RULES, number)
        base = seeded(seed=number).floor
        items = {cell: item for cell, item in game.floor.items.items() if item is not gear.SUIT}
        assert (items, game.floor.stairs_cell) == (base.items, base.stairs_cell)
        assert {*base.enemies} <= {*game.floor.enemies}


def test_the_suit_is_walked_over_while_it_is_guarded() -> None:
    """X60, R25: and worn by whoever stands on it when its dragon dies."""
    game = walk(gear_game("@B..\\", ".D...", luck=(MISS, HIT)), "ea")
    assert not gear.suit_left(game)
    events = say(weakened(game), "a so")
    assert [type(event) for event in events] == [*(Struck, Slain, TookTrinket, ExpansionEvent)]
    assert gear.suit_left(game) == gear.SUIT_HP


WORN = "PC wears the barrier suit: it takes half of each blow, 120 HP in all."


def test_the_suit_takes_half_of_each_blow_rounded_down() -> None:
    """X88, X60, X6: of an elf's two blows of 24 it takes 12 each; another adds 120."""
    game = gear_game("@BE.\\", luck=(HIT, HIT))
    events = say(game, "ea")
    assert texts(events) == [WORN]
    assert [e.damage for e in events if isinstance(e, Struck)] == [12, 12]
    assert (game.hero.hp, gear.suit_left(game)) == (125 - 24, gear.SUIT_HP - 24)
    assert gear.wear_down(Blow(game.hero, 35, only_enemy(game))) == 18
    game = gear_game("@BBC.\\")
    for told in ("none", "suit 120", "suit 240", "suit 240, compass"):
        assert row(game) == f"Gear: {told}"
        walk(game, "ea")


def test_the_suit_takes_no_more_than_it_has_left_and_breaks() -> None:
    """X88, Y44: `PC's suit breaks.` right after the blow; the next one hits in full."""
    game = gear_game("@.E.\\", luck=(HIT, HIT))
    game.hero.set_fact(gear.SUIT_LEFT, 5)
    events = game.play(Move(EAST))
    told = [e.document_text if isinstance(e, ExpansionEvent) else e for e in events[1:]]
    assert told == [
        Struck("elf", "PC", 19, left := game.hero.hp + 24),
        "PC's suit breaks.",
        Struck("elf", "PC", 24, left - 24),
    ]
    assert gear.gear_row(game) == ["Gear: none"]


def test_the_suit_takes_blows_alone() -> None:
    """X88, Y4: neither poison nor a vampire's allergy."""
    assert walk(gear_game("3@B.\\", race="Vampire"), "ea we u we").hero.hp == 40
    game = walk(gear_game("@BW.\\", race="Vampire", luck=(MISS, MISS)), "ea a ea")
    assert (game.hero.hp, gear.suit_left(game)) == (45, gear.SUIT_HP)


def test_odds_and_limits_count_the_suit() -> None:
    """X7."""
    game = gear_game("@O..\\")
    orc = only_enemy(game)
    bare = compute_fight_odds(RULES, game.hero, orc)
    worst = worst_hp_after(GameView(game), game.floor.hero_cell)
    game.hero.set_fact(gear.SUIT_LEFT, gear.SUIT_HP)
    worn = compute_fight_odds(RULES, game.hero, orc)
    assert worn.mean_hp_lost < 0.6 * bare.mean_hp_lost
    assert worst_hp_after(GameView(game), game.floor.hero_cell) == worst + 12


def test_one_enemy_of_every_floor_carries_the_compass() -> None:
    """X89: drawn evenly among all but dragons and merchants."""
    kinds = Counter[str]()
    everybody = Counter[str]()
    for number in range(GAMES):
        for state in floors_of(seeded(RULES, number)):
            found = carriers(state)
            assert len(found) == 1
            kinds[found[0]] += 1
            everybody.update(e.kind.name for e in state.floor.enemies.values())
    assert not {"dragon", "merchant"} & set(kinds)
    del everybody["dragon"], everybody["merchant"]
    for name, count in everybody.items():
        expected = count * sum(kinds.values()) / sum(everybody.values())
        assert kinds[name] == pytest.approx(expected, rel=0.3), name


def test_stairs_show_for_good_once_the_pc_sees_them_within_two_blocks() -> None:
    """X89: not from three, and not through a wall."""
    game = gear_game("@....E", "......", "|||...", "......", "\\.....")
    assert not GameView(walk(game, "so ea ea se so")).known_stairs
    for word in ("we", "we", "ea", "ea", "ea"):
        assert GameView(walk(game, word)).known_stairs
    assert GameView(game.copy()).known_stairs


@for_each("@...M....D..\\", "@...\\")
def test_stairs_show_where_nobody_may_carry_the_compass(drawn: str) -> None:
    """X61, X89: neither a merchant nor a dragon does; the look at its carrier says so."""
    game = gear_game(drawn)
    assert carriers(game) == []
    assert GameView(game).known_stairs == (game.floor.stairs_cell,)
    carried = gear_game("@....E....O...\\", carrier=1)
    told = [describe_cell(carried, cell) for cell in sorted(carried.floor.enemies)]
    assert ["It carries the compass." in each for each in told] == [False, True]
    lies = gear_game("@.C.E...\\")
    assert carriers(lies) == [], "the one that lies there is the floor's"
    assert not GameView(lies).known_stairs
    assert [gear.GEAR.texts.hints[0].is_due(each) for each in (lies, game)] == [True, False]


def test_a_slain_carrier_drops_the_compass_which_shows_the_stairs() -> None:
    """X61: until it is picked up the stairs cannot be seen."""
    game = weakened(gear_game("@E......\\", "........", luck=(0,)))
    assert not GameView(game).known_stairs
    assert texts(say(game, "a ea")) == ["The compass drops (C)."]
    for has_compass in (False, True):
        shown = seen_glyphs(game).decode("ascii")
        assert (["\\" in shown, "C" in shown]) == [has_compass, not has_compass]
        assert part_of(game, gear.Outfit).has_compass is has_compass
        walk(game, "ea")
    assert GameView(game).known_stairs == (game.floor.stairs_cell,)


def test_the_compass_is_told_once_and_used_up_by_its_floor() -> None:
    """X61: the next floor has one of its own."""
    layout = "\n".join([room("@C\\....."), room("@EE....\\")])
    game = walk(scenario(layout, rules=RULES, luck=[0, 0, 0]), "ea ea")
    assert game.depth == 2
    assert not part_of(game, gear.Outfit).has_compass
    assert not GameView(game).known_stairs
    assert texts(say(weakened(game), "a ea")) == ["The compass drops (C)."]
    assert carriers(game) == []
    assert texts(say(game, "f")) == []


def test_stairs_drawn_in_a_passage_look_like_a_passage_and_those_in_a_wall_are_shown() -> None:
    """X61, R32: what is hidden looks like its ground; nobody could walk onto a wall."""
    text = BASE_RULES.standard_board.terrain.decode("ascii")
    passage, wall = text.splitlines()[11], text.splitlines()[3]
    hidden = text.replace(passage, passage[:13] + "\\" + passage[14:], 1)
    drawings = (
        hidden.replace("|....", "|@E..", 1),
        text.replace(wall, wall[:2] + "\\@E" + wall[5:], 1),
    )
    layouts = [read_layout(each.encode(), "x", RULES).floor_layouts for each in drawings]
    one, other = [GameState(RULES, RULES.races[0], Dice("9"), each) for each in layouts]
    assert one.floor.glyphs[one.floor.stairs_cell] == STAIRS_GLYPH
    assert GameView(one).glyphs[one.floor.stairs_cell] == ord("#")
    assert GameView(other).known_stairs == (other.floor.stairs_cell,)


def test_nothing_tells_where_the_stairs_are() -> None:
    """X61: frame, look, travel, legal actions and observation are those of any such floor."""
    rows = ("@....|.....", ".....+.....", ".....|.....", ".E.O.|.....")
    first, second = [gear_game(*rows, f".....|{last}") for last in ("....\\", "\\....")]
    assert first.floor.stairs_cell != second.floor.stairs_cell
    assert everything_told(first) == everything_told(second)
    assert f"{gear.COMPASS_IS_CARRIED} {{collect}} searches." in str(
        everything_told(first)["travel"]
    )


def test_a_copy_for_thinking_deals_the_stairs_anew() -> None:
    """X61, X89: elsewhere for other luck, but not where the PC would have found them."""
    game = seeded(RULES, 3)
    stairs = set[int]()
    for luck in range(40):
        twin = game.copy_with_luck(luck)
        assert carriers(twin) == carriers(game)
        assert twin.floor.glyphs.count(STAIRS_GLYPH) == 1
        assert seen_glyphs(twin).decode("ascii") == seen_glyphs(game).decode("ascii")
        stairs.add(twin.floor.stairs_cell)
        chamber_of, arrival = (
            twin.floor.board.chamber_index,
            part_of(game, gear.Outfit).arrival_cell,
        )
        assert chamber_of[twin.floor.stairs_cell] != chamber_of[arrival]
    assert len(stairs) > 20
    game = gear_game("@..|..........", "E..|.........\\")
    floor, stride = game.floor, game.floor.board.stride
    floor.place_hero(here := floor.hero_cell + 4)
    walk(game, "f")
    found = {game.copy_with_luck(luck).floor.stairs_cell for luck in range(20)}
    assert len(found) > 5
    assert found.isdisjoint(here + down * stride + right for down in (0, 1) for right in (0, 1, 2))


def test_a_copy_for_thinking_keeps_what_is_known() -> None:
    """X61: stairs that the compass shows stay."""
    game = walk(gear_game("@C.E.....\\"), "ea")
    twin = game.copy_with_luck(1)
    assert twin.floor.stairs_cell == game.floor.stairs_cell
    lying = gear_game("@.CE....\\")
    twin = lying.copy_with_luck(1)
    assert twin.floor.glyphs.count(STAIRS_GLYPH) == 1
    assert carriers(twin) == []
    full = gear_game("@E+##\\")  # where there is no other place
    assert full.copy_with_luck(1).floor.stairs_cell == full.floor.stairs_cell


def test_travel_and_collecting_fetch_the_gear() -> None:
    """X7: what is not guarded is among what can be fetched, and can be walked over."""
    game = gear_game("@..B...\\", "##......")
    view = GameView(game)
    assert find_free_gold(view) == list(view.trinkets)
    assert AutoTravel(find_free_gold).next_command(game) == "ea"
    assert Collect().next_command(game) == "ea"
    assert current_path(AutoTravel(find_stairs), gear_game("@.C.....\\")) is None
    collect = Collect()
    assert collect.next_command(gear_game("@.....", "......", ".....B", "....D\\")) is None
    assert "1 barrier suit (a dragon guards it)" in collect.stop_reason


def test_look_tells_of_gear() -> None:
    """X6: what it is, and whether it is guarded."""
    game = gear_game("@.BD.", "..C..", "....\\")
    cells = {item.name: cell for cell, item in GameView(game).trinkets.items()}
    assert describe_cell(game, cells["barrier suit"]) == [
        "Barrier suit: worn, it takes half of each blow, guarded."
    ]
    assert describe_cell(game, cells["compass"]) == [
        "Compass: shows where the stairs of this floor are."
    ]
    assert "guarded barrier suit, 2 east" in describe_nearby(game)
    assert "compass, 1 south 2 east" in describe_nearby(game)


def test_a_drawn_floor_has_the_suits_that_are_drawn() -> None:
    """X88, R30, R26: what is drawn is all there is; what finds no place is left out."""
    rules = evolve(RULES, floor_count=2)
    for drawing, found in ((room("@..B"), [gear.SUIT]), (room(".."), [])):
        layouts = read_layout(f"{drawing}\n{drawing}".encode(), "x", RULES).floor_layouts
        game = GameState(rules, rules.races[0], Dice("1"), layouts)
        assert game.take_stairs()
        assert [item for item in game.floor.items.values() if item is gear.SUIT] == found


def test_check_knows_gear() -> None:
    """X6, X60, R31: its marks, whether a suit is guarded, and where nobody can get at it."""
    free, pile = "a barrier suit with no dragon beside it: it is free to take", "pile"
    for drawing, remark, is_found in (
        (room("@.B.\\"), free, True),
        (room("@.BD\\"), free, False),
        ("|-----|\n|@+B+6|\n|---\\||\n|-----|\n", pile, False),
        (room("@.\\|.B."), "no way leads from @ to this barrier suit", True),
    ):
        remarks = [found.text for found in lint_layout(drawing.encode(), RULES)]
        assert any(remark in text for text in remarks) is is_found
    guarded = gear_game("@.BD.\\")
    assert GameView(guarded).is_guarded(next(iter(guarded.floor.items)))


def test_the_catalogue_tells_who_carries_the_compass() -> None:
    game = gear_game("@.E.\\")
    (entry,) = [e for e in list_floor_contents(game.floor) if e.name == "compass"]
    assert (entry.mark, [str(spot) for spot in entry.spots]) == ("C", ["2,4"])


def test_a_copy_for_thinking_keeps_guarded_stairs_beside_their_guard() -> None:
    """X80: whom the player sees."""
    rules = ExpansionRegistry().select(["gear", "depths"], {"floors": 1})
    game = scenario(room("@...C", ".A...", "\\...."), rules=rules, luck=[0])
    (guard,) = game.floor.enemies
    for luck in range(10):
        floor = game.copy_with_luck(luck).floor
        assert floor.stairs_cell in floor.board.neighbours[guard]
        assert list(floor.guardian_by_cell) == [floor.stairs_cell]


def test_sentences_in_both_voices() -> None:
    """R36."""
    session = session_of(gear_game("@BC.\\"))
    session.give("ea")
    assert session.action_text == f"PC moves East. PC picks up the barrier suit. {WORN}"
    session.give("ea")
    assert session.action_text.endswith("PC picks up the compass. The compass shows the stairs.")
    session.use_voice(SpokenVoice(RULES))
    assert session.action_text.endswith("You pick up the compass. It shows where the stairs are.")


def test_the_help_tells_how_to_leave_without_a_compass() -> None:
    """X1: `?` says what to do where no stairs are known; so does `cc3k help gear`."""
    shown = " ".join(map(str, expansion_help(RULES)))
    assert "One enemy of a floor, no dragon or merchant, carries the compass (C)" in shown
    assert "You find them when you see them within two blocks." in shown


def test_with_fog_the_compass_shows_stairs_that_were_never_seen() -> None:
    """X61, X40: that is what it is for; until then they are not seen from three blocks away."""
    drawing = room("@.C|...", "...|...", "...|.\\.", "--+----", "..#....")
    game = expanded("fog gear", drawing, luck=[0])
    stairs = game.floor.stairs_cell
    assert GameView(game).glyphs[stairs] == ord(" ")
    view = GameView(walk(game, "ea ea"))
    assert view.known_stairs == (stairs,)
    assert view.glyphs[stairs] == STAIRS_GLYPH
    assert view.glyphs[stairs - 1] == ord(" ")
    foggy = evolve(game.sight, glyphs=bytearray(b" " * len(game.sight.glyphs)))
    assert gear.show_by_compass(game, foggy).glyphs[stairs - 1] == ord(" ")
    near = expanded("fog gear", room("@..\\", "...C"), luck=[0])
    assert not GameView(near).known_stairs
    assert GameView(near).glyphs[near.floor.stairs_cell] == ord(".")
