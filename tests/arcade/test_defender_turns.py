"""A turn of Space Defender: commands, phases, collisions and enemies (S14, S18 to S28)."""

import itertools

from cc3k.arcade.defender.board import Order
from cc3k.arcade.defender.program import RandomNumbers
from cc3k.arcade.defender.tables import (
    CARRIER,
    ENEMIES,
    FIGHTER,
    GRUNT,
    INTERCEPTOR,
    POWERS,
    PYLON,
)
from cc3k.arcade.defender.turn import refusal
from tests.support.defender import Scene, cell
from tests.support.tables import for_each

FRIENDLY, HOSTILE, OWN, ENEMY, SPAWN = (
    *("Friendly Projectile Action", "Enemy Projectile Action", "Starfighter Action"),
    *("Enemy Action", "Natural Enemy Spawn"),
)

IDLE = PYLON._replace(unseen=(), seen=())
"""An enemy that does nothing."""


def error(scene: Scene, order: str, goal: str | None = None) -> str | None:
    """Return why a command cannot be carried out."""
    target = scene.battle.starfighter.cell if goal is None else cell(goal)
    return refusal(scene.battle, Order(order), target)


def test_the_row_of_random_numbers() -> None:
    """S14: two zeros, and then x(3), x(4), x(5)."""
    numbers = RandomNumbers()
    assert [numbers.draw_raw() for _ in range(5)] == [0, 0, 96185740, 1686029636, 1053370087]
    numbers = RandomNumbers()
    assert [numbers.draw(1, 7), numbers.draw(3, 9)] == [1, 3]
    assert numbers.draw(1, 100) == 96185740 % 100 + 1
    assert numbers.draw(5, 10) == 1686029636 % 6 + 5


@for_each("thresholds", [(1,) * 5, (101,) * 5])
def test_row_and_value_are_both_drawn(thresholds: tuple[int, ...]) -> None:
    """S14, S28: 1 to the number of rows, then 1 to 100, also where an enemy stands already."""
    scene = Scene(rows=7)
    scene.enemy(PYLON, "A20")
    scene.play("fire", thresholds=thresholds)
    assert scene.drawn == [(1, 7), (1, 100)]


# Errors


def test_errors_of_a_move_by_their_order() -> None:
    """S11: outside, there already, out of range, too dear."""
    scene = Scene(rows=5, columns=10)
    scene.ship(energy=0)
    assert error(scene, "move", "F9") == "Cannot move outside of board."
    assert error(scene, "move", "C11") == "Cannot move outside of board."
    assert error(scene, "move", "C1") == "Already there."
    assert error(scene, "move", "A10") == "Out of movement range."
    assert error(scene, "move", "A9") == "Not enough resources to move."
    scene.ship(energy=26)
    assert error(scene, "move", "A9") == "Not enough resources to move."
    scene.ship(energy=27)  # 10 steps of 3, and regeneration is 3
    assert error(scene, "move", "A9") is None


def test_resources_are_those_after_one_regeneration_at_most_the_total() -> None:
    """S11: Standard weapon, Heavy armour, Light engine: six steps of 7 are more than 40."""
    scene = Scene(selected=(1, 4, 2, 1))
    assert scene.battle.starfighter.energy == 40
    assert error(scene, "move", "C6") is None
    assert error(scene, "move", "C7") == "Not enough resources to move."
    scene.ship(energy=42)  # by an overcharge: it does not regenerate, and is not cut
    assert error(scene, "move", "C7") is None


@for_each("energy, message", [(1, "Not enough resources to fire."), (2, None)])
def test_a_volley_is_paid_in_energy(energy: int, message: str | None) -> None:
    """S11: the cost is 5, and regeneration 3."""
    scene = Scene()
    scene.ship(energy=energy)
    assert error(scene, "fire") == message


@for_each("health, message", [(1, None), (9, None), (-1, "Not enough resources to fire.")])
def test_rockets_are_paid_in_health(health: int, message: str | None) -> None:
    """S11: health must be more than the cost of 10, after a regeneration of 11."""
    scene = Scene(selected=(4, 1, 1, 1))
    scene.ship(health=health)
    assert error(scene, "fire") == message


@for_each("power, needed", [(1, 47), (2, 47), (3, -3), (4, 97), (5, 97)])
def test_a_power_is_paid_in_energy(power: int, needed: int) -> None:
    """S11: energy less than the cost is an error; regeneration is 3."""
    scene = Scene(selected=(1, 1, 1, power))
    scene.battle.starfighter.figures = scene.battle.starfighter.figures._replace(energy=200)
    scene.ship(energy=needed)
    assert error(scene, "special") is None
    scene.battle.starfighter.energy = needed - 1
    assert error(scene, "special") == "Not enough resources to use special."


def test_pass_is_never_an_error() -> None:
    """S11: in a game."""
    scene = Scene()
    scene.ship(energy=0, health=1)
    assert error(scene, "pass") is None


# The Starfighter


def test_pass_regenerates_twice() -> None:
    """S22: health by 1 and energy by 3, each twice, at most to the total."""
    scene = Scene()
    scene.ship(health=50, energy=20)
    told = scene.play("pass")
    assert told == {OWN: ["> The Starfighter(id:0) passes at location [C,1], doubling regen rate."]}
    ship = scene.battle.starfighter
    assert (ship.health, ship.energy) == (52, 26)
    scene.ship(health=69, energy=66)
    scene.play("pass")
    assert (ship.health, ship.energy) == (70, 70)


def test_what_is_at_its_total_or_above_stays() -> None:
    """S22: neither does it rise, nor is it cut."""
    scene = Scene()
    scene.ship(health=90, energy=71)
    scene.play("pass")
    assert (scene.battle.starfighter.health, scene.battle.starfighter.energy) == (90, 71)


