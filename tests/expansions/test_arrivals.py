"""Arrivals: nobody hostile stands near a hero who arrives (X82, Y13), and those who come later."""

from collections.abc import Iterator

import pytest
from attrs import evolve

from cc3k.content.roster import BASE_RULES
from cc3k.engine.actions import Move
from cc3k.engine.arrivals import FAIR_BLOCKS, FloorStage, clear_arrival, place_newcomer, spawn_enemy
from cc3k.engine.board import EAST, blocks_between, cells_within, nearest_cells
from cc3k.engine.combat import slay_enemy
from cc3k.engine.dice import Dice
from cc3k.engine.enemies import Enemy
from cc3k.engine.events import PC, Descended, Escaped, ExpansionEvent, Slain
from cc3k.engine.expansion import Expansion, FloorHooks
from cc3k.engine.floor import Floor
from cc3k.engine.game import GameState
from cc3k.engine.hero import Hero
from cc3k.expansions.gear import COMPASS
from cc3k.expansions.registry import OWN_EXPANSIONS, ExpansionRegistry, rules_with
from tests.support.scenarios import room, scenario, seeded
from tests.support.walks import floors_of

FAIR = Expansion("fair", "Nobody is near.", floors=FloorHooks(fair_arrival=True))
TWO_ROOMS = r"""
|-----------------------------|
||---------|       |---------||
||..@......|       |......\..||
||.........+#######+.........||
||---------|       |---------||
|-----------------------------|
"""


def cleared(drawing: str, number: int = 1) -> Floor:
    floor = scenario(drawing).floor
    clear_arrival(floor, Hero(BASE_RULES.races[0]), Dice(f"{number}"))
    return floor


def threats(floor: Floor) -> Iterator[str]:
    """Yield the names of all that may not be where they are when the PC arrives."""
    hero, index = Hero(BASE_RULES.races[0]), floor.board.chamber_index
    for cell, enemy in floor.enemies.items():
        if not enemy.is_hostile_to(hero) or floor.stairs_cell in enemy.guarded_cells:
            continue
        is_near = blocks_between(floor.board, cell, floor.hero_cell) <= FAIR_BLOCKS
        is_inside = index.get(cell) == index.get(floor.hero_cell)
        if is_near or (is_inside and not enemy.kind.roams):
            yield enemy.kind.name


def test_a_hostile_enemy_within_six_blocks_moves_to_another_chamber() -> None:
    """X82: within six, the larger of row and column difference; one farther off stays."""
    for number in range(20):
        floor = cleared(TWO_ROOMS.replace("@.....", "@.E..W"), number)
        assert [cell for cell, enemy in floor.enemies.items() if enemy.kind.name == "dwarf"]
        (elf,) = [cell for cell, enemy in floor.enemies.items() if enemy.kind.name == "elf"]
        assert floor.board.chamber_index[elf] == 1
    stays = TWO_ROOMS.replace("@......|", "@......E")
    assert cleared(stays).enemies.keys() == scenario(stays).floor.enemies.keys()


def test_the_peaceful_the_far_and_the_guard_of_the_stairs_stay() -> None:
    """X82: only hostile ones move; a guardian of the stairs is exempt."""
    far = TWO_ROOMS.replace(r"......\..", r".H....\..")
    for drawing in (TWO_ROOMS.replace("@.", "@M"), far):
        assert cleared(drawing).enemies.keys() == scenario(drawing).floor.enemies.keys()
    game = scenario(room(r"@\D...."))
    (guard,) = game.floor.enemies
    game.floor.assign_guard(guard, (game.floor.stairs_cell,))
    clear_arrival(game.floor, game.hero, Dice("1"))
    assert list(game.floor.enemies) == [guard]


def test_a_dragon_in_the_chamber_takes_its_hoards_along() -> None:
    """X82, R27, Y13: however far it is from the PC; each hoard lies beside it again."""
    drawing = TWO_ROOMS.replace("..@......", "@.....9D9")
    for number in range(20):
        floor = cleared(drawing, number)
        ((cell, dragon),) = floor.enemies.items()
        assert floor.board.chamber_index[cell] == 1
        assert len(dragon.guarded_cells) == 2
        assert set(dragon.guarded_cells) == floor.items.keys() == floor.guardian_by_cell.keys()
        assert all(blocks_between(floor.board, cell, post) == 1 for post in dragon.guarded_cells)
        assert cell in floor.stationary


def test_who_finds_no_place_is_removed_and_what_it_carried_lies_there() -> None:
    """X82, Y13: a dragon goes with its hoard."""
    floor = cleared(room(r"@.E.9D.\ "))
    assert not floor.enemies
    assert not floor.items
    assert not floor.guardian_by_cell
    game = scenario(room(r"@HE\ "))
    for enemy in game.floor.enemies.values():
        enemy.carries = (COMPASS,) if enemy.kind.name == "elf" else ()
    clear_arrival(game.floor, game.hero, Dice("1"))
    assert list(game.floor.items.values()) == [COMPASS]
    assert not game.floor.enemies
    floor = scenario(room(r"@E\ ")).floor
    (cell,) = floor.enemies
    floor.enemies[cell].carries = (COMPASS, COMPASS)
    clear_arrival(floor, game.hero, Dice("1"))
    assert list(floor.items) == [cell], "what finds no free tile is lost"
    full = scenario(room("@H\\"))
    spawn_enemy(full, BASE_RULES.enemy_kind_named("orc"), Dice("orc"))
    ((cell, human),) = full.floor.enemies.items()
    human.carries = (COMPASS,)
    list(slay_enemy(full, cell))
    assert COMPASS not in full.floor.items.values(), "its loot lies there first (X61)"


