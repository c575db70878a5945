"""How a long Action row is folded and paged (R1)."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from cc3k.engine.text import wrap_text
from cc3k.ui.screen_layout import MORE_PROMPT, paginate
from tests.support.tables import for_each

WORD = st.text("abcXYZ019-()/", min_size=1, max_size=40)
SENTENCE = st.lists(WORD, min_size=1, max_size=20).map(lambda words: " ".join(words) + ".")
TEXT = st.lists(SENTENCE, max_size=12).map(" ".join)


@given(TEXT, st.integers(60, 200), st.integers(1, 12))
def test_pages_hold_all_of_a_text_within_their_bounds(text: str, width: int, lines: int) -> None:
    """R1: one line however long it grows, in the terminal folded or paged, never lost."""
    found = paginate(text, width, lines)
    assert max(map(len, found)) <= lines
    assert max(len(line) for page in found for line in page) <= width
    assert [page[-1].endswith(MORE_PROMPT) for page in found] == [True] * (len(found) - 1) + [False]
    assert " ".join(" ".join(page).removesuffix(MORE_PROMPT) for page in found) == text


@given(TEXT, st.integers(60, 200), st.integers(1, 12))
def test_text_is_paged_only_if_it_has_to_be(text: str, width: int, lines: int) -> None:
    assert (len(paginate(text, width, lines)) == 1) == (len(wrap_text(text, width)) <= lines)


@for_each("columns", [1, 2, 5, 8])
def test_text_folds_to_any_width(columns: int) -> None:
    folded = wrap_text("This screen has 5 columns.", columns)
    assert "".join(folded).replace(" ", "") == "Thisscreenhas5columns."
    assert max(map(len, folded)) <= columns


def test_lists_without_blanks_fold_between_their_names() -> None:
    """A command line that names many expansions, on a narrow screen."""
    folded = wrap_text("cc3k --dlc pack,shop,chambers,fog,hunters,gear --seed 42", 24)
    assert folded == ["cc3k --dlc pack,shop,", "chambers,fog,hunters,", "gear --seed 42"]
    assert wrap_text("aaa half-orc", 9) == ["aaa", "half-orc"], "not broken at hyphens"


HIT, REGAINED = "PC deals 20 damage to W (60 HP).", "PC regains 5 HP."
MISSED = "W deals 18 damage to PC. W misses PC."


@for_each(
    "text, width, first, second",
    [
        (f"{HIT} {REGAINED} {MISSED}", 79, f"{HIT} {REGAINED} --more--", MISSED),
        (  # with `PC dies.` on the next page there would be three
            f"PC is hit. PC dies. {'The end of it is so long ' * 2}that it fills a page.",
            60,
            "PC is hit. PC dies. The end of it is so long The --more--",
            "end of it is so long that it fills a page.",
        ),
        (  # R18: eight potions around the PC make one long sentence
            "PC moves East and sees an unknown potion and a PH potion.",
            40,
            "PC moves East and sees an --more--",
            "unknown potion and a PH potion.",
        ),
    ],
)
def test_page_ends_with_a_sentence_unless_that_costs_a_page(
    text: str, width: int, first: str, second: str
) -> None:
    """A blow is not read in two halves; and there is always a page to show."""
    assert paginate(text, width, 1) == [[first], [second]]
    assert paginate("", width, 1) == [[""]]


@given(TEXT, st.integers(60, 200), st.integers(1, 4))
def test_whole_sentences_cost_no_page_more(text: str, width: int, lines: int) -> None:
    words, fewest = text, 1
    while len(wrap_text(words, width)) > lines:
        page = " ".join(wrap_text(words, width - len(MORE_PROMPT))[:lines])
        words, fewest = words[len(page) :].lstrip(), fewest + 1
    assert len(paginate(text, width, lines)) == fewest


@given(st.text("ab -\t\u00e9", max_size=60), st.integers(1, 20))
def test_text_is_broken_as_the_library_would(text: str, width: int) -> None:
    """Simple texts without it, as it takes long to load."""
    if text.strip():
        assert wrap_text(text, width) == textwrap.wrap(text, width, break_on_hyphens=False)
