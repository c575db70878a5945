"""Space Defender 2: a Starfighter holds its column against five kinds of enemies.

It holds the game by its course document and the rulings S1 to S30, the language of its commands,
its transcript byte for byte, and its screen. `saves`, `ui` and `cli` may import it; it imports
the protocols of the arcade and nothing of its sibling games.
Open `turn.py` first, then `tables.py`; `RULINGS.md` lists the rulings.
"""