def test_a_move_goes_all_rows_first() -> None:
    """S22: it meets who is on the way, and pays for each cell after one regeneration."""
    scene = Scene()
    scene.ship(health=60, energy=40)
    scene.shot("A1", friendly=False, damage=15)
    scene.shot("A4", friendly=True, damage=11, move=0)
    scene.shot("C5", friendly=True, damage=11, move=0)
    scene.battle.projectiles[-1].move = 0
    told = scene.play("move", "A6")[OWN]
    assert told == [
        "> The Starfighter(id:0) moves: [C,1] -> [A,6]",
        (
            "The Starfighter collides with enemy projectile(id:-1) at location [A,1], "
            "taking 14 damage."
        ),
        (
            "The Starfighter collides with friendly projectile(id:-2) at location [A,4], "
            "taking 10 damage."
        ),
    ]
    ship = scene.battle.starfighter
    assert (ship.health, ship.energy) == (61 - 24, 43 - 7 * 3)
    assert scene.standing() == {"A6": 0, "C5": -3}
    assert scene.play("move", "C1")[OWN][0] == "> The Starfighter(id:0) moves: [A,6] -> [C,1]"
    assert scene.standing() == {"C1": 0}
    assert scene.battle.starfighter.energy == 22 + 3 - 7 * 3


def test_armour_takes_nothing_below_0() -> None:
    """S22: the damage is never less than 0."""
    scene = Scene(selected=(1, 4, 3, 1))
    scene.shot("B1", friendly=True, damage=5, move=0)
    assert scene.play("move", "B1")[OWN][1].endswith("taking 0 damage.")
    assert scene.battle.starfighter.health == 260


def test_an_enemy_in_the_way_is_traded_for_its_health() -> None:
    """S22: armour or not; it is destroyed and scored, and the way goes on."""
    scene = Scene(selected=(1, 4, 3, 1))
    scene.enemy(GRUNT, "C3", health=30)
    told = scene.play("move", "C4")[OWN]
    assert told == [
        "> The Starfighter(id:0) moves: [C,1] -> [C,4]",
        "The Starfighter collides with Grunt(id:1) at location [C,3], trading 30 damage.",
        "The Grunt at location [C,3] has been destroyed.",
    ]
    assert scene.battle.starfighter.health == 260 - 30
    assert scene.battle.keeper.score == 2
    assert not scene.battle.enemies


def test_a_destroyed_starfighter_stops() -> None:
    """S22, S23: the enemy first, then it, with health 0; the last cell is paid; the turn ends."""
    scene = Scene()
    scene.enemy(PYLON, "C3")
    scene.enemy(GRUNT, "C19")
    told = scene.play("move", "C5", thresholds=(101,) * 5)
    assert told == {
        OWN: [
            "> The Starfighter(id:0) moves: [C,1] -> [C,3]",
            "The Starfighter collides with Pylon(id:1) at location [C,3], trading 300 damage.",
            "The Pylon at location [C,3] has been destroyed.",
            "The Starfighter at location [C,3] has been destroyed.",
        ]
    }
    ship = scene.battle.starfighter
    assert (ship.health, ship.energy, scene.battle.is_over) == (0, 70 - 2 * 3, True)
    assert scene.standing() == {"C3": 0, "C19": 2}
    assert not scene.drawn
    assert scene.battle.keeper.score == 1


def spawned(number: int, where: str) -> str:
    """Return the line of a projectile of a volley."""
    return f"A friendly projectile(id:-{number}) spawns at location {where}."


@for_each(
    "weapon, where, cells",
    [
        (1, "C1", ["[C,2]"]),
        (2, "C1", ["[B,2]", "[C,2]", "[D,2]"]),
        (2, "A5", ["out of board", "[A,6]", "[B,6]"]),
        (2, "E20", ["out of board"] * 3),
        (3, "C1", ["[C,2]"]),
        (4, "C5", ["[B,4]", "[D,4]"]),
        (4, "C1", ["out of board"] * 2),
        (4, "E5", ["[D,4]", "out of board"]),
        (5, "C1", ["[C,2]"]),
        (5, "C20", ["out of board"]),
    ],
)
def test_a_volley_spawns_by_row_from_the_top(weapon: int, where: str, cells: list[str]) -> None:
    """S22: each takes the next id; one off the board is gone, but has used its own."""
    scene = Scene(selected=(weapon, 1, 1, 1))
    scene.ship(where)
    told = scene.play("fire")[OWN]
    at = f"[{where[0]},{where[1:]}]"
    lines = [spawned(number, cell) for number, cell in enumerate(cells, start=1)]
    assert told == [f"> The Starfighter(id:0) fires at location {at}.", *lines]
    kept = [-number for number, cell in enumerate(cells, start=1) if cell != "out of board"]
    assert list(scene.battle.projectiles) == kept
    assert scene.battle.last_projectile_id == -len(cells)


@for_each("weapon, paid", [(1, (0, 5)), (2, (0, 10)), (3, (0, 20)), (4, (10, 0)), (5, (0, 70))])
def test_a_volley_is_paid_for(weapon: int, paid: tuple[int, int]) -> None:
    """S22: in energy, rockets in health."""
    scene = Scene(selected=(weapon, 1, 1, 1))
    ship = scene.battle.starfighter
    before = ship.health, ship.energy
    scene.play("fire")
    assert (before[0] - ship.health, before[1] - ship.energy) == paid


def test_a_volley_meets_who_is_there() -> None:
    """S22: as by S21."""
    scene = Scene(selected=(2, 1, 1, 1))
    scene.enemy(GRUNT, "B2", health=49)
    scene.shot("C2", friendly=False, move=0, damage=20)
    scene.shot("D2", friendly=True, move=0, damage=20)
    assert scene.play("fire")[OWN][1:] == [
        spawned(3, "[B,2]"),
        "The projectile collides with Grunt(id:1) at location [B,2], dealing 49 damage.",
        "The Grunt at location [B,2] has been destroyed.",
        spawned(4, "[C,2]"),
        "The projectile collides with enemy projectile(id:-1) at location [C,2], negating damage.",
        spawned(5, "[D,2]"),
        (
            "The projectile collides with friendly projectile(id:-2) at location [D,2], "
            "combining damage."
        ),
    ]
    shots = scene.battle.projectiles
    assert {number: shot.damage for number, shot in shots.items()} == {-4: 30, -5: 70}


