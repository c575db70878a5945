"""A game told to ears: what each word did, how things stand after a line, and what is asked for."""

from collections.abc import Callable, Mapping

from attrs import define, evolve, field

from cc3k.engine.actors import EnemyKind
from cc3k.engine.events import (
    Event,
    InTheWay,
    Missed,
    Refusal,
    Sickened,
    Slain,
    Struck,
    Yielded,
    why_not,
)
from cc3k.engine.game import Game
from cc3k.engine.grid import DIRECTIONS
from cc3k.engine.rules import Rules
from cc3k.play.commands import GIVING_UP, Verdict
from cc3k.play.look import near, surroundings
from cc3k.play.messages import (
    GOES_ON,
    QUIT_LINE,
    RESTART_LINE,
    ending,
    greeting,
    race_prompt,
    sentence,
)
from cc3k.play.session import Session, Stage

WHICH_WAY = "In which direction?"
YES, NO = ("yes", "y"), ("no", "n")
QUESTIONS = {Verdict.RESTART: RESTART_LINE, Verdict.QUIT: QUIT_LINE}

HELP = (
    "Words, several to a line, act after Enter.",
    f"Directions: {', '.join([f'{way.word} {way.name}' for way in DIRECTIONS])}.",
    "A direction moves there; a and a direction attacks there; u and one uses the potion there.",
    "f holds enemies still, or lets them go.",
    "r restarts and q quits; yes (y) or no (n) answers whether to give the game up.",
    "z takes the last turn back, in practice.",
    "look or l tells all that is on the floor, status your figures, help these words.",
    "An empty line tells again what is near.",
)


def status(game: Game) -> list[str]:
    """Return all figures of the game."""
    known = [f"{kind.name} {kind.title}" for kind in game.rules.potions if kind.name in game.known]
    return [
        _summary(game),
        f"Potions known: {'; '.join(known) or 'none'}.",
        *["Enemies stand still."] * game.held,
    ]


REQUESTS: Mapping[str, Callable[[Game], list[str]]] = {
    "look": surroundings,
    "l": surroundings,
    "status": status,
}
"""Words that only ask: they are no commands, and nothing of the game changes."""


@define(eq=False)
class Narrator:
    """Tells a session in lines: an opening, an answer to each word, and a pause after each line.

    `_requests` says of each word since the last pause whether it only asked, `_aiming` whether a
    verb waits for its direction; `_leaving` is the word that would give the game up, until that is
    answered; `_told` are the figures as last told.
    """

    session: Session
    _aiming: bool = field(default=False, init=False)
    _leaving: str = field(default="", init=False)
    _requests: list[bool] = field(factory=list, init=False)
    _told: list[str] = field(factory=list, init=False)

    def opening(self) -> list[str]:
        """Return what is told before the first word."""
        return [*self.entrance(), *self.pause()]

    def entrance(self) -> list[str]:
        """Return which run this is, and how its game stands if one goes on."""
        game = self.session.game
        begun = [] if game is None else self._begun(game)
        return [greeting(self.session.seed), *begun]

    def hear(self, word: str) -> list[str]:
        """Take a word; return what it did, or what it asks for."""
        word = word.lower()
        answer = None if self._aiming else self._answer(word)
        self._requests.append(answer is not None)
        if answer is not None:
            return answer
        if self._leaving:
            return self._settle(word)
        if word in GIVING_UP and self.session.stage is Stage.PLAYING:
            self._leaving = word
            return []
        return self._say(word)

    def _settle(self, word: str) -> list[str]:
        """Take the answer whether to give the game up; any other word is none."""
        leaving = self._leaving
        if word in YES:
            self._leaving = ""
            return self._say(leaving)
        if word in NO:
            self._leaving = ""
            return [GOES_ON]
        return []

    def _say(self, word: str) -> list[str]:
        session, before = self.session, self.session.game
        heard = session.say(word)
        self._aiming = not heard and session.stage is Stage.PLAYING
        game = session.game
        if not heard or game is None:
            return []
        return self._begun(game) if game is not before else [self._happened(game)]

    def told(self) -> list[str]:
        """Return what a command did that the session heard elsewhere, and how things stand."""
        game = self.session.game
        return [*([] if game is None else [self._happened(game)]), *self.pause()]

    def pause(self) -> list[str]:
        """Return how things stand at the end of a line."""
        game = self.session.game
        only_requests = bool(self._requests) and all(self._requests)
        self._requests = []
        if self._leaving:
            return [QUESTIONS[GIVING_UP[self._leaving]]]
        if self._aiming:
            return [WHICH_WAY]
        if game is None:
            return [race_prompt(self.session.rules)]
        if game.outcome is not None:
            return [*self._changed(game), *ending(game)]
        return [] if only_requests else [*self._changed(game), near(game)]

    def _answer(self, word: str) -> list[str] | None:
        """Return what is asked for, if the word only asks."""
        game = self.session.game
        if word == "help":
            return list(HELP)
        return REQUESTS[word](game) if game is not None and word in REQUESTS else None

    def _begun(self, game: Game) -> list[str]:
        self._told = _figures(game)
        return [self._happened(game), _summary(game)]

    def _happened(self, game: Game) -> str:
        """Return what the last word did, or why it did nothing."""
        names = _names(game.rules)
        if self.session.refusal is not None:
            return why_not(_refusal_by_name(self.session.refusal, names))
        told = [sentence(_by_name(event, names)) for event in self.session.told]
        return " ".join([f"{text[0].upper()}{text[1:]}" for text in told])

    def _changed(self, game: Game) -> list[str]:
        """Return the figures that are not as they were when last told."""
        figures = _figures(game)
        new = [figure for figure in figures if figure not in self._told]
        self._told = figures
        return [f"{', '.join(new)}."] if new else []


def _names(rules: Rules) -> dict[str, str]:
    """Return what each glyph of the roster is called; nobody hears what an L is."""
    return {
        thing.glyph: thing.name if isinstance(thing, EnemyKind) else thing.role
        for thing in rules.marks.values()
    }


def _by_name(event: Event, names: Mapping[str, str]) -> Event:
    """Return an event with names in place of glyphs."""

    def name(glyph: str) -> str:
        return names.get(glyph, glyph)

    match event:
        case Struck(attacker, defender) | Missed(attacker, defender):
            return evolve(event, attacker=name(attacker), defender=name(defender))
        case Slain(victim, by):
            return evolve(event, victim=name(victim), by=name(by))
        case Yielded(enemy) | Sickened(enemy):
            return evolve(event, enemy=name(enemy))
        case _:
            return event


def _refusal_by_name(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """Return a refusal with a name in place of a glyph."""
    if isinstance(refusal, InTheWay):
        return evolve(refusal, thing=names.get(refusal.thing, refusal.thing))
    return refusal


def _summary(game: Game) -> str:
    return (
        f"{game.race.name}: {', '.join(_figures(game))}, gold {game.hero.gold}, "
        f"floor {game.depth} of {game.rules.floors}, turn {game.turns}."
    )


def _figures(game: Game) -> list[str]:
    hero = game.hero
    cap = "" if game.race.max_hp is None else f" of {game.race.max_hp}"
    return [f"HP {hero.hp}{cap}", f"Atk {hero.stats.attack}", f"Def {hero.stats.defence}"]
