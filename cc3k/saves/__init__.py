"""Saves: games as text, what came of them, and the files and folders of a player.

A game is kept as a journal: a header, then a line for each command, with a checksum. In memory that
is a `record`. The way of a result: after the last key the `recorder` makes the last line of the
journal from the game (`results`, from `play.endings`), seals it (`disk`), and has it written with
that key (`journal_writer`). Whoever asks for results asks the `index`, which reads journals that
have ended since (`result_sources`) and ranks what counts (`results`). `cc3k scores` prints the
tables; screens, plain mode and the page show an `end_report`, made from the live game. A journal is
read again (`journal_reader`) to go on with its game, to watch it, or to verify its result
(`replay`); games that go on are found by `saved_games`.

`tests/test_architecture.py` lists the modules that are text and arithmetic; the others read and
write files. Imports within functions keep starts fast: only those who call them wait for them.
Every folder below it in the tree may import it. Open `journal_format.py` first.
"""
