"""Storage: the files in a player's home, and every other file that is read or written.

It holds paths, safe file access, journals on disk, the recorder, scores, archive and configuration.
`export`, `cli` and `gym` may import it.
Open `recorder.py` first.
"""
