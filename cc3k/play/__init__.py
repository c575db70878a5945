"""A person's side of the game: commands, messages, frames, sessions, travel and help.

It holds sessions, commands, messages and their voices, frames, looking, odds and travel.
Every folder below it in the tree may import it; it does no input or output.
Open `session.py` first: words in, frames out.
"""
