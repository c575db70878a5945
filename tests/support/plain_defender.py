"""Space Defender 2 a second time, the plain way: straight from the rulings, without any cleverness.

Everything is a list that is searched, the board is drawn cell by cell, the score is added up anew.
It reads no errors of the language: each command is a line that conforms. Whatever the game says is
compared with this; how fast it is, too.
"""

# ruff: noqa: C901, PLR0911, PLR0912, PLR0913, PLR0917  # plain on purpose: a rule in one piece

from typing import TypedDict

WEAPONS = [
    ("Standard", (10, 10, 0, 1, 0, 1, 1, 1), 70, 5, "energy"),
    ("Spread", (0, 60, 0, 2, 1, 0, 0, 2), 50, 10, "energy"),
    ("Snipe", (0, 100, 0, 5, 0, 10, 3, 0), 1000, 20, "energy"),
    ("Rocket", (10, 0, 10, 0, 2, 2, 0, 3), 100, 10, "health"),
    ("Splitter", (0, 100, 0, 10, 0, 0, 0, 5), 150, 70, "energy"),
]
WEAPON_TEXTS = [
    "A single projectile is fired in front",
    "Three projectiles are fired in front, two going diagonal",
    "Fast and high damage projectile, but only travels via teleporting",
    "Two projectiles appear behind to the sides of the Starfighter and accelerates",
    "A single mine projectile is placed in front of the Starfighter",
]
ARMOURS = [
    ("None", (50, 0, 1, 0, 0, 0, 1, 0)),
    ("Light", (75, 0, 2, 0, 3, 0, 0, 1)),
    ("Medium", (100, 0, 3, 0, 5, 0, 0, 3)),
    ("Heavy", (200, 0, 4, 0, 10, 0, -1, 5)),
]
ENGINES = [
    ("Standard", (10, 60, 0, 2, 1, 12, 8, 2)),
    ("Light", (0, 30, 0, 1, 0, 15, 10, 1)),
    ("Armoured", (50, 100, 0, 3, 3, 6, 4, 5)),
]
POWERS = [
    (50, "Recall (50 energy): Teleport back to spawn."),
    (
        50,
        (
            "Repair (50 energy): Gain 50 health, can go over max health. "
            "Health regen will not be in effect if over cap."
        ),
    ),
    (
        0,
        (
            "Overcharge (up to 50 health): Gain 2*health spent energy, can go over max energy. "
            "Energy regen will not be in effect if over cap."
        ),
    ),
    (100, "Deploy Drones (100 energy): Clear all projectiles."),
    (100, "Orbital Strike (100 energy): Deal 100 damage to all enemies, affected by armour."),
]
ENEMIES = {
    "Grunt": (100, 1, 1, 5),
    "Fighter": (150, 5, 10, 10),
    "Carrier": (200, 10, 15, 15),
    "Interceptor": (50, 0, 0, 5),
    "Pylon": (300, 0, 0, 5),
}
STAGES = (
    "not started",
    "weapon setup",
    "armour setup",
    "engine setup",
    "power setup",
    "setup summary",
)
HEADS = (
    *("Friendly Projectile Action", "Enemy Projectile Action", "Starfighter Action"),
    *("Enemy Action", "Natural Enemy Spawn"),
)


class Thing(TypedDict, total=False):
    """A projectile (its kind is its side) or an enemy (its kind is its name)."""

    id: int
    kind: str
    row: int
    col: int
    gone: bool
    damage: int
    move: int
    way: str
    health: int
    total: int
    regen: int
    armour: int
    vision: int
    seen: bool
    sees: bool


class Destroyed(Exception):
    """The Starfighter is destroyed, and the act in which it happened is over."""


class Focus:
    """A list of points and foci with so many places."""

    def __init__(self, places: int, times: int, first: list[int]) -> None:
        self.places, self.times = places, times
        self.items: list[int | Focus] = [*first]

    def add(self, item: "int | Focus") -> bool:
        """Offer to each place in turn, then take an empty one."""
        if any(isinstance(each, Focus) and each.add(item) for each in self.items):
            return True
        if len(self.items) < self.places:
            self.items.append(item)
            return True
        return False

    def score(self) -> int:
        """Add up, and multiply if all places are used."""
        points = sum(each.score() if isinstance(each, Focus) else each for each in self.items)
        return points * (self.times if len(self.items) == self.places else 1)


