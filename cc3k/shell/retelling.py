"""A record told again in lines: the pages or sentences that its game had through a pipe."""

from typing import TextIO

from cc3k.cli.plain import speak
from cc3k.engine.rules import Rules
from cc3k.play.messages import greeting, race_prompt
from cc3k.play.narrator import Narrator
from cc3k.record.record import Record
from cc3k.record.replay import begun, replayed


def retell_in_pages(record: Record, rules: Rules, out: TextIO) -> None:
    """Write what `cc3k --script` does for the same words; raise as `begun` and `replayed` do."""
    session = begun(record.header, rules)
    out.write(f"{greeting(session.seed)}\n{race_prompt(rules)}\n")
    out.writelines(session.page() for _ in replayed(record, session))


def retell_in_sentences(record: Record, rules: Rules, out: TextIO) -> None:
    """Write what `cc3k --plain --race NAME` does for the same words, a command a line."""
    session = begun(record.header, rules)
    narrator = Narrator(session)
    for done in replayed(record, session):
        speak(narrator.told() if done else narrator.opening(), out)
