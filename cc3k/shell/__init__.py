"""The outside world: files, pipes and terminals."""
