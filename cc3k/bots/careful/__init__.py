"""The careful bot: takes no risk that it can avoid, and all the gold it can get safely.

It holds the bot, its view of the situation, routes, plans and the value of fights.
Only the registry of bots imports it.
Open `bot.py` first.
"""