def test_recall_collides_at_home() -> None:
    """S22: exactly as by a move, and for 50 energy."""
    scene = Scene()
    scene.ship("C3")
    scene.enemy(INTERCEPTOR, "C1", health=7)
    assert scene.play("special")[OWN] == [
        "> The Starfighter(id:0) uses special, teleporting to: [C,1]",
        "The Starfighter collides with Interceptor(id:1) at location [C,1], trading 7 damage.",
        "The Interceptor at location [C,1] has been destroyed.",
    ]
    assert scene.standing() == {"C1": 0}
    assert scene.battle.starfighter.energy == 20
    scene.ship("C2", energy=70)
    scene.shot("C1", friendly=False, move=0, damage=9)
    told = scene.play("special")[OWN]
    assert told[1].endswith("enemy projectile(id:-1) at location [C,1], taking 8 damage.")


def test_recall_at_home_does_nothing() -> None:
    """S22: it costs what it costs."""
    scene = Scene()
    told = scene.play("special")[OWN]
    assert told == ["> The Starfighter(id:0) uses special, teleporting to: [C,1]"]
    assert (scene.standing(), scene.battle.starfighter.energy) == ({"C1": 0}, 20)


def test_repair_goes_beyond_the_total() -> None:
    """S22: 50 health after regeneration."""
    scene = Scene(selected=(1, 1, 1, 2))
    scene.ship(health=60)
    assert scene.play("special")[OWN] == [
        "> The Starfighter(id:0) uses special, gaining 50 health."
    ]
    assert (scene.battle.starfighter.health, scene.battle.starfighter.energy) == (111, 20)


@for_each("health, spent", [(69, 50), (50, 50), (49, 49), (11, 11), (0, 0)])
def test_overcharge_leaves_one_health(health: int, spent: int) -> None:
    """S22: X is min(50, health - 1), after a regeneration of 1; energy also beyond the total."""
    scene = Scene(selected=(1, 1, 1, 3))
    scene.ship(health=health)
    told = scene.play("special")[OWN]
    assert told == [
        (
            f"> The Starfighter(id:0) uses special, gaining {2 * spent} energy at the expense of "
            f"{spent} health."
        )
    ]
    ship = scene.battle.starfighter
    assert (ship.health, ship.energy) == (health + 1 - spent, 70 + 2 * spent)


def test_drones_clear_all_projectiles() -> None:
    """S22: of both sides, oldest first."""
    scene = Scene(selected=(2, 1, 3, 4))
    scene.shot("A5", friendly=False, move=0)
    scene.shot("A4", friendly=True, move=0)
    scene.enemy(PYLON, "E15")
    assert scene.play("special")[OWN] == [
        "> The Starfighter(id:0) uses special, clearing projectiles with drones.",
        "A projectile(id:-1) at location [A,5] has been neutralized.",
        "A projectile(id:-2) at location [A,4] has been neutralized.",
    ]
    assert (scene.standing(), scene.battle.starfighter.energy) == ({"C1": 0, "E13": 1}, 60)


def test_an_orbital_strike_hits_all_enemies() -> None:
    """S22: 100 less the armour, by id, each destroyed at once."""
    scene = Scene(selected=(2, 1, 3, 5))
    scene.enemy(GRUNT, "A18", health=99)
    scene.enemy(PYLON, "B18")
    scene.enemy(CARRIER, "C18", armour=101)
    assert scene.play("special")[OWN] == [
        "> The Starfighter(id:0) uses special, unleashing a wave of energy.",
        "A Grunt(id:1) at location [A,18] takes 99 damage.",
        "The Grunt at location [A,18] has been destroyed.",
        "A Pylon(id:2) at location [B,18] takes 100 damage.",
        "A Carrier(id:3) at location [C,18] takes 0 damage.",
    ]
    assert {ship.number: ship.health for ship in scene.battle.enemies.values()} == {2: 210, 3: 200}
    assert scene.battle.keeper.score == 2


# Projectiles


@for_each(
    "weapon, moves",
    [
        (1, ["[C,2]", "[C,7]", "[C,12]", "[C,17]", "out of board"]),
        (3, ["[C,2]", "[C,10]", "[C,18]", "out of board"]),
    ],
)
def test_projectiles_fly_to_the_right(weapon: int, moves: list[str]) -> None:
    """S20: a cell off the board removes one at once."""
    scene = Scene(selected=(weapon, 1, 1, 1))
    scene.play("fire")
    for start, end in itertools.pairwise(moves):
        told = scene.play("pass")[FRIENDLY]
        assert told == [f"> A friendly projectile(id:-1) moves: {start} -> {end}"]
    assert not scene.battle.projectiles


def test_spread_flies_diagonally() -> None:
    """S20: a column right and a row up, none, or down; real diagonals meet nobody between."""
    scene = Scene(selected=(2, 1, 1, 1))
    scene.play("fire")
    scene.shot("A2", friendly=False, move=0)
    assert scene.play("pass")[FRIENDLY] == [
        "> A friendly projectile(id:-1) moves: [B,2] -> [A,3]",
        "> A friendly projectile(id:-2) moves: [C,2] -> [C,3]",
        "> A friendly projectile(id:-3) moves: [D,2] -> [E,3]",
    ]
    assert scene.play("pass")[FRIENDLY] == [
        "> A friendly projectile(id:-1) moves: [A,3] -> out of board",
        "> A friendly projectile(id:-2) moves: [C,3] -> [C,4]",
        "> A friendly projectile(id:-3) moves: [E,3] -> out of board",
    ]