@pytest.mark.seeded
def test_nobody_is_near_on_furnished_floors_of_any_set_that_says_so() -> None:
    """X82, X120: with one that says so; walls, PC, stairs, potions, free gold are the seed's."""
    names = [each.name for each in OWN_EXPANSIONS if each.floors.fair_arrival]
    assert {"hunters", "depths"} <= {*names}
    near, others = 0, [each.name for each in OWN_EXPANSIONS if each.name != "gear"]
    for chosen in [*[(name,) for name in names], others, ("pack",)]:
        rules = ExpansionRegistry().select(chosen)
        for seed in range(2):
            game = seeded(rules, seed)
            for each in floors_of(game):
                found = list(threats(each.floor))
                near += len(found)
                assert not found or chosen == ("pack",), (chosen, seed, game.depth)
    assert near
    for seed in range(30):
        one, other = [seeded(rules, seed).floor for rules in (rules_with((FAIR,)), BASE_RULES)]
        assert (one.terrain, one.hero_cell) == (other.terrain, other.hero_cell)
        assert one.stairs_cell == other.stairs_cell
        free = [
            {at: item for at, item in floor.items.items() if at not in floor.guardian_by_cell}
            for floor in (one, other)
        ]
        assert free[0] == free[1]


def test_hooks_of_a_floor_come_in_the_order_of_their_stages() -> None:
    """X120: whatever the order of the expansions; then kinds have changed, also of latecomers."""
    calls = list[str]()

    def staged(name: str, stage: FloorStage) -> Expansion:
        def note(game: GameState, _dice: Dice) -> None:
            calls.append(f"{name} {[enemy.hp for enemy in game.floor.enemies.values()]}")

        return Expansion(name, "It notes.", floors=FloorHooks(on_floor=note, stage=stage))

    weak = Expansion(
        "weak", "All are weak.", floors=FloorHooks(kind_here=lambda _game, kind: evolve(kind, hp=7))
    )
    stages = [FloorStage.THINGS, FloorStage.NAMED, FloorStage.CONTENTS]
    rules = rules_with((*[staged(stage.name.lower(), stage) for stage in stages], weak))
    game = scenario(room(r"@.E\ "), rules=rules)
    assert calls == ["contents [7]", "named [7]", "things [7]"]
    assert game.kind_here(BASE_RULES.enemy_kinds[0]).hp == 7


def leaving_rules(*, slays: bool) -> Expansion:
    def leave(game: GameState) -> list[ExpansionEvent | Slain]:
        told = ExpansionEvent("leave.left", f"Left {game.depth}.", "Left.")
        if not slays:
            return [told]
        game.hero.hp = 0
        return [told, Slain(PC, "elf")]

    return Expansion("leave", "It sees you off.", floors=FloorHooks(on_leaving=leave))


def test_leaving_a_floor_is_told_before_the_next_one_and_may_be_the_end() -> None:
    """X114, Y38: on the old floor, on the last stairs too; who dies does not arrive."""
    rules = evolve(rules_with((leaving_rules(slays=False),)), floor_count=2)
    game = scenario("\n".join([room("@\\"), room("@\\")]), rules=rules)
    told = ExpansionEvent("leave.left", "Left 1.", "Left.")
    assert game.play(Move(EAST)) == (told, Descended("East", 2))
    assert game.play(Move(EAST)) == (evolve(told, document_text="Left 2."), Escaped("East"))
    both = rules_with((leaving_rules(slays=True), leaving_rules(slays=False)))
    game = scenario(room("@\\"), rules=both)
    assert game.play(Move(EAST)) == (told, Slain(PC, "elf"))
    assert game.outcome is not None
    assert game.depth == 1


def test_the_nearest_cells_and_a_newcomer_off_the_tiles() -> None:
    """Y2, X84: blocks are the larger difference; a newcomer in a passage goes on from there."""
    floor = scenario(TWO_ROOMS).floor
    board, hero = floor.board, floor.hero_cell
    cells = [hero - 2, hero + 3, hero + board.stride + 2]
    assert nearest_cells(board, hero, cells) == [cells[0], cells[2]]
    assert nearest_cells(board, hero, []) == []
    every = range(len(board.terrain))
    for blocks in range(3):
        near = [at for at in every if blocks_between(board, hero, at) <= blocks]
        assert cells_within(board, hero, blocks, every) == near
    passage = floor.board.terrain.index(b"#")
    kinds = {kind.name: kind for kind in BASE_RULES.enemy_kinds}
    place_newcomer(floor, passage, Enemy(kinds["elf"]))
    place_newcomer(floor, passage + 1, Enemy(kinds["dragon"]))
    assert floor.stationary == {passage + 1}
