"""Training of an agent: what it senses, its network, how it learns, and how well it plays.

`cc3k/gym/train.py` is the program on top, and may import it. Nothing here looks past what the
environment shows an agent. Open `learning.py` first.
"""
