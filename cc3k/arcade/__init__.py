"""Arcade: the three sibling games, Space Defender 2, Modern Gems and Escape.

It holds a folder for each game, and the two protocols through which all else plays them.
Every folder below it in the tree may import it; it imports nothing of the dungeon.
Open `protocols.py` first.
"""
