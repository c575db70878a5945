"""Text from strangers, made fit to be read: out of a file, an argument, a name, another's error.

A terminal takes some characters for orders, and others turn the direction of all that follows. One
function escapes them all. Whoever writes to a terminal, or a page for one, calls it: what is
printed has passed through here, however it came about.
"""


def legible(text: str, kept: str = "") -> str:
    r"""Return a text with all that cannot be printed written as Python has it, such as `\x1b`.

    That is what Unicode counts as a control, a format (such as the marks that turn the direction),
    a surrogate, a private or unknown character, or a separator other than a blank. Characters that
    are `kept` stay, such as the line ends of a page.
    """
    if text.isprintable():
        return text
    return "".join([one if one.isprintable() or one in kept else _escaped(one) for one in text])


def plain(text: str) -> str:
    """Return a legible text in ASCII alone, other letters escaped as well."""
    return "".join([one if one.isascii() else _escaped(one) for one in legible(text)])


def shown(name: str) -> str:
    """Return a name as it can be told amid other words: in quotes if it is empty or escaped."""
    told = legible(name)
    return name if name and told == name else f"'{told}'"


def _escaped(character: str) -> str:
    return ascii(character)[1:-1]
