"""terminal: a full-screen terminal for any program; keys come in, painted cells go out.

It holds the main loop, key decoding, signals, the screen, the canvas of cells that a program draws,
and the painter of what has changed. A page in a browser uses `app` and `keys` alone.
`ui` and all below may import it; it knows no rule and no style of a game.
Open `loop.py` first, then `app.py`.
"""
