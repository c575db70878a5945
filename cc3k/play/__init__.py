"""What stands between a person and the rules: words, sentences, frames, sessions."""