def test_snipe_meets_nobody_on_the_way() -> None:
    """S20: only whoever is 8 columns to the right."""
    scene = Scene(selected=(3, 1, 1, 1))
    scene.play("fire")
    scene.enemy(PYLON, "C6")
    scene.enemy(PYLON, "C10")
    assert scene.play("pass")[FRIENDLY] == [
        "> A friendly projectile(id:-1) moves: [C,2] -> [C,10]",
        "The projectile collides with Pylon(id:2) at location [C,10], dealing 1000 damage.",
        "The Pylon at location [C,10] has been destroyed.",
    ]


def test_a_splitter_stays() -> None:
    """S17, S20: it moves 0."""
    scene = Scene(selected=(5, 1, 1, 1))
    scene.play("fire")
    assert scene.play("pass")[FRIENDLY] == ["> A friendly projectile(id:-1) stays at: [C,2]"]
    assert scene.battle.projectiles[-1].move == 0


def test_rockets_double_their_move_after_each_act() -> None:
    """S17, S20: 1, 2, 4, 8; the Starfighter in the way is hit from behind."""
    scene = Scene(selected=(4, 1, 1, 1))
    scene.ship("C3")
    scene.play("fire")
    ends, moves = ["[B,2]"], []
    for _ in range(4):
        moves.append(scene.battle.projectiles[-1].move)
        told = scene.play("pass")[FRIENDLY][0]
        assert told.startswith(f"> A friendly projectile(id:-1) moves: {ends[-1]} -> ")
        ends.append(told.rpartition(" -> ")[2])
    assert moves == [1, 2, 4, 8]
    assert ends == ["[B,2]", "[B,3]", "[B,5]", "[B,9]", "[B,17]"]
    assert scene.battle.projectiles[-1].move == 16


def test_a_friendly_projectile_hits_the_starfighter() -> None:
    """S21: less its armour; destroyed, the turn ends after that act."""
    scene = Scene()
    scene.ship("C5")
    scene.shot("C3", friendly=True, damage=31)
    assert scene.play("pass")[FRIENDLY] == [
        "> A friendly projectile(id:-1) moves: [C,3] -> [C,5]",
        "The projectile collides with Starfighter(id:0) at location [C,5], dealing 30 damage.",
    ]
    assert scene.battle.starfighter.health == 42
    scene.shot("C2", friendly=True, damage=100)
    scene.shot("B2", friendly=True)
    told = scene.play("pass", thresholds=(101,) * 5)
    assert told == {
        FRIENDLY: [
            "> A friendly projectile(id:-2) moves: [C,2] -> [C,5]",
            "The projectile collides with Starfighter(id:0) at location [C,5], dealing 99 damage.",
            "The Starfighter at location [C,5] has been destroyed.",
        ]
    }
    assert (scene.battle.starfighter.health, scene.battle.is_over) == (0, True)
    assert scene.standing() == {"C5": 0, "B2": -3}


def test_one_side_combines() -> None:
    """S21: the one that moves keeps its id and move, takes the damage, and goes on."""
    scene = Scene()
    scene.shot("A5", friendly=True, damage=70)
    scene.shot("A7", friendly=True, damage=3)
    scene.shot("E9", friendly=False, damage=15, move=4)
    scene.shot("E8", friendly=False, damage=20, move=3)
    told = scene.play("pass")
    assert told[FRIENDLY] == [
        "> A friendly projectile(id:-1) moves: [A,5] -> [A,10]",
        (
            "The projectile collides with friendly projectile(id:-2) at location [A,7], "
            "combining damage."
        ),
    ]
    assert told[HOSTILE] == [
        "> A enemy projectile(id:-3) moves: [E,9] -> [E,5]",
        (
            "The projectile collides with enemy projectile(id:-4) at location [E,8], "
            "combining damage."
        ),
    ]
    shots = scene.battle.projectiles
    assert [(number, shot.damage, shot.move) for number, shot in shots.items()] == [
        (-1, 73, 5),
        (-3, 35, 4),
    ]


@for_each(
    "mine, theirs, left, reached",
    [(70, 15, {"A10": (-1, 55)}, 10), (15, 70, {"A8": (-2, 55)}, 8), (15, 15, {}, 8)],
)
def test_two_sides_negate(
    mine: int, theirs: int, left: dict[str, tuple[int, int]], reached: int
) -> None:
    """S21: the smaller is taken off the greater; the mover goes on if it is left."""
    scene = Scene()
    scene.shot("A5", friendly=True, damage=mine)
    scene.shot("A8", friendly=False, damage=theirs, move=0)
    assert scene.play("pass")[FRIENDLY] == [
        f"> A friendly projectile(id:-1) moves: [A,5] -> [A,{reached}]",
        "The projectile collides with enemy projectile(id:-2) at location [A,8], negating damage.",
    ]
    rest = {f"A{shot.cell[1]}": shot for shot in scene.battle.projectiles.values()}
    assert {where: (shot.number, shot.damage) for where, shot in rest.items()} == left


def test_an_enemy_projectile_negates_too() -> None:
    """S21: phase 2, with the line of its side."""
    scene = Scene()
    scene.shot("A9", friendly=False, damage=100, move=10)
    scene.shot("A5", friendly=True, damage=30, move=0)
    assert scene.play("pass")[HOSTILE] == [
        "> A enemy projectile(id:-1) moves: [A,9] -> out of board",
        (
            "The projectile collides with friendly projectile(id:-2) at location [A,5], "
            "negating damage."
        ),
    ]
    assert not scene.battle.projectiles


def test_a_friendly_projectile_hits_an_enemy() -> None:
    """S21, S23: less its armour, never below 0; destroyed at 0."""
    scene = Scene()
    scene.enemy(GRUNT, "A7", health=69)
    scene.enemy(CARRIER, "E7", armour=80)
    scene.shot("A5", friendly=True)
    scene.shot("E5", friendly=True)
    told = scene.play("pass")[FRIENDLY]
    assert told == [
        "> A friendly projectile(id:-1) moves: [A,5] -> [A,7]",
        "The projectile collides with Grunt(id:1) at location [A,7], dealing 69 damage.",
        "The Grunt at location [A,7] has been destroyed.",
        "> A friendly projectile(id:-2) moves: [E,5] -> [E,7]",
        "The projectile collides with Carrier(id:2) at location [E,7], dealing 0 damage.",
    ]
    assert list(scene.battle.enemies) == [2, 3]  # and an Interceptor of the Carrier


