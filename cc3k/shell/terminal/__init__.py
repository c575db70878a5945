"""A game on a screen: keys in, colour out."""
