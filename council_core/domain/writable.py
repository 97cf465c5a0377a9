"""Make any text encodable as UTF-8 and storable in databases."""


def writable(text: str) -> str:
    """Return the text without NULs, and with a question mark for each half of a surrogate pair.

    A terminal in another encoding or a model's broken reply may hold both, and neither databases nor models accept
    them.
    """
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
