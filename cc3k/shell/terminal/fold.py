"""How a long line of text is laid on a screen: folded, and paged where it does not fit."""

import textwrap

MORE = " --more--"


def pages(text: str, width: int, lines: int) -> list[list[str]]:
    """Return the text as pages of at most `lines` lines of at most `width` columns.

    Nothing is lost: every page but the last says that there is more (R1).
    """
    folded = textwrap.wrap(text, width) or [""]
    if len(folded) <= lines:
        return [folded]
    folded = textwrap.wrap(text, width - len(MORE))
    found = [folded[first : first + lines] for first in range(0, len(folded), lines)]
    for page in found[:-1]:
        page[-1] += MORE
    return found
