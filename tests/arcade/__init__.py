"""The three sibling games."""
