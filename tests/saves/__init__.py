"""Tests of journals, replays, summaries and scores."""
