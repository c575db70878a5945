"""Modern Gems: a board of gems, four ways to remove them, and three players.

It holds the rules, the dialogue of the document, and what a screen shows of a game.
`saves`, `ui` and `cli` may import it; rulings of the document are cited as `G1` to `G14`.
Open `program.py` first.
"""
