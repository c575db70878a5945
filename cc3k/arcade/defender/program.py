"""The program: setup and games behind a dialogue, a command in, its echo and the state out (S6).

Selections, mode and random numbers belong to the process; score, log and ids to one game (S30).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple
from zlib import crc32

from cc3k.arcade.defender import board
from cc3k.arcade.defender.command_parser import Command, Refused, read_commands
from cc3k.arcade.defender.tables import ARMOURS, ENGINES, POWERS, WEAPONS
from cc3k.arcade.defender.turn import Turn, play_turn, refusal
from cc3k.arcade.protocols import TextProgram

MULTIPLIER = 16807
MODULUS = 2147483647
SEED = 900

ZERO_DRAWS = 2
"""How many draws are 0. The row goes on behind them: x(1) and x(2) are passed over."""


class RandomNumbers:
    """Draws of one process: the k-th is 16807^k * 900 mod 2147483647, but the first two are 0.

    Nothing starts the row again: no abort, no new game. The third draw is 96185740. As the first
    two are 0, the first enemy of a process appears in row A, and is that of the value 1.

    A process that goes on has `drawn` so many numbers already.
    """

    def __init__(self, drawn: int = 0) -> None:
        self._value = SEED * pow(MULTIPLIER, drawn, MODULUS) % MODULUS
        self.drawn = drawn

    def draw(self, low: int, high: int) -> int:
        self._value = self._value * MULTIPLIER % MODULUS
        self.drawn += 1
        number = 0 if self.drawn <= ZERO_DRAWS else self._value
        return number % (high - low + 1) + low


WELCOME = "  Welcome to Space Defender Version 2."
GAME_OVER = "  The game is over. Better luck next time!"

NOT_STARTED, SUMMARY, IN_GAME = 0, 5, 6
"""Stages of the dialogue; those from 1 to 4 are the rows of `MENUS` (S7, S10)."""


class Option(NamedTuple):
    """An option of a menu: what a list shows of it, what it is called once it is selected."""

    lines: tuple[str, ...]
    title: str


class Menu(NamedTuple):
    """A state of the setup in which something is selected (S9)."""

    state: str
    label: str
    options: tuple[Option, ...]

    def selected(self, number: int) -> str:
        return f"  {self.label} Selected:{self.options[number - 1].title}"

    def text(self, number: int) -> str:
        listed = [
            f"  {place}:{first}" + "".join(f"\n    {line}" for line in more)
            for place, ((first, *more), _) in enumerate(self.options, start=1)
        ]
        return "\n".join([*listed, self.selected(number)])


def _part_option(part: board.Part) -> Option:
    return Option((part.name, part.figures.text()), part.name)


def _weapon_option(weapon: board.Weapon) -> Option:
    first = f"{weapon.name} ({weapon.text})"
    return Option((first, f"{weapon.figures.text()},", weapon.projectile_text()), weapon.name)


MENUS = (
    Menu("weapon setup", "Weapon", tuple(map(_weapon_option, WEAPONS))),
    Menu("armour setup", "Armour", tuple(map(_part_option, ARMOURS))),
    Menu("engine setup", "Engine", tuple(map(_part_option, ENGINES))),
    Menu("power setup", "Power", tuple(Option((power.text,), power.text) for power in POWERS)),
)


def sums(selected: Sequence[int]) -> board.Figures:
    """Return the sums over the selected weapon, armour and engine (S13)."""
    weapon, armour, engine, _ = selected
    parts = (WEAPONS[weapon - 1], ARMOURS[armour - 1], ENGINES[engine - 1])
    return board.Figures(*map(sum, zip(*[part.figures for part in parts], strict=True)))


def new_battle(rows: int, columns: int, selected: Sequence[int]) -> board.Battle:
    """Return a game that begins: the Starfighter at home, in the middle of column 1 (S13)."""
    weapon, power = WEAPONS[selected[0] - 1], POWERS[selected[3] - 1]
    home = (rows + 1) // 2, 1
    return board.Battle(rows, columns, board.Starfighter(home, sums(selected), weapon, power))


ALREADY_IN_SETUP = "Already in setup mode."
ALREADY_IN_GAME = "Already in a game. Please abort to start a new one."
NOT_NON_DECREASING = "Threshold values are not non-decreasing."
ONLY_IN_SETUP = "Command can only be used in setup mode."
ONLY_IN_MENUS = "Command can only be used in setup mode (excluding summary in setup)."
OUT_OF_RANGE = "Menu option selected out of range."
ONLY_IN_SETUP_OR_GAME = "Command can only be used in setup mode or in game."
ONLY_IN_GAME = "Command can only be used in game."

STATE_NAMES = ("not started", *[menu.state for menu in MENUS], "setup summary")
ORDERS = {order.value: order for order in board.Order}


class CommandError(Exception):
    """A command that cannot be carried out now, with the document's message (S11)."""


MODES = ("normal", "debug")


