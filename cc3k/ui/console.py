"""What the keys do: they spell words, set out on journeys and look around. The core sees words."""

from collections.abc import Callable, Mapping

from attrs import define, field

from cc3k.engine.game import Game
from cc3k.engine.grid import Cell, Direction
from cc3k.play.commands import DIRECTION_WORDS, Verdict
from cc3k.play.frame import aimed_at, struck
from cc3k.play.help import discoveries, help_page, log_page
from cc3k.play.message_log import Chronicle
from cc3k.play.messages import (
    BOLD_QUESTION,
    MORE_TO_READ,
    QUIT_QUESTION,
    ending,
    greeting,
    seed_line,
)
from cc3k.play.quoting import legible
from cc3k.play.session import Session, Stage
from cc3k.play.travel import (
    Journey,
    Travel,
    interruption,
    interrupts,
    on,
)
from cc3k.tty.keys import BUTTONS
from cc3k.ui.input import Spelling
from cc3k.ui.key_actions import Orders
from cc3k.ui.keymap import KEYMAPS, MOVE, compass, key_table, taken
from cc3k.ui.menu import LEAVING, Reception
from cc3k.ui.modes import Asking, Looking, Mode, Reading
from cc3k.ui.palette import DRAWN
from cc3k.ui.screen_layout import arrange, fits, pages
from cc3k.ui.settings import Settings


