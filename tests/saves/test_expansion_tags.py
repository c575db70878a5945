"""Expansions of recorded games in words, as people read them."""

from cc3k.expansions.registry import ExpansionRegistry
from cc3k.saves.expansion_tags import describe_tags, split_tag, with_expansions
from tests.support.tables import for_each

DEPTHS = ExpansionRegistry().select(["depths"], {"floors": 20}).expansion_tags[0]
EVERY = ExpansionRegistry().select(["all"], {"floors": 20}).expansion_tags


@for_each(
    "tags, told",
    [
        ((), ""),
        (("pack-2",), "pack"),
        (("pack-2", "fog-1"), "pack and fog"),
        (
            ("pack-2", DEPTHS),
            "pack and depths (20 floors)",
        ),
        (EVERY, "all expansions (20 floors, trial 0)"),
        ((*EVERY, "moon-3"), "all expansions (20 floors, trial 0) and moon (version 3)"),
        (("pack-7", "moon-3:8"), "pack (version 7) and moon (8, version 3)"),
        (("pack-7", *EVERY[1:2]), "pack (version 7) and shop"),
        (("odd",), "odd"),
    ],
)
def test_tags_are_told_in_words(tags: tuple[str, ...], told: str) -> None:
    """A version is told where it is another one than this program has."""
    assert describe_tags(tags) == told
    assert with_expansions(tags) == (f" with {told}" if told else "")


def test_every_other_version_is_told_expansion_by_expansion() -> None:
    """Games of an older version have tables of their own, and a title of their own."""
    older = (f"{EVERY[0].rpartition('-')[0]}-99", *EVERY[1:])
    assert describe_tags(older).startswith("pack (version 99), shop, chambers")
    assert describe_tags(older) != describe_tags(EVERY)


def test_a_tag_is_a_name_a_version_and_a_number() -> None:
    """X3: as journals have it; what strangers have written is a name."""
    assert split_tag("depths-2:15") == ("depths", 2, 15)
    assert split_tag("pack-1") == ("pack", 1, None)
    assert split_tag("") == ("", None, None)
