"""The training learns, saves, loads and compares; what cannot be done is a sentence."""

import base64
import io
import json
import pickle
import re
import sys
import zipfile
from pathlib import Path

import pytest

from cc3k.gym import train
from tests.support.fixtures import Said
from tests.support.processes import start_and_wait

WITHOUT_A_LIBRARY = """
import runpy, sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name in ("torch", "sb3_contrib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
runpy.run_module("cc3k.gym.train", run_name="__main__")
"""


def test_without_its_library_a_sentence_says_how_to_install_it() -> None:
    done = start_and_wait(command=(sys.executable, "-c", WITHOUT_A_LIBRARY))
    assert done.code == 2
    found = re.search(r"found no module (\w+); pip install '\.\[train\]' brings it", done.err)
    assert found is not None, done.err
    assert found[1] in ("torch", "sb3_contrib")


def test_what_cannot_be_met_is_a_sentence(tmp_path: Path, capsys: Said) -> None:
    for arguments, expected in (
        (["--evaluate"], "found --evaluate; expected --load"),
        (["--race", "ent"], "argument --race: 'ent': expected one of shade"),
        (["--floor", str(tmp_path / "none")], "no such file"),
    ):
        assert train.main(arguments) == 2, arguments
        assert expected in capsys.readouterr().err, arguments
    assert train.main(["--save", str(tmp_path / "none" / "model")]) == 1
    assert capsys.readouterr().err.endswith("none/model: no such file or directory\n")
    for name in ("--minutes", "--steps", "--games", "--envs", "--seed"):
        assert train.main([name, "-1"]) == 2, name
        assert f"argument {name}: '-1': expected a whole number" in capsys.readouterr().err


@pytest.mark.slow
def test_a_training_saves_what_an_evaluation_loads(tmp_path: Path, capsys: Said) -> None:
    pytest.importorskip("sb3_contrib")
    pytest.importorskip("numba")
    torch = pytest.importorskip("torch")
    path, trap = tmp_path / "model.zip", tmp_path / "trap"
    small = ["--race", "drow", "--envs", "4"]
    assert train.main([*small, "--steps", "512", "--games", "0", "--save", str(path)]) == 0
    assert "trained for 512 steps" in capsys.readouterr().err
    with zipfile.ZipFile(path) as saved:
        files = {name: saved.read(name) for name in saved.namelist()}

    class Trap:
        def __reduce__(self) -> tuple[object, ...]:
            return open, (str(trap), "w")

    data = json.loads(files["data"])
    run = base64.b64encode(pickle.dumps(Trap())).decode()
    data["policy_class"] = {":type:": "x", ":serialized:": run}
    with zipfile.ZipFile(path, "w") as hostile:
        for name, held in {**files, "data": json.dumps(data).encode()}.items():
            hostile.writestr(name, held)
    assert train.main([*small, "--load", str(path), "--evaluate", "--games", "2"]) == 0
    rows = capsys.readouterr().out.splitlines()
    players = ["random", "greedy", "careful", "trained"]
    assert [row.split()[1] for row in rows if row.startswith("Drow")] == players
    assert not trap.exists()
    trapped = io.BytesIO()
    torch.save(Trap(), trapped)
    with zipfile.ZipFile(path, "w") as hostile:
        for name, held in {**files, "policy.pth": trapped.getvalue()}.items():
            hostile.writestr(name, held)
    for content in (path.read_bytes(), pickle.dumps(Trap()), b"no model"):
        path.write_bytes(content)
        assert train.main([*small, "--load", str(path)]) == 2
        assert "found no model of this training" in capsys.readouterr().err
    assert not trap.exists()
