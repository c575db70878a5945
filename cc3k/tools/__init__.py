"""What helps authors of layouts and seekers of seeds: each tool is a command of its own."""
