"""Recognizes a reply that a platform's library cannot read, such as a page that a proxy sent in its place.

A library reads replies without checking them, so an odd one ends in an error of Python's own. The call may have taken
effect, which makes its outcome unknown. A mistake of ours raises the same types, so the module that raised the error
decides.
"""

ODD = (AttributeError, LookupError, TypeError, ValueError)
"""Types of errors with which a library fails on an odd reply; `ValueError` is also that of invalid JSON."""


def is_odd_reply(error: Exception, readers: tuple[str, ...]) -> bool:
    """Tell whether an error was raised in one of these modules or in the reader of JSON.

    Args:
        error: Has one of the types `ODD`.
        readers: Prefixes of the modules that read replies.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised_in = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ""))
    return f"{raised_in}.".startswith(("json.", *(f"{reader}." for reader in readers)))