class Process(NamedTuple):
    """What outlives a game: selections, mode, and how many random numbers are drawn (S30, S32)."""

    selected: tuple[int, ...] = (1,) * len(MENUS)
    is_debug: bool = False
    drawn: int = 0

    def lines(self) -> tuple[str, ...]:
        if self == Process():
            return ()
        return " ".join(map(str, self.selected)), MODES[self.is_debug], str(self.drawn)


def process_of_lines(lines: Sequence[str]) -> Process:
    if not lines:
        return Process()
    try:
        selected, mode, drawn = lines
        process = Process(tuple(map(int, selected.split())), mode == MODES[True], int(drawn))
        counts = [len(menu.options) for menu in MENUS]
        is_known = all(1 <= each <= of for each, of in zip(process.selected, counts, strict=True))
    except ValueError:
        is_known = False
    if not is_known or process.drawn < 0 or process.lines() != tuple(lines):
        message = f"found {' / '.join(lines)[:80]!a}; expected selections, a mode, numbers drawn"
        raise ValueError(message)
    return process


class DefenderProgram(TextProgram):
    """Space Defender 2 behind text. It never ends by itself, as the document's does not.

    It begins as a new `process`, or goes on as one in which games were played. `was_aborted` is
    whether the last game was, until the next setup.
    """

    def __init__(self, process: Process = Process()) -> None:  # noqa: B008 - a value
        self.stage = NOT_STARTED
        self.is_debug = process.is_debug
        self.selected = [*process.selected]
        self.battle: board.Battle | None = None
        self.was_aborted = False
        self._random = RandomNumbers(process.drawn)
        self._size = 0, 0
        self._thresholds: tuple[int, ...] = ()
        self._turns = self._other_commands = 0

    @property
    def process(self) -> Process:
        return Process(tuple(self.selected), self.is_debug, self._random.drawn)

    def begin(self) -> str:
        return f"{self._state_line(is_ok=True)}\n{WELCOME}\n"

    def take(self, text: str) -> str:
        """Carry out commands; return echoes and states, or why the text is refused (S4, S5)."""
        try:
            return "".join(self.run(read_commands(text)))
        except Refused as refused:
            return str(refused)

    def run(self, commands: Iterable[Command]) -> Iterator[str]:
        """Carry out commands; yield the echo and the state of each (S6)."""
        for command in commands:
            try:
                body, is_ok = self._answer(command), True
            except CommandError as error:
                self._count_other()
                body, is_ok = f"  {error}", False
            yield f"->{command}\n{self._state_line(is_ok=is_ok)}\n{body}\n"

    def digest(self) -> int:
        battle = self.battle
        process = (self.stage, self.is_debug, self.selected, self._random.drawn, self._size)
        game = (self._thresholds, self._turns, self._other_commands)
        state = (*process, *game, None if battle is None else battle.state())
        return crc32(repr(state).encode("ascii"))

    def _state_line(self, *, is_ok: bool) -> str:
        return f"  state:{self.state_name}, {MODES[self.is_debug]}, {'ok' if is_ok else 'error'}"

    @property
    def state_name(self) -> str:
        if self.stage == IN_GAME:
            return f"in game({self._turns}.{self._other_commands})"
        return STATE_NAMES[self.stage]

    def _answer(self, command: Command) -> str:
        name, arguments = command
        if name in ORDERS:
            return self._take_turn(ORDERS[name], arguments)
        match name:
            case "play":
                return self._play(arguments)
            case "setup_select":
                return self._select(*arguments)
            case "setup_next" | "setup_back":
                return self._go(arguments[0] if name == "setup_next" else -arguments[0])
            case "abort":
                return self._abort()
            case _:
                self.is_debug = not self.is_debug
                self._count_other()
                return "  In debug mode." if self.is_debug else "  Not in debug mode."

    def _play(self, arguments: tuple[int, ...]) -> str:
        rows, columns, *thresholds = arguments
        if NOT_STARTED < self.stage < IN_GAME:
            raise CommandError(ALREADY_IN_SETUP)
        if self.stage == IN_GAME:
            raise CommandError(ALREADY_IN_GAME)
        if thresholds != sorted(thresholds):
            raise CommandError(NOT_NON_DECREASING)
        self._size, self._thresholds = (rows, columns), tuple(thresholds)
        self.battle, self.was_aborted = None, False
        return self._go_to(1)

    def _select(self, number: int) -> str:
        if not NOT_STARTED < self.stage < SUMMARY:
            raise CommandError(ONLY_IN_MENUS)
        if number > len(MENUS[self.stage - 1].options):
            raise CommandError(OUT_OF_RANGE)
        self.selected[self.stage - 1] = number
        return self._go_to(self.stage)

    def _go(self, stages: int) -> str:
        if not NOT_STARTED < self.stage < IN_GAME:
            raise CommandError(ONLY_IN_SETUP)
        return self._go_to(min(max(self.stage + stages, NOT_STARTED), IN_GAME))

    def _go_to(self, stage: int) -> str:
        """Enter a stage; return what it shows (S8 to S10, S15)."""
        self.stage = stage
        if stage == NOT_STARTED:
            return WELCOME
        if stage == SUMMARY:
            chosen = zip(MENUS, self.selected, strict=True)
            return "\n".join(menu.selected(number) for menu, number in chosen)
        if stage < SUMMARY:
            return MENUS[stage - 1].text(self.selected[stage - 1])
        self._turns = self._other_commands = 0
        self.battle = new_battle(*self._size, self.selected)
        return battle_text(self.battle, is_debug=self.is_debug)

    def _abort(self) -> str:
        if self.stage == NOT_STARTED:
            raise CommandError(ONLY_IN_SETUP_OR_GAME)
        self.was_aborted = self.stage == IN_GAME
        self.stage, self.battle = NOT_STARTED, None
        return f"  Exited from {'game' if self.was_aborted else 'setup mode'}."

    def _take_turn(self, order: board.Order, arguments: tuple[int, ...]) -> str:
        """Play a turn, unless there is an error: that takes none and draws nothing (S11)."""
        battle = self.battle
        if self.stage != IN_GAME or battle is None:
            raise CommandError(ONLY_IN_GAME)
        goal = (arguments[0], arguments[1]) if arguments else battle.starfighter.cell
        message = refusal(battle, order, goal)
        if message is not None:
            raise CommandError(message)
        play_turn(battle, Turn(order, goal, self._thresholds, self._random.draw))
        self._turns += 1
        self._other_commands = 0
        if battle.is_over:
            self.stage = NOT_STARTED
        return battle_text(battle, is_debug=self.is_debug)

    def _count_other(self) -> None:
        """Count an error or a change of mode, which the name of a state in game shows (S7)."""
        self._other_commands += self.stage == IN_GAME


