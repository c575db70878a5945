"""A turn of Space Defender: commands, phases, collisions and enemies (S11, S14, S17 to S28)."""

from collections.abc import Iterator

from cc3k.arcade.defender.board import Order
from cc3k.arcade.defender.tables import PYLON
from cc3k.arcade.defender.turn import refusal
from tests.conftest import Golden
from tests.support.defender import NOBODY, Scene, cell
from tests.support.tables import for_each

HOSTILE, OWN, ENEMY, SPAWN = (
    *("Enemy Projectile Action", "Starfighter Action", "Enemy Action", "Natural Enemy Spawn"),
)
EVERYBODY = (101,) * 5
"""Thresholds by which a Grunt spawns in each turn."""

SCENES = """
S22: a pass regenerates twice.
S health=50 energy=20
pass

S22: at most to the totals.
S health=69 energy=66
pass

S22: what is at its total or above stays.
S health=90 energy=71
pass

S22: a move goes all rows first, meets who is on its way, and pays for each cell.
S health=60 energy=40; < A1 damage=15 move=0; * A4 damage=11 move=0; * C5 damage=11 move=0
move A6
move C1

S22: armour takes nothing below 0.
* B1 damage=5 move=0 | selected=1431
move B1

S22: an enemy in the way is traded for its health, armour or not, and scored; the way goes on.
G C3 health=30 | selected=1431
move C4

S22, S23: a destroyed Starfighter stops, its last cell is paid, and nothing comes after that act.
P C3; G C19 | spawn
move C5

S22: a volley meets who is there, as by S21.
G B2 health=49; < C2 move=0 damage=20; * D2 move=0 damage=20 | selected=2111
fire

S22: recall collides at home as by a move.
S C3; I C1 health=7
special

S22: with a projectile, too.
S C2; < C1 move=0 damage=9
special

S22: recall at home does nothing, and costs what it costs.
-
special

S22: repair goes beyond the total, after regeneration.
S health=60 | selected=1112
special

S22: drones clear all projectiles of both sides, oldest first.
< A5 move=0; * A4 move=0; P E15 | selected=2134
special

S22: an orbital strike takes 100 less the armour off each enemy, by id, destroyed at once.
G A18 health=99; P B18; C C18 armour=101 | selected=2135
special

S20: projectiles fly to the right; a cell off the board removes one at once.
- | selected=1111
fire
pass
pass
pass
pass

S20: spread flies diagonally; real diagonals meet nobody between.
< A2 move=0 | selected=2111
fire
pass
pass

S20: snipe meets nobody on the way, only whoever is 8 columns to the right.
P C8; P C12 | selected=3111
fire
pass

S17, S20: a splitter stays.
- | selected=5111
fire
pass

S17, S20: rockets double their move after each act.
S C3 | selected=4111
fire
pass
pass
pass
pass

S21: a friendly projectile hits the Starfighter, less its armour.
S C5; * C3 damage=31
pass

S21: the turn ends after the act in which it is destroyed.
S C5 health=42; * C2 damage=100; * B2 | spawn
pass

S21: one side combines: the one that moves keeps its id, takes the damage, and goes on.
* A5 damage=70; * A7 damage=3; < E9 damage=15 move=4; < E8 damage=20 move=3
pass

S21: two sides negate: the smaller is taken off the greater; the mover goes on if it is left.
* A5 damage=70; < A8 damage=15 move=0
pass

S21: the mover is gone if it is the smaller.
* A5 damage=15; < A8 damage=70 move=0
pass

S21: equal ones are both gone.
* A5 damage=15; < A8 damage=15 move=0
pass

S21: an enemy projectile negates, too.
< A9 damage=100 move=10; * A5 damage=30 move=0
pass

S21, S23: a friendly projectile hits an enemy, less its armour and never below 0.
G A7 health=69; C E7 armour=80; * A5; * E5
pass

S23: a ship is destroyed at 0 or below, and not with one health left.
S health=14; G A7 health=70; * A5; < C3 damage=15
fire

S23: with one more it goes on.
S health=15; G A7 health=70; * A5; < C3 damage=15
fire

S21: an enemy projectile heals an enemy by its whole damage, at most to the total.
P A7 health=290; P E7 health=200; < A9 damage=15 move=4; < E9 damage=15 move=4
pass

S21: an enemy projectile hits the Starfighter, less its armour.
< C5 damage=15 move=4
pass

S21: the turn ends after the act in which it is destroyed.
S health=13; < C5 damage=15 move=4; < A5 damage=15 move=4
fire

S20: projectiles act from oldest to newest, friendly ones first, those that are still there.
< E9 move=2; * A6; * A8; * B8
pass

S24: pre-empted acts come first, by id; spawned ones do not act.
G A28; F E28; C C28; P C21 | columns=30
pass

S24: who is destroyed in between does not act.
* C13 damage=500 move=0; F C14
pass

S25: an enemy regenerates before it moves, at most to its total.
F A19 health=100; F B19 health=148
move C2

S25: an enemy stops before another, and fires all the same.
G A28; P A27 health=200; G E28; P E26 | columns=30
move C2

S23, S25: an enemy that leaves is not destroyed: no line of it, no shot, no score.
G A2
move C2

S26: of the projectiles on its way a friendly one strikes it, its own side's heals to the total.
G A18 health=60; * A17 damage=21 move=0; < A16 damage=90 move=0
move C2

S26: armour takes nothing below 0.
C A18; * A17 damage=14 move=0
move C2

S26: an enemy trades with the Starfighter, armour or not: it is destroyed and scored.
I C3 health=30 | selected=1431
pass

S24: no act follows that in which the Starfighter is destroyed.
S health=20; I C3; G A19 | spawn
pass

S24: a pre-empted act may end the game, too.
S health=20; F C5; G A19
pass

S24: an act in which the Starfighter is destroyed is finished: both of a Carrier's spawns.
S B5 health=20; C C7; G A19
pass

S24, S25: interceptors join the row, and that is their turn.
I A9; I C11; I D13; I E15
fire

S25: one in the column goes on into the Starfighter.
I A1
fire

S25: unless another enemy stands between.
I E1; P D1
fire

S25, S26: an interceptor may be destroyed on its way.
I A9; * B9 damage=50 move=0
fire

S27: a shot off the board has used its id.
F A2 vision=9; F C9
move C2

S27: a shot meets who is there, the Starfighter, too.
F C3
fire

S27: a launched Interceptor off the board has used its id.
C A15
pass

S27: nothing is launched, said or numbered where an enemy stands.
C C15; P B13
pass

S26, S27: a launched Interceptor meets who is there.
C C15; * B13 move=0; < D13 move=0
pass

S27: a Pylon heals all within 5 by id, itself included, at most to the total, with a line each.
G A22 health=95; P C23 health=1; C E17; F E30 vision=0 | columns=30
move C2

S27: also those that were launched.
C C27; P B29 | columns=30
pass

S28: nothing spawns where an enemy stands.
G A20; P A19 | spawn
pass

S26, S28: a spawned enemy meets who is there, and may destroy it.
S A20 | spawn
pass
"""
"""What a ruling says, a scene of it with its options, and the turns that are played."""


