"""Bots: programs that play the game, and matches between them.

It holds the bot interface, the three bots that come with the game, and matches.
`cli`, `gym` and packages that bring bots of their own may import it.
Open `bot.py` first.
"""
