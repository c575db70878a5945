"""Tests of the bots and of the arena."""
