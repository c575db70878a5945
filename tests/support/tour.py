"""The demonstrations in floors/, and everything that playing one on the fixed roster prints."""

import re
from io import StringIO
from pathlib import Path

from cc3k.cli.play import run_script
from cc3k.content.layout.reader import Layout, read_layout
from cc3k.play.session import Session
from tests.support.fixed_roster import FIXED_RULES

FLOORS = Path(__file__).parent.parent.parent / "floors"
NAMES = tuple(sorted(path.stem for path in FLOORS.glob("*.txt")))
SEED = 42

_PAGE = re.compile(r".*?^(?:Action:[^\n]*)?\n|.+\Z", re.DOTALL | re.MULTILINE)


def layout(name: str) -> Layout:
    path = FLOORS / f"{name}.txt"
    return read_layout(path.read_bytes(), path.name, FIXED_RULES)


def script(name: str) -> str:
    return (FLOORS / f"{name}.in").read_text("ascii")


def session(name: str) -> Session:
    """Return a session about to hear the words of a demonstration."""
    return Session(FIXED_RULES, SEED, layout(name).floor_layouts)


def transcript(session: Session, words: str) -> str:
    chunks = iter([words.encode("ascii")])
    out = StringIO()
    run_script(session, lambda _size: next(chunks, b""), out)
    return out.getvalue()


def pages(text: str) -> list[str]:
    """Cut a text after each frame and each blank line; what stands before a frame is with it."""
    return _PAGE.findall(text)
