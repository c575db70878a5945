"""What the game promises, a test each."""
