"""How much tests do: little by default, and as much as it takes with `CC3K_EFFORT`, a number."""

import os

EFFORT = int(os.environ.get("CC3K_EFFORT", "1"))
"""What counts of games, walks and keys are multiplied with."""

THOROUGH = EFFORT > 1
"""Whether laws are tried with many examples."""
