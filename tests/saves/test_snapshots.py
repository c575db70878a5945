"""Snapshots: a long game goes on from one exactly as from a replay, and from no other's."""

import errno
import json
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from attrs import define, evolve, field, frozen

from cc3k.content.roster import BASE_RULES
from cc3k.engine.game import GameState
from cc3k.engine.rules import Rules
from cc3k.engine.view import GameView
from cc3k.expansions.hunters import Hunt
from cc3k.play.help import story_lines
from cc3k.play.history import LogEntries, LogEntry, MessageLog, ScreenNote
from cc3k.play.messages import Message
from cc3k.play.session import Session, SessionStage
from cc3k.play.spoken_voice import SpokenVoice
from cc3k.saves import recorder, snapshots
from cc3k.saves.disk import Disk, make_seal
from cc3k.saves.journal_format import RecordError
from cc3k.saves.journal_reader import read_stored_journal, read_unfinished_journal, resume_stored
from cc3k.saves.journal_writer import JournalFile, SaveContext
from cc3k.saves.paths import path_of_snapshot
from cc3k.saves.record import PRACTICE, state_fingerprint
from cc3k.saves.recorder import Recorder, close_killed_games
from cc3k.saves.saved_games import delete_journal, load_saved_games
from cc3k.saves.snapshots import NotEncodable, Plain, StateDecoder, StateEncoder, constants_of
from tests.support.effort import EFFORT
from tests.support.expansion_sets import NAMES, SetWalker, rules_of
from tests.support.fixtures import Patch
from tests.support.played_games import FOLDER, PATHS, read_record, rules_of_now
from tests.support.tables import for_each

STEPS = 20
"""Commands between two snapshots here."""

