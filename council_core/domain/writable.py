"""Any text -> the same as UTF-8 can carry it and databases can keep it."""


def writable(text: str) -> str:
    """The text without NULs, and with a question mark for each half of a character: a terminal in another encoding
    or a model's broken reply gives such, and neither databases nor models take them."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
