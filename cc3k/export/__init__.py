"""Export: pictures and recordings of games, as SVG and asciicast.

It holds pictures of a screen, animations and colours for files.
Every folder below it in the tree may import it; it returns text and writes no file.
Open `pictures.py` first.
"""