def test_a_ship_with_one_health_left_is_not_destroyed() -> None:
    """S23: only at 0 or below."""
    scene = Scene()
    scene.ship(health=14)
    scene.enemy(GRUNT, "A7", health=70)
    scene.shot("A5", friendly=True)
    scene.shot("C3", friendly=False, damage=15)
    told = scene.play("fire")
    assert told[FRIENDLY][-1].endswith("dealing 69 damage.")
    assert told[HOSTILE][-1] == "The Starfighter at location [C,1] has been destroyed."
    scene = Scene()
    scene.ship(health=15)
    scene.enemy(GRUNT, "A7", health=70)
    scene.shot("A5", friendly=True)
    scene.shot("C3", friendly=False, damage=15)
    told = scene.play("fire")
    assert told[HOSTILE][-1].endswith("dealing 14 damage.")
    assert scene.battle.starfighter.health == 2


def test_an_enemy_projectile_heals_an_enemy() -> None:
    """S21: by its whole damage, at most to the total."""
    scene = Scene()
    scene.enemy(PYLON, "A7", health=290).kind = IDLE
    scene.enemy(PYLON, "E7", health=200).kind = IDLE
    scene.shot("A9", friendly=False, damage=15, move=4)
    scene.shot("E9", friendly=False, damage=15, move=4)
    assert scene.play("pass")[HOSTILE] == [
        "> A enemy projectile(id:-1) moves: [A,9] -> [A,7]",
        "The projectile collides with Pylon(id:1) at location [A,7], healing 15 damage.",
        "> A enemy projectile(id:-2) moves: [E,9] -> [E,7]",
        "The projectile collides with Pylon(id:2) at location [E,7], healing 15 damage.",
    ]
    assert scene.battle.enemies[1].health == 300
    assert scene.battle.enemies[2].health == 215


def test_an_enemy_projectile_hits_the_starfighter() -> None:
    """S21: less its armour; destroyed, the turn ends after that act."""
    scene = Scene()
    scene.shot("C5", friendly=False, damage=15, move=4)
    assert scene.play("pass")[HOSTILE][1].endswith("at location [C,1], dealing 14 damage.")
    scene.battle.starfighter.health = 14
    scene.shot("C5", friendly=False, damage=15, move=4)
    scene.shot("A5", friendly=False, damage=15, move=4)
    told = scene.play("fire")
    assert list(told) == [HOSTILE]
    assert told[HOSTILE][-1] == "The Starfighter at location [C,1] has been destroyed."
    assert len(told[HOSTILE]) == 3


def test_projectiles_act_from_oldest_to_newest() -> None:
    """S20: those that are still there when their turn comes; friendly ones in phase 1."""
    scene = Scene()
    scene.shot("E9", friendly=False, move=2)
    scene.shot("A6", friendly=True)
    scene.shot("A8", friendly=True)
    scene.shot("B8", friendly=True)
    told = scene.play("pass")
    acted = [line for section in (FRIENDLY, HOSTILE) for line in told[section] if line[0] == ">"]
    assert [line.partition("(id:")[2].partition(")")[0] for line in acted] == ["-2", "-4", "-1"]


# Enemies


def test_sights_are_looked_up_by_distance() -> None:
    """S24: at most the Starfighter's vision, and at most its own."""
    scene = Scene(columns=30)
    near, far = scene.enemy(PYLON, "C8"), scene.enemy(PYLON, "C16")
    scene.play("move", "C2")
    assert (near.is_seen, near.sees, near.cell) == (True, True, (3, 6))
    assert (far.is_seen, far.sees, far.cell) == (True, False, (3, 14))
    there = scene.enemy(PYLON, "E25")
    assert (there.is_seen, there.sees) == (False, False)


@for_each(
    "kind, order, line, gained",
    [
        (GRUNT, "pass", "gains 10 total health", {"health": 60, "total_health": 110}),
        (GRUNT, "special", "gains 20 total health", {"health": 70, "total_health": 120}),
        (FIGHTER, "fire", "gains 1 armour", {"armour": 11}),
        (CARRIER, "special", "gains 10 regen", {"regen": 20}),
    ],
)
def test_gains_come_before_the_act(
    kind: object, order: str, line: str, gained: dict[str, int]
) -> None:
    """S24: without regeneration, and the turn goes on; they last."""
    scene = Scene(columns=30)
    ship = scene.enemy(next(row for row in ENEMIES if row is kind), "A29", health=50)
    told = scene.play(order)[ENEMY]
    assert told[0] == f"> A {ship.label} {line}."
    assert told[1].startswith(f"> A {ship.label} moves: [A,29] -> ")
    regenerated = ship.health - gained.pop("health", 50)
    assert regenerated == ship.regen
    assert {name: getattr(ship, name) for name in gained} == gained


MOVES = {
    ("Grunt", "move", False): (2, "shot 15 4"),
    ("Grunt", "move", True): (4, "shot 15 4"),
    ("Grunt", "fire", False): (2, "shot 15 4"),
    ("Fighter", "move", False): (3, "shot 20 3"),
    ("Fighter", "move", True): (1, "shot 50 6"),
    ("Fighter", "pass", False): (6, "shot 100 10"),
    ("Fighter", "pass", True): (6, "shot 100 10"),
    ("Fighter", "special", True): (1, "shot 50 6"),
    ("Carrier", "move", False): (2, ""),
    ("Carrier", "move", True): (1, "left"),
    ("Carrier", "fire", True): (1, "left"),
    ("Carrier", "pass", False): (2, "above below"),
    ("Carrier", "pass", True): (2, "above below"),
    ("Interceptor", "move", False): (3, ""),
    ("Interceptor", "pass", True): (3, ""),
    ("Interceptor", "special", False): (3, ""),
    ("Pylon", "move", False): (2, "heal"),
    ("Pylon", "move", True): (1, "shot 70 2"),
    ("Pylon", "pass", True): (1, "shot 70 2"),
    ("Pylon", "fire", False): (2, "heal"),
    ("Pylon", "special", False): (2, "heal"),
}


