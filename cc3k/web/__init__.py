"""web: the game in a browser: a folder of static files, and the Python that runs in its page.

`page` is what the script of the page calls; `site` writes the folder, and serves it.
Only `cli` may import it, and the page; nothing that the page imports knows a terminal.
Open `page.py` first, then `static/cc3k.js`.
"""
