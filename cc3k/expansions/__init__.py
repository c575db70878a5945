"""Expansions: additions to the game that are switched on by name.

It holds a module for each, with one value that says all of it.
`play`, `record`, `ui`, `cli` and `gym` may import it; the engine knows none of them by name.
Open `board_generator.py` first.
"""
