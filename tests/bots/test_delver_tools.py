"""Tools of the delver: a drawn room for each habit; and the bare bot, which has none of them."""

from textwrap import dedent

import pytest

from cc3k.bots.bot import create_bot
from cc3k.bots.delver import BareBot, DelverBot
from cc3k.bots.game import PlayableGame
from cc3k.bots.scene import Scene, is_prey, spare_gold
from cc3k.bots.statistics import new_game
from cc3k.bots.tools import value_of
from cc3k.engine.dice import Dice
from cc3k.engine.game import GameState
from cc3k.engine.hero import NOTICED_WITHIN
from cc3k.engine.running_game import part_of
from cc3k.engine.states import SLOWED
from cc3k.expansions.clock import WAKING, Clock
from cc3k.expansions.hunters import Hunt
from cc3k.expansions.tactics import AIMING
from cc3k.expansions.vaults import KEY, RELIC_THINGS, RING_THINGS, WANDS, Treasures, Wand
from cc3k.expansions.wands import WAND_KINDS, thing_name
from cc3k.play.commands import command_table
from tests.bots.test_delver import POTIONS, carrying, choice, war
from tests.support.expansions import all_hunt, expanded, rules_of
from tests.support.scenarios import room
from tests.support.tables import for_each

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
    "wand, row, words",
    [
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
    ],
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
    "row, gold, hp, has_key, words",
    [
        (".@....", 25, 100, 0, "x so g"),
        (".@....", 25, 100, 1, "x so k"),
        (".@....", 0, 125, 0, "x so b"),
        (".@....", 19, 60, 0, ""),
        (".....@", 25, 100, 0, "we/sw"),
        (".....@", 0, 60, 0, ""),
    ],
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
    "thing, gold, hp, known",
    [
        ("black ledger", 80, 125, ""),
        ("ring of blood", 0, 30, ""),
        ("ring of stealth", 0, 30, ""),
        ("wand of push", 0, 125, "holds nothing"),
        ("fence", 0, 125, ""),
        ("slow brew", 60, 125, ""),
    ],
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
@for_each("gold, words", [(30, {"ea", "ne", "se"}), (29, {"so"})])
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
        assert Scene(PlayableGame(game)).cells_noticed_on() >> game.floor.hero_cell + 4 & 1
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
