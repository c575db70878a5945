"""How a long Action row is folded and paged (R1)."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from cc3k.ui.screen_layout import MORE_PROMPT, paginate, wrap_text
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
    """What fits is read at once."""
    assert (len(paginate(text, width, lines)) == 1) == (len(wrap_text(text, width)) <= lines)


@for_each("columns", [1, 2, 5, 8])
def test_text_folds_to_any_width(columns: int) -> None:
    """Even the narrowest screen can say that it is too small."""
    folded = wrap_text("This screen has 5 columns.", columns)
    assert "".join(folded).replace(" ", "") == "Thisscreenhas5columns."
    assert max(map(len, folded)) <= columns


def test_lists_without_blanks_fold_between_their_names() -> None:
    """A command line that names many expansions, on a narrow screen."""
    folded = wrap_text("cc3k --dlc pack,shop,chambers,fog,hunters,gear --seed 42", 24)
    assert folded == ["cc3k --dlc pack,shop,", "chambers,fog,hunters,", "gear --seed 42"]


def test_empty_text_is_an_empty_page() -> None:
    """There is always a page to show."""
    assert paginate("", 79, 1) == [[""]]


def test_page_ends_with_a_sentence_if_it_can() -> None:
    """A blow is not read in two halves."""
    text = "PC deals 20 damage to W (60 HP). PC regains 5 HP. W deals 18 damage to PC. W misses PC."
    assert paginate(text, 79, 1) == [
        ["PC deals 20 damage to W (60 HP). PC regains 5 HP. --more--"],
        ["W deals 18 damage to PC. W misses PC."],
    ]


@given(TEXT, st.integers(60, 200), st.integers(1, 4))
def test_whole_sentences_cost_no_page_more(text: str, width: int, lines: int) -> None:
    """Nobody turns a page for the sake of a full stop."""
    words, fewest = text, 1
    while len(wrap_text(words, width)) > lines:
        page = " ".join(wrap_text(words, width - len(MORE_PROMPT))[:lines])
        words, fewest = words[len(page) :].lstrip(), fewest + 1
    assert len(paginate(text, width, lines)) == fewest


def test_sentence_is_cut_in_two_where_that_spares_a_page() -> None:
    """With `PC dies.` on the next page there would be three."""
    text = f"PC is hit. PC dies. {'The end of it is so long ' * 2}that it fills a page."
    assert paginate(text, 60, 1) == [
        ["PC is hit. PC dies. The end of it is so long The --more--"],
        ["end of it is so long that it fills a page."],
    ]


def test_sentence_longer_than_a_page_goes_on_with_the_next() -> None:
    """R18: eight potions around the PC make one long sentence."""
    text = "PC moves East and sees an unknown potion and a PH potion."
    assert paginate(text, 40, 1) == [
        ["PC moves East and sees an --more--"],
        ["unknown potion and a PH potion."],
    ]


def test_words_are_not_broken_at_hyphens() -> None:
    """A word broken and put together again must be the same word."""
    assert wrap_text("aaa half-orc", 9) == ["aaa", "half-orc"]


@given(st.text("ab -\t\u00e9", max_size=60), st.integers(1, 20))
def test_text_is_broken_as_the_library_would(text: str, width: int) -> None:
    """Simple texts without it, as it takes long to load."""
    if text.strip():
        assert wrap_text(text, width) == textwrap.wrap(text, width, break_on_hyphens=False)
