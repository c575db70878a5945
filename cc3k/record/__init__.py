"""Record: one game as text, and everything that can be computed from it.

It holds the journal format, replaying, playback, summaries, morgue pages, scores and statistics.
Every folder below it in the tree may import it; reading and writing files is `storage`.
Open `journal.py` first.
"""
