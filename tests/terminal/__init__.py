"""Tests of the terminal: keys that come in, cells that go out."""
