"""Offers of the race screen: other games, those that can be gone on with, and expansions."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from cc3k.cli.options import PlayOptions, installed_expansions, random_seed
from cc3k.cli.streams import print_errors
from cc3k.engine.rules import Rules
from cc3k.engine.text import count_text, printable_name
from cc3k.engine.values import frozen
from cc3k.play.endings import GIVEN_UP
from cc3k.play.messages import daily_label, with_article
from cc3k.play.session import Session
from cc3k.play.start_offers import (
    CannotResume,
    CannotSwitch,
    ExpansionSwitches,
    RaceScreenNews,
    ResumeOffer,
    StartOffer,
)
from cc3k.saves.disk import Disk, atomic_write
from cc3k.saves.index import find_last_scored
from cc3k.saves.journal_format import RecordError, StoredJournal
from cc3k.saves.journal_reader import JOURNAL_SUFFIX, resume_stored
from cc3k.saves.journal_writer import GameEnded
from cc3k.saves.open_files import describe_error, read_regular, reason_of
from cc3k.saves.paths import (
    CHOICE_FILE,
    GAMES_FOLDER,
    UNFINISHED_FOLDER,
    home_folder,
    shipped_layouts,
)
from cc3k.saves.record import DAILY, ORDINARY, PRACTICE, daily_seed, with_expansions
from cc3k.saves.recorder import Recorder
from cc3k.saves.saved_games import (
    DailyAttempt,
    find_blocking_attempt,
    find_daily_attempt,
    load_saved_games,
    unfinished_journals_by_time,
)

if TYPE_CHECKING:
    from cc3k.engine.expansion import NumberSetting

TUTORIAL_OFFER = "A first game: the tutorial, a floor with a dozen hints"

DAILY_KEY, ORDINARY_KEY, TUTORIAL_KEY = "y", "n", "f"
"""Keys of the race screen; no race has these."""

NOTHING_TO_CONTINUE = "no unfinished game is kept; expected one to continue"
NONE_CAN_CONTINUE = "no kept game can be gone on with"
NOT_PLAYED = "not played yet; one attempt is scored"
NOW_PRACTICE = "from now on it is practice"

MAX_CHOICE_BYTES = 4_096


@frozen
class GameStarter:
    """Starts the games that the race screen offers: of the day, ordinary, or the tutorial.

    A game of the day that is kept in the home folder goes on. A newcomer is offered the tutorial.
    """

    home: str | None
    recorder: Recorder
    is_newcomer: bool

    @property
    def today(self) -> str:
        return self.recorder.now()[:10]

    def begin(self, rules: Rules) -> Session:
        notices = self.recorder.notices
        try:
            attempt = find_daily_attempt(self.home, self.today, rules.expansion_tags)
        except OSError as error:
            raise CannotResume(describe_error(error)) from error
        if attempt is not None and not attempt.is_over and self.recorder.game_kind != PRACTICE:
            try:
                session = resume_journal(self.recorder, attempt.path)
            except CannotResume as error:
                notices.append(f"{daily_label(attempt.date)} cannot be gone on with: {error}.")
            else:
                notices.append(f"{daily_label(attempt.date)} goes on, {_describe_kept(attempt)}.")
                return session
        if self.recorder.game_kind != PRACTICE:
            self.recorder.game_kind = DAILY
        session = Session(rules, int(daily_seed(self.today, rules.expansion_tags)))
        session.daily_date, session.keeper = self.today, self.recorder
        self.prepare(session)
        kept = find_daily_attempt(self.home, self.today, None) if attempt is None else None
        if kept is not None and not kept.is_over:  # with other expansions
            label = f"{daily_label(kept.date)}{with_expansions(kept.result.expansions)}"
            notice = f"{label} is kept, {_describe_kept(kept)}: cc3k --continue resumes it."
            notices.append(notice)
        return session

    def prepare(self, session: Session) -> None:
        """Make the race screen of the daily game that of a session's expansions.

        Each set of them has floors of its own, and an attempt for each date, so that one may be
        practice and another not.
        """
        if session.daily_date:
            tags, attempt = session.rules.expansion_tags, None
            with suppress(OSError):  # it is told when the game begins
                attempt = find_blocking_attempt(self.home, session.daily_date, tags)
            session.seed = int(daily_seed(session.daily_date, tags))
            session.is_practice = attempt is not None or self.recorder.game_kind == PRACTICE

    def describe_standing(self, session: Session) -> str:
        try:
            tags = session.rules.expansion_tags
            found = find_blocking_attempt(self.home, self.today, tags)
        except OSError as error:
            return describe_error(error)
        if found is not None and found.date > self.today:
            return f"practice, as {daily_label(found.date)} has been begun"
        return describe_attempt(found)

    def news(self) -> RaceScreenNews:
        return RaceScreenNews(self._describe_last_game, self.describe_standing, self._start_offers)

    def _start_offers(self, session: Session) -> Sequence[StartOffer]:
        if session.daily_date:
            begin = partial(self._ordinary, session.rules)
            text = "An ordinary game, on other floors"
            return (StartOffer(ORDINARY_KEY, text, begin, "Ordinary"),)
        text = f"{daily_label(self.today)}: {self.describe_standing(session)}"
        begin = partial(self._begin_from_menu, session.rules)
        daily = StartOffer(DAILY_KEY, text, begin, "Daily")
        begin = partial(self._tutorial, session.rules)
        tutorial = StartOffer(TUTORIAL_KEY, TUTORIAL_OFFER, begin, "Learn")
        is_first = self.is_newcomer and not session.games_started
        return (daily, tutorial) if is_first else (daily,)

    def _begin_from_menu(self, rules: Rules) -> Session:
        self.recorder.game_kind = DAILY
        return self.begin(rules)

    def _tutorial(self, rules: Rules) -> Session:
        from cc3k.play.tutorial import TUTORIAL_LAYOUT, TUTORIAL_RACE, Tutorial
        from cc3k.saves.layout_files import load_layout

        layout = load_layout(shipped_layouts().get(TUTORIAL_LAYOUT, TUTORIAL_LAYOUT), rules)
        session = Session(rules, random_seed(), layout.floor_layouts, tutorial=Tutorial())
        session.layout_argument = TUTORIAL_LAYOUT
        session.keeper, self.recorder.layout_name = self.recorder, TUTORIAL_LAYOUT
        session.start_game(next(r for r in session.rules.races if r.name.lower() == TUTORIAL_RACE))
        return session

    def _ordinary(self, rules: Rules) -> Session:
        self.recorder.game_kind = ORDINARY
        session = Session(rules, random_seed())
        session.keeper = self.recorder
        return session

    def _describe_last_game(self) -> str:
        with suppress(OSError):  # it is told when games are looked for
            last = None if self.home is None else find_last_scored(self.home)
            if last is not None:
                scored = f"{last.score} as {with_article(last.race.lower())}"
                return f"Last game: {scored}, {last.fate.clause} ({last.date[:10]})."
        return ""


def create_starter(options: PlayOptions, recorder: Recorder) -> GameStarter:
    home = home_folder(os.environ)
    return GameStarter(None if options.journal else home, recorder, _is_newcomer(home))


def _is_newcomer(home: str | None) -> bool:
    if home is None:
        return False
    try:
        for name in (UNFINISHED_FOLDER, GAMES_FOLDER):
            with suppress(FileNotFoundError), os.scandir(os.path.join(home, name)) as entries:
                if any(entry.name.endswith(JOURNAL_SUFFIX) for entry in entries):
                    return False
    except OSError:
        return False
    return True


def describe_attempt(attempt: DailyAttempt | None) -> str:
    if attempt is None:
        return NOT_PLAYED
    if not attempt.is_over:
        return f"kept, {_describe_kept(attempt)}"
    of = attempt.result
    scored = f" with {of.score} as {with_article(of.race.lower())}"
    return f"{of.fate.clause}{'' if of.ending == GIVEN_UP else scored}; {NOW_PRACTICE}"


def _describe_kept(attempt: DailyAttempt) -> str:
    of = attempt.result
    return f"as {with_article(of.race.lower())}, floor {of.floors}, turn {of.turns}"


def resume_game(options: PlayOptions, recorder: Recorder) -> Session:
    if options.journal is not None:
        return resume_journal(recorder, options.journal)
    refusals, folder = list[CannotResume](), home_folder(os.environ)
    try:
        journals = [] if folder is None else unfinished_journals_by_time(folder)
    except OSError as error:
        raise CannotResume(describe_error(error)) from error
    for path, _ in journals:
        try:
            session = resume_journal(recorder, path)
        except CannotResume as error:
            if not isinstance(error.__cause__, GameEnded):
                refusals.append(error)
        else:
            recorder.notices.extend([f"Passed over {each}." for each in refusals])
            return session
    named = [NONE_CAN_CONTINUE if refusals else NOTHING_TO_CONTINUE, *map(str, refusals)]
    refused = CannotResume(". ".join(named))
    refused.exit_code = next((each.exit_code for each in refusals), refused.exit_code)
    raise refused


def find_resume_offers(
    options: PlayOptions, recorder: Recorder
) -> tuple[tuple[ResumeOffer, ...], bool]:
    """Return the games that can be resumed; if the options choose a game none, but whether any is.

    A notice tells how many cannot, as those of older rules.
    With `--new` the player does not want to know. Raises `OSError`.
    """
    folder = home_folder(os.environ)
    if folder is None or options.new:
        return (), False
    if options.practice or (options.journal, options.seed, options.floor) != (None, None, None):
        return (), bool(unfinished_journals_by_time(folder))
    games = load_saved_games(folder)
    offers = [
        ResumeOffer(
            game.description,
            partial(_last_frame, game.journal),
            partial(resume_journal, recorder, game.path),
        )
        for game in games
        if game.journal is not None and not game.problem
    ]
    if len(offers) < len(games):
        others = count_text(len(games) - len(offers), "kept game")
        recorder.notices.append(f"{others} cannot be gone on with: cc3k games says why.")
    return tuple(offers), False


def _last_frame(journal: StoredJournal) -> list[str]:
    from cc3k.play.spoken_voice import SpokenVoice

    try:
        session = resume_stored(journal)
        session.use_voice(SpokenVoice(session.rules))
        return session.frame_or_prompt().splitlines()
    except RecordError as error:
        return [str(error)]


def resume_journal(recorder: Recorder, path: str) -> Session:
    with telling_why_not(path):
        return recorder.resume(path)


@contextmanager
def telling_why_not(path: str) -> Iterator[None]:
    """Raise `CannotResume` for what is wrong with a journal."""
    try:
        yield
    except RecordError as error:
        refused = CannotResume(error.told_of(printable_name(path)))
        refused.exit_code = error.exit_code
        raise refused from error
    except OSError as error:
        message = f"{printable_name(path)}: {reason_of(error)}"
        raise CannotResume(message) from error


def make_switches(
    options: PlayOptions, prepare: Callable[[Session], None] = lambda _session: None
) -> ExpansionSwitches:
    """Return the switches of the race screen of a game that is played with these options.

    `prepare` makes a session what it has to be with the expansions that are on now.
    """
    own = _Switcher(options, prepare)
    return ExpansionSwitches(installed_expansions, own.switch, own.set_number, highest_number)


def highest_number(setting: "NumberSetting") -> int:
    """Return the highest number that screens offer: one above the highest won, if it is earned."""
    home = home_folder(os.environ)
    if not setting.is_earned or home is None:
        return setting.highest
    from cc3k.engine.expansion import BrokenExpansion
    from cc3k.saves.index import find_results
    from cc3k.saves.record import split_tag

    names = [each.name for each in installed_expansions() if each.setting == setting]
    won = setting.lowest - 1
    with suppress(OSError, BrokenExpansion):
        tags = [tag for each in find_results(home).scored if each.won for tag in each.expansions]
        numbers = [number for name, _, number in map(split_tag, tags) if name in names]
        won = max([won, *[number for number in numbers if number is not None]])
    return min(won + 1, setting.highest)


def read_last_choice(environ: Mapping[str, str]) -> list[str]:
    home = home_folder(environ)
    path = "" if home is None else os.path.join(home, CHOICE_FILE)
    names = list[str]()
    with suppress(OSError, ValueError):
        data = read_regular(path, MAX_CHOICE_BYTES)
        names = data.decode("ascii").split()
    known = [each.name for each in installed_expansions()] if names else []
    chosen = [name for name in known if name in names]
    if not chosen:
        return []
    from cc3k.saves.expansion_plugins import describe_broken

    broken = describe_broken(chosen)
    print_errors(broken.values())
    return [name for name in chosen if name not in broken]


@frozen
class _Switcher:
    options: PlayOptions
    prepare: Callable[[Session], None]

    def switch(self, session: Session, name: str) -> Session:
        from cc3k.expansions.registry import OWN_EXPANSIONS
        from cc3k.saves.expansion_plugins import load_plugins

        given, now = dict(self.options.numbers or ()), session.rules.expansions
        names = [each.name for each in now if each.name != name]
        names += [name] if len(names) == len(now) else []
        numbers = _numbers_of(session, names)
        for each in [*OWN_EXPANSIONS, *load_plugins(names)] if given else []:
            if each.name in names and each.setting is not None and each.setting.option in given:
                numbers.setdefault(each.setting.option, given[each.setting.option])
        return self._choose(session, names, numbers)

    def set_number(self, session: Session, name: str, number: int) -> Session:
        names = [each.name for each in session.rules.expansions]
        (setting,) = [each.setting for each in session.rules.expansions if each.name == name]
        numbers = _numbers_of(session, names)
        if setting is not None:
            numbers[setting.option] = number
        return self._choose(session, names, numbers)

    def _choose(self, session: Session, names: Sequence[str], numbers: dict[str, int]) -> Session:
        from cc3k.content.layout.diagnostics import LayoutError
        from cc3k.engine.expansion import BrokenExpansion
        from cc3k.saves.expansion_plugins import select_rules
        from cc3k.saves.layout_files import load_layout

        options, layouts = self.options, session.floor_layouts
        try:
            rules = select_rules(names, numbers)
            if options.floor is not None and layouts:
                layouts = load_layout(options.floor, rules).floor_layouts
        except (ValueError, BrokenExpansion, LayoutError) as error:
            raise CannotSwitch(str(error)) from error
        _keep_choice([each.name for each in rules.expansions])
        chosen = session.with_rules(rules, layouts)
        self.prepare(chosen)
        return chosen


def _numbers_of(session: Session, names: Sequence[str]) -> dict[str, int]:
    return {
        each.setting.option: each.setting_value
        for each in session.rules.expansions
        if each.setting is not None and each.setting_value is not None and each.name in names
    }


def _keep_choice(names: Sequence[str]) -> None:
    """Keep the names of the expansions that are chosen; a choice that cannot be kept is lost."""
    home = home_folder(os.environ)
    if home is None:
        return
    with suppress(OSError):
        disk = Disk()
        disk.make_folder(home)
        atomic_write(disk, os.path.join(home, CHOICE_FILE), [f"{' '.join(names)}\n".encode()])