@for_each("case", MOVES)
def test_enemies_act_by_the_table_of_behaviours(case: tuple[str, str, bool]) -> None:
    """S24: the table of acts, by what the Starfighter does and whether they see it."""
    name, order, sees = case
    columns, then = MOVES[case]
    scene = Scene(rows=10, columns=30)
    ship = scene.enemy(next(row for row in ENEMIES if row.name == name), "C29")
    ship.vision = 60 if sees else 0
    told = scene.play(order, "E2" if order == "move" else None)[ENEMY]
    column = 29 - columns
    acts = [line for line in told if "gains" not in line]
    assert acts[0] == f"> A {name}(id:1) moves: [C,29] -> [C,{column}]"
    what, *figures = then.split() or [""]
    at = f"spawns at location [C,{column - 1}]."
    launched = [f"A Interceptor(id:2) spawns at location [B,{column}]."]
    launched.append(f"A Interceptor(id:3) spawns at location [D,{column}].")
    expected = {
        "": [],
        "shot": [f"A enemy projectile(id:{scene.battle.last_projectile_id}) {at}"],
        "left": [f"A Interceptor(id:2) {at}"],
        "above": launched,
        "heal": [f"The Pylon heals Pylon(id:1) at location [C,{column}] for 10 damage."],
    }
    assert acts[1:] == expected[what]
    if what == "shot":
        shot = scene.battle.projectiles[scene.battle.last_projectile_id]
        assert [str(shot.damage), str(shot.move)] == figures
        row = [line for line in scene.play("move", "F1")[HOSTILE] if line[0] == ">"]
        assert row[0].endswith(f"-> [C,{column - 1 - shot.move}]")


def test_pre_empted_acts_come_first() -> None:
    """S24: by id, then the acts of all whose turn has not ended; the spawned ones do not act."""
    scene = Scene(columns=30)
    scene.enemy(GRUNT, "A28")
    scene.enemy(FIGHTER, "E28")
    scene.enemy(CARRIER, "C28")
    scene.enemy(PYLON, "C21")
    told = [line for line in scene.play("pass")[ENEMY] if line[0] == ">"]
    assert told == [
        "> A Grunt(id:1) gains 10 total health.",
        "> A Fighter(id:2) moves: [E,28] -> [E,22]",
        "> A Carrier(id:3) moves: [C,28] -> [C,26]",
        "> A Grunt(id:1) moves: [A,28] -> [A,26]",
        "> A Pylon(id:4) moves: [C,21] -> [C,19]",
    ]


def test_who_is_destroyed_in_between_does_not_act() -> None:
    """S24: neither pre-empted nor after it."""
    scene = Scene()
    scene.shot("C13", friendly=True, damage=500, move=0)
    scene.enemy(FIGHTER, "C14")
    assert scene.play("pass")[ENEMY] == [
        "> A Fighter(id:1) moves: [C,14] -> [C,13]",
        (
            "The Fighter collides with friendly projectile(id:-1) at location [C,13], "
            "taking 490 damage."
        ),
        "The Fighter at location [C,13] has been destroyed.",
    ]
    scene = Scene()
    scene.enemy(FIGHTER, "C9", health=1)
    scene.battle.enemies[1].is_gone = True
    assert ENEMY not in scene.play("pass")


def test_an_enemy_regenerates_before_it_moves() -> None:
    """S25: at most to its total; at or above the total it stays."""
    scene = Scene()
    fighter = scene.enemy(FIGHTER, "A19", health=100)
    full = scene.enemy(FIGHTER, "B19", health=148)
    scene.play("move", "C2")
    assert (fighter.health, full.health) == (105, 150)


def test_an_enemy_stops_before_another() -> None:
    """S25: and fires all the same."""
    scene = Scene(columns=30)
    scene.enemy(PYLON, "A27", vision=60)
    scene.enemy(GRUNT, "A28")
    scene.battle.enemies[1].kind = IDLE
    assert scene.play("move", "C2")[ENEMY] == [
        "> A Grunt(id:2) stays at: [A,28]",
        "A enemy projectile(id:-1) spawns at location [A,27].",
        "The projectile collides with Pylon(id:1) at location [A,27], healing 15 damage.",
    ]
    scene.enemy(GRUNT, "E28")
    scene.enemy(PYLON, "E26").kind = scene.battle.enemies[1].kind
    told = scene.play("move", "C1")[ENEMY]
    assert "> A Grunt(id:3) moves: [E,28] -> [E,27]" in told


def test_an_enemy_that_leaves_is_not_destroyed() -> None:
    """S23, S25: no line of destruction, no shot, no score."""
    scene = Scene()
    scene.enemy(GRUNT, "A2")
    assert scene.play("move", "C2")[ENEMY] == ["> A Grunt(id:1) moves: [A,2] -> out of board"]
    assert (scene.battle.enemies, scene.battle.keeper.score) == ({}, 0)


def test_an_enemy_meets_projectiles_on_its_way() -> None:
    """S26: a friendly one strikes, its own side's heals to the total."""
    scene = Scene()
    grunt = scene.enemy(GRUNT, "A18", health=60)
    scene.shot("A17", friendly=True, damage=21, move=0)
    scene.shot("A16", friendly=False, damage=90, move=0)
    assert scene.play("move", "C2")[ENEMY][:3] == [
        "> A Grunt(id:1) moves: [A,18] -> [A,16]",
        "The Grunt collides with friendly projectile(id:-1) at location [A,17], taking 20 damage.",
        "The Grunt collides with enemy projectile(id:-2) at location [A,16], healing 90 damage.",
    ]
    assert grunt.health == 100


