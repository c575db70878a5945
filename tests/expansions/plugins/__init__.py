"""Plug-ins as others would write them."""