def played(scene: str) -> Iterator[str]:
    """Yield a scene with the log of each turn, a phase by its number, and who stands where then."""
    claim, setup, *orders = scene.splitlines()
    yield from (f"{claim}\n", f"{setup}\n")
    things, _, options = setup.partition(" | ")
    chosen = dict(option.split("=") for option in options.split() if "=" in option)
    board = Scene(
        things.removeprefix("-"),
        columns=int(chosen.get("columns", 20)),
        selected=[int(number) for number in chosen.get("selected", "1111")],
    )
    thresholds = EVERYBODY if "spawn" in options else NOBODY
    for order in orders:
        name, _, goal = order.partition(" ")
        board.drawn.clear()
        log = board.play(name, goal, thresholds)
        yield f"{order}\n"
        for number, lines in enumerate(log.values(), start=1):
            yield from (f"{number}{'' if line[0] == '>' else '  '}{line}\n" for line in lines)
        yield f"= {board.state()}{'' if board.drawn else '; nothing drawn'}\n"


def test_scenes_go_as_the_rulings_have_it(golden: Golden) -> None:
    """S17, S20 to S28: every line of every turn, and who stands where with which figures."""
    told = "\n".join("".join(played(scene)) for scene in SCENES.strip().split("\n\n"))
    golden("arcade/defender_scenes", told)


def error(scene: Scene, order: str, goal: str = "") -> str | None:
    target = cell(goal) if goal else scene.battle.starfighter.cell
    return refusal(scene.battle, Order(order), target)


def test_errors_of_a_move_by_their_order() -> None:
    """S11: outside, there already, out of range, too dear."""
    scene = Scene("S energy=0", rows=5, columns=10)
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


@for_each((1, "Not enough resources to fire."), (2, None))
def test_a_volley_is_paid_in_energy(energy: int, message: str | None) -> None:
    """S11: the cost is 5, and regeneration 3."""
    scene = Scene()
    scene.ship(energy=energy)
    assert error(scene, "fire") == message


@for_each((1, None), (9, None), (-1, "Not enough resources to fire."))
def test_rockets_are_paid_in_health(health: int, message: str | None) -> None:
    """S11: health must be more than the cost of 10, after a regeneration of 11."""
    scene = Scene(selected=(4, 1, 1, 1))
    scene.ship(health=health)
    assert error(scene, "fire") == message