def at(row: int, col: int) -> str:
    return f"[{'ABCDEFGHIJ'[row - 1]},{col}]"


class PlainDefender:
    """The program; a command is its name and its arguments, the row a number."""

    def __init__(self) -> None:
        self.stage, self.debug, self.over = 0, False, False
        self.chosen = [0, 0, 0, 0]
        self.x, self.draws = 900, 0

    def draw(self, low: int, high: int) -> int:
        """S14."""
        self.x, self.draws = self.x * 16807 % 2147483647, self.draws + 1
        return (0 if self.draws < 3 else self.x) % (high - low + 1) + low

    def begin(self) -> str:
        """Return the first state."""
        return "  state:not started, normal, ok\n  Welcome to Space Defender Version 2.\n"

    def take(self, name: str, *numbers: int) -> str:
        """Return the state after a command."""
        error, told = "", ""
        if name == "toggle_debug_mode":
            self.debug = not self.debug
            told = "  In debug mode.\n" if self.debug else "  Not in debug mode.\n"
        elif name == "play":
            error, told = self.play(list(numbers))
        elif name == "abort":
            error = "" if self.stage else "Command can only be used in setup mode or in game."
            told = f"  Exited from {'game' if self.stage == 6 else 'setup mode'}.\n"
            self.stage = 0
        elif name == "setup_select":
            if self.stage not in {1, 2, 3, 4}:
                error = "Command can only be used in setup mode (excluding summary in setup)."
            elif numbers[0] > [5, 4, 3, 5][self.stage - 1]:
                error = "Menu option selected out of range."
            else:
                self.chosen[self.stage - 1] = numbers[0] - 1
                told = self.shown()
        elif name in {"setup_next", "setup_back"}:
            if self.stage in {0, 6}:
                error = "Command can only be used in setup mode."
            else:
                ahead = numbers[0] if name == "setup_next" else -numbers[0]
                self.stage = max(0, min(6, self.stage + ahead))
                if self.stage == 6:
                    self.start()
                told = self.shown()
        elif self.stage != 6:
            error = "Command can only be used in game."
        else:
            error = self.error(name, *numbers)
            if not error:
                self.turn(name, *numbers)
                told = self.shown()
        if self.stage == 6 and (error or name == "toggle_debug_mode"):
            self.s += 1
        title = f"in game({self.t}.{self.s})" if self.stage == 6 else STAGES[self.stage]
        mode = "debug" if self.debug else "normal"
        first = f"  state:{title}, {mode}, {'error' if error else 'ok'}\n"
        return first + (f"  {error}\n" if error else told)

    def play(self, numbers: list[int]) -> tuple[str, str]:
        """S10, S11."""
        if self.stage == 6:
            return "Already in a game. Please abort to start a new one.", ""
        if self.stage:
            return "Already in setup mode.", ""
        if any(numbers[i] > numbers[i + 1] for i in (2, 3, 4, 5)):
            return "Threshold values are not non-decreasing.", ""
        self.size, self.limits, self.stage, self.over = numbers[:2], numbers[2:], 1, False
        return "", self.shown()

    def start(self) -> None:
        """S13."""
        w, a, e, _ = self.chosen
        parts = [WEAPONS[w][1], ARMOURS[a][1], ENGINES[e][1]]
        self.figures = [sum(part[i] for part in parts) for i in range(8)]
        self.health, self.energy = self.figures[:2]
        self.home = self.row, self.col = (self.size[0] + 1) // 2, 1
        self.enemies: list[Thing] = []
        self.shots: list[Thing] = []
        self.next_enemy, self.next_shot, self.t, self.s = 1, -1, 0, 0
        self.focus = Focus(10**9, 1, [])
        self.log: list[list[str]] = [[], [], [], [], []]
        self.over = False

    def shown(self) -> str:
        """S8, S9, S15."""
        if self.stage == 0 and not self.over:
            return "  Welcome to Space Defender Version 2.\n"
        w, a, e, p = self.chosen
        picked = [
            f"  Weapon Selected:{WEAPONS[w][0]}\n",
            f"  Armour Selected:{ARMOURS[a][0]}\n",
            f"  Engine Selected:{ENGINES[e][0]}\n",
            f"  Power Selected:{POWERS[p][1]}\n",
        ]
        if self.stage == 5:
            return "".join(picked)
        if self.stage in {1, 2, 3, 4}:
            return self.menu() + picked[self.stage - 1]
        return self.game()

    def menu(self) -> str:
        """S9."""
        figures = "Health:{}, Energy:{}, Regen:{}/{}, Armour:{}, Vision:{}, Move:{}, Move Cost:{}"
        text = ""
        if self.stage == 1:
            for i, (name, values, damage, cost, unit) in enumerate(WEAPONS):
                text += f"  {i + 1}:{name} ({WEAPON_TEXTS[i]})\n    {figures.format(*values)},\n"
                text += f"    Projectile Damage:{damage}, Projectile Cost:{cost} ({unit})\n"
        elif self.stage == 4:
            for i, (_, said) in enumerate(POWERS):
                text += f"  {i + 1}:{said}\n"
        else:
            for i, (name, values) in enumerate(ARMOURS if self.stage == 2 else ENGINES):
                text += f"  {i + 1}:{name}\n    {figures.format(*values)}\n"
        return text

    def game(self) -> str:
        """S15, S16, S19."""
        f, (name, _, damage, cost, unit) = self.figures, WEAPONS[self.chosen[0]]
        text = (
            f"  Starfighter:\n    [0,S]->health:{self.health}/{f[0]}, energy:{self.energy}/{f[1]},"
            f" Regen:{f[2]}/{f[3]}, Armour:{f[4]}, Vision:{f[5]}, Move:{f[6]}, Move Cost:{f[7]},"
            f" location:{at(self.row, self.col)}\n      Projectile Pattern:{name}, Projectile"
            f" Damage:{damage}, Projectile Cost:{cost} ({unit})\n      Power:"
            f"{POWERS[self.chosen[3]][1]}\n      score:{self.focus.score()}\n"
        )
        if self.debug:
            text += "  Enemy:\n"
            for e in self.enemies:
                text += (
                    f"    [{e['id']},{e['kind'][0]}]->health:{e['health']}/{e['total']}, "
                    f"Regen:{e['regen']}, Armour:{e['armour']}, Vision:{e['vision']}, "
                    f"seen_by_Starfighter:{'FT'[e['seen']]}, can_see_Starfighter:"
                    f"{'FT'[e['sees']]}, location:{at(e['row'], e['col'])}\n"
                )
            text += "  Projectile:\n"
            for p in self.shots:
                mark = "*" if p["kind"] == "friendly" else "<"
                text += f"    [{p['id']},{mark}]->damage:{p['damage']}, move:{p['move']}, "
                text += f"location:{at(p['row'], p['col'])}\n"
            for head, lines in zip(HEADS, self.log, strict=True):
                text += f"  {head}:\n" + "".join(line + "\n" for line in lines)
        text += "    " + "".join(f"{c:3}" for c in range(1, self.size[1] + 1)) + "\n"
        for row in range(1, self.size[0] + 1):
            cells = [self.symbol(row, col) for col in range(1, self.size[1] + 1)]
            text += f"    {'ABCDEFGHIJ'[row - 1]} {'  '.join(cells)}\n"
        return text + ("  The game is over. Better luck next time!\n" if self.over else "")

    def symbol(self, row: int, col: int) -> str:
        """S19."""
        if (row, col) == (self.row, self.col):
            return "X" if self.over else "S"
        if not self.debug and abs(row - self.row) + abs(col - self.col) > self.figures[5]:
            return "?"
        enemy, shot = self.find(self.enemies, row, col), self.find(self.shots, row, col)
        if enemy:
            return enemy["kind"][0]
        return "_" if shot is None else "*" if shot["kind"] == "friendly" else "<"

    def find(self, things: list[Thing], row: int, col: int) -> Thing | None:
        return next((each for each in things if (each["row"], each["col"]) == (row, col)), None)

    def error(self, name: str, row: int = 0, col: int = 0) -> str:
        """S11, the part in a game."""
        f, (_, _, _, cost, unit) = self.figures, WEAPONS[self.chosen[0]]
        health, energy = self.grown(self.health, f[0], f[2]), self.grown(self.energy, f[1], f[3])
        far = abs(row - self.row) + abs(col - self.col)
        if name == "move":
            if row > self.size[0] or col > self.size[1]:
                return "Cannot move outside of board."
            if far == 0:
                return "Already there."
            if far > f[6]:
                return "Out of movement range."
            if far * f[7] > energy:
                return "Not enough resources to move."
        if name == "fire" and (energy < cost if unit == "energy" else health <= cost):
            return "Not enough resources to fire."
        if name == "special" and energy < POWERS[self.chosen[3]][0]:
            return "Not enough resources to use special."
        return ""

    def grown(self, now: int, total: int, by: int) -> int:
        """S22."""
        return min(now + by, total) if now < total else now

    def turn(self, name: str, row: int = 0, col: int = 0) -> None:
        """S20 to S28."""
        self.log = [[], [], [], [], []]
        self.t, self.s = self.t + 1, 0
        try:
            for phase, side in enumerate(("friendly", "enemy")):
                self.lines = self.log[phase]
                for shot in [each for each in self.shots if each["kind"] == side]:
                    if shot in self.shots:
                        self.fly(shot)
                        self.check()
            self.lines = self.log[2]
            self.own(name, row, col)
            self.check()
            self.look()
            self.lines = self.log[3]
            self.act(name)
            self.look()
            self.lines = self.log[4]
            self.spawn()
            self.check()
        except Destroyed:
            self.stage = 0

    def check(self) -> None:
        """End the turn if the Starfighter is destroyed."""
        if self.over:
            raise Destroyed

    def say(self, text: str) -> None:
        """Log what follows."""
        self.lines.append("      " + text)

    def on(self, row: int, col: int) -> bool:
        return 0 < row <= self.size[0] and 0 < col <= self.size[1]

    def fly(self, shot: Thing) -> None:
        """S20, S21."""
        row, col, way = shot["row"], shot["col"], shot["way"]
        place = len(self.lines)
        steps = {"snipe": 1, "splitter": 0}.get(way, shot["move"])
        for _ in range(steps):
            shot["row"] += {"up": -1, "down": 1}.get(way, 0)
            shot["col"] += 8 if way == "snipe" else -1 if shot["kind"] == "enemy" else 1
            if not self.on(shot["row"], shot["col"]):
                self.shots.remove(shot)
                break
            self.meet(shot)
            if shot not in self.shots:
                break
        if way == "rocket":
            shot["move"] *= 2
        end = at(shot["row"], shot["col"]) if self.on(shot["row"], shot["col"]) else "out of board"
        moved = f"moves: {at(row, col)} -> {end}" if steps else f"stays at: {end}"
        self.lines.insert(place, f"    A {shot['kind']} projectile(id:{shot['id']}) {moved}")

    def meet(self, shot: Thing) -> None:
        """Deal with whoever is where a projectile has come to (S21)."""
        row, col, mine = shot["row"], shot["col"], shot["kind"] == "friendly"
        where = f"at location {at(row, col)}"
        enemy = self.find(self.enemies, row, col)
        others = [
            e for e in self.shots if e["id"] != shot["id"] and (e["row"], e["col"]) == (row, col)
        ]
        for other in others:
            text = (
                f"The projectile collides with {other['kind']} projectile(id:{other['id']}) {where}"
            )
            if other["kind"] == shot["kind"]:
                self.say(f"{text}, combining damage.")
                shot["damage"] += other["damage"]
                self.shots.remove(other)
                continue
            self.say(f"{text}, negating damage.")
            mine_left, other_left = (
                shot["damage"] - other["damage"],
                other["damage"] - shot["damage"],
            )
            shot["damage"], other["damage"] = mine_left, other_left
            if mine_left <= 0:
                self.shots.remove(shot)
            if other_left <= 0:
                self.shots.remove(other)
        if enemy:
            self.shots.remove(shot)
            text = f"The projectile collides with {enemy['kind']}(id:{enemy['id']}) {where}"
            if mine:
                loss = max(0, shot["damage"] - enemy["armour"])
                self.say(f"{text}, dealing {loss} damage.")
                self.hurt(enemy, loss)
            else:
                self.say(f"{text}, healing {shot['damage']} damage.")
                enemy["health"] = min(enemy["total"], enemy["health"] + shot["damage"])
        if (row, col) == (self.row, self.col):
            self.shots.remove(shot)
            loss = max(0, shot["damage"] - self.figures[4])
            self.say(
                f"The projectile collides with Starfighter(id:0) {where}, dealing {loss} damage."
            )
            self.suffer(loss)

    def hurt(self, enemy: Thing, loss: int) -> None:
        """S23, S29."""
        enemy["health"] -= loss
        if enemy["health"] <= 0:
            where = at(enemy["row"], enemy["col"])
            self.say(f"The {enemy['kind']} at location {where} has been destroyed.")
            self.enemies.remove(enemy)
            enemy["gone"] = True
            kind = enemy["kind"]
            if kind == "Carrier":
                self.focus.add(Focus(4, 3, [3]))
            elif kind == "Pylon":
                self.focus.add(Focus(3, 2, [1]))
            else:
                self.focus.add({"Grunt": 2, "Fighter": 3, "Interceptor": 1}[kind])

    def suffer(self, loss: int) -> None:
        """S23."""
        self.health = max(0, self.health - loss)
        if self.health == 0:
            self.over = True
            where = at(self.row, self.col)
            self.say(f"The Starfighter at location {where} has been destroyed.")

    def own(self, name: str, row: int, col: int) -> None:
        """S22."""
        f, (_, _, damage, cost, unit) = self.figures, WEAPONS[self.chosen[0]]
        for _ in range(2 if name == "pass" else 1):
            self.health = self.grown(self.health, f[0], f[2])
            self.energy = self.grown(self.energy, f[1], f[3])
        here = at(self.row, self.col)
        if name == "pass":
            who = "    The Starfighter(id:0) passes at location"
            self.lines.append(f"{who} {here}, doubling regen rate.")
        elif name == "move":
            while (self.row, self.col) != (row, col) and not self.over:
                if self.row != row:
                    self.row += 1 if row > self.row else -1
                else:
                    self.col += 1 if col > self.col else -1
                self.energy -= f[7]
                self.bump()
            self.lines.insert(
                0, f"    The Starfighter(id:0) moves: {here} -> {at(self.row, self.col)}"
            )
        elif name == "fire":
            if unit == "energy":
                self.energy -= cost
            else:
                self.health -= cost
            self.lines.append(f"    The Starfighter(id:0) fires at location {here}.")
            r, c, weapon = self.row, self.col, self.chosen[0]
            volley = [
                [(r, c + 1, "straight", 5)],
                [(r - 1, c + 1, "up", 1), (r, c + 1, "straight", 1), (r + 1, c + 1, "down", 1)],
                [(r, c + 1, "snipe", 8)],
                [(r - 1, c - 1, "rocket", 1), (r + 1, c - 1, "rocket", 1)],
                [(r, c + 1, "splitter", 0)],
            ][weapon]
            for to_row, to_col, way, move in volley:
                self.shoot("friendly", to_row, to_col, damage, move, way)
        else:
            self.special()

    def bump(self) -> None:
        """Deal with whoever is where the Starfighter has come to (S22)."""
        where = f"at location {at(self.row, self.col)}"
        shot = self.find(self.shots, self.row, self.col)
        if shot:
            self.shots.remove(shot)
            loss = max(0, shot["damage"] - self.figures[4])
            text = (
                f"The Starfighter collides with {shot['kind']} projectile(id:{shot['id']}) {where}"
            )
            self.say(f"{text}, taking {loss} damage.")
            self.suffer(loss)
        enemy = self.find(self.enemies, self.row, self.col)
        if enemy:
            loss = enemy["health"]
            text = f"The Starfighter collides with {enemy['kind']}(id:{enemy['id']}) {where}"
            self.say(f"{text}, trading {loss} damage.")
            self.hurt(enemy, loss)
            self.suffer(loss)

    def special(self) -> None:
        """S22."""
        power, uses = self.chosen[3], "    The Starfighter(id:0) uses special,"
        self.energy -= POWERS[power][0]
        if power == 0:
            self.lines.append(f"{uses} teleporting to: {at(*self.home)}")
            if (self.row, self.col) != self.home:
                self.row, self.col = self.home
                self.bump()
        elif power == 1:
            self.health += 50
            self.lines.append(f"{uses} gaining 50 health.")
        elif power == 2:
            spent = min(50, self.health - 1)
            self.health -= spent
            self.energy += 2 * spent
            self.lines.append(
                f"{uses} gaining {2 * spent} energy at the expense of {spent} health."
            )
        elif power == 3:
            self.lines.append(f"{uses} clearing projectiles with drones.")
            for s in self.shots:
                where = at(s["row"], s["col"])
                self.say(f"A projectile(id:{s['id']}) at location {where} has been neutralized.")
            self.shots = []
        else:
            self.lines.append(f"{uses} unleashing a wave of energy.")
            for e in self.enemies[:]:
                loss = max(0, 100 - e["armour"])
                where = at(e["row"], e["col"])
                self.say(f"A {e['kind']}(id:{e['id']}) at location {where} takes {loss} damage.")
                self.hurt(e, loss)

    def shoot(self, side: str, row: int, col: int, damage: int, move: int, way: str) -> None:
        """S22, S27."""
        number, self.next_shot = self.next_shot, self.next_shot - 1
        where = at(row, col) if self.on(row, col) else "out of board"
        self.say(f"A {side} projectile(id:{number}) spawns at location {where}.")
        if self.on(row, col):
            shot = Thing(
                id=number,
                kind=side,
                row=row,
                col=col,
                damage=damage,
                move=move,
                way=way,
                gone=False,
            )
            self.shots.append(shot)
            self.meet(shot)

    def look(self) -> None:
        """S24."""
        for e in self.enemies:
            far = abs(e["row"] - self.row) + abs(e["col"] - self.col)
            e["seen"], e["sees"] = far <= self.figures[5], far <= e["vision"]

    def act(self, name: str) -> None:
        """S24."""
        there, ended = self.enemies[:], []
        for e in there:
            kind = e["kind"]
            if e["gone"]:
                continue
            who = f"    A {kind}(id:{e['id']}) gains"
            if kind == "Grunt" and name in {"pass", "special"}:
                more = 10 if name == "pass" else 20
                e["health"] += more
                e["total"] += more
                self.lines.append(f"{who} {more} total health.")
            elif kind == "Fighter" and name == "fire":
                e["armour"] += 1
                self.lines.append(f"{who} 1 armour.")
            elif kind == "Carrier" and name == "special":
                e["regen"] += 10
                self.lines.append(f"{who} 10 regen.")
            elif (kind, name) == ("Fighter", "pass"):
                ended.append(e["id"])
                if self.left(e, 6):
                    self.shoot("enemy", e["row"], e["col"] - 1, 100, 10, "")
            elif (kind, name) == ("Carrier", "pass"):
                ended.append(e["id"])
                if self.left(e, 2):
                    self.hatch("Interceptor", e["row"] - 1, e["col"], "      ")
                    self.hatch("Interceptor", e["row"] + 1, e["col"], "      ")
            elif (kind, name) == ("Interceptor", "fire"):
                ended.append(e["id"])
                step = 1 if self.row > e["row"] else -1
                self.walk(e, [(r, e["col"]) for r in range(e["row"], self.row, step)], step)
            self.check()
        for e in there:
            if not e["gone"] and e["id"] not in ended:
                self.usual(e)
                self.check()

    def usual(self, e: Thing) -> None:
        """S24, the two columns on the right."""
        kind, sees = e["kind"], e["sees"]
        far = {"Grunt": (2, 4), "Fighter": (3, 1), "Carrier": (2, 1), "Interceptor": (3, 3)}
        if not self.left(e, far.get(kind, (2, 1))[sees]):
            return
        row, col = e["row"], e["col"] - 1
        if kind == "Grunt":
            self.shoot("enemy", row, col, 15, 4, "")
        elif kind == "Fighter":
            self.shoot("enemy", row, col, 50 if sees else 20, 6 if sees else 3, "")
        elif kind == "Carrier" and sees:
            self.hatch("Interceptor", row, col, "      ")
        elif kind == "Pylon" and sees:
            self.shoot("enemy", row, col, 70, 2, "")
        elif kind == "Pylon":
            for o in self.enemies:
                if abs(o["row"] - row) + abs(o["col"] - e["col"]) <= 5:
                    o["health"] = min(o["total"], o["health"] + 10)
                    whom = f"{o['kind']}(id:{o['id']}) at location {at(o['row'], o['col'])}"
                    self.say(f"The Pylon heals {whom} for 10 damage.")

    def left(self, e: Thing, columns: int) -> bool:
        """Move left; return whether it is still there."""
        self.walk(e, [(e["row"], e["col"] - i) for i in range(columns)], 0)
        return not e["gone"]

    def walk(self, e: Thing, starts: list[tuple[int, int]], down: int) -> None:
        """S25: from each of these cells to the next."""
        e["health"] = self.grown(e["health"], e["total"], e["regen"])
        row, col, place = e["row"], e["col"], len(self.lines)
        for start_row, start_col in starts:
            to = (start_row + down, start_col) if down else (start_row, start_col - 1)
            if self.find(self.enemies, *to):
                break
            e["row"], e["col"] = to
            if not self.on(*to):
                self.enemies.remove(e)
                e["gone"] = True
                break
            self.ram(e)
            if e["gone"]:
                break
        here = at(e["row"], e["col"]) if self.on(e["row"], e["col"]) else "out of board"
        who = f"    A {e['kind']}(id:{e['id']})"
        stays = (row, col) == (e["row"], e["col"])
        moved = f"stays at: {here}" if stays else f"moves: {at(row, col)} -> {here}"
        self.lines.insert(place, f"{who} {moved}")

    def ram(self, e: Thing) -> None:
        """Deal with whoever is where an enemy has come to (S26)."""
        who, where = f"The {e['kind']} collides with", f"at location {at(e['row'], e['col'])}"
        shot = self.find(self.shots, e["row"], e["col"])
        if shot:
            self.shots.remove(shot)
            text = f"{who} {shot['kind']} projectile(id:{shot['id']}) {where},"
            if shot["kind"] == "enemy":
                self.say(f"{text} healing {shot['damage']} damage.")
                e["health"] = min(e["total"], e["health"] + shot["damage"])
            else:
                loss = max(0, shot["damage"] - e["armour"])
                self.say(f"{text} taking {loss} damage.")
                self.hurt(e, loss)
        elif (e["row"], e["col"]) == (self.row, self.col):
            loss = e["health"]
            self.say(f"{who} Starfighter(id:0) {where}, trading {loss} damage.")
            self.hurt(e, loss)
            self.suffer(loss)

    def hatch(self, kind: str, row: int, col: int, indent: str) -> None:
        """S27, S28."""
        if self.find(self.enemies, row, col):
            return
        number, self.next_enemy = self.next_enemy, self.next_enemy + 1
        where = at(row, col) if self.on(row, col) else "out of board"
        self.lines.append(f"{indent}A {kind}(id:{number}) spawns at location {where}.")
        if self.on(row, col):
            health, regen, armour, vision = ENEMIES[kind]
            far = abs(row - self.row) + abs(col - self.col)
            e = Thing(
                id=number, kind=kind, row=row, col=col, health=health, total=health, regen=regen,
                armour=armour, vision=vision, seen=far <= self.figures[5], sees=far <= vision,
                gone=False,
            )  # fmt: skip
            self.enemies.append(e)
            self.ram(e)

    def spawn(self) -> None:
        """S28."""
        row, value = self.draw(1, self.size[0]), self.draw(1, 100)
        for kind, limit in zip(ENEMIES, self.limits, strict=True):
            if value < limit:
                self.hatch(kind, row, self.size[1], "    ")
                return
