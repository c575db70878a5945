"""Boards of the arcade for tests: opened by a few words, played step by step, and a keeper."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias

from cc3k.arcade.defender.board_screen import DefenderScreen
from cc3k.arcade.defender.program import DefenderProgram
from cc3k.arcade.escape import EscapeGameBuilder
from cc3k.arcade.escape.board_screen import EscapeScreen
from cc3k.arcade.escape.program import SAMPLE_CONFIGURATION, EscapeProgram
from cc3k.arcade.gems.board_screen import GemsScreen
from cc3k.arcade.gems.program import GemsProgram
from cc3k.arcade.protocols import ArcadeGame, BoardScreen, Row
from cc3k.saves.arcade_games import ArcadeRecorder
from cc3k.ui.arcade_screen import ArcadeOffer, ArcadeScreen
from tests.support.defender import Scene
from tests.support.gems_files import MemoryFiles


class NotingKeeper(ArcadeRecorder):
    is_failing = False

    def __init__(self, header: Sequence[str] = ()) -> None:
        super().__init__("gems", header, None)
        self.noted: list[str] = []
        self.is_saved = False

    def try_to_save(self) -> bool:
        return self.is_saved

    def game_began(self, digest: int, header: Sequence[str] | None = None) -> None:
        self.noted.append("began" if header is None else f"began from {' / '.join(header)}")
        assert digest >= 0

    def input_taken(self, text: str, digest: int) -> None:
        self.noted.append(text)
        self.is_saved = True
        assert digest >= 0

    def game_ended(self) -> None:
        self.noted.append("ended")
        self.is_saved = False


GEMS = ArcadeGame("gems", "Modern Gems", lambda _header: GemsScreen(GemsProgram(), MemoryFiles()))


def arcade_screen(
    keeper: ArcadeRecorder, offers: Sequence[ArcadeOffer] = (), size: tuple[int, int] = (80, 24)
) -> ArcadeScreen:
    return ArcadeScreen(GEMS, keeper, "cc3k gems", *size, offers)


def shown(screen: ArcadeScreen) -> list[str]:
    return [line.text.rstrip() for line in screen.draw().lines]


Put: TypeAlias = Callable[[str, str], None]
"""Put a thing of that name (the first) to that place, while a board is open."""

Options: TypeAlias = Mapping[str, str]


def setup_of(line: str) -> tuple[str, Options]:
    """Return what is set up by `THINGS | option: value; option: value`, and its options."""
    what, _, given = line.partition(" | ")
    return what, dict(option.split(": ", 1) for option in given.split("; ") if option)


Step: TypeAlias = Callable[[str], Iterator[str]]
"""Do what a step says; yield what comes of it, in lines."""


def replayed(transcript: str, begin: Callable[[str], Step]) -> str:
    """Return a transcript anew: scenes of a claim, what is set up, and steps after `$`."""
    told = list[str]()
    for scene in transcript.strip("\n").split("\n\n"):
        claim, *rest = scene.split("\n")
        setup = [*takewhile(lambda line: not line.startswith("$ "), rest)]
        step = begin("\n".join(setup))
        told += [claim, *setup]
        for line in [line for line in rest if line.startswith("$ ")]:
            told += [line, *step(line[2:])]
        told.append("")
    return "\n".join(told)


BY_HAND = b" InteractivePlayer AdjacentRemovalPolicy\n. . . \n1 3 2 \n1 2 2 \n"
SAVED = {
    "first": b"9 1" + BY_HAND,
    "later": b"7 3" + BY_HAND,
    "greedy": b"9 1 GreedyPlayer AdjacentRemovalPolicy\n. 3 3 \n1 3 2 \n",
    "cell": b"1 2 GreedyPlayer ChainedRemovalPolicy\nx\n",
    "policy": b"1 2 GreedyPlayer Chained\n1\n",
    "player": b"1 2 Nobody ChainedRemovalPolicy\n1\n",
    "empty": b"",
}
"""Saved games of gems that can be put into files."""


def open_gems(board: str, options: Options) -> tuple[GemsScreen, Put]:
    """Return a game on a board by a policy, as `tiny Adjacent`, or the `menu`."""
    files = MemoryFiles(a=SAVED["first"])
    screen = GemsScreen(GemsProgram(is_practice="practice" in options), files)
    if board != "menu":
        name, policy = board.split()
        screen.program.take(f"new {name} {policy}RemovalPolicy InteractivePlayer")
        screen.answered("")

    def put(saved: str, name: str) -> None:
        files.files[name] = SAVED.get(saved, b"")
        if not saved:
            del files.files[name]

    return screen, put


def open_defender(things: str, options: Options) -> tuple[DefenderScreen, Put]:
    """Return a game with things as a `Scene` has them, with `nobody`, or the `menu`."""
    screen = DefenderScreen(DefenderProgram())
    rows, columns = int(options.get("rows", 5)), int(options.get("columns", 20))
    scene = Scene("" if things in {"menu", "nobody"} else things, rows, columns)
    if things != "menu":
        screen.program.take("play(5,10,1,1,1,1,1) setup_next(5)")
        screen.program.battle = scene.battle
        screen.view.cursor = scene.battle.starfighter.cell
    return screen, scene.add


TYPES = """Piece descriptors: dog linear [distance 9, value 3] snail linear [distance 9, value 2]
horse linear [distance 1, value 5] frog linear [distance 9, value 3]"""


def open_escape(locations: str, options: Options) -> tuple[EscapeScreen, Put]:
    """Return a game of Ann and Ben with these locations, or the `sample`."""
    shape, limits = options.get("shape", "SQUARE"), options.get("limits", "xMax: 6 yMax: 8")
    text = f"Coordinate: {shape} {limits} Players: Ann Ben Locations: {locations} {TYPES}"
    if "rules" in options:
        text += f" Rules: {options['rules']}"
    if locations == "sample":
        text = SAMPLE_CONFIGURATION
    game = EscapeGameBuilder(text, options.get("term", "c25")).make_game_manager()
    return EscapeScreen(EscapeProgram(game)), lambda _thing, _place: None


OPEN: Mapping[str, Callable[[str, Options], tuple[BoardScreen, Put]]] = {
    "gems": open_gems,
    "defender": open_defender,
    "escape": open_escape,
}


class Player:
    """Somebody at a board, which is opened by a line such as `tiny Adjacent | size: 80x24`.

    A step is of words: a key, `KEY*n`, a click `@row,column`, a `tick` of a program that plays, a
    `step` of animation, a size `120x40`, a `thing>place` to put, `roles` to tell those of all texts
    in sight, or `look`, alone, to tell all rows.
    """

    def __init__(self, game: str, setup: str) -> None:
        what, options = setup_of(setup)
        self.screen, self._put = OPEN[game](what, options)
        self._resize(options.get("size", "80x24"))
        self.sent: list[str] = []
        self._before = self.lines

    @property
    def rows(self) -> list[Row]:
        rows = self.screen.rows(*self.size)
        assert len(rows) <= self.size[1]
        assert all(sum(len(text) for text, _ in row) <= self.size[0] for row in rows)
        return rows

    @property
    def lines(self) -> list[str]:
        return ["".join([text for text, _ in row]).rstrip() for row in self.rows]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def do(self, words: str) -> "Player":
        for _ in self.step(words):
            pass
        return self

    def step(self, words: str) -> Iterator[str]:
        """Do the words of a step; yield what was sent, the rows that changed, and the state."""
        if words == "look":
            self._before = []
        for word in words.split():
            yield from self._do(word)
        lines, blanks = self.lines, list[str]()
        for number, line in enumerate(lines):
            if "".join(self._before[number : number + 1]) != line:
                blanks += [f"{number}"] * (not line)
                yield from [f"{number:>2}| {line}"] * bool(line)
        self._before = lines
        yield from [f"blank: {' '.join(blanks)}"] * bool(blanks)
        state = self._state()
        yield from [f"= {', '.join(state)}"] * bool(state)

    def _do(self, word: str) -> Iterator[str]:
        if word == "roles":
            spans = {(role, text.strip()) for row in self.rows for text, role in row if role}
            for role in sorted({role for role, _ in spans} - {"heading"}):
                yield f"{role}: {' '.join(sorted(text for each, text in spans if each == role))}"
        elif word == "tick":
            yield from self._send(self.screen.next_input())
        elif word == "step":
            self.screen.show_next_step()
        elif re.fullmatch(r"\d+x\d+", word):
            self._resize(word)
        elif found := re.fullmatch(r"(<|\w*)>(\S+)", word):
            self._put(found[1], found[2].replace("_", " "))
        elif found := re.fullmatch(r"@(\d+),(\d+)", word):
            yield from self._send(self.screen.click(int(found[1]), int(found[2])))
        elif word != "look":
            key, _, times = word.partition("*")
            for _ in range(int(times or 1)):
                yield from self._send(self.screen.press({"SPACE": " "}.get(key, key)))
        self.rows  # noqa: B018 - a click is on what was drawn

    def _resize(self, size: str) -> None:
        columns, _, rows = size.partition("x")
        self.size = int(columns), int(rows)

    def _send(self, text: str | None) -> Iterator[str]:
        if text is not None:
            answer = self.screen.program.take(text)
            assert answer.startswith(f"->{text}\n") or not isinstance(self.screen, DefenderScreen)
            assert ", error\n" not in answer, "nothing is sent that is refused"
            assert "valid=no" not in answer
            self.screen.answered(answer)
            self.sent.append(text)
            yield f"> {text}"

    def _state(self) -> list[str]:
        screen, status = self.screen, self.screen.program.exit_status
        flags = {
            "asks": screen.is_asking(),
            "types": screen.is_typing(),
            "a program plays": screen.next_input() is not None,
            f"steps: {screen.steps()}": screen.steps() > 0,
            "over": screen.is_over(),
            f"ended with {status}": status is not None,
        }
        return [flag for flag, is_so in flags.items() if is_so]
