"""Tests of sessions, messages, frames, travel and looking."""
