"""Layout files: drawings of floors, read strictly (§6, R29 to R32).

It holds the reader, its diagnostics, and the lint behind `cc3k check`.
The same folders may import it as `cc3k.content`.
Open `reader.py` first.
"""
