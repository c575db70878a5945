"""Delver: it plays any set of expansions by what a player sees; a drawn position for each habit."""

import os
from textwrap import dedent

import pytest

from cc3k.bots.bot import create_bot
from cc3k.bots.careful import CarefulBot
from cc3k.bots.delver import DESPERATE_TURNS, LATE, RECKLESS_TURNS, BareBot, DelverBot
from cc3k.bots.game import PlayableGame
from cc3k.bots.scene import Scene, is_better_left, is_prey, risk_of_fight, spare_gold
from cc3k.bots.statistics import new_game
from cc3k.bots.tools import value_of
from cc3k.engine.actions import Move
from cc3k.engine.board import EAST, NORTH, SOUTH
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.hero import NOTICED_WITHIN
from cc3k.engine.running_game import part_of
from cc3k.engine.states import FLEEING, SLOWED
from cc3k.engine.stats import raise_base
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.hunters import Hunt
from cc3k.expansions.levels import Growth
from cc3k.expansions.pack import MAX_POTIONS
from cc3k.expansions.registry import OWN_EXPANSIONS
from cc3k.expansions.tactics import AIMING
from cc3k.expansions.vaults import KEY, RELIC_THINGS, RING_THINGS, WANDS, Treasures, Wand
from cc3k.expansions.wands import WAND_KINDS, thing_name
from cc3k.play.commands import command_table
from tests.support.expansions import all_hunt, expanded, rules_of
from tests.support.scenarios import room
from tests.support.tables import for_each
from tests.support.walks import stocked

NAMES = [each.name for each in OWN_EXPANSIONS]
POTIONS = {potion.name: potion for potion in rules_of("").potions}
MOST_TURNS = 12_000
WAR = "levels hunters"

GAMES = int(os.environ.get("CC3K_DELVER_GAMES", "1"))
"""Games of the slow test with each set; `CC3K_DELVER_GAMES=20` plays as many."""

WIDE = "....{}....", "..........", ".........\\"


def war(
    drawing: str, *, race: str = "Shade", names: str = WAR, hp: int = 0, frozen: bool = False
) -> GameState:
    game = expanded(names, drawing, race=race)
    game.enemies_frozen = frozen
    game.hero.hp = hp or game.hero.hp
    return game


def without_points(game: GameState) -> GameState:
    if "levels" in game.parts:
        growth = part_of(game, Growth)
        growth.spent["a"] += growth.points
    return game


def strong(game: GameState) -> GameState:
    game.hero.hp, game.hero.stats = 900, raise_base(game.hero.stats, 60, 60)
    return game


def carrying(game: GameState, names: str) -> GameState:
    game.known_names.update(names.split())
    return stocked(game, names)


def beside(enemy: str) -> str:
    return room(*[row.format(f"@{enemy}") for row in WIDE])


def choice(game: GameState, bot: DelverBot | None = None) -> str:
    """Return the words of what a delver without points does first, a direction alone for a step."""
    chosen = (bot or DelverBot(Dice("bot"))).choose(PlayableGame(without_points(game)))
    if isinstance(chosen, Move):
        return chosen.direction.command_word
    return chosen if isinstance(chosen, str) else command_table(game.rules).words_by_action[chosen]


def test_it_plays_as_careful_where_nothing_can_overtake_a_plan() -> None:
    for names in ("", "pack", "levels"):
        moves = []
        for bot in (DelverBot, CarefulBot):
            game = without_points(new_game(rules_of(names), rules_of(names).races[3], 2, 1))
            player = create_bot(game, bot)
            for _ in range(15):
                game.play(player.choose(game))
            moves.append(game.digest())
        assert moves[0] == moves[1], names


