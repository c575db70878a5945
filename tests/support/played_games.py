"""Whole games with all expansions, played by people and kept as journals.

They hold everything together: menus, throws, purchases, freezes, levels, a suit and a compass, as
a player comes to them. Numbers of expansions are tuned, and then the same words lead elsewhere:
`python -m tests.support.played_games` plays the words of each journal by the rules of now, leaves
out what cannot be said any more, and writes it anew, up to the end of that game.
"""

from pathlib import Path

from attrs import evolve

from cc3k.engine.refusals import Impossible
from cc3k.engine.rules import Rules
from cc3k.expansions.registry import OWN_EXPANSIONS, rules_with
from cc3k.play.commands import command_table
from cc3k.play.endings import GIVEN_UP, ending_word
from cc3k.saves.journal_format import read_journal
from cc3k.saves.record import Record, RecordStep, split_tag, state_fingerprint
from cc3k.saves.replay import start_session
from tests.support.records import journal_of

FOLDER = Path(__file__).parent.parent / "expansions" / "journals"
PATHS = sorted(FOLDER.glob("*.cc3k"))


def read_record(path: Path) -> Record:
    with path.open("rb") as source:
        return read_journal(source, path.name).record


def rules_of_now(record: Record) -> Rules:
    tags = [split_tag(tag) for tag in record.header.expansions]
    numbers = {name: number for name, _, number in tags if number is not None}
    return rules_with(
        tuple(
            [
                each.with_setting(numbers[each.name]) if each.name in numbers else each
                for each in OWN_EXPANSIONS
                if each.name in {name for name, _, _ in tags}
            ]
        )
    )


def played_again(record: Record) -> str:
    rules = rules_of_now(record)
    header = evolve(record.header, expansions=rules.expansion_tags, ruleset=rules.ruleset)
    game, actions = start_session(header, rules).game, command_table(rules).actions_and_answers
    assert game is not None
    start, steps = state_fingerprint(game), list[RecordStep]()
    for words in [step.command for step in record.steps]:
        if game.outcome is not None:
            break
        try:
            game.play(actions[words])
        except Impossible:
            continue
        steps.append(RecordStep(words, state_fingerprint(game)))
    ending = GIVEN_UP if game.outcome is None else ending_word(game)
    again = Record(header, start, steps, ending=ending, ended_at=header.started_at)
    return journal_of(again).decode("ascii")


def main() -> None:
    for path in PATHS:
        path.write_text(played_again(read_record(path)), "ascii")


if __name__ == "__main__":
    main()