EMPTY, FOG = "_", "?"
CELL_COLUMNS = 3
"""Columns that a cell takes in a row of the board: its symbol and two blanks."""


def battle_text(battle: board.Battle, *, is_debug: bool) -> str:
    """Return the state of a game below its first line (S15)."""
    lines = _starfighter_lines(battle)
    if is_debug:  # seven sections more (S16)
        lines += ["  Enemy:", *map(_enemy_line, battle.enemies.values())]
        lines += ["  Projectile:", *map(_projectile_line, battle.projectiles.values())]
        for section, told in zip(board.SECTIONS, battle.log, strict=True):
            lines += [f"  {section}:", *told]
    lines += board_lines(battle, is_debug=is_debug)
    if battle.is_over:
        lines.append(GAME_OVER)
    return "\n".join(lines)


def _starfighter_lines(battle: board.Battle) -> list[str]:
    ship = battle.starfighter
    figures, weapon = ship.figures, ship.weapon
    health, energy = f"{ship.health}/{figures.health}", f"{ship.energy}/{figures.energy}"
    where = board.location(ship.cell)
    return [
        "  Starfighter:",
        f"    [0,S]->health:{health}, energy:{energy}, {figures.rest_of_text()}, location:{where}",
        f"      Projectile Pattern:{weapon.name}, {weapon.projectile_text()}",
        f"      Power:{ship.power.text}",
        f"      score:{battle.keeper.score}",
    ]


_FLAGS = {True: "T", False: "F"}


def _enemy_line(ship: board.EnemyShip) -> str:
    return (
        f"    [{ship.number},{ship.symbol}]->health:{ship.health}/{ship.total_health}, "
        f"Regen:{ship.regen}, Armour:{ship.armour}, Vision:{ship.vision}, "
        f"seen_by_Starfighter:{_FLAGS[ship.is_seen]}, can_see_Starfighter:{_FLAGS[ship.sees]}, "
        f"location:{board.location(ship.cell)}"
    )


def _projectile_line(projectile: board.Projectile) -> str:
    return (
        f"    [{projectile.number},{projectile.symbol}]->damage:{projectile.damage}, "
        f"move:{projectile.move}, location:{board.location(projectile.cell)}"
    )


def board_lines(battle: board.Battle, *, is_debug: bool) -> list[str]:
    """Return the board: fog beyond the Starfighter's vision, unless in debug mode (S19)."""
    row, column = battle.starfighter.cell
    vision, columns = battle.starfighter.vision, battle.columns
    sight = battle.rows + columns if is_debug else vision
    standing: dict[int, list[tuple[int, str]]] = {}
    for (other_row, other_column), entity in battle.standing.items():
        if abs(other_row - row) + abs(other_column - column) <= sight:
            standing.setdefault(other_row, []).append((other_column, entity.symbol))
    lines = [_head(columns)]
    for number in range(1, battle.rows + 1):
        reach = sight - abs(number - row)
        cells = _empty_row(columns, max(column - reach, 1), min(column + reach, columns))
        if marks := standing.get(number):
            drawn = list(cells)
            for place, mark in marks:
                drawn[(place - 1) * CELL_COLUMNS] = mark
            cells = "".join(drawn)
        lines.append(f"    {board.LETTERS[number - 1]} {cells}")
    return lines


@cache
def _head(columns: int) -> str:
    return "    " + "".join(f"{column:{CELL_COLUMNS}}" for column in range(1, columns + 1))


@cache
def _empty_row(columns: int, first: int, last: int) -> str:
    return "  ".join(EMPTY if first <= each <= last else FOG for each in range(1, columns + 1))
