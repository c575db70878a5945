"""tty: a terminal for any program, with keys in and painted cells out.

It holds key decoding, signals, the event loop, the screen, and the canvas that paints changes.
`ui`, `storage`, `export`, `cli` and `gym` may import it; it knows nothing of the game.
Open `loop.py` first.
"""
