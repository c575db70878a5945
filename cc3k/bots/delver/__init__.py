"""The delver: a bot that plays any set of expansions by what a player sees.

It holds the bot, its picture of a moment, what fights cost, and what is worth a walk.
The list of bots in `bots/plugins.py` may import it, and bots that build on it.
Open `bot.py` first.
"""
