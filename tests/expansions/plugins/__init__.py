"""Plug-ins as others would write them, each from `cc3k help expansions` alone (section C)."""
