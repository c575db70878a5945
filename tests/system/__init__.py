"""Slow tests of the whole program on real terminals, with signals and kills."""
