"""UI: the screens of this game.

It holds the console, its modes and keys, the view of a game, the side panel and the palettes.
`storage`, `export`, `cli` and `gym` may import it; it draws values and never touches a terminal.
Open `console.py` first.
"""
