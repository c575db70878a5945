"""Saves: games as text, what can be computed from them, and the files and folders of a player.

The format of journals, replaying, summaries and scores are text and arithmetic, as
`tests/test_architecture.py` lists them; the other modules read and write files. Imports within
functions keep starts fast: only those who call them wait for them. Every folder below it in the
tree may import it. Open `journal_format.py` first.
"""
