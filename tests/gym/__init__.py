"""The game as a Gymnasium environment: skipped where the extra `gym` is not installed."""

import pytest

pytest.importorskip("gymnasium")
