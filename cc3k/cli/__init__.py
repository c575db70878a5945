"""CLI: the commands that are typed in a shell.

Each command is the module of its name; the others hold options, output and workers.
Nothing but `python -m cc3k` imports it.
Open `main.py` first, then `play.py`.
"""
