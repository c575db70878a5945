"""The tables: who and what there is in the dungeon, and where it lies."""
