"""A game on a screen: keys in, colour out."""

from cc3k.shell.terminal.loop import run_terminal
from cc3k.shell.terminal.screen import Screen, open_screen

__all__ = ["Screen", "open_screen", "run_terminal"]
