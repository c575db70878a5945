"""Help pages: one Markdown file for each topic of `cc3k help TOPIC`.

It holds text and no code, so nothing needs to import it; `cli/help.py` prints the files.
Open `keys.md` first, then `options.md`.
"""
