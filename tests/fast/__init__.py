"""The compiled core beside the engine: skipped where the extra `fast` is not installed."""

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("numba", reason="the extra `fast` is not installed")
