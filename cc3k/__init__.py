"""ChamberCrawler3000: a line of text goes in, a frame comes out.

Programs play with `cc3k.api`; what that offers can be had from here too: `cc3k.Game(seed=42)`.
"""

__version__ = "1.0.0"

__all__ = [
    "DIRECTIONS",
    "EAST",
    "NORTH",
    "NORTHEAST",
    "NORTHWEST",
    "SOUTH",
    "SOUTHEAST",
    "SOUTHWEST",
    "WEST",
    "Attack",
    "Direction",
    "Drink",
    "Event",
    "Game",
    "Hold",
    "Impossible",
    "LayoutError",
    "Move",
    "Observation",
    "Option",
    "Outcome",
    "SeenEnemy",
    "events",
    "tell",
]


def __getattr__(name: str) -> object:
    """Return what `cc3k.api` offers by that name."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    # Imported only when asked for: the command line needs no more of this than the version.
    from cc3k import api  # noqa: PLC0415

    return getattr(api, name)
