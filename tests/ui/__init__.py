"""Tests of the screens: consoles, keys, views and painting."""
