"""What a floor starts with, and with which odds (§2.4, R26, R27, R28, R30)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest
from attrs import evolve, field, frozen

from cc3k.content.roster import DRAGON_HOARD
from cc3k.content.spawn import generate_floor
from cc3k.engine.board import DIRECTIONS, TILE, Cell, FloorLayout, board_from_rows
from cc3k.engine.dice import Dice
from cc3k.engine.floor import Floor
from cc3k.engine.items import Potion
from tests.support.document import DOCUMENT_RULES
from tests.support.odds import fit
from tests.support.scenarios import ScriptedDice, board, drawn, room, scenario, seeded
from tests.support.tables import for_each

BARE = FloorLayout(DOCUMENT_RULES.standard_board)
FLOORS = 6_000
"""How many floors are spawned for the odds: some five of the rarest event each."""

THINGS = ("hero", "stairs", "potion", "pile", "enemy")


def things(floor: Floor) -> Iterator[tuple[str, str, Cell]]:
    """Yield what was spawned but dragons: which of THINGS, which kind, where."""
    yield "hero", "", floor.hero_cell
    yield "stairs", "", floor.stairs_cell
    for cell, item in floor.items.items():
        yield "potion" if isinstance(item, Potion) else "pile", item.name, cell
    for cell, enemy in floor.enemies.items():
        if enemy.kind.name != "dragon":
            yield "enemy", enemy.kind.name, cell


@frozen
class Tally:
    kinds: Counter[tuple[str, str]] = field(factory=Counter)
    cells: Counter[tuple[str, Cell]] = field(factory=Counter)
    ends: Counter[tuple[int, int]] = field(factory=Counter)

    def count(self, floor: Floor) -> None:
        chamber = floor.board.chamber_index
        self.ends[chamber[floor.hero_cell], chamber[floor.stairs_cell]] += 1
        for thing, kind, cell in things(floor):
            self.kinds[thing, kind] += 1
            self.cells[thing, cell] += 1


@pytest.fixture(scope="module")
def tally() -> Tally:
    counted = Tally()
    for number in range(FLOORS):
        counted.count(generate_floor(BARE, DOCUMENT_RULES, Dice(f"odds/{number}")))
    return counted


def kinds_of(tally: Tally, wanted: str) -> dict[str, int]:
    return {kind: count for (thing, kind), count in tally.kinds.items() if thing == wanted}


def test_ten_potions_ten_piles_and_twenty_enemies_are_spawned(tally: Tally) -> None:
    """§2.4: on every floor, dragons not included."""
    totals = Counter[str]()
    for (thing, _), count in tally.kinds.items():
        totals[thing] += count
    each = {"hero": 1, "stairs": 1, "potion": 10, "pile": 10, "enemy": 20}
    assert totals == {thing: number * FLOORS for thing, number in each.items()}


ODDS = {
    "potion": dict.fromkeys(("RH", "BA", "BD", "PH", "WA", "WD"), (1, 6)),
    "pile": {"normal pile": (5, 8), "dragon hoard": (1, 8), "small pile": (1, 4)},
    "enemy": {
        "human": (2, 9),
        "dwarf": (3, 18),
        "halfling": (5, 18),
        **dict.fromkeys(("elf", "orc", "merchant"), (1, 9)),
    },
}
"""The odds of each kind, as the document has them."""


def test_kinds_of_potions_gold_and_enemies_have_their_odds(tally: Tally) -> None:
    """§2.4: and no merchant's hoard is spawned."""
    for thing, odds in ODDS.items():
        shares = {kind: Fraction(*share) for kind, share in odds.items()}
        assert fit(kinds_of(tally, thing), shares), thing


@for_each("thing", THINGS)
def test_chambers_have_equal_odds(tally: Tally, thing: str) -> None:
    """§2.4: a larger chamber is no more likely than a smaller one."""
    chambers = Counter[int]()
    for (counted, cell), count in tally.cells.items():
        if counted == thing:
            chambers[DOCUMENT_RULES.standard_board.chamber_index[cell]] += count
    assert fit(chambers, dict.fromkeys(range(5), Fraction(1, 5)))


def test_stairs_are_never_in_the_chamber_of_the_pc(tally: Tally) -> None:
    """§2.4, R26: each of the twenty pairs of different chambers as likely, and no other."""
    assert fit(tally.ends, dict.fromkeys(permutations(range(5), 2), Fraction(1, 20)))


