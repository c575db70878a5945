"""Tests of the commands and of what they write."""
