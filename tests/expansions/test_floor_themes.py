"""Floor themes: from the second on, each floor asks something of its own (X90)."""

from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.arrivals import spawn_enemy
from cc3k.engine.board import Cell
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import ExpansionEvent, Provoked
from cc3k.engine.expansion import Deed, Expansion
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.engine.rules import Rules
from cc3k.engine.running_game import part_of
from cc3k.engine.states import CALLED, TRUCE
from cc3k.engine.view import GameView, wary_view
from cc3k.expansions import tactics
from cc3k.expansions.depths import DEPTHS, with_floor_count
from cc3k.expansions.floor_themes import HOLDERS, LESSONS, RULES, THEMES, TRUCE_TURNS, Themes
from cc3k.expansions.fog import FOG
from cc3k.expansions.registry import rules_with
from cc3k.play.look import describe_cell
from tests.expansions.test_tactics import STAYING, in_room, wait
from tests.support.expansions import expanded, say
from tests.support.scenarios import HIT, MISS, Wait, room, scenario
from tests.support.walks import only_enemy, texts, walk

RULES_OF_NINE = rules_with((with_floor_count(DEPTHS, 9), STAYING))
SEEDS = range(12)


def fresh(seed: int, rules: Rules) -> GameState:
    return GameState(rules, rules.races[seed % 5], Dice(f"floor {seed}"))


def themes_of(game: GameState) -> Themes:
    return part_of(game, tactics.Awareness).themes


def floors_with(theme: str, *more: Expansion) -> list[GameState]:
    """Return games on their second floor, which has that theme."""
    games = [fresh(seed, rules_with((*more, STAYING))) for seed in range(40)]
    found = [game for game in games if game.take_stairs() and themes_of(game).here == theme]
    assert found
    return found


def spawned(game: GameState) -> list[Enemy]:
    return [each for each in game.floor.enemies.values() if each.kind.spawn_weight]


def leaders(game: GameState) -> list[Enemy]:
    """Return all that are spawned but orcs that follow a captain."""
    found = spawned(game)
    return [each for each in found if each.kind.name != "orc" or tactics.CAPTAIN in each.facts]


def cell_of_glyph(game: GameState, glyph: str) -> Cell:
    return next(at for at, each in game.floor.enemies.items() if each.kind.glyph == glyph)


def with_theme(theme: str, *rows: str, luck: tuple[int, ...] = ()) -> GameState:
    """Return a game in a room that has a theme, as if that had been drawn for it."""
    game = in_room(*rows, luck=luck or None)
    themes_of(game).here = theme
    return game


def test_each_floor_after_the_first_has_a_theme_and_none_comes_twice() -> None:
    """X90, tuned: kinds hold odd floors, even ones have a rule, but for the last."""
    for seed in SEEDS:
        game = fresh(seed, RULES_OF_NINE)
        assert not themes_of(game).here
        while game.take_stairs():
            here = themes_of(game).here
            assert here in (HOLDERS if game.depth % 2 else RULES)
            (told,) = tactics.tell_theme(game)
            themes = themes_of(game)
            assert themes.told.startswith(THEMES[here].told)
            assert told.document_text == f"{themes.told}."
            assert told.spoken_text == f"{themes.told}: {THEMES[here].asks}."
            look = told.spoken_text
            if here == "at truce":
                look = f"The truce holds for {TRUCE_TURNS} more turns."
            assert look in " ".join(describe_cell(game, game.floor.hero_cell))
        met = themes_of(game).met
        assert len(met) == len({*met}) == game.depth - 1


def test_all_begins_anew_after_all_themes_were_met() -> None:
    """X90: with more floors than themes, each comes once in five."""
    game, held = fresh(5, rules_with((with_floor_count(DEPTHS, 22), STAYING))), []
    while game.take_stairs():
        if game.depth % 2:
            held.append(themes_of(game).here)
    assert not themes_of(game).here, "the last floor is the elder dragon's"
    assert set(held[:5]) == set(held[5:10]) == set(HOLDERS)


def test_drawn_floors_have_no_theme() -> None:
    """X90, R30: nor are they told of any."""
    drawn = expanded("tactics", "\n".join([room("@\\.")] * 3))
    for _ in range(2):
        drawn.take_stairs()
        assert not [*tactics.tell_theme(drawn)]
        assert len(describe_cell(drawn, drawn.floor.hero_cell)) == 1