SETS: Sequence[tuple[str, ...]] = (
    (),
    NAMES,
    *[(name,) for name in NAMES[::3]],
    ("fog", "chambers"),
)


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: Patch) -> None:
    monkeypatch.setattr(recorder, "MANY_STEPS", STEPS)
    monkeypatch.setattr(recorder, "FEW_STEPS", STEPS // 2)
    monkeypatch.setattr(snapshots, "KEPT_ENTRIES", 20)


@define(eq=False)
class Home:
    folder: Path
    kind: str = "ordinary"
    path: str = field(init=False)

    @path.default
    def _path(self) -> str:
        return str(self.folder / "games" / "a.cc3k")

    def recorder(self) -> Recorder:
        home = str(self.folder)
        context = SaveContext(Disk(), "a test")
        return Recorder(context, lambda: 1e9, lambda _: self.path, self.kind, home=home)

    @property
    def snapshot(self) -> Path:
        return Path(path_of_snapshot(str(self.folder), self.path))

    def begin(self, rules: Rules, seed: int, race: int = 0, games_before: int = 0) -> Session:
        session = Session(rules, seed, is_practice=self.kind == PRACTICE)
        session.games_started = games_before
        session.keeper = self.recorder()
        session.use_voice(SpokenVoice(rules))
        session.start_game(rules.races[race])
        return session


def play(session: Session, commands: int, dice: random.Random) -> None:
    walker, game, log = SetWalker(session.rules, dice), session.game, session.message_log
    assert isinstance(session.keeper, Recorder)
    for _ in range(commands):
        if game is None or game.outcome is not None:
            return
        session.give(walker.words(game))
        if dice.random() < 0.1:
            stop = (Message("You stop."),)
            log.add(game.turns, stop, ())
            if dice.random() < 0.5:
                session.keeper.keep_note(ScreenNote(stop, times=1))


def leave(session: Session) -> None:
    assert isinstance(session.keeper, Recorder)
    session.keeper.close()


def all_of(session: Session) -> object:
    game, log, tally = session.game, session.message_log, session.tally
    assert game is not None
    view, fight = GameView(game), tally.fight
    joined = fight and [(foe.kind, turns) for foe, turns in fight.foes]
    enemies = [(cell, one.kind, one.hp, one.stats) for cell, one in view.known_enemies.items()]
    parts = [(name, part.digest_parts()) for name, part in game.parts.items()]
    counts = tally.kills, tally.potions_drunk, tally.piles_by_value, tally.gold_taken
    return (
        *(session.frame_or_prompt(), state_fingerprint(game), parts, enemies, game.score),
        *(session.messages, session.last_events, session.last_refusal, session.note),
        *(counts, tally.gold_stolen, tally.frozen_turns, fight and fight.hp_at_start, joined),
        *(
            [*log.entries],
            story_lines(game, tally),
            session.label,
            session.games_started,
            game.last_events,
        ),
        *([*game.floor.enemies], [*game.floor.items.items()], game.floor.item_changes),
    )


def assert_same_from_here_on(home: Home, commands: Sequence[str]) -> None:
    found = read_unfinished_journal(home.path, str(home.folder))
    whole = read_stored_journal(home.path)
    assert found.snapshot is not None
    assert found.record.turn_count == whole.record.turn_count
    assert found.record.last_state == whole.record.last_state
    quick, slow = resume_stored(found), resume_stored(whole)
    assert [*quick.messages] == [*slow.messages]
    for each in (quick, slow):
        each.use_voice(SpokenVoice(each.rules))
    for words in commands:
        assert quick.give(words) == slow.give(words)
        assert quick.frame_or_prompt() == slow.frame_or_prompt()
        if slow.stage is SessionStage.GAME_OVER:
            break
    assert all_of(quick) == all_of(slow)


@pytest.mark.walk
@for_each("names", SETS)
def test_game_goes_on_from_a_snapshot_as_from_a_replay(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    compared = 0
    for seed in range(30):
        home, dice = Home(tmp_path / "-".join([f"{seed}", *names])), random.Random(seed)
        rules = rules_of(names) if names else BASE_RULES
        session = home.begin(rules, seed, race=3)
        play(session, STEPS + dice.randint(0, 2 * STEPS), dice)
        game = session.game
        if game is None or game.outcome is not None:
            assert not home.snapshot.exists()
            continue
        leave(session)
        walker, rest = SetWalker(rules, dice), list[str]()
        twin = resume_stored(read_stored_journal(home.path))
        while len(rest) < 50 and twin.game is not None and twin.game.outcome is None:
            rest.append(walker.words(twin.game))
            twin.give(rest[-1])
        assert_same_from_here_on(home, rest)
        compared += 1
        if compared == EFFORT:
            break
    assert compared == EFFORT, names


@pytest.mark.slow
@for_each("part, path", [(1 + at % 3, path.name) for at, path in enumerate(PATHS)])
def test_whole_games_with_all_expansions_go_on_from_snapshots(
    tmp_path: Path, part: int, path: str
) -> None:
    record = read_record(FOLDER / path)
    words = [step.command for step in record.steps]
    home, cut = Home(tmp_path / path), len(words) * part // 4
    rules, header = rules_of_now(record), record.header
    race = [each.name for each in rules.races].index(header.race)
    session = home.begin(rules, header.seed, race, header.game_number - 1)
    for each in words[:cut]:
        session.give(each)
    assert session.stage is SessionStage.PLAYING
    leave(session)
    assert_same_from_here_on(home, words[cut:])


def test_what_is_no_snapshot_of_this_journal_and_home_is_never_taken(tmp_path: Path) -> None:
    home = long_game(tmp_path / "own")
    expected = all_of(resume_stored(read_stored_journal(home.path)))
    good, journal = home.snapshot.read_bytes(), Path(home.path).read_bytes()
    stranger = long_game(tmp_path / "stranger", seed=9)
    foreign = stranger.snapshot.read_bytes()
    _, sealed = good.decode("ascii").split("\n", 1)

    def resealed(text: str) -> bytes:
        return f"{make_seal(str(home.folder), Disk(), text)}\n{text}".encode("ascii")

    unfit = {
        "none": None,
        "empty": b"",
        "flipped": good[:-9] + bytes([good[-9] ^ 1]) + good[-8:],
        "cut": good[: len(good) // 2],
        "no text": b"\xff" + good,
        "unsealed": b"\n" + sealed.encode("ascii"),
        "of a stranger": foreign,
        "of a stranger, who sealed nothing": b"\n" + foreign.split(b"\n", 1)[1],
        "of another format": resealed(sealed.replace("snapshot 4", "snapshot 3", 1)),
        "without lines": resealed("cc3k-snapshot 4"),
        "of other facts": resealed(sealed.replace('"turns"', '"moons"', 1)),
        "of other bytes": resealed(re.sub(r'"size": \d', '"size": ', sealed)),
    }
    for name, data in unfit.items():
        home.snapshot.unlink(missing_ok=True)
        if data is not None:
            home.snapshot.write_bytes(data)
        found = read_unfinished_journal(home.path, str(home.folder))
        assert found.snapshot is None, name
        assert all_of(resume_stored(found)) == expected, name
    home.snapshot.write_bytes(good)
    assert read_unfinished_journal(home.path, str(home.folder)).snapshot is not None
    assert read_unfinished_journal(home.path, None).snapshot is None
    Path(home.path).write_bytes(journal + journal[:99] + b"\n")
    assert read_unfinished_journal(home.path, str(home.folder)).damage
    Path(home.path).write_bytes(journal[:300] + bytes([journal[300] ^ 1]) + journal[301:])
    assert read_unfinished_journal(home.path, str(home.folder)).damage


def long_game(folder: Path, seed: int = 7) -> Home:
    home = Home(folder)
    session = home.begin(BASE_RULES, seed, race=3)
    for _ in range(STEPS):
        list(session.play_words(["no", "so", "ea", "we"]))
    leave(session)
    assert home.snapshot.exists()
    return home


def test_snapshot_that_tells_another_game_gives_way_to_a_replay(tmp_path: Path) -> None:
    """Its classes are others by now, or what it tells is not as the journal has it."""
    home = long_game(tmp_path)
    expected = all_of(resume_stored(read_stored_journal(home.path)))
    found = read_unfinished_journal(home.path, str(home.folder))
    assert found.snapshot is not None
    rows, told = json.loads(found.snapshot.state)
    gold = json.dumps([rows, told]).replace('"r", 1', '"r", 2', 1)
    states = {
        "other fields": json.dumps([[[*rows[0], "more"], *rows[1:]], told]),
        "another value": gold,
        "no state": json.dumps([rows, ["t"]]),
        "no data": "",
    }
    for name, state in states.items():
        changed = evolve(found, snapshot=evolve(found.snapshot, state=state))
        assert all_of(resume_stored(changed)) == expected, name
    wrong = evolve(found.record.start_state, digest=1)
    diverged = evolve(found, record=evolve(found.record, start_state=wrong))
    assert all_of(resume_stored(diverged)) == expected


def test_snapshots_are_for_long_games_that_go_on(tmp_path: Path) -> None:
    short, practice = Home(tmp_path / "short"), Home(tmp_path / "practice", PRACTICE)
    for home, words in ((short, "no"), (practice, "no so " * STEPS)):
        session = home.begin(BASE_RULES, 7, race=3)
        list(session.play_words(words.split()))
        leave(session)
        assert not home.snapshot.exists()
    home = long_game(tmp_path / "long")
    session = home.recorder().resume(home.path)
    assert session.give("r")
    assert not home.snapshot.exists()


def test_snapshot_is_taken_again_and_again(tmp_path: Path) -> None:
    home = Home(tmp_path)
    session = home.begin(BASE_RULES, 7, race=3)
    sizes = []
    for _ in range(STEPS):
        list(session.play_words(["no", "so", "ea", "we"]))
        sizes += [home.snapshot.read_bytes()] if home.snapshot.exists() else []
    assert len(set(sizes)) > 2
    (listed,) = load_saved_games(str(tmp_path))
    assert listed.journal is not None
    assert listed.journal.snapshot is not None
    close_killed_games(str(tmp_path))
    leave(session)
    home.snapshot.unlink()
    again = home.recorder().resume(home.path)
    assert home.snapshot.exists()
    leave(again)


def test_what_is_not_in_the_journal_is_in_no_snapshot(tmp_path: Path, monkeypatch: Patch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def fail(*_: object) -> None:
        raise AttributeError

    for name, (owner, method, by) in {
        "unwritten": (JournalFile, "append", refuse),
        "spoiled": (snapshots, "write_snapshot", fail),
    }.items():
        home = Home(tmp_path / name)
        session = home.begin(BASE_RULES, 7, race=3)
        for _ in range(STEPS // 2):
            session.give("no")
        with monkeypatch.context() as patch:
            patch.setattr(owner, method, by)
            for _ in range(STEPS):
                session.give("no")
            leave(session)
        assert not home.snapshot.exists(), name
    home = Home(tmp_path / "interrupted")
    session = home.begin(BASE_RULES, 7, race=3)
    list(session.play_words(["no", "so"] * (STEPS // 4)))
    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(GameState, "_end_turn", interrupt)
        session.give("no")
    leave(session)
    assert_same_from_here_on(home, ["so"])
    home = Home(tmp_path / "unknown")
    session = home.begin(BASE_RULES, 7, race=3)
    list(session.play_words([*["no", "so"] * STEPS, "xyzzy"]))
    leave(session)
    assert_same_from_here_on(home, ["so"])


def test_log_that_cannot_be_played_again_lacks_its_first_lines(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    home = long_game(tmp_path)
    session = resume_stored(read_unfinished_journal(home.path, str(home.folder)))
    log = session.message_log
    count = len(log.entries.latest)
    assert len(log.entries) > count

    def diverge(*_: object) -> None:
        raise RecordError(home.path)

    monkeypatch.setattr(snapshots, "resume_session", diverge)
    assert len([*log.entries[0:]]) == count
    assert session.give("no")
    delete_journal(home.path, SaveContext(Disk(), "a test"))
    assert not home.snapshot.exists()


def test_log_before_the_latest_entries_is_played_again_when_it_is_asked_for() -> None:
    first = [LogEntry(turn, (Message(str(turn)),)) for turn in range(8)]
    asked = list[int]()

    def recall() -> Sequence[LogEntry]:
        asked.append(1)
        return first[:5]

    entries = LogEntries(first[5:], 5, recall)
    assert (len(entries), entries[-1], entries[5], entries[6:]) == (
        8,
        first[7],
        first[5],
        first[6:],
    )
    assert (entries[-3:-1], entries[2:2], entries[:0]) == (first[5:7], [], [])
    log = MessageLog(entries)
    log.use_voice(SpokenVoice(BASE_RULES), BASE_RULES.races[0])
    with pytest.raises(IndexError):
        entries[-9]
    assert not asked
    assert [*log.entries] == first
    assert [*log.entries] == first
    assert log.entries[0] == first[0]
    assert len(asked) == 1
    late = LogEntries(first[5:], 5, recall)
    assert late[3:6] == first[3:6]


class Foreign:
    """A class of another package."""


@frozen
class ForeignValue:
    """A value of another package."""


def test_only_values_of_the_game_are_told_and_made() -> None:
    constants = constants_of(BASE_RULES, ())
    for value in (Foreign(), ForeignValue(), print, [ForeignValue()], json):
        with pytest.raises(NotEncodable):
            StateEncoder(constants).encode(value)
    for row in (
        ["os", "system"],
        ["builtins", "print"],
        ["cc3k.saves.disk", "os"],
        ["cc3k.saves.disk", "Disk"],
    ):
        with pytest.raises(NotEncodable):
            StateDecoder(constants, [row])
    unknown: list[Plain] = [["x"], ["o", 1], [None], ["E"]]
    for each in unknown:
        with pytest.raises(NotEncodable):
            StateDecoder(constants, []).decode(each)
    encoder = StateEncoder(constants)
    told = encoder.encode(Hunt(3))  # which has no walkers before a turn
    sight = Session(BASE_RULES, 1).start_game(BASE_RULES.races[0]).sight
    assert encoder.encode(sight) is None  # it is found again when it is asked for
    hunt = StateDecoder(constants, encoder.class_rows).decode(told)
    assert isinstance(hunt, Hunt)
    assert (hunt.freezes, hasattr(hunt, "walkers")) == (3, False)
    same, number = object(), 1 << 99
    several = (same, same, number, {"a": b"\xff"}, frozenset({1}), bytearray(b"a"), 0.5, None)
    encoder = StateEncoder(constants)
    told = json.loads(json.dumps(encoder.encode(several)))
    made = StateDecoder(constants, encoder.class_rows).decode(told)
    assert isinstance(made, tuple)
    assert made[0] is made[1]
    assert made[2:] == several[2:]