def test_armour_above_the_damage_of_a_projectile_in_the_way() -> None:
    """S26: the damage is never below 0."""
    scene = Scene()
    scene.enemy(CARRIER, "A18")
    scene.shot("A17", friendly=True, damage=14, move=0)
    assert scene.play("move", "C2")[ENEMY][1].endswith("taking 0 damage.")
    assert scene.battle.enemies[1].health == 200


def test_an_enemy_trades_with_the_starfighter() -> None:
    """S26: it is destroyed and scored; the Starfighter loses its health, armour or not."""
    scene = Scene(selected=(1, 4, 3, 1))
    scene.enemy(INTERCEPTOR, "C3", health=30)
    assert scene.play("pass")[ENEMY] == [
        "> A Interceptor(id:1) moves: [C,3] -> [C,1]",
        "The Interceptor collides with Starfighter(id:0) at location [C,1], trading 30 damage.",
        "The Interceptor at location [C,1] has been destroyed.",
    ]
    assert (scene.battle.starfighter.health, scene.battle.keeper.score) == (230, 1)
    assert scene.standing() == {"C1": 0}


def test_no_act_follows_that_in_which_the_starfighter_is_destroyed() -> None:
    """S24: neither another enemy's, nor phases 6 and 7."""
    scene = Scene()
    scene.ship(health=20)
    scene.enemy(INTERCEPTOR, "C3")
    late = scene.enemy(GRUNT, "A19")
    late.is_seen = True
    told = scene.play("pass", thresholds=(101,) * 5)
    assert told[ENEMY][-1] == "The Starfighter at location [C,1] has been destroyed."
    assert [line for line in told[ENEMY] if line[0] == ">"] == [
        "> A Grunt(id:2) gains 10 total health.",
        "> A Interceptor(id:1) moves: [C,3] -> [C,1]",
    ]
    assert (list(told), scene.drawn) == ([OWN, ENEMY], [])


def test_a_pre_empted_act_may_end_the_game() -> None:
    """S24: then no other act follows."""
    scene = Scene()
    scene.ship(health=20)
    scene.enemy(FIGHTER, "C5")
    scene.enemy(GRUNT, "A19")
    assert scene.play("pass")[ENEMY] == [
        "> A Fighter(id:1) moves: [C,5] -> [C,1]",
        "The Fighter collides with Starfighter(id:0) at location [C,1], trading 150 damage.",
        "The Fighter at location [C,1] has been destroyed.",
        "The Starfighter at location [C,1] has been destroyed.",
    ]


def test_an_act_in_which_the_starfighter_is_destroyed_is_finished() -> None:
    """S24: both of a Carrier's spawns."""
    scene = Scene()
    scene.ship("B5", health=20)
    scene.enemy(CARRIER, "C7")
    scene.enemy(GRUNT, "A19")
    told = scene.play("pass")[ENEMY]
    assert told == [
        "> A Carrier(id:1) moves: [C,7] -> [C,5]",
        "A Interceptor(id:3) spawns at location [B,5].",
        "The Interceptor collides with Starfighter(id:0) at location [B,5], trading 50 damage.",
        "The Interceptor at location [B,5] has been destroyed.",
        "The Starfighter at location [B,5] has been destroyed.",
        "A Interceptor(id:4) spawns at location [D,5].",
    ]
    assert scene.standing() == {"A19": 2, "B5": 0, "C5": 1, "D5": 4}


@for_each("start, end", [("A9", "[C,9]"), ("E9", "[C,9]"), ("C9", None), ("D9", "[C,9]")])
def test_interceptors_join_the_row(start: str, end: str | None) -> None:
    """S24, S25: up or down when it fires, and that is their turn."""
    scene = Scene()
    ship = scene.enemy(INTERCEPTOR, start)
    at = f"[{start[0]},{start[1:]}]"
    way = f"stays at: {at}" if end is None else f"moves: {at} -> {end}"
    assert scene.play("fire")[ENEMY] == [f"> A Interceptor(id:1) {way}"]
    assert ship.cell == (3, 9)


def test_an_interceptor_in_the_column_goes_on_into_the_starfighter() -> None:
    """S25: unless another enemy stands between."""
    scene = Scene()
    scene.enemy(INTERCEPTOR, "A1")
    assert scene.play("fire")[ENEMY] == [
        "> A Interceptor(id:1) moves: [A,1] -> [C,1]",
        "The Interceptor collides with Starfighter(id:0) at location [C,1], trading 50 damage.",
        "The Interceptor at location [C,1] has been destroyed.",
    ]
    scene.enemy(INTERCEPTOR, "E1")
    scene.enemy(PYLON, "D1")
    assert scene.play("fire")[ENEMY][0] == "> A Interceptor(id:2) stays at: [E,1]"


def test_an_interceptor_meets_projectiles_on_its_way() -> None:
    """S25, S26: and may be destroyed there."""
    scene = Scene()
    scene.enemy(INTERCEPTOR, "A9")
    scene.shot("B9", friendly=True, damage=50, move=0)
    assert scene.play("fire")[ENEMY] == [
        "> A Interceptor(id:1) moves: [A,9] -> [B,9]",
        (
            "The Interceptor collides with friendly projectile(id:-1) at location [B,9], "
            "taking 50 damage."
        ),
        "The Interceptor at location [B,9] has been destroyed.",
    ]


def test_a_shot_off_the_board_has_used_its_id() -> None:
    """S27: it spawns one cell to the left."""
    scene = Scene()
    scene.enemy(GRUNT, "A3")
    assert scene.play("move", "C2")[ENEMY] == ["> A Grunt(id:1) moves: [A,3] -> out of board"]
    scene.enemy(FIGHTER, "A2", vision=9)
    assert scene.play("move", "C1")[ENEMY] == [
        "> A Fighter(id:2) moves: [A,2] -> [A,1]",
        "A enemy projectile(id:-1) spawns at location out of board.",
    ]
    assert (scene.battle.last_projectile_id, scene.battle.projectiles) == (-1, {})


