"""Compiled core: the base game over flat arrays, many games at once, equal to the engine.

It holds the state as arrays, the dice, turns, observations and rewards as compiled functions, and
the tables that are read from the rules. The environments of `gym` may import it, and the arena of
`cli`, where the extra `fast` is installed.
Open `games.py` first; `support.py` says which rules it knows.
"""
