"""tty: a full-screen terminal for any program; keys come in, painted cells go out.

It holds the main loop, key decoding, signals, the screen, and a canvas that paints only what has
changed, with the codes of the one blessed terminal (`terminal`).
`ui`, `export`, `cli` and `gym` may import it; it knows no rule and no style of a game.
Open `loop.py` first, then `screen.py`.
"""
