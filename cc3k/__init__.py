"""ChamberCrawler3000: a line of text goes in, a frame comes out.

How it is built, and the ways of a key, a word, a potion, an end and a purchase through it, are
told in `help/design.md`: read that first. Programs play with `cc3k.api`; what that offers can be
had from here too: `cc3k.Game(seed=42)`.
"""

__version__ = "1.0.0"


def __getattr__(name: str) -> object:
    """Return what `cc3k.api` offers by that name, or by `__all__` the names of all it offers."""
    # Imported only when asked for: the command line needs no more of this than the version.
    from importlib import import_module

    api = import_module("cc3k.api")  # to import it from here would ask here for it
    if name not in {"__all__", *api.__all__}:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(api, name)
