"""Short names for the types of pytest's own fixtures, which most tests of commands ask for."""

import pytest

Patch = pytest.MonkeyPatch
Said = pytest.CaptureFixture[str]
