"""Delver: a bot that plays any set of expansions by what a player sees.

`surroundings` is what it sees now, `fights` what a fight would cost, `errands` what is worth a
walk, and `bot` what it does about all that.
"""