@pytest.mark.seeded
def test_what_it_does_first_in_a_drawn_position() -> None:
    alone, joined = room("...@W.....", *WIDE[1:]), room("...@W.E...", *WIDE[1:])
    walled, resting = "|----|\n|@H.\\|\n|----|", room(".......@\\")
    rows: list[tuple[str, str, str, int, str, str]] = [
        ("endless freezes are used at once", "fog", "Shade", 0, room("@....E", ".....\\"), "f"),
        ("a fight alone is begun", WAR, "Shade", 0, alone, "a ea"),
        ("who comes to join a fight is frozen", WAR, "Shade", 0, joined, "f"),
        ("a fight that is being lost is broken off", WAR, "Shade", 30, beside("E"), "f"),
        ("in a dead end it strikes on", WAR, "Shade", 30, room("@E.\\"), "a ea"),
        ("without growth, too", "fog hunters", "Shade", 0, walled, "a ea"),
        ("who is too strong is frozen early", WAR, "Shade", 60, room("@..O......", *WIDE[1:]), "f"),
        ("a troll does not rest: it heals in fights alone", WAR, "Troll", 70, resting, "ea"),
        ("a shade gains nothing by that", WAR, "Shade", 70, resting, "ea"),
        ("free gold is taken along", "fog", "Shade", 0, room("6...@..\\"), "f we"),
        ("a shade need not come back well", WAR, "Shade", 50, beside("H"), "a ea"),
        ("a troll that cannot rest strikes on", WAR, "Troll", 25, beside("H"), "a ea"),
        ("a vampire leaves a dwarf: the next is easier", WAR, "Vampire", 50, beside("W"), "f"),
        ("a shade need not", WAR, "Shade", 40, beside("W"), "a ea"),
        ("a dragon is slain without risk", WAR, "Shade", 125, beside("D9"), "a ea"),
        ("a hurt hero steps away from it", WAR, "Shade", 60, beside("D9"), "we/nw/sw"),
        ("a weak hero gathers first", WAR, "Goblin", 60, room("6...@......H", ".\\"), "we/sw"),
    ]
    for claim, names, race, hp, drawing, expected in rows:
        game, bot = war(drawing, race=race, names=names, hp=hp), DelverBot(Dice("bot"))
        for words in expected.split(" ") if expected[:2] == "f " else [expected]:
            chosen = choice(game, bot)
            assert chosen in words.split("/"), claim
            game.enemies_frozen ^= chosen == "f"


@pytest.mark.seeded
def test_a_freeze_is_kept_for_whoever_is_near_as_long_as_it_lasts() -> None:
    drawing = room("....@E....", "...\\......")
    for freezes, words in ((3, "f"), (1, "f"), (0, "sw")):
        game = war(drawing, hp=60)
        part_of(game, Hunt).freezes = freezes
        assert choice(game) == words
    crowd = room("...@W.E...", *WIDE[1:])
    for freezes, words in ((2, "f"), (1, "a ea")):
        game = war(crowd)
        part_of(game, Hunt).freezes = freezes
        assert choice(game) == words, "the last one is for an escape"
    far = war(room("@.......E", ".........", "........\\"), names="hunters")
    assert choice(far) != "f"


def test_it_goes_to_who_can_be_slain_and_the_cheapest_first() -> None:
    game = strong(war(room("W....@....E", "...........", "..........\\")))
    assert choice(game) in {"we", "nw", "sw"}, "the dwarf is as near as the elf, and cheaper"


def test_what_it_does_in_a_position_that_is_not_only_drawn() -> None:
    """Freezes, the turn of the clock (X113, X114), and enemies as hurt as they may be."""
    for names in ("", "hunters", "levels", "fog"):
        game = strong(war(room("...@...\\", "W......."), names=names))
        assert not choice(game).startswith("a "), f"nothing is gained by a fight: {names}"
    barred = room("@...O.\\")
    assert choice(war(barred, hp=60, names="fog", frozen=True)) == "f", "it would bar it for ever"
    assert choice(war(barred, hp=60, frozen=True)) != "f", "a counted freeze ends by itself"
    for names in (WAR, "hunters"):
        game = war(beside("E"), hp=10, names=names)
        next(iter(game.floor.enemies.values())).hp = 1
        assert choice(game) == "a ea", "who falls by the next blow is struck"
    for count, words in ((0, "we"), (LATE, "ea")):
        game = war(room(".......@\\"), race="Troll", names="hunters clock", hp=70)
        part_of(game, Clock).count = count
        assert choice(game) == words, "a troll rests until it is late"