def test_a_shot_meets_who_is_there() -> None:
    """S27: as by S21, the Starfighter, too."""
    scene = Scene()
    scene.enemy(FIGHTER, "C3")
    told = scene.play("fire")[ENEMY]
    assert told[0] == "> A Fighter(id:1) gains 1 armour."
    assert told[-2:] == [
        "A enemy projectile(id:-2) spawns at location [C,1].",
        "The projectile collides with Starfighter(id:0) at location [C,1], dealing 49 damage.",
    ]


def test_a_launched_interceptor_off_the_board_has_used_its_id() -> None:
    """S27: the id is used, the Interceptor not kept."""
    scene = Scene()
    scene.enemy(CARRIER, "A15")
    assert scene.play("pass")[ENEMY][1:] == [
        "A Interceptor(id:2) spawns at location out of board.",
        "A Interceptor(id:3) spawns at location [B,13].",
    ]
    assert list(scene.battle.enemies) == [1, 3]


def test_nothing_is_launched_where_an_enemy_stands() -> None:
    """S27: nothing is spawned, said or numbered."""
    scene = Scene()
    scene.enemy(CARRIER, "C15")
    scene.enemy(PYLON, "B13")
    told = scene.play("pass")[ENEMY]
    assert told[1] == "A Interceptor(id:3) spawns at location [D,13]."
    assert told[2].startswith("> A Pylon(id:2)")


def test_a_launched_interceptor_meets_who_is_there() -> None:
    """S27, S26: a friendly projectile that is strong enough destroys it at once."""
    scene = Scene()
    scene.enemy(CARRIER, "C15")
    scene.shot("B13", friendly=True, move=0)
    scene.shot("D13", friendly=False, move=0)
    assert scene.play("pass")[ENEMY][1:] == [
        "A Interceptor(id:2) spawns at location [B,13].",
        (
            "The Interceptor collides with friendly projectile(id:-1) at location [B,13], "
            "taking 70 damage."
        ),
        "The Interceptor at location [B,13] has been destroyed.",
        "A Interceptor(id:3) spawns at location [D,13].",
        (
            "The Interceptor collides with enemy projectile(id:-2) at location [D,13], "
            "healing 70 damage."
        ),
    ]
    assert (list(scene.battle.enemies), scene.battle.keeper.score) == ([1, 3], 1)


def test_a_pylon_heals_all_within_5() -> None:
    """S27: by id, itself included, at most to the total, and always with its line."""
    scene = Scene(columns=30)
    scene.enemy(GRUNT, "A22", health=95)
    scene.enemy(PYLON, "C23", health=1)
    scene.enemy(CARRIER, "E17")
    scene.enemy(FIGHTER, "E30", vision=0)
    told = scene.play("move", "C2")[ENEMY]
    healed = [line for line in told if "heals" in line]
    assert healed == [
        "The Pylon heals Grunt(id:1) at location [A,20] for 10 damage.",
        "The Pylon heals Pylon(id:2) at location [C,21] for 10 damage.",
    ]
    assert [ship.health for ship in scene.battle.enemies.values()] == [100, 11, 200, 150]


def test_a_pylon_heals_those_that_were_launched() -> None:
    """S27: every enemy, also one spawned in this phase."""
    scene = Scene(columns=30)
    scene.enemy(CARRIER, "C27")
    scene.enemy(PYLON, "B29")
    told = scene.play("pass")[ENEMY]
    assert [line for line in told if "heals" in line] == [
        "The Pylon heals Carrier(id:1) at location [C,25] for 10 damage.",
        "The Pylon heals Pylon(id:2) at location [B,27] for 10 damage.",
        "The Pylon heals Interceptor(id:3) at location [B,25] for 10 damage.",
        "The Pylon heals Interceptor(id:4) at location [D,25] for 10 damage.",
    ]


# Natural spawn


@for_each(
    "value, name",
    [
        *((1, "Grunt"), (19, "Grunt"), (20, "Fighter"), (39, "Fighter"), (40, "Carrier")),
        *((59, "Carrier"), (60, "Interceptor"), (79, "Interceptor"), (80, "Pylon"), (99, "Pylon")),
        (100, None),
    ],
)
def test_the_first_threshold_above_the_value(value: int, name: str | None) -> None:
    """S28: in the last column of the row drawn."""
    scene = Scene()
    told = scene.play("pass", thresholds=(20, 40, 60, 80, 100), value=value)
    lines = [] if name is None else [f"> A {name}(id:1) spawns at location [A,20]."]
    assert told.get(SPAWN, []) == lines


def test_nothing_spawns_where_an_enemy_stands() -> None:
    """S28: nothing at all."""
    scene = Scene()
    scene.enemy(PYLON, "A20").kind = IDLE
    assert SPAWN not in scene.play("pass", thresholds=(101,) * 5)
    assert scene.battle.last_enemy_id == 1


def test_a_spawned_enemy_meets_who_is_there() -> None:
    """S28, S26: the Starfighter, which may be destroyed by it."""
    scene = Scene()
    scene.ship("A20")
    assert scene.play("pass", thresholds=(101,) * 5)[SPAWN] == [
        "> A Grunt(id:1) spawns at location [A,20].",
        "The Grunt collides with Starfighter(id:0) at location [A,20], trading 100 damage.",
        "The Grunt at location [A,20] has been destroyed.",
        "The Starfighter at location [A,20] has been destroyed.",
    ]
    assert scene.battle.keeper.score == 2


def test_a_spawned_enemy_has_its_sights_at_once() -> None:
    """S28: computed at the moment of its spawning."""
    scene = Scene(columns=10)
    scene.play("pass", thresholds=(0, 101, 101, 101, 101))
    fighter = scene.battle.enemies[1]
    assert (fighter.is_seen, fighter.sees) == (True, False)
    scene.ship("C3")
    assert scene.enemy(FIGHTER, "A9").sees


def test_every_power_is_tried() -> None:
    """The tests above are about five powers."""
    assert len(POWERS) == 5
