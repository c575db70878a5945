"""What a game is played for. It stands apart as every game asks for it, and few are kept."""

ORDINARY, PRACTICE, DAILY = "ordinary", "practice", "daily"
KINDS = (ORDINARY, PRACTICE, DAILY)
"""Each kind has its own table of scores; practice has none."""
