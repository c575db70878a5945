"""Training of an agent: its features, network, learning and evaluation.

`cc3k/gym/train.py` is the program on top, and may import it. Nothing here looks past what the
environment shows an agent. Open `learning.py` first.
"""