def test_a_kind_holds_an_odd_floor() -> None:
    """X90, tuned: it has at least so many, others make room; orcs have theirs besides."""
    least = {"human": 7, "dwarf": 9, "elf": 9, "orc": 3, "halfling": 9}
    held = set()
    for seed in SEEDS:
        game = fresh(seed, rules_with((STAYING,)))
        while game.take_stairs():
            name = themes_of(game).here
            if game.depth % 2 == 0:
                continue
            there = [each for each in leaders(game) if each.kind.name == name]
            assert len(there) >= least[name]
            held.add(name)
    assert held == set(HOLDERS)


def test_veterans_are_few_and_strong() -> None:
    """X90, tuned: three fewer, half more HP, a quarter more Atk, twice the experience."""
    for game in floors_with("veterans"):
        veterans = [each for each in leaders(game) if "veteran" in each.facts]
        assert veterans
        for each in veterans:
            row = game.kind_here(BASE_RULES.enemy_kind_named(each.kind.name))
            assert each.hp == each.kind.hp == row.hp * 3 // 2
            assert each.stats.attack == row.stats.attack * 5 // 4
            assert each.kind.experience == 2 * row.experience
            at = next(cell for cell, one in game.floor.enemies.items() if one is each)
            assert "It is a veteran." in tactics.notes(game, at)
        others = [each for each in spawned(game) if "veteran" not in each.facts]
        assert {each.kind.name for each in others} <= {"merchant", "orc"}
        assert len(leaders(game)) == 20 - tactics.ENEMIES_REMOVED - 3


