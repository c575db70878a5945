"""Fixtures of the bots' tests."""

import os

import pytest

from cc3k.cli import arena
from tests.support.processes import PATIENCE


@pytest.fixture(autouse=True)
def no_progress_in_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a log have no line of progress before a test counts as hanging, however busy all are."""
    monkeypatch.setattr(arena, "LOG_SECONDS", float(10 * PATIENCE))


@pytest.fixture(autouse=True)
def one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an arena start one process wherever it runs: a test that is about several names them."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
