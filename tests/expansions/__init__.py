"""Expansions: what each adds, and what it leaves alone."""