def test_pairs_have_a_companion_of_half_their_hp_each() -> None:
    """X90, tuned: three fewer, but for those two by two, in one chamber; captains lead two."""
    for game in floors_with("pairs"):
        floor = game.floor
        for name in {each.kind.name for each in spawned(game)} - {"orc", "merchant"}:
            hp = game.kind_here(BASE_RULES.enemy_kind_named(name)).hp
            here = [at for at, each in floor.enemies.items() if each.kind.name == name]
            full = [at for at in here if floor.enemies[at].hp == hp]
            half = [at for at in here if floor.enemies[at].hp == -(-hp // 2)]
            assert len(full) == len(half) == len(here) / 2
            chambers = floor.board.chamber_index
            assert sorted(chambers[at] for at in full) == sorted(chambers[at] for at in half)


def test_a_hoard_is_worth_twice_as_much_and_draws_thieves() -> None:
    """X90, tuned: whatever lies there, also beside a dragon."""
    for game in floors_with("hoard"):
        without = GameState(BASE_RULES, game.race, Dice("none"))
        without.dice = game.dice
        without.take_stairs()
        there, piles = [
            sorted(each.value for each in GameView(one).gold.values()) for one in (game, without)
        ]
        assert there == [2 * value for value in piles]
        names = [each.kind.name for each in spawned(game)]
        assert names.count("halfling") >= 6


def test_a_death_is_heard_by_those_near() -> None:
    """X90, tuned: within ten blocks they are alert for ten turns, as by a horn (X97)."""
    for theme, luck in (("heard", [MISS] * 9), ("", [0])):
        game, is_heard = with_theme(theme, "@L........W...\\", luck=(HIT, 0, *luck)), bool(theme)
        game.floor.enemies[min(game.floor.enemies)].hp = 1
        assert ("Those near have heard it." in texts(say(game, "a ea"))) is is_heard
        dwarf = only_enemy(game)
        assert dwarf.statuses.get(CALLED) == (10 if is_heard else None)
        again = tactics.on_death(game, game.floor.hero_cell, Enemy(dwarf.kind))
        assert not [*again], "it is alert already"


def at_truce(*rows: str, luck: tuple[int, ...] = ()) -> GameState:
    game = with_theme("at truce", *rows, luck=luck)
    themes_of(game).has_truce = True
    game.hero.set_status(TRUCE, 3)
    return game


def test_a_truce_lasts_for_some_turns() -> None:
    """X90, tuned: nobody spawned is hostile until it ends, which is told; rows count it."""
    game = at_truce("@L..O...\\")
    assert [*tactics.threats_row(game)] == ["Threat: none, truce for 3"]
    assert [*tactics.short_threats_row(game)] == ["Truce 3"]
    halfling = game.floor.enemies[game.floor.hero_cell + 1]
    assert not halfling.is_hostile_to(game.hero)
    over = ExpansionEvent("tactics.truce", "The truce is over.", interrupts=True)
    assert [game.play(Wait()) for _ in range(3)] == [(), (), (over,)]
    assert halfling.is_hostile_to(game.hero)
    assert [*tactics.short_threats_row(game)] != ["Truce 0"]
    assert game.play(Wait())


def test_a_truce_runs_from_when_somebody_is_seen() -> None:
    """X90, tuned: the way to them takes none of its turns, even if they are out of sight again."""
    blind = evolve(FOG, sight=evolve(FOG.sight, sees_cell=lambda _game, _cell: False))
    for game in floors_with("at truce", blind):
        for _ in range(5):
            game.play(Wait())
        assert game.hero.statuses[TRUCE] == TRUCE_TURNS
        themes_of(game).has_met = True
        game.play(Wait())
        assert game.copy().hero.statuses[TRUCE] == TRUCE_TURNS - 1
        assert themes_of(game.copy()).has_met


def test_a_truce_is_told_of_while_it_holds() -> None:
    """X90: by looks, before a fight, and as one of the deadlines of the floor."""
    game = at_truce("@L....D0.\\")
    view, here = GameView(game), game.floor.hero_cell
    assert "at peace while the truce holds" in describe_cell(game, here + 1)[0]
    assert "The truce holds for 3 more turns." in describe_cell(game, here)
    assert view.warnings(Deed.SLAY) == ["your first blow ends the truce"]
    assert view.warnings(Deed.LEAVE) == []
    assert view.deadlines == {"the truce ends": 3}
    walk(game, "a ea")
    assert "The truce holds" not in " ".join(describe_cell(game, here))
    assert not GameView(game).warnings(Deed.SLAY)
    assert not GameView(game).deadlines


def test_the_first_blow_ends_a_truce_for_all() -> None:
    """X90, R21: nobody is told of a kind that becomes hostile, but for merchants."""
    for glyph, news in (("L", ()), ("M", (Provoked("merchant"),))):
        game = at_truce(f"@{glyph}......O\\", luck=(HIT, *[MISS] * 9))
        events = say(game, "a ea")
        assert tuple(each for each in events if isinstance(each, Provoked)) == news
        assert "The truce is over." in texts(events)
        assert all(each.is_hostile_to(game.hero) for each in game.floor.enemies.values())
        assert TRUCE not in game.hero.statuses


def test_guardians_and_those_of_name_keep_no_truce() -> None:
    """X90: only those that are spawned at random do."""
    game = at_truce("@......D..\\")
    dragon = only_enemy(game)
    assert dragon.is_hostile_to(game.hero)
    assert not dragon.kind.spawn_weight
    assert dragon.is_hostile_to(Hero(game.race))


def test_a_truce_begins_as_its_floor_is_entered() -> None:
    """X90: for all of its turns; figures tell of it, and the number of the theme (X121)."""
    game = floors_with("at truce")[0]
    assert figures(game)["theme"] == [*THEMES].index("at truce") + 1
    assert figures(game)["truce"] == TRUCE_TURNS
    assert not any(each.is_hostile_to(game.hero) for each in spawned(game))
    copy = game.copy_with_luck(1)
    assert themes_of(copy).here == "at truce"
    assert game.copy().digest() == game.digest()


def test_a_theme_stays_that_of_the_floor_in_copies_that_deal_it_anew() -> None:
    """X121: what the player was told holds in them, too."""
    for theme in ("veterans", "at truce"):
        game = floors_with(theme, FOG)[0]
        copy = game.copy_with_luck(7)
        assert themes_of(copy).here == theme
        assert themes_of(copy).met == themes_of(game).met
        assert copy.hero.statuses == game.hero.statuses
        others = {each.kind.name for each in spawned(copy) if "veteran" not in each.facts}
        assert theme != "veterans" or others <= {"merchant", "orc"}


def with_lesson(way: str, pupil: str, *rows: str) -> GameState:
    """Return a game in a room, in which a kind has learned a way."""
    game = with_theme("", *rows)
    themes_of(game).learned = {way: pupil}
    return game


def figures(game: GameState) -> dict[str, int]:
    return {each.name: each.value(game) for each in tactics.TACTICS.texts.figures}


def test_who_holds_a_floor_from_the_fifth_on_has_learned_a_way() -> None:
    """X90, tuned: one that nobody has learned yet, which is told and known for good."""
    seen = set[str]()
    for seed in range(30):
        game = fresh(seed, RULES_OF_NINE)
        themes, before = themes_of(game), dict[str, str]()
        while game.take_stairs():
            new = themes.learned.items() - before.items()
            assert before.items() <= themes.learned.items()
            assert not new or game.depth in {5, 7, 9}
            for way, pupil in new:
                what, pupils = LESSONS[way]
                assert pupil == themes.here
                assert pupil in pupils
                assert themes.told == f"{THEMES[pupil].told}, and {what}"
                assert figures(game)[f"learned_to_{what.split()[0]}"] == [*HOLDERS].index(pupil) + 1
                seen.add(f"{pupil} {way}")
            before = {**themes.learned}
        copy = themes_of(game.copy())
        assert copy.learned == themes.learned
        assert copy.digest_parts() == themes.digest_parts()
    assert len(seen) == sum(len(pupils) for _, pupils in LESSONS.values())


def test_what_was_learned_is_told_by_looks_on_other_floors_too() -> None:
    """X90: at yourself, and at one of the kind."""
    game = with_lesson("elf", "dwarf", "@...W....E\\")
    here = game.floor.hero_cell
    assert "Dwarves shoot." in describe_cell(game, here)
    assert [*tactics.notes(game, here + 4)][:2] == [
        "It may shoot first.",
        "It has learned to shoot.",
    ]
    assert "learned" not in " ".join(tactics.notes(game, here + 9))
    themes_of(game).here = "heard"
    assert f"{themes_of(game).sentence} Dwarves shoot." in " ".join(describe_cell(game, here))


def test_who_has_learned_a_way_has_it_beside_its_own() -> None:
    """X90, X92, X93, X96, X97: a dwarf shoots, an elf digs, an orc blows a horn."""
    game = with_lesson("elf", "dwarf", "@...W....\\")
    assert wait(game) == ["W aims at PC."]
    assert wait(game) == ["W's arrow misses PC."]
    cell = cell_of_glyph(game, "W")
    assert GameView(game).may_hurt_from_afar(game.floor.enemies[cell])
    assert wary_view(game).cells_attacked_from(cell) > GameView(game).cells_attacked_from(cell)
    other = with_lesson("elf", "human", "@...W....\\")
    assert wait(other) == []
    assert not GameView(other).may_hurt_from_afar(other.floor.enemies[cell_of_glyph(other, "W")])

    for pupil, told in (("elf", ["E breaks through."]), ("orc", [])):
        digging = with_lesson("dwarf", pupil, "@...|E...\\")
        only_enemy(digging).set_status(tactics.ALERT, 6)
        assert wait(digging) == told

    horn = with_lesson("human", "orc", "@.....O.....\\")
    assert wait(horn) == ["O raises a horn."]
    assert "O blows a horn." in wait(horn)
    assert horn.copy_with_luck(1).floor.enemies[cell_of_glyph(horn, "O")].facts


def test_a_crowd_follows_the_theme_of_its_floor() -> None:
    """X90, X116, Y16: veterans, with their companions, and pairs."""
    rules = rules_with((tactics.TACTICS,))
    for theme, glyph, count in (("veterans", "W", 1), ("veterans", "O", 3), ("pairs", "W", 2)):
        game = scenario(room("@..........\\", "..........."), rules=rules)
        themes_of(game).here = theme
        kind = next(each for each in game.rules.enemy_spawn_table if each.glyph == glyph)
        spawn_enemy(game, kind, Dice("crowd"))
        come = [*game.floor.enemies.values()]
        assert len(come) == count
        assert all("veteran" in each.facts for each in come) == (theme == "veterans")


def test_a_follower_is_no_hunter_in_a_truce() -> None:
    """X84, X90: it comes along, but neither rows nor looks call it one."""
    game = at_truce("@...O...\\")
    cell = cell_of_glyph(game, "O")
    game.floor.enemies[cell].hunting_turns = 5
    assert not GameView(game).is_hunting(game.floor.enemies[cell])
    game.hero.set_status(TRUCE, 0)
    assert GameView(game).is_hunting(game.floor.enemies[cell])


def test_without_room_nobody_comes() -> None:
    """X90: a floor that is full keeps whom it has."""
    for theme in ("elf", "pairs", "hoard"):
        game = scenario(room("@E\\"), rules=rules_with((tactics.TACTICS,)))
        themes_of(game).here = theme
        themes_of(game).furnish(game, Dice("full"))
        assert len(game.floor.enemies) <= 1
