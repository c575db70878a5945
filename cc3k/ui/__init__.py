"""UI: the screens of this game.

It holds the console, its modes and keys, the commands that modes return, and the renderer.
Every folder below it in the tree may import it; it draws values and never touches a terminal.
Open `game_app.py` first, then `console.py`; `cc3k help design` tells the way of a key.
"""
