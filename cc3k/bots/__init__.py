"""Players that need no hands: what a bot is, those that come with the game, and contests."""
