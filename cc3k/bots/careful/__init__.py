"""The careful bot: takes no risk that it can avoid, and all the gold it can get safely.

It holds the bot, its picture of a floor, routes, plans, and the value of fights and potions.
The list of bots in `bots/plugins.py` may import it, and bots that build on it.
Open `bot.py` first.
"""
