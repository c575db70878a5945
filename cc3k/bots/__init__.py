"""Bots: programs that play the game, and matches between them.

It holds the bot interface, the bots that come with the game, and matches.
Every folder below it in the tree may import it, and packages that bring bots of their own.
Open `bot.py` first.
"""
