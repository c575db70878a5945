"""The rules engine: turn loop, board, actors and dice. It names no monster and prints nothing.

It holds the turn loop, the board, the floor, the hero, enemies, items, combat, dice, actions and
events. Every other folder may import it; it imports only attrs and the standard library.
Open `game.py` first; `RULES.md` lists the rules of the document that code cites.
"""
