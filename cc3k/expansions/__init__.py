"""Expansions: additions to the game that are switched on by name.

It holds a module for each, which ends with one value: the `Expansion`.
Every folder below it in the tree may import it; the engine knows none of them by name.
Open `clock.py` first: it is short, and has state, hooks, a status row and a hint.
`RULINGS.md` lists the rules of expansions that code cites.
"""
