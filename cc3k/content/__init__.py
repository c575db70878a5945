"""The game's content: roster, abilities, spawning, and layout files.

It holds the roster, the abilities its rows point to, spawning, and the layout file format.
Every folder but `engine` may import it.
Open `roster.py` first: one row for each race, enemy, potion and pile of gold.
"""
