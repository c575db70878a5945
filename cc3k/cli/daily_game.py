"""Daily games, and the news on the race screen before a game begins."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from attrs import frozen

from cc3k.engine.rules import Rules
from cc3k.play.messages import article, daily_label, with_article
from cc3k.play.session import Session
from cc3k.play.tutorial import TUTORIAL_LAYOUT, TUTORIAL_RACE
from cc3k.saves.daily import (
    DailyAttempt,
    find_blocking_attempt,
    find_daily_attempt,
)
from cc3k.saves.expansion_tags import with_expansions
from cc3k.saves.index import find_last_score
from cc3k.saves.open_files import describe_error
from cc3k.saves.record import ABANDONED, DAILY, ORDINARY, PRACTICE, WON, Score, daily_seed
from cc3k.saves.recorder import Recorder
from cc3k.saves.replay import CannotResume
from cc3k.saves.setup import RaceScreenNews, StartOffer

TUTORIAL_OFFER = "A first game: the tutorial, a floor with a dozen hints"

DAILY_KEY, ORDINARY_KEY, TUTORIAL_KEY = "y", "n", "f"
"""Keys of the race screen; no race has these."""

NOT_PLAYED = "not played yet; one attempt is scored"
NOW_PRACTICE = "from now on it is practice"


@frozen
class DailyStarter:
    """Begins, or goes on with, the game of the day in a home folder, if there is one.

    `resume` returns the session of a journal, or raises `CannotResume`; `new_session` one for a
    seed and rules, and `ordinary_session` one for a seed drawn from the system. A newcomer is
    offered the tutorial, whose session `tutorial_session` returns.
    """

    home: str | None
    recorder: Recorder
    resume: Callable[[str], Session]
    new_session: Callable[[int, Rules], Session]
    ordinary_session: Callable[[Rules], Session]
    tutorial_session: Callable[[Rules], Session]

    is_newcomer: bool = False

    @property
    def today(self) -> str:
        return self.recorder.now()[:10]

    def begin(self, rules: Rules) -> Session:
        """Return the session of the game of the day: the kept attempt, or one before its game.

        Raises `CannotResume` if the attempt cannot be looked for.
        """
        notices = self.recorder.notices
        try:
            attempt = self._attempt(rules)
        except OSError as error:
            raise CannotResume(describe_error(error)) from error
        if attempt is not None and not attempt.is_over and self.recorder.game_kind != PRACTICE:
            try:
                session = self.resume(attempt.path)
            except CannotResume as error:
                notices.append(f"{daily_label(attempt.date)} cannot be gone on with: {error}.")
            else:
                label = daily_label(attempt.date)
                notices.append(f"{label} goes on, {_describe_kept(attempt)}.")
                return session
        if self.recorder.game_kind != PRACTICE:
            self.recorder.game_kind = DAILY
        session = self.new_session(int(daily_seed(self.today, rules.expansion_tags)), rules)
        session.daily_date, session.observer = self.today, self.recorder
        self.prepare(session)
        if attempt is None:
            self._mention_other_attempt()
        return session

    def _mention_other_attempt(self) -> None:
        kept = None if self.home is None else find_daily_attempt(self.home, self.today, None)
        if kept is not None and not kept.is_over:
            label = f"{daily_label(kept.date)}{with_expansions(kept.expansions)}"
            told = f"{label} is kept, {_describe_kept(kept)}: cc3k --continue resumes it."
            self.recorder.notices.append(told)

    def prepare(self, session: Session) -> None:
        """Make the race screen of the daily game that of a session's expansions.

        Each set of them has floors of its own, and an attempt for each date, so that one may be
        practice and another not.
        """
        if session.daily_date:
            tags, attempt = session.rules.expansion_tags, None
            with suppress(OSError):  # it is told when the game begins
                if self.home is not None:
                    attempt = find_blocking_attempt(self.home, session.daily_date, tags)
            session.seed = int(daily_seed(session.daily_date, tags))
            session.is_practice = attempt is not None or self.recorder.game_kind == PRACTICE

    def describe_standing(self, session: Session) -> str:
        tags = session.rules.expansion_tags
        try:
            found = (
                None if self.home is None else find_blocking_attempt(self.home, self.today, tags)
            )
        except OSError as error:
            return describe_error(error)
        if found is not None and found.date > self.today:
            return f"practice, as {daily_label(found.date)} has been begun"
        return describe_attempt(found)

    def news(self) -> RaceScreenNews:
        return RaceScreenNews(self._describe_last_game, self.describe_standing, self._start_offers)

    def _attempt(self, rules: Rules) -> DailyAttempt | None:
        if self.home is None:
            return None
        return find_daily_attempt(self.home, self.today, rules.expansion_tags)

    def _start_offers(self, session: Session) -> Sequence[StartOffer]:
        """Return the other kind of game: the game of the day, or from there an ordinary one."""
        if session.daily_date:
            begin = partial(self._ordinary, session.rules)
            return (StartOffer(ORDINARY_KEY, "An ordinary game, on other floors", begin),)
        text = f"{daily_label(self.today)}: {self.describe_standing(session)}"
        daily = StartOffer(DAILY_KEY, text, partial(self._begin_from_menu, session.rules))
        tutorial = StartOffer(TUTORIAL_KEY, TUTORIAL_OFFER, partial(self._tutorial, session.rules))
        return (tutorial, daily) if self.is_newcomer and not self._has_begun(session) else (daily,)

    @staticmethod
    def _has_begun(session: Session) -> bool:
        """Whether a session has had a game: the tutorial is offered once."""
        return session.games_started > 0

    def _begin_from_menu(self, rules: Rules) -> Session:
        self.recorder.game_kind = DAILY
        return self.begin(rules)

    def _tutorial(self, rules: Rules) -> Session:
        session = self.tutorial_session(rules)
        session.observer, self.recorder.layout_name = self.recorder, TUTORIAL_LAYOUT
        session.start_game(next(r for r in session.rules.races if r.name.lower() == TUTORIAL_RACE))
        return session

    def _ordinary(self, rules: Rules) -> Session:
        self.recorder.game_kind = ORDINARY
        session = self.ordinary_session(rules)
        session.observer = self.recorder
        return session

    def _describe_last_game(self) -> str:
        with suppress(OSError):  # it is told when games are looked for
            score = None if self.home is None else find_last_score(self.home)
            return "" if score is None else describe_last_score(score)
        return ""


def describe_attempt(attempt: DailyAttempt | None) -> str:
    if attempt is None:
        return NOT_PLAYED
    if not attempt.is_over:
        return f"kept, {_describe_kept(attempt)}"
    if attempt.ending == ABANDONED:
        return f"given up on floor {attempt.floor}; {NOW_PRACTICE}"
    fate, race = "won", attempt.race.lower()
    if attempt.ending != WON:
        fate = f"lost on floor {attempt.floor}"
    return f"{fate} with {attempt.score} as {article(race)} {race}; {NOW_PRACTICE}"


def _describe_kept(attempt: DailyAttempt) -> str:
    """Return how an attempt that is not over stands."""
    race = attempt.race.lower()
    return f"as {article(race)} {race}, floor {attempt.floor}, turn {attempt.turns}"


def describe_last_score(score: Score) -> str:
    race, cause = score.race.lower(), score.cause
    fate = "won"
    if not score.won:
        fate = f"killed by {with_article(cause)} on floor {score.floors}"
    return f"Last game: {score.score} as {article(race)} {race}, {fate} ({score.date[:10]})."
