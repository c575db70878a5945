"""Words that several expansions share: what somebody does, and what it costs."""

from collections.abc import Callable, Iterable

from cc3k.engine.enemies import EnemyKind
from cc3k.engine.events import PC, Effect, Event, ExpansionEvent
from cc3k.engine.game import GameState


def enemy_does(
    name: str, kind: EnemyKind, does: str, do: str = "", *, interrupts: bool = False
) -> ExpansionEvent:
    """Return the event of what an enemy does; `do` are the words for several, if any may.

    `{}` in them stands for the PC.
    """
    return ExpansionEvent(
        name,
        f"{kind.glyph} {does.format(PC)}.",
        f"The {kind.name} {does.format('you')}.",
        kind.name,
        spoken_plural=f" {do.format('you')}." * bool(do),
        interrupts=interrupts,
    )


def hero_does(
    name: str, verb: str, what: str, effect: Effect = Effect.GAIN, deed: str = ""
) -> ExpansionEvent:
    """Return the event of what the PC does, by a regular verb: `find`, `3 gold more`."""
    document, spoken = f"{PC} {verb}s {what}.", f"You {verb} {what}."
    return ExpansionEvent(name, document, spoken, effect=effect, deed=deed)


def figures_after(game: GameState, pay: Callable[[GameState], Iterable[Event]]) -> str:
    """Return the figures that a payment would change, as they would be: `HP 93 of 125, gold 5`."""
    before, after = _figures(game), _figures(game.preview(pay))
    return ", ".join([each for each in after if each not in before])


def _figures(game: GameState) -> list[str]:
    score = [f"score {game.score}"] * (game.score != game.hero.gold)
    return [*game.hero.figure_texts, f"gold {game.hero.gold}", *score]
