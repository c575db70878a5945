"""The example trains, and what it trains on is what is near."""

import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from cc3k.engine.board import GOLD_GLYPH, TILE
from cc3k.gym import train
from cc3k.gym.env import CC3kEnv
from cc3k.gym.training import VIEW_RADIUS, LocalViewWrapper
from tests.gym.players import EAST
from tests.support.processes import environment
from tests.support.scenarios import room

SIDE = 2 * VIEW_RADIUS + 1

WITHOUT_GYMNASIUM = """
import runpy, sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == "gymnasium":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
runpy.run_module("cc3k.gym.train", run_name="__main__")
"""


def test_the_example_trains(capsys: pytest.CaptureFixture[str]) -> None:
    """It plays, learns from that, and prints two scores; how high they are is not tested."""
    pytest.importorskip("sb3_contrib")
    assert train.main(["--steps", "300", "--games", "2", "--envs", "2"]) == 0
    chance, trained = capsys.readouterr().out.splitlines()
    assert chance.startswith("mean score by chance ")
    assert trained.startswith("mean score after 300 steps ")


def test_what_is_near_is_seen() -> None:
    """Cell by cell, a 1 for what is there, and none for the hero itself."""
    env = LocalViewWrapper(CC3kEnv(layout="tiny", floors=2))
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    kinds = seen[: SIDE * SIDE * 5].reshape(SIDE, SIDE, 5)
    walls, foes, _, gold, _ = np.moveaxis(kinds, 2, 0)
    assert not kinds[VIEW_RADIUS, VIEW_RADIUS].any()
    assert walls[VIEW_RADIUS].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert (foes[1, VIEW_RADIUS], foes.sum(), gold.sum()) == (1, 1, 0)


def test_stairs_and_gold_are_felt_from_afar() -> None:
    """On the tiny floor they lie to the east, one row up and side by side."""
    env = LocalViewWrapper(CC3kEnv(layout="tiny", floors=2))
    seen, _ = env.reset(seed=1)
    assert seen[-9:-5].tolist() == pytest.approx([-1 / 11, 11 / 25, -1 / 11, 10 / 25])
    assert seen[-5:].tolist() == pytest.approx([1.25, 1, 1, 0.2, 0])
    closer, *_ = env.step(EAST)
    assert closer[-9:-5].tolist() == pytest.approx([-1 / 11, 10 / 25, -1 / 11, 9 / 25])


def test_beyond_the_board_all_is_wall(tmp_path: Path) -> None:
    """Nobody can go there; and of two piles the nearer one is felt."""
    layout = tmp_path / "room.txt"
    layout.write_text(room("6@...6\\"), "ascii")
    seen, _ = LocalViewWrapper(CC3kEnv(layout=str(layout), floors=1)).reset(seed=1)
    kinds = seen[: SIDE * SIDE * 5].reshape(SIDE, SIDE, 5)
    assert kinds.sum() == SIDE * SIDE - len("@...")
    assert kinds[:, :, 0].sum() == SIDE * SIDE - len("6@...6")
    assert seen[-7:-5].tolist() == pytest.approx([0, -1 / 9])


def test_what_there_is_none_of_is_not_felt() -> None:
    """The way to gold is none at all once it has all been taken."""
    env = LocalViewWrapper(CC3kEnv(layout="tiny", floors=2))
    before, _ = env.reset(seed=1)
    glyphs = env.unwrapped.reset(seed=1)[0]["chars"]
    glyphs[glyphs == GOLD_GLYPH] = TILE
    stats = np.array([125, 125, 25, 25, 0, 0, 1, 0, 0, 5, 8], np.int32)
    seen = env.observation({"chars": glyphs, "blstats": stats})
    assert seen[-7:-5].tolist() == [0, 0]
    assert seen[-9:-7].tolist() == before[-9:-7].tolist()


def test_only_this_game_is_seen_so() -> None:
    """What was found, and what was expected."""
    with pytest.raises(TypeError, match="expected an environment of this game"):
        LocalViewWrapper(gymnasium.make("CartPole-v1"))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--layout", "nowhere"], "expected a layout file, or one of"),
        (["--race", "ogre"], "race 'ogre': expected one of shade"),
    ],
)
def test_what_cannot_be_trained_on_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    """Exit code 2, as everywhere."""
    assert train.main(arguments) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--envs", "0"], "argument --envs: '0': expected a whole number, from 1 to 2048"),
        (["--envs", "-1"], "argument --envs: '-1': expected a whole number, from 1 to 2048"),
        (["--envs", "2049"], "argument --envs: '2049': expected a whole number, from 1 to 2048"),
        (["--games", "0"], "argument --games: '0': expected a whole number, 1 or more"),
        (["--steps", "-5"], "argument --steps: '-5': expected a whole number, 1 or more"),
        (["--steps", "1e5"], "argument --steps: '1e5': expected a whole number, 1 or more"),
        (["--seed", "-1"], "argument --seed: '-1': expected a whole number, from 0 to 4294967295"),
        (["--seed", "4294967296"], "argument --seed: '4294967296': expected a whole number, from"),
    ],
)
def test_what_cannot_be_asked_for_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    """Before anything is played."""
    with pytest.raises(SystemExit) as ended:
        train.main(arguments)
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert complaint in told.err
    assert told.out == ""


def test_a_missing_library_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And so is the extra that has it, before anything is played."""
    monkeypatch.setitem(sys.modules, "torch", None)
    assert train.main(["--games", "1"]) == 2
    told = capsys.readouterr()
    assert "found no module torch; expected cc3k[train] to be installed" in told.err
    assert told.out == ""


def test_gymnasium_itself_may_be_missing() -> None:
    """A sentence, and no traceback out of the package."""
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_GYMNASIUM],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    told = "cc3k: found no module gymnasium; expected cc3k[train] to be installed\n"
    assert (run.returncode, run.stdout, run.stderr) == (2, "", told)