def test_it_keeps_away_from_enemies_that_are_out_of_sight() -> None:
    """X42: who was seen last turn is still there for its plans, and bars the way."""
    rows = ["|-----|----|", "|....@|....|", "|.....+..W.|", "|\\....|....|", "|-----|----|"]
    game = war("\n".join(rows), names="fog", frozen=True)
    game.play(Move(SOUTH))
    assert Scene(PlayableGame(game)).hostile
    game.play(Move(NORTH))
    scene = Scene(PlayableGame(game))
    assert not scene.hostile
    assert [enemy.kind.name for enemy in scene.known.values()] == ["dwarf"]
    (cell,) = scene.known
    assert scene.around([cell]) & ~scene.threatened_cells == 0
    assert not scene.open_cells >> cell & 1


def test_it_fights_several_hunters_where_they_come_one_at_a_time() -> None:
    rows = ["|----------|", "|  |......||", "|##+@.L.L\\||", "|  |......||", "|----------|"]
    game = strong(war("\n".join(rows)))
    all_hunt(game, 10)
    assert choice(game) == "we"


@pytest.mark.seeded
def test_it_throws_drinks_carries_and_buys() -> None:
    walled = "|----|\n|@H.\\|\n|----|"
    for names, words in (("PH", "t a ea"), ("BA", "u a")):
        assert choice(carrying(war(walled, names="hunters pack"), names)) == words
    losing = war(beside("E"), hp=30, names=f"{WAR} pack")
    assert choice(carrying(losing, "BD")) == "f", "rather than be struck while it drinks"
    calm = carrying(war(room("@.........", ".........\\"), names="hunters pack"), "RH")
    assert choice(calm) != "u a"
    calm.hero.hp = 50
    assert choice(calm) == "u a"
    drawing = room("@0.......H", ".........\\")
    assert choice(war(drawing, names="hunters pack")) == "g ea"
    full = carrying(war(drawing, names="hunters pack"), " ".join(["WD WA"] * (MAX_POTIONS // 2)))
    assert not choice(full).startswith("g")
    shop = expanded("shop hunters", room("@M........", ".........\\"), luck=[0, 0, 0])
    next(iter(shop.floor.enemies.values())).wares = (POTIONS["WA"], POTIONS["RH"])
    shop.hero.gold = 9
    assert not choice(shop).startswith("b")
    shop.hero.hp = 50
    assert choice(shop) == "b ea 2"


@pytest.mark.seeded
def test_it_tries_an_unknown_potion_only_while_that_cannot_make_it_weak() -> None:
    for race, hp, tries in (("Goblin", 110, False), ("Goblin", 900, True), ("Drow", 150, True)):
        game = war(room("..........", "@.........", ".........\\"), race=race, names=f"{WAR} pack")
        game.hero.hp = hp
        game.hero.provoked_kinds.add("merchant")
        stocked(game, "WA")
        assert Scene(PlayableGame(game)).slots == {"a": None}
        assert (choice(game) == "u a") is tries, (race, hp)
        beside_one = war(room("@1........", ".........\\"), race=race, hp=hp)
        assert (choice(beside_one) == "u ea") is tries, (race, hp)


def test_it_does_not_step_beside_an_enemy_that_it_would_leave_at_once() -> None:
    game = war(room("\\W...O.@", "........"), race="Goblin", hp=130, frozen=True)
    game.hero.stats = raise_base(game.hero.stats, 10, 10)
    scene = Scene(PlayableGame(game))
    by_name = {enemy.kind.name: enemy for enemy in scene.hostile.values()}
    assert risk_of_fight(game.hero, [by_name["dwarf"]]) < 0.005, "the dwarf is worth a way"
    assert is_better_left(scene, [by_name["orc"]])
    assert choice(game) == "so"


def test_a_desperate_hero_without_any_way_still_does_something() -> None:
    game, bot = without_points(war(room("@M.\\"), hp=20)), DelverBot(Dice("bot"))
    bot.choose(PlayableGame(game))
    bot._turns = DESPERATE_TURNS  # noqa: SLF001 - so many turns take long
    assert bot.choose(PlayableGame(game)) == "a ea"


def test_in_despair_it_goes_for_the_stairs_before_anybody_who_flees() -> None:
    """X95: a thief steps as fast as the hero, and would be followed for ever."""
    game = war(room("@...L.....", "\\........."), hp=500, names="levels hunters tactics")
    next(iter(game.floor.enemies.values())).set_fact(FLEEING, 1)
    bot = DelverBot(Dice("bot"))
    assert choice(game, bot) == "ea"
    bot._turns = DESPERATE_TURNS  # noqa: SLF001 - so many turns take long
    assert choice(game, bot) in {"so", "se"}


def test_at_last_it_heads_for_the_stairs_through_whatever_is_there() -> None:
    game, bot = war(room("@H...\\", ".HH..."), hp=20), DelverBot(Dice("bot"))
    assert choice(game, bot) == "f"
    bot._turns = RECKLESS_TURNS  # noqa: SLF001 - so many turns take long
    assert choice(game, bot).startswith("a ")
    game.floor.remove_enemy(game.floor.cell_towards(EAST))
    assert choice(game, bot) == "ea"


def play(names: str, race: int, seed: int) -> GameState:
    rules = rules_of(names)
    game = new_game(rules, rules.races[race], seed, 1)
    bot = create_bot(game, DelverBot)
    for _ in range(MOST_TURNS):
        if game.outcome is not None:
            break
        game.play(bot.choose(game))
    return game


@pytest.mark.slow
def test_its_games_end_with_every_set() -> None:
    for names in ("", *NAMES[::2], "all"):
        for seed in range(GAMES):
            game = play(names, seed % 5, seed)
            assert game.outcome is not None, (names, seed)


def test_it_pays_the_toll_of_who_bars_the_stairs_unless_it_can_slay_it() -> None:
    """X87: without the gold it does not go there to be struck."""
    toll = 12 * rules_of("depths").floor_count
    for names in ("depths", "depths hunters"):
        assert choice(at_elder("@A\\", names, toll)) == "p ea"
        for row in ("@.....A\\", "@.....\\A"):  # from beside the dragon, or beside the stairs
            assert choice(at_elder(row, names, toll)) == "ea"
        assert not choice(at_elder("@.A\\", names, toll - 1)).startswith("p ")
    for hp, wounds, words in ((60, 0, "p ea"), (900, 0, "a ea"), (30, 60, "p ea")):
        game = strong(at_elder("@A\\", "depths levels hunters", 200))
        game.hero.hp = hp
        (elder,) = game.floor.enemies.values()
        elder.take_damage(wounds)
        assert choice(game) == words, "once the fight turns out badly it is paid after all"


def at_elder(row: str, names: str, gold: int) -> GameState:
    game = war("\n".join([room(row.ljust(10, "."))] * 8), names=names)
    while game.depth < game.rules.floor_count:
        game.take_stairs()
    game.hero.gold = gold
    return game


@pytest.mark.slow
@pytest.mark.seeded
@pytest.mark.parametrize(("name", "number"), [("fog", 4), ("gear", 3)])
def test_it_walks_in_no_circles(name: str, number: int) -> None:
    """X40, X60: who is frozen stays where it was seen, and the last way out is fought for."""
    rules = rules_of(name)
    game = new_game(rules, rules.races[number % len(rules.races)], 11, number)
    bot = create_bot(game, DelverBot)
    while game.outcome is None and game.turns < 3 * DESPERATE_TURNS:
        game.play(bot.choose(game))
    assert game.outcome is not None


VAULTED = "levels hunters vaults"
THINGS = {each.name: each for of in (WANDS, RING_THINGS, RELIC_THINGS) for each in of.values()}
SIDES = "..........", ".........\\"


def hunted(game: GameState, *, freezes: int = 0) -> GameState:
    part_of(game, Hunt).freezes = freezes
    all_hunt(game)
    return game


def holding(game: GameState, kind: str, *, is_known: bool = True) -> GameState:
    part_of(game, Treasures).wands = (Wand(kind), None, None)
    if is_known:
        game.known_names.add(thing_name(WAND_KINDS[kind]))
    return game


@for_each(
    ("slow", "@...O.....", "c 1 ea"),
    ("slow?", "@...O.....", "c 1 ea"),
    ("bolt", "@...O.....", "c 1 ea"),
    ("bolt", "@O........", ""),
    ("bolt", "@L........", "c 1 ea"),
    ("slow", "@D9.......", ""),
    ("slowed", "@...O.....", ""),
    ("charm", "@...O.....", ""),
    ("charm", "@.W.O.....", "c 1 ea"),
    ("push", "@...O.....", ""),
    ("push", "W@H.......", "c 1 we/c 1 ea"),
    ("blink", "O@........", "c 1 ea"),
    ("dig", "@...O.....", ""),
)
def test_it_casts_a_wand_that_helps(wand: str, row: str, words: str) -> None:
    """X104: at who comes or strikes, one of an unknown kind too; blink takes it away."""
    hp = 500 if row.startswith("W@") else 90  # else it would leave a fight with two
    game = hunted(war(room(row, *SIDES), names=VAULTED, hp=hp))
    if wand == "slowed":
        next(iter(game.floor.enemies.values())).set_status(SLOWED, 9)
    kind = wand.removesuffix("?").removesuffix("ed")
    chosen = choice(holding(game, kind, is_known=not wand.endswith("?")))
    assert chosen in words.split("/") or (not words and not chosen.startswith("c ")), chosen


@for_each(
    (".@....", 25, 100, 0, "x so g"),
    (".@....", 25, 100, 1, "x so k"),
    (".@....", 0, 125, 0, "x so b"),
    (".@....", 19, 60, 0, ""),
    (".....@", 25, 100, 0, "we/sw"),
    (".....@", 0, 60, 0, ""),
)
def test_it_pays_for_the_best_thing(row: str, gold: int, hp: int, has_key: int, words: str) -> None:
    """X102: with the key, else with gold that it can spare, else with blood that it has."""
    game = expanded(VAULTED, room(row, "./=&..", "......", "....k\\"), luck=[0, 0, 0])
    game.floor.remove_item(game.floor.stairs_cell - 1)  # the key that is not held lies nowhere
    game.hero.gold, game.hero.hp, part_of(game, Treasures).has_key = gold, hp, bool(has_key)
    chosen = choice(game)
    assert chosen in words.split("/") or (not words and not chosen.startswith("x ")), chosen


def test_it_keeps_the_toll_and_weighs_a_ring_against_the_one_it_wears() -> None:
    """X87, X103: the nearer the last floor, the more of its gold is kept."""
    game = expanded(f"{VAULTED} depths", room("@...\\"))
    game.hero.gold = 90
    scene = Scene(PlayableGame(game))
    assert spare_gold(scene) == 90
    game.depth = game.rules.floor_count
    assert spare_gold(Scene(PlayableGame(game))) == 90 - 12 * game.rules.floor_count
    before = value_of(scene, RING_THINGS["thorns"])
    part_of(game, Treasures).ring = "stealth"
    assert value_of(Scene(PlayableGame(game)), RING_THINGS["thorns"]) < 0 < before
    unlearned = value_of(Scene(PlayableGame(game)), THINGS["ring of lore"])
    game.known_names |= {"BA", "BD", "RH"}
    assert value_of(Scene(PlayableGame(game)), THINGS["ring of lore"]) == unlearned - 3


@for_each(
    ("black ledger", 80, 125, ""),
    ("ring of blood", 0, 30, ""),
    ("ring of stealth", 0, 30, ""),
    ("wand of push", 0, 125, "holds nothing"),
    ("fence", 0, 125, ""),
    ("slow brew", 60, 125, ""),
)
def test_what_a_thing_is_worth_depends_on_the_moment(
    thing: str, gold: int, hp: int, known: str
) -> None:
    """X104: gold, wounds, and what it holds already; half rich and half hurt is worth less."""
    worth = []
    for has_it in (False, True):
        game = expanded(f"{VAULTED} depths pack", room("@...\\"))
        game.hero.gold, game.hero.hp = (gold, hp) if has_it else (96 - gold, 125)
        if not known or not has_it:
            part_of(game, Treasures).wands = (Wand("slow"), Wand("push"), Wand("dig"))
        worth.append(value_of(Scene(PlayableGame(game)), THINGS[thing]))
    assert worth[0] < worth[1]


def test_it_digs_a_place_in_which_enemies_come_one_at_a_time() -> None:
    """X104: where no doorway or passage is near, and several hunt it."""
    drawing = r"""
        |--------------|
        |        |.....|
        |        |@.O.W|
        |        |...H\|
        |        |-----|
        |--------------|
        """
    game = hunted(war(dedent(drawing).strip(), names=VAULTED, hp=400))
    assert choice(holding(game, "dig")) == "c 1 we"
    assert not choice(holding(game, "push")).startswith("c ")


@pytest.mark.seeded
@for_each((30, {"ea", "ne", "se"}), (29, {"so"}))
def test_a_rich_hero_goes_to_merchants_for_more_than_healing(gold: int, words: set[str]) -> None:
    """X20: what lasts is bought before it is needed; the stairs are the other way."""
    drawing = room("@......M", "\\.......", "........")
    game = expanded("pack shop levels hunters", drawing, luck=[0] * 5)
    game.hero.gold = gold
    (merchant,) = game.floor.enemies.values()
    merchant.wares = (POTIONS["BA"],)
    assert choice(game) in words


def aimed(drawing: str) -> GameState:
    game = hunted(war(drawing, names="levels hunters tactics"))
    for cell, elf in game.floor.enemies.items():
        elf.set_status(AIMING.name, 2)
        elf.set_fact("announced from", cell)
    return game


def test_it_leaves_the_line_of_who_aims() -> None:
    """X93: at the next turn the arrow would come."""
    game = aimed(room("@...E.....", *SIDES))
    assert choice(game) in {"so", "se"}
    assert choice(aimed(room("@...E....\\"))) == "ea", "without any other way it closes in"


def test_it_lets_a_hunter_come_and_strikes_first() -> None:
    """X50: a step to it would be a blow of its own; what helps is drunk meanwhile."""
    drawing = room("@.H.......", *SIDES)
    game = hunted(war(drawing, names="levels hunters pack"))
    assert choice(game) == "so"
    assert choice(carrying(game, "BA")) == "u a"


def test_it_walks_round_who_has_not_noticed_it() -> None:
    """X50: sleeping enemies that it does not want are left alone."""
    rows = ["@.......O...........", *["...................."] * 7]
    for hp, words in ((20, {"so", "se"}), (900, {"ea", "ne", "se"})):
        game = war(room(*rows, "...................\\"), hp=hp)
        game.hero.set_fact(NOTICED_WITHIN, 4)
        assert Scene(PlayableGame(game)).cells_noticed_on >> game.floor.hero_cell + 4 & 1
        assert choice(game) in words, hp


def test_a_fight_pays_by_what_a_level_gives_and_a_key_is_worth_more() -> None:
    """X85: a later level takes more experience, so it wins less by the same enemy."""
    game = war(room("@....W....", *SIDES), names=f"{VAULTED} tactics")
    ((cell, enemy),) = Scene(PlayableGame(game)).hostile.items()
    assert is_prey(Scene(PlayableGame(game)), cell, enemy)
    growth = game.parts["levels"]
    growth.level = 40  # type: ignore[attr-defined]
    assert not is_prey(Scene(PlayableGame(game)), cell, enemy)
    next(iter(game.floor.enemies.values())).carries = (KEY,)
    scene = Scene(PlayableGame(game))
    assert is_prey(scene, cell, scene.hostile[cell])


def test_it_leaves_when_the_turns_left_would_heal_it() -> None:
    """X114: the more it is hurt the earlier; who is well looks for more gold."""
    drawing = room("6.........", "....@.....", ".........\\")
    for count, hp, words in ((60, 125, "nw/we"), (200, 60, "ea/se"), (WAKING, 125, "ea/se")):
        game = war(drawing, names="levels hunters clock", hp=hp)
        part_of(game, Clock).count = count
        assert choice(game) in words.split("/"), (count, hp)


def test_bare_leaves_what_the_delver_takes() -> None:
    for names in ("pack levels hunters", "levels hunters"):
        game = war(room("@0.......", ".........", "........\\"), names=names, hp=60)
        game.known_names.add("RH")
        assert choice(game)[:2] in {"g ", "u "}
        assert choice(game, BareBot(Dice("bot"))) in {"se", "so", "ea"}


@pytest.mark.slow
@pytest.mark.parametrize("names", ["", "all"])
def test_bare_never_gives_the_commands_that_it_lacks(names: str) -> None:
    """Section D of the specification: no potions, no wands, no payments."""
    rules = rules_of(names)
    words = command_table(rules).words_by_action
    for race in range(2):
        game = new_game(rules, rules.races[race], 5, 1)
        bare, given = create_bot(game, BareBot), set[str]()
        while game.outcome is None and game.turns < 400:
            action = bare.choose(game)
            given.add(words[action].split()[0])
            game.play(action)
        assert given.isdisjoint(BareBot.withheld.split())
    assert not DelverBot.withheld