@for_each((1, 47), (2, 47), (3, -3), (4, 97), (5, 97))
def test_a_power_is_paid_in_energy(power: int, needed: int) -> None:
    """S11: energy less than the cost is an error; regeneration is 3."""
    scene = Scene(selected=(1, 1, 1, power))
    scene.battle.starfighter.figures = scene.battle.starfighter.figures._replace(energy=200)
    scene.ship(energy=needed)
    assert error(scene, "special") is None
    scene.battle.starfighter.energy = needed - 1
    assert error(scene, "special") == "Not enough resources to use special."


def spawned(number: int, where: str) -> str:
    return f"A *{number} spawns at {where}."


@for_each(
    (1, "C1", ["C2"]),
    (2, "C1", ["B2", "C2", "D2"]),
    (2, "A5", ["out of board", "A6", "B6"]),
    (2, "E20", ["out of board"] * 3),
    (3, "C1", ["C2"]),
    (4, "C5", ["B4", "D4"]),
    (4, "C1", ["out of board"] * 2),
    (4, "E5", ["D4", "out of board"]),
    (5, "C1", ["C2"]),
    (5, "C20", ["out of board"]),
)
def test_a_volley_spawns_by_row_from_the_top(weapon: int, where: str, cells: list[str]) -> None:
    """S22: each takes the next id; one off the board is gone, but has used its own."""
    scene = Scene(selected=(weapon, 1, 1, 1))
    scene.ship(where)
    told = scene.play("fire")[OWN]
    lines = [spawned(number, cell) for number, cell in enumerate(cells, start=1)]
    assert told == [f"> The Starfighter fires at {where}.", *lines]
    kept = [-number for number, cell in enumerate(cells, start=1) if cell != "out of board"]
    assert list(scene.battle.projectiles) == kept
    assert scene.battle.last_projectile_id == -len(cells)


@for_each((69, 50), (50, 50), (49, 49), (11, 11), (0, 0))
def test_overcharge_leaves_one_health(health: int, spent: int) -> None:
    """S22: X is min(50, health - 1), after a regeneration of 1; energy also beyond the total."""
    scene = Scene(selected=(1, 1, 1, 3))
    scene.ship(health=health)
    [told] = scene.play("special")[OWN]
    assert told.endswith(f" gaining {2 * spent} energy at the expense of {spent} health.")
    ship = scene.battle.starfighter
    assert (ship.health, ship.energy) == (health + 1 - spent, 70 + 2 * spent)


def test_sights_are_looked_up_by_distance() -> None:
    """S24: at most the Starfighter's vision, and at most its own."""
    scene = Scene(columns=30)
    near, far = scene.enemy(PYLON, "C8"), scene.enemy(PYLON, "C16")
    scene.play("move", "C2")
    assert (near.is_seen, near.sees, near.cell) == (True, True, (3, 6))
    assert (far.is_seen, far.sees, far.cell) == (True, False, (3, 14))
    there = scene.enemy(PYLON, "E25")
    assert (there.is_seen, there.sees) == (False, False)


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
    scene = Scene(f"{name[0]} C29 vision={60 * sees}", rows=10, columns=30)
    told = scene.play(order, "E2" if order == "move" else "")[ENEMY]
    column = 29 - columns
    acts = [line for line in told if "gains" not in line]
    assert acts[0] == f"> A {name} 1 moves: C29 -> C{column}"
    what, *figures = then.split() or [""]
    at = f"spawns at C{column - 1}."
    launched = [f"A Interceptor 2 spawns at B{column}."]
    launched.append(f"A Interceptor 3 spawns at D{column}.")
    expected = {
        "": [],
        "shot": [f"A <{-scene.battle.last_projectile_id} {at}"],
        "left": [f"A Interceptor 2 {at}"],
        "above": launched,
        "heal": [f"The Pylon heals Pylon 1 at C{column} for 10 damage."],
    }
    assert acts[1:] == expected[what]
    if what == "shot":
        shot = scene.battle.projectiles[scene.battle.last_projectile_id]
        assert [str(shot.damage), str(shot.move)] == figures
        row = [line for line in scene.play("move", "F1")[HOSTILE] if line[0] == ">"]
        assert row[0].endswith(f"-> C{column - 1 - shot.move}")


@for_each(
    *((1, "Grunt"), (19, "Grunt"), (20, "Fighter"), (39, "Fighter"), (40, "Carrier")),
    *((59, "Carrier"), (60, "Interceptor"), (79, "Interceptor"), (80, "Pylon"), (99, "Pylon")),
    (100, None),
)
def test_the_first_threshold_above_the_value(value: int, name: str | None) -> None:
    """S28: in the last column of the row drawn."""
    scene = Scene()
    told = scene.play("pass", thresholds=(20, 40, 60, 80, 100), value=value)
    lines = [] if name is None else [f"> A {name} 1 spawns at A20."]
    assert told[SPAWN] == lines