@for_each("chamber", range(5))
@for_each("thing", THINGS)
def test_tiles_of_a_chamber_have_equal_odds(tally: Tally, thing: str, chamber: int) -> None:
    """§2.4: any floor tile in the selected chamber is equally likely."""
    tiles = DOCUMENT_RULES.standard_board.chambers[chamber]
    counts = {tile: tally.cells[thing, tile] for tile in tiles}
    assert fit(counts, dict.fromkeys(tiles, Fraction(1, len(tiles))))


ONE_OF_EACH = evolve(DOCUMENT_RULES, potions_per_floor=1, piles_per_floor=1, enemies_per_floor=1)


def bare(*rows: str) -> FloorLayout:
    """Return a drawing without marks of a room with those rows."""
    return FloorLayout(board_from_rows(tuple(room(*rows).splitlines())))


def test_things_are_spawned_in_the_demanded_order() -> None:
    """§2.4, R26: PC, stairs, potions, gold, enemies; each a chamber, then a tile in it.

    What comes later finds fewer tiles left, so the script fits this order alone: the gold and the
    enemy come upon a taken tile twice and are given one of those that are left.
    """
    dice = ScriptedDice([1, 0, 1, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1])
    floor = generate_floor(bare("..|...|..."), ONE_OF_EACH, dice)
    assert floor.glyphs.decode() == room("PG|@.H|..\\") + "\n"
    assert dice.counts == [3, 3, 2, 3, 6, 8, 18, 3, 3, 3, 2, 2, 2, 1, 3, 3, 2]


def test_hoard_is_spawned_with_its_dragon_before_the_enemies() -> None:
    """§2.2, §2.4: if a dragon hoard is spawned then a dragon is spawned, in the gold's turn."""
    dice = ScriptedDice([0, 0, 1, 0, 0, 7, 0, 1, 1, 1, 0, 2, 1, 1])
    floor = generate_floor(bare(".|....|."), ONE_OF_EACH, dice)
    assert floor.glyphs.decode() == room("@|PHGD|\\") + "\n"
    assert dice.counts == [3, 1, 2, 1, 6, 8, 18, 3, 3, 3, 4, 4, 2, 4]


def test_taken_tiles_and_full_chambers_leave_the_others_their_odds() -> None:
    """R26: one end fills the small chamber; all tiles that the other leaves are as likely."""
    counts = Counter[tuple[Cell, Cell]]()
    rules = evolve(ONE_OF_EACH, piles_per_floor=0, enemies_per_floor=0)
    for number in range(2_000):
        floor = generate_floor(bare("....|."), rules, Dice(f"taken/{number}"))
        [potion] = floor.items
        counts[min(floor.hero_cell, floor.stairs_cell), potion] += 1
    pairs = list(permutations(floor.board.chambers[0], 2))
    assert fit(counts, dict.fromkeys(pairs, Fraction(1, len(pairs))))


HOARDS = evolve(
    DOCUMENT_RULES,
    piles=(DRAGON_HOARD,),
    potions_per_floor=0,
    piles_per_floor=1,
    enemies_per_floor=0,
)
"""Rules that spawn one hoard a floor, its dragon, and nothing else."""


def test_dragon_is_spawned_on_each_free_tile_around_with_equal_chance() -> None:
    """§2.2, R27: on a free floor tile within one block of its hoard, evenly."""
    counts = Counter[int]()
    for number in range(1_500):
        floor = generate_floor(BARE, HOARDS, Dice(f"dragon/{number}"))
        [hoard], [dragon] = floor.items, floor.enemies
        if all(floor.board.terrain[near] == TILE for near in floor.board.neighbours[hoard]):
            counts[dragon - hoard] += 1
    shifts = [way.offset(DOCUMENT_RULES.standard_board.stride) for way in DIRECTIONS]
    assert fit(counts, dict.fromkeys(shifts, Fraction(1, 8)))


def test_hoard_is_placed_where_its_dragon_has_room() -> None:
    """R27: a hoard with no free tile beside it is placed again; with no place at all, left out."""
    pairs = set()
    for number in range(100):
        floor = generate_floor(bare(".|.|..|."), HOARDS, Dice(f"room/{number}"))
        pairs.add(floor.glyphs.decode().splitlines()[1][5:7])
    assert pairs == {"GD", "DG", "@.", ".@", "\\.", ".\\"}


def test_every_spawned_hoard_has_a_dragon_of_its_own() -> None:
    """§2.2, R27, R31: however crowded the floor is."""
    crowded = evolve(HOARDS, piles_per_floor=200)
    for number, rules in enumerate([DOCUMENT_RULES] * 30 + [crowded] * 5):
        floor = generate_floor(BARE, rules, Dice(f"own/{number}"))
        hoards = {cell for cell, item in floor.items.items() if item == DRAGON_HOARD}
        dragons = [enemy for enemy in floor.enemies.values() if enemy.kind.name == "dragon"]
        assert set(floor.guardian_by_cell) == hoards
        assert [len(dragon.guarded_cells) for dragon in dragons] == [1] * len(hoards)


