"""Text to show: untrusted text made safe to print, counts of things, and lines of a width.

A terminal takes some characters for orders, and others turn the direction of all that follows. One
function escapes them all. Whoever writes to a terminal, or a page for one, calls it: what is
printed has passed through here, however it came about.
"""

from functools import lru_cache


def escape_text(text: str, unescaped: str = "") -> str:
    r"""Return a text with every unprintable character escaped as in Python, such as `\x1b`.

    These are the Unicode categories control, format (such as marks of text direction), surrogate,
    private use and unassigned, and separators other than a blank. The `unescaped` stay, such as
    the line ends of a page.
    """
    if text.isprintable():
        return text
    if unescaped:  # in parts, as each of them can be told at once
        kept, others = unescaped[0], unescaped[1:]
        return kept.join([escape_text(part, others) for part in text.split(kept)])
    return "".join([one if one.isprintable() else _escape_character(one) for one in text])


def escape_to_ascii(text: str) -> str:
    """Return a text with every unprintable or non-ASCII character escaped."""
    return "".join([one if one.isascii() else _escape_character(one) for one in escape_text(text)])


def printable_name(name: str) -> str:
    """Return a name that is safe to print in a sentence: in quotes if it is empty or escaped."""
    told = escape_text(name)
    return name if name and told == name else f"'{told}'"


def _escape_character(character: str) -> str:
    return ascii(character)[1:-1]


_PLURALS = {"something": "unseen enemies", "gold": "gold"}
"""Those that no rule makes: nobody knows what `something` is (X41)."""


def plural(name: str) -> str:
    usual = f"{name[:-1]}ves" if name.endswith("f") else f"{name}s"
    return _PLURALS.get(name, usual)


_LETTERS_WITH_AN = tuple("AEFHILMNORSX" + "aeiou")
"""Capital letters whose names begin with a vowel sound, an RH, a WA; and small ones in a word."""


def article(name: str) -> str:
    """Return `a` or `an`, for a word or an abbreviation."""
    return "an" if name.startswith(_LETTERS_WITH_AN) else "a"


def potion_name(name: str | None, count: int = 1) -> str:
    """Return so many potions of a kind, by either of its names; None for an unknown one (R18)."""
    name = name or "unknown"
    word = name if name.isupper() else name.lower()  # `RH`, or the full name
    return f"{count} {name} potions" if count > 1 else f"{article(word)} {name} potion"


def count_text(count: int, name: str) -> str:
    """Return `1 turn`, or `3 turns`."""
    return f"{count} {name if count == 1 else plural(name)}"


def wrap_text(text: str, width: int) -> list[str]:
    """Return the text in lines of at most that many columns, broken between words.

    Most texts of a screen are short or simple, and the library takes long to find that out.
    """
    if 0 < len(text) <= width and text.isprintable() and text[-1] != " ":
        return [text]
    return list(_wrapped(text, width))


@lru_cache(maxsize=512)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    """Return the lines of a text that most likely was on the screen before, too."""
    words = text.split(" ")
    if "" in words or max(map(len, words)) > width or not text.isprintable():
        # Imported here for a fast start: it takes as long as ten other modules.
        import re
        import textwrap

        wrapper = textwrap.TextWrapper(width, break_on_hyphens=False)
        wrapper.wordsep_simple_re = re.compile(r"(\s+|(?<=,)(?=\S))")  # lists have no blanks
        return tuple(wrapper.wrap(text))
    lines = words[:1]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)
