"""Scenes of a transcript: a drawn game, and what each step brings, by keys or in words.

Above the steps stand the rows of a floor, those of another one below `--`, and options such as
`race: Troll`. Steps are words to a game in plain mode, or a command told in both voices. On a
screen they are keys: letters one by one, or a name, with `_` for a blank; `^` is a tick, `~` all of
a journey, `30x10` another size, and `look`, `rows` and `panel` tell the screen, its messages, and
what is beside the board. `hp=9` sets a figure.
"""

import re
from collections.abc import Iterator
from io import StringIO
from itertools import groupby

from cc3k.cli.config import NAMED_KEYS
from cc3k.cli.plain import PlainSession
from cc3k.engine.board import DIRECTIONS
from cc3k.engine.game import GameState
from cc3k.engine.running_game import part_of
from cc3k.expansions.vaults import Treasures, Wand
from cc3k.play.choices import DEFAULT_HP_LIMIT, parse_hp_limit
from cc3k.play.frame import expansion_status_rows
from cc3k.ui.console import Console
from cc3k.ui.renderer import count_entries_before, lay_out, message_lines
from cc3k.ui.settings import ScreenSettings
from tests.support.arcade_screens import Options
from tests.support.consoles import action, lines, travelled
from tests.support.expansions import rules_of, session_of, told
from tests.support.scenarios import HIT, MISS, room, scenario, weakened
from tests.support.walks import stocked

COINS = {"hit": HIT, "miss": MISS}
PANEL = 81
"""The first column beside the board, and beside a gap."""

WAYS = {way.command_word: way for way in DIRECTIONS}


def parts_of(words: str) -> Iterator[str]:
    """Yield the words of an option, those with `*3` three times."""
    for word in words.split():
        part, _, times = word.partition("*")
        yield from [part] * int(times or 1)


def drawn_game(setup: str) -> tuple[GameState, Options]:
    """Return the game that the lines above the steps of a scene tell of, and its options."""
    options = dict(re.findall(r"^([a-z ]+): (.*)$", setup, re.MULTILINE))
    rows = [line for line in setup.splitlines() if not re.match("[a-z ]+: ", line)]
    floors = [[*floor] for is_floor, floor in groupby(rows, lambda row: row != "--") if is_floor]
    drawing = "\n".join([_floor(floor) for floor in floors] * int(options.get("floors", 1)))
    luck = [
        COINS[word] if word in COINS else int(word) for word in parts_of(options.get("luck", ""))
    ]
    steps = [WAYS[word] for word in parts_of(options["steps"])] if "steps" in options else None
    rules = rules_of(options.get("with", ""))
    game = scenario(drawing, options.get("race", "Shade"), luck, steps, rules)
    if "foes" in options:
        weakened(game, int(options["foes"]))
    if "wands" in options:
        found = [word.partition("/") for word in options["wands"].split()]
        wands = [Wand(name, int(used or 0)) for name, _, used in found]
        part_of(game, Treasures).wands = (*wands, *[None] * (3 - len(wands)))
    if "key" in options:
        part_of(game, Treasures).has_key = True
    for figure in ("hp", "gold", "depth"):
        if figure in options:
            change(game, figure, options[figure])
    stocked(game, " ".join(parts_of(options.get("pack", ""))))
    game.known_names.update([name.replace("_", " ") for name in options.get("known", "").split()])
    return game, options


def _floor(rows: list[str]) -> str:
    if rows[0].startswith("|-"):
        return "\n".join(rows)
    width = max(map(len, rows))
    return room(*[row.ljust(width) for row in rows])


def change(game: GameState, figure: str, value: str) -> None:
    if figure == "provoked":
        game.hero.provoked_kinds.add(value)
    elif figure == "depth":
        game.depth = int(value)
    else:
        assert hasattr(game.hero, figure), figure
        setattr(game.hero, figure, int(value))


