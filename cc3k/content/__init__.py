"""Content: the tables that make the engine this game, and the floors it is played on.

It holds the roster, the abilities its rows point to, spawning, and the layout file format.
Everything but `engine` may import it.
Open `roster.py` first: one row for each race, enemy, potion and pile of gold.
"""
