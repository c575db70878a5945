"""cells: a screen of cells for any program, independent of what paints the cells.

It holds the canvas, the names of keys, and what a program on a screen has to offer.
`tty`, `ui` and everything below may import it; it does no input or output.
Open `screen_app.py` first, then `canvas.py`.
"""
