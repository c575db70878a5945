"""The game in a browser: the Python of its page, the folder of files, and a real browser."""
