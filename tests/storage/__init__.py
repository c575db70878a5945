"""Tests of files: journals, scores, configuration."""
