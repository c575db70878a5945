"""Tests of layout files: reading, errors and lint."""
