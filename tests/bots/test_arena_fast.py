"""`cc3k arena` in the compiled core: the same tables and lines, and it is told where that fails."""

import json
from pathlib import Path

import pytest

from cc3k.bots import arena as engine
from cc3k.bots.arena import GameSpec, play_chunk, why_not_compiled
from cc3k.cli import arena
from cc3k.cli.arena import run
from cc3k.content.roster import BASE_RULES
from cc3k.expansions.registry import ExpansionRegistry
from cc3k.fast import support
from cc3k.fast.support import find_missing_library

pytestmark = pytest.mark.slow

Said = pytest.CaptureFixture[str]
needs_core = pytest.mark.skipif(
    find_missing_library() is not None, reason="the extra `fast` is not installed"
)


@needs_core
@pytest.mark.parametrize("floor", [None, "dragon"])
def test_the_same_games_have_the_same_results(
    floor: str | None, tmp_path: Path, capsys: Said
) -> None:
    texts, files = [], []
    for way in (["--fast"], []):
        path = tmp_path / f"{len(way)}.jsonl"
        more = [] if floor is None else ["--floor", floor]
        games = ["--bot", "random", "--games", "6", "--workers", "2", "--results", str(path)]
        assert run([*games, *more, *way]) == 0
        texts.append(capsys.readouterr().out)
        files.append(sorted(path.read_text("ascii").splitlines()))
    assert texts[0] == texts[1]
    assert files[0] == files[1]
    assert len(files[0]) == 6 * len(BASE_RULES.races)


@needs_core
def test_many_games_are_played_by_the_core_of_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prepared = list[object]()
    monkeypatch.setattr(arena, "compiled_player", lambda *what: prepared.append(what))
    monkeypatch.setattr(arena, "FEWEST_COMPILED_GAMES", 50)
    games = ["--bot", "random", "--race", "shade", "--workers", "1"]
    assert run([*games, "--games", "49"]) == 0
    assert prepared == []
    path = tmp_path / "games.jsonl"
    assert run([*games, "--games", "50", "--results", str(path)]) == 0
    assert len(prepared) == 1
    assert run([*games, "--games", "51", "--results", str(path)]) == 0  # one is left to play
    assert len(prepared) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bot", "careful"], "the bot careful has no compiled twin"),
        (["--dlc", "all"], "the fast core does not know the expansions pack, shop, chambers, fog"),
    ],
)
@needs_core
def test_what_the_core_cannot_play_is_refused(
    arguments: list[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr(arena, "FEWEST_COMPILED_GAMES", 2)
    games = ["--bot", "random", "--games", "1", "--race", "s", "--workers", "1"]
    assert run([*games, *arguments, "--fast"]) == 2
    assert capsys.readouterr().err.startswith(f"cc3k: --fast: {reason}")
    assert run([*games, *arguments, "--games", "2", "--json"]) == 0
    captured = capsys.readouterr()
    assert (json.loads(captured.out)["finished"], captured.err) == (2, "")


def test_without_its_library_the_engine_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr(support, "find_spec", {"numpy": True}.get)
    engine.compiled_player.cache_clear()  # nobody else is to have none
    assert why_not_compiled("random", BASE_RULES) == "numba is not installed"
    assert run(["--bot", "random", "--games", "1", "--race", "s", "--fast"]) == 2
    assert capsys.readouterr().err == "cc3k: --fast: numba is not installed\n"
    specs = [GameSpec("random", "troll", 1, 1, compiled=way) for way in (True, False)]
    compiled, plain = play_chunk(specs)[0]
    assert compiled == plain
    engine.compiled_player.cache_clear()


def test_the_engine_plays_games_with_expansions_that_may_be_compiled() -> None:
    rules = ExpansionRegistry().select(["fog"])
    specs = [
        GameSpec("random", "troll", 1, 1, expansions=rules.expansion_tags, compiled=way)
        for way in (True, False)
    ]
    compiled, plain = play_chunk(specs)[0]
    assert compiled == plain