@define(eq=False)
class Console:
    """A session behind a keyboard and a screen of that many columns and rows."""

    session: Session
    columns: int
    rows: int
    settings: Settings = field(factory=Settings)
    spelling: Spelling = field(init=False)
    notice: str = field(default="", init=False)
    mode: Mode | None = field(default=None, init=False)
    journey: Journey | None = field(default=None, init=False)
    page: int = field(default=0, init=False)
    flashes: frozenset[Cell] = field(default=frozenset(), init=False)
    last_key: str = field(default="", init=False)
    reception: Reception = field(init=False)
    orders: Orders = field(init=False)

    @reception.default
    def _reception(self) -> Reception:
        return Reception(self)

    @orders.default
    def _orders(self) -> Orders:
        return Orders(self)

    @spelling.default
    def _spelling(self) -> Spelling:
        return Spelling({**KEYMAPS[self.settings.keys], **self.settings.bind})

    def __attrs_post_init__(self) -> None:
        """Let the session have a log, that begins as the game did if that has begun already."""
        session = self.session
        if session.chronicle is None:
            session.chronicle = Chronicle()
            if session.game is not None and session.said:
                session.chronicle.note(session.game.turns, session.said, session.told)

    @property
    def chronicle(self) -> Chronicle:
        """The log of the game."""
        return self.session.chronicle or Chronicle()

    @property
    def keymap(self) -> Mapping[str, str]:
        """What each key does."""
        return self.spelling.keymap

    def resize(self, columns: int, rows: int) -> None:
        """Go on with a screen of another size, from the first page of what was said."""
        self.columns, self.rows, self.page = columns, rows, 0

    def report(self, news: str) -> None:
        """Show news of the world outside beside what was said last."""
        self.notice = f"{self.notice or self.session.said} {legible(news)}".lstrip()

    def press(self, key: str) -> None:
        """Take one key. Any key ends a journey, and does nothing else then."""
        if self.keymap.get(key) == "leave" and (self._can_leave or self.mode is None):
            self._leave_off()
        elif self.journey is not None:
            self.journey = None
        elif fits(self.columns, self.rows):
            more = self.page + 1 < len(self.pages())
            if not more:
                self.notice = ""
            self._take(key, more=more)
        else:
            self._leave(key)
        self.last_key = key

    def travel(self) -> None:
        """Take the next step of a journey, unless nothing can be seen of it."""
        game, journey = self.session.game, self.journey
        seen = fits(self.columns, self.rows) and self.session.stage is Stage.PLAYING
        if game is None or journey is None or not seen:
            waits = journey is not None and journey.manner.waits
            self.journey = journey if waits and not fits(self.columns, self.rows) else None
            return
        words, turns = journey.next_words(game), game.turns
        if words is None:
            self._end(journey.why)
            return
        self.say(words)
        steadfast = journey.manner.steadfast
        if self.session.refusal is not None or (game.turns == turns and not steadfast):
            self._end("")
        elif interrupts(game) and not steadfast:
            self._end(interruption(game))

    def pages(self) -> list[list[str]]:
        """Return what the Action row has to say, folded to the screen."""
        game = self.session.game
        if game is None:
            return [[]]
        shown = arrange(self.columns, self.rows, game.floor.plan, self.focus(game))
        text = f"Action: {self.text}" if shown.whole else self.text
        found = pages(text, shown.text_columns, shown.message_rows)
        return found if self.settings.more or isinstance(self.mode, Looking) else found[-1:]

    @property
    def text(self) -> str:
        """What the Action row says now."""
        if isinstance(self.mode, Asking):
            return self.mode.text
        if isinstance(self.mode, Looking):
            return self.mode.told
        game = self.session.game
        found = self.spelling.text or self.notice
        if found or game is None or game.outcome is None:
            return found or self.session.said
        return " ".join([self.session.said, *ending(game), MORE_TO_READ])

    @property
    def leaving(self) -> Asking | None:
        """The question whether to leave the game, if that is what is asked."""
        if isinstance(self.mode, Asking) and self.mode.text == QUIT_QUESTION:
            return self.mode
        return None

    @property
    def waiting(self) -> bool:
        """Whether something typed or asked is unfinished."""
        return bool(self.spelling.text) or isinstance(self.mode, Asking)

    def way_of(self, key: str) -> Direction | None:
        """Return the direction of a key, if it has one."""
        act, _, word = self.keymap.get(key, "").partition(" ")
        return DIRECTION_WORDS.get(word) if act == MOVE else None

    def set_out(self, journey: Travel) -> None:
        """Begin to travel; if every way leads past an enemy, only after a yes."""
        game = self.session.game
        way = journey.way(game) if game is not None else None
        if way is not None and not way.safe:
            self.ask(BOLD_QUESTION, lambda: self.begin(Travel(journey.goals, boldly=True)))
        elif game is not None and journey.next_words(game) is None:
            self._end(journey.why)
        else:
            self.begin(journey)

    def _take(self, key: str, *, more: bool) -> None:
        """Do what a key means now: in a mode, on a page before the last one, or in the game."""
        game = self.session.game
        if self._opens_help(key):
            self._help()
        elif self.mode is not None and not (isinstance(self.mode, Looking) and key == " " and more):
            mode, self.mode = self.mode, None
            self.page = self.page if isinstance(mode, Reading) else 0
            self.mode = mode.press(self, key) or self.mode
        elif more:
            # A letter does not turn the page: the word it begins would be left without it.
            self.page += key == " " or len(key) > 1
        elif game is None:
            self.reception.choose(key)
        elif self.session.stage is Stage.OVER:
            self.reception.decide(game, key)
        elif key.partition(" ")[0] in BUTTONS.values():
            self._click(game, *key.split(" "))
        else:
            act = self.spelling.press(key)
            if act is not None:
                times = self.spelling.times
                self.spelling.clear()
                self.orders.carry_out(game, act, times)

    def _leave_off(self) -> None:
        """Leave at once where nothing is lost by it, else ask."""
        self.journey = None
        if self._can_leave:
            self.session.pause()
        else:
            self._ask_to_quit()

    def _ask_to_quit(self) -> None:
        self.ask(QUIT_QUESTION, lambda: self.say(Verdict.QUIT.value), by_word=True)

    @property
    def _can_leave(self) -> bool:
        """Whether nothing is lost by leaving: no game goes on, or it is kept."""
        witness = self.session.witness
        return self.session.stage is not Stage.PLAYING or (witness is not None and witness.keeps)

    def _leave(self, key: str) -> None:
        """Take a key where nothing of the game can be seen: all that is left is to leave it."""
        if self.leaving is not None:
            self.mode = self.leaving.press(self, key)
        elif not (key.lower() == Verdict.QUIT.value or self.keymap.get(key) in LEAVING):
            return
        elif self.session.stage is Stage.PLAYING:
            self._ask_to_quit()
        else:
            self.say(Verdict.QUIT.value)

    def _click(self, game: Game, button: str, column: str, row: str) -> None:
        """Travel to the cell that is clicked, or look at it with the other button."""
        plan = game.floor.plan
        shown = arrange(self.columns, self.rows, plan, self.focus(game))
        cell = shown.cell_at(int(column), int(row), plan)
        if cell is not None and button == BUTTONS["0"]:
            self.set_out(Travel(on(cell)))
        elif cell is not None:
            self.show(Looking(game, cell))

    def focus(self, game: Game) -> Cell:
        """Return the cell that must be on the screen: the one looked at, or the PC's."""
        return self.mode.cell if isinstance(self.mode, Looking) else game.floor.hero

    def _opens_help(self, key: str) -> bool:
        """Tell whether a key asks for help: at any time, but as a letter that says something."""
        spells = self.reception.is_choice(key) or (bool(self.spelling.typed) and key.isalpha())
        return self.keymap.get(key) == "help" and not spells and not isinstance(self.mode, Reading)

    def show(self, mode: Mode) -> None:
        """Let keys mean something else for a while."""
        self.page, self.mode = self.page if isinstance(mode, Reading) else 0, mode

    def read(self, lines: list[str]) -> None:
        """Show lines on a screen of their own."""
        self.show(Reading(tuple(lines), under=self.mode))

    @property
    def _seed(self) -> str:
        return seed_line(self.session.seed, self.session.games)

    def read_log(self) -> None:
        """Read all messages, from the last ones upwards."""
        reading = Reading((self._seed, *log_page(self.chronicle)))
        self.show(reading.scrolled(self, len(reading.folded(self.columns))))

    def read_discoveries(self, game: Game) -> None:
        """Read what is known by now: potions, and who was slain."""
        self.read([self._seed, *discoveries(game, self.chronicle)])

    def _help(self) -> None:
        title, keymap = greeting(self.session.seed), self.keymap
        rules, drawn = self.session.rules, DRAWN[self.settings.glyphs]
        page = help_page(rules, key_table(keymap), compass(keymap), taken(keymap), drawn)
        self.read([title, *page])

    def ask(self, text: str, yes: Callable[[], None], *, by_word: bool = False) -> None:
        """Ask a question, perhaps about a typed word, and do something upon a yes."""
        self.show(Asking(text, yes, by_word))

    def begin(self, journey: Journey) -> None:
        """Begin a command of many turns."""
        self.journey = journey

    def _end(self, why: str) -> None:
        self.journey, self.notice = None, why
        game = self.session.game
        if why and game is not None:
            self.chronicle.note(game.turns, why, ())

    def say(self, words: str) -> None:
        """Say words to the session; what it answers is read from its first page on."""
        game = self.session.game
        before = None if game is None else (game, aimed_at(game, words))
        for word in words.split():
            if self.session.say(word):
                self.page = 0
        self.flashes = frozenset()
        if before is not None and self.settings.effects:
            self.flashes = struck(*before, self.session.told)
