"""A record told again in lines: as its game was told."""

from io import StringIO
from pathlib import Path

from attrs import evolve

from cc3k.cli.plain import print_replay_sentences, write_wrapped
from cc3k.cli.play import run_script
from cc3k.cli.replay import print_replay_frames
from cc3k.cli.streams import ReadInput
from cc3k.content.roster import BASE_RULES
from cc3k.play.endings import SLAIN
from cc3k.play.narrator import Narrator
from cc3k.play.prompts import question_before
from cc3k.play.session import Session
from cc3k.saves.record import Record
from tests.support.processes import Ended, run
from tests.support.records import header, journal_of, lost, recorded, walked, won
from tests.support.scenarios import race_named
from tests.support.tables import for_each

GAMES = [
    recorded(header(race="Troll"), "no", "a no", "u we", "f", "f", "so"),
    recorded(header(race="Goblin"), ending=""),
    *[walked(seed, BASE_RULES.races[seed], 60) for seed in range(5)],
]


def typed(text: str) -> ReadInput:
    chunks = iter([text.encode("ascii")])
    return lambda _size: next(chunks, b"")


@for_each("record", GAMES)
def test_pages_are_those_of_the_game(record: Record) -> None:
    """§3, R4: one for the race and one for each command, carried out or refused."""
    words = [race_named(record.header.race).key, *[step.command for step in record.steps]]
    played, again = StringIO(), StringIO()
    run_script(Session(BASE_RULES, record.header.seed), typed(" ".join(words)), played)
    print_replay_frames(record, BASE_RULES, again)
    assert again.getvalue() == played.getvalue()


@for_each("record", GAMES)
def test_sentences_are_those_of_the_game(record: Record) -> None:
    session = Session(BASE_RULES, record.header.seed)
    session.start_game(race_named(record.header.race))
    shadow = Session(BASE_RULES, record.header.seed)
    game, lines = shadow.start_game(race_named(record.header.race)), list[str]()
    for step in record.steps:
        asks = question_before(game, shadow.command_table.commands[step.command])
        lines.append(f"{step.command} yes" if asks else step.command)
        list(shadow.play_words(step.command.split()))
    played, again = StringIO(), StringIO()
    narrator = Narrator(session)
    write_wrapped(narrator.opening_lines(), played)
    for line in lines:
        write_wrapped(
            [told for word in line.split() for told in narrator.handle_word(word)], played
        )
        write_wrapped(narrator.after_line(), played)
    print_replay_sentences(record, BASE_RULES, again)
    assert again.getvalue() == played.getvalue()


@for_each("gold", [0, 77])
def test_verify_tells_whether_a_game_goes_as_it_is_kept(tmp_path: Path, gold: int) -> None:
    *before, last = GAMES[0].steps
    path, steps = tmp_path / "it", (*before, evolve(last, state=evolve(last.state, gold=gold)))
    path.write_bytes(journal_of(evolve(GAMES[0], steps=steps)))
    same = Ended(0, f"{path}: the same in all of 6 commands\n", "")
    other = Ended(3, "", f"cc3k: {path}: turn 2: gold is 0; the record has 77\n")
    assert run("replay", "--verify", str(path)) == (other if gold else same)


def test_ending_is_told() -> None:
    """R33: how it ended, and the score."""
    out = StringIO()
    print_replay_sentences(won(), BASE_RULES, out)
    print_replay_sentences(lost(), BASE_RULES, out)
    assert out.getvalue().count("Play again (r) or quit (q)?") == 2
    assert lost().ending == SLAIN
