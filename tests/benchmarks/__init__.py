"""How fast the game is, against a yardstick in the same run: `python -m tests.benchmarks`."""
