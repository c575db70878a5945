"""CLI: the commands that are typed in a shell.

Each command is the module of its name; the others hold options, output and worker processes.
Imports within functions keep starts fast: only those who call them wait for them.
`web` and `gym` may import it.
Open `main.py` first, then `play.py`.
"""