@for_each("tiles", [*range(2, 33), 50, 120])
def test_spawning_on_a_small_board_stops_when_it_is_full(tiles: int) -> None:
    """R26: nothing is tried until it is lucky; what finds no free tile at all is left out.

    The first of the order find a place: PC, stairs, ten potions. Then 10 piles of gold, their
    dragons and 20 enemies fill whatever is left of 32 tiles.
    """
    for number in range(5):
        drawing = bare("." * (tiles // 2) + "|" + "." * (tiles - tiles // 2))
        floor = generate_floor(drawing, DOCUMENT_RULES, Dice(f"{tiles}/{number}"))
        glyphs = Counter(floor.glyphs.decode())
        assert glyphs["@"] == glyphs["\\"] == 1
        assert glyphs["P"] == min(10, tiles - 2)
        assert glyphs["."] == 0 or tiles > 32
        assert glyphs["G"] == 10 or tiles <= 32


@for_each("row", ["##", ".#", "+."])
def test_floor_without_room_for_both_ends_is_refused(row: str) -> None:
    """R26: PC and stairs need a floor tile each."""
    with pytest.raises(ValueError, match="no free floor tile"):
        generate_floor(bare(row), DOCUMENT_RULES, Dice("no room"))


def test_pc_and_stairs_share_the_only_chamber() -> None:
    """R26: it cannot be helped where there is but one; each pair of tiles is as likely."""
    rules = evolve(DOCUMENT_RULES, potions_per_floor=0, piles_per_floor=0, enemies_per_floor=0)
    counts = Counter[tuple[Cell, Cell]]()
    for number in range(600):
        floor = generate_floor(bare("..", ".."), rules, Dice(f"one chamber/{number}"))
        counts[floor.hero_cell, floor.stairs_cell] += 1
    tiles = floor.board.chambers[0]
    assert fit(counts, dict.fromkeys(permutations(tiles, 2), Fraction(1, 12)))


def test_stairs_go_to_the_chamber_of_the_pc_rather_than_nowhere() -> None:
    """R26: where every other chamber is full."""
    assert board(scenario(room("@.|00|6"), luck=[1, 0, 0, 0, 1])) == drawn(room("@\\|PP|G"))


@for_each(("@", "\\"), ("\\", "@"))
def test_missing_end_is_spawned_in_another_chamber(mark: str, missing: str) -> None:
    r"""R30: a missing `@` or `\` is spawned as by R26, and nothing else is."""
    [drawing] = scenario(room(f"{mark}..|.|.6.W"), luck=[0, 0]).floor_layouts
    counts = Counter[int]()
    for number in range(400):
        picture = generate_floor(drawing, DOCUMENT_RULES, Dice(f"missing/{number}")).glyphs.decode()
        counts[picture.splitlines()[1].index(missing)] += 1
        assert picture.replace(missing, ".", 1) == room(f"{mark}..|.|.G.W") + "\n"
    assert fit(counts, {5: Fraction(1, 2), 7: Fraction(1, 4), 9: Fraction(1, 4)})


def test_potion_of_any_kind_is_each_kind_evenly() -> None:
    """R30: `P` is a potion of any kind, evenly."""
    drawing = FloorLayout(bare("..." * 9).board, ((30, "@"), (31, "\\"), (32, "P")))
    counts = Counter[str]()
    for number in range(600):
        floor = generate_floor(drawing, DOCUMENT_RULES, Dice(f"any/{number}"))
        counts[floor.items[32].name] += 1
    assert fit(counts, {potion.name: Fraction(1, 6) for potion in DOCUMENT_RULES.potions})


@pytest.mark.slow_from(1)
@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_pc_arrives_in_a_random_chamber(depth: int) -> None:
    """§2.4, R28: on a new floor as on the first."""
    chambers, tiles = Counter[int](), Counter[Cell]()
    for number in range(500):
        game = seeded(DOCUMENT_RULES, number, depth=depth)
        chambers[DOCUMENT_RULES.standard_board.chamber_index[game.floor.hero_cell]] += 1
        tiles[game.floor.hero_cell] += 1
    assert fit(chambers, dict.fromkeys(range(5), Fraction(1, 5)))
    assert len(tiles) > 250