class Scene:
    """What steps lead to, and which facts about the game they change."""

    def __init__(self, game: GameState) -> None:
        self.game = game
        self._known = self._facts()

    def do(self, word: str) -> Iterator[str]:
        raise NotImplementedError

    def tell(self) -> Iterator[str]:
        raise NotImplementedError

    def step(self, words: str) -> Iterator[str]:
        for word in words.split():
            found = re.fullmatch("([a-z]+)=([a-z0-9]+)", word)
            if found:
                change(self.game, found[1], found[2])
            else:
                yield from self.do(word)
        yield from self.tell()
        facts = self._facts()
        changed = [f"{name} {fact}" for name, fact in facts.items() if self._known[name] != fact]
        self._known = facts
        yield from [f"= {', '.join(changed)}"] * bool(changed)

    def _facts(self) -> dict[str, object]:
        game, hero = self.game, self.game.hero
        foes = game.floor.enemies.values()
        return {
            "floor": game.depth,
            "turn": game.turns,
            "HP": hero.hp,
            "Atk": hero.stats.attack,
            "Def": hero.stats.defence,
            "gold": hero.gold,
            "foes": " ".join([f"{foe.kind.glyph}{foe.hp}" for foe in foes]) or "none",
            "frozen": game.enemies_frozen,
            "over": game.is_over,
            "rows": "; ".join(expansion_status_rows(game)),
        }


class Listener(Scene):
    """Somebody who plays in plain mode."""

    def __init__(self, setup: str) -> None:
        game, _ = drawn_game(setup)
        self._out = StringIO()
        self._plain = PlainSession(session_of(game), self._out)
        self._plain.start()
        self._line = list[str]()
        self._told = len(self._out.getvalue())
        super().__init__(game)

    def do(self, word: str) -> Iterator[str]:
        self._line += [word] * (word != "ENTER")
        yield from ()

    def tell(self) -> Iterator[str]:
        self._plain.handle_line(self._line)
        self._plain.after_line()
        self._line = []
        told = self._out.getvalue()
        yield from told[self._told :].splitlines()
        self._told = len(told)

    def _facts(self) -> dict[str, object]:
        return {**super()._facts(), "stage": self._plain.session.stage.name.lower()}


class Speaker(Scene):
    """Somebody who gives commands and is told in the document's voice and in the spoken one."""

    def __init__(self, setup: str) -> None:
        game, _ = drawn_game(setup)
        self._words = list[str]()
        super().__init__(game)

    def do(self, word: str) -> Iterator[str]:
        self._words.append(word)
        yield from ()

    def tell(self) -> Iterator[str]:
        words, self._words = " ".join(self._words), []
        yield from dict.fromkeys(told(self.game, words)) if words else ()

    def _facts(self) -> dict[str, object]:
        foes = [
            " ".join([f"{foe.kind.glyph}{foe.hp}/{foe.stats.attack}/{foe.stats.defence}", *sold])
            for foe in self.game.floor.enemies.values()
            for sold in [[ware.name for ware in foe.wares]]
        ]
        known = " ".join(sorted(self.game.known_names))
        return {**super()._facts(), "foes": ", ".join(foes) or "none", "known": known}


class Watcher(Scene):
    """Somebody who plays on a screen."""

    def __init__(self, setup: str) -> None:
        game, options = drawn_game(setup)
        limit = parse_hp_limit(options.get("fight until", "")) or DEFAULT_HP_LIMIT
        settings = ScreenSettings(keys=options.get("keys", "words"), fight_until=limit)
        columns, rows = options.get("size", "79x30").split("x")
        self.console = Console(session_of(game), int(columns), int(rows), settings)
        self.console.session.daily_date = options.get("daily", "")
        self.console.session.is_practice = "practice" in options
        super().__init__(game)

    def do(self, word: str) -> Iterator[str]:
        if word == "look":
            yield from [f"{at:>2}| {line}" for at, line in enumerate(lines(self.console)) if line]
        elif word == "rows":
            laid_out, count = lay_out(self.console, self.game), count_entries_before(self.console)
            told = message_lines(self.console, self.game, laid_out, count)
            yield from [f"  | {line.text}".rstrip() for line in told]
        elif word == "panel":
            yield from [f"  | {line[PANEL:]}" for line in lines(self.console) if line[PANEL:]]
        elif word == "~":
            travelled(self.console)
        elif word == "^":
            self.console.tick()
        elif re.fullmatch(r"\d+x\d+", word):
            self.console.resize(*map(int, word.split("x")))
        else:
            for key in parts_of(word):
                self._press(key)

    def _press(self, key: str) -> None:
        name = {"SPACE": " "}.get(key, key.replace("_", " "))
        is_one = name in NAMED_KEYS or name.startswith(("click ", "point "))
        for each in [name] if is_one else name:
            self.console.press(each)

    def tell(self) -> Iterator[str]:
        yield action(self.console) or "-"

    def _facts(self) -> dict[str, object]:
        console = self.console
        return {
            **super()._facts(),
            "mode": console.mode and type(console.mode).__name__,
            "runs": console.running.command and type(console.running.command).__name__,
            "typing": console.is_input_pending and console.mode is None,
            "stage": console.session.stage.name.lower(),
        }
