"""Find secrets that only their name reveals, such as `password: hunter2`.

Code and prose mention passwords all the time (`password = form.password`, "password: required"), so an unquoted value
must look as only secrets do.
"""

import re
from re import Match, Pattern

from council_core.redaction.shapes import is_placeholder

_PASSWORD = r"password|passwd|passphrase|passwort|kennwort|contraseña|pwd"
_KEY = (
    r"(?:api|access|auth|secret|private|account|signing|encryption)[_-]?key|(?:auth|access|refresh|bot)[_-]?token"
    r"|secret|token"
)
_NAME = rf"(?i:(?P<password>{_PASSWORD})|{_KEY})(?:_?\d)?"
_SETS = r"[\"'\]*]{0,2}(?:\s*:\s*[A-Za-z][\w.|\[\]]{0,30})?\s*(?::=|=>|[!=]={1,2}|[:=])[ \t]*"
"""Assignment signs: `=`, `: `, `:=`, `=>`, `==`, with a type before it where the language has one."""

ASSIGNED: tuple[Pattern[str], ...] = (
    re.compile(rf"{_NAME}{_SETS}(?P<quote>[\"'`])(?P<secret>[^\s\"'`]{{4,300}})(?P=quote)"),
    re.compile(rf"{_NAME}(?P<sets>{_SETS})(?P<secret>[^\s\"'`,;<>|]{{4,300}})"),
    re.compile(rf"--{_NAME}[ \t]+(?P<secret>[^\s\"'`,;<>|-][^\s\"'`,;<>|]{{3,300}})"),
    re.compile(rf"<{_NAME}>(?P<secret>[^\s<>]{{4,300}})</"),
    re.compile(rf"\b{_NAME} (?:is|ist|was)[: ]\s?(?P<secret>[^\s\"'`,;<>|]{{6,300}})"),
)
"""Assignments: `name = "value"`, `name: value`, `--name value`, `<name>value</`, "the name is value"."""

_CODE = re.compile(
    r"[A-Za-z_]\w*[(\[{].*|&?[A-Za-z_]\w*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*)+[(\[]?.*|[A-Z]\w*\[.*", re.ASCII
)
"""Code in place of a value: a call, an index, or a path to another value."""

_WORD = re.compile(
    r"u?int\d*|float\d*|str(?:ing)?\d*|text|bytes\d*|varchar\d*|bool(?:ean)?|optional|required|hidden|bearer|basic"
    r"|sha-?\d.*|md5|base-?\d\d.*|argon2\w*|bcrypt|pbkdf2.*|utf-?\d+|oauth-?2.*|aes.*|rsa.*|hs\d+|rs\d+|es\d+|v\d+"
    r"|\d+[A-Za-z]{1,10}|.*(?:passwor[dt]|passwd|pwd|token|secret|_key|-key).*",
    re.IGNORECASE,
)
"""Words that are no secrets: types, algorithms, amounts and further names."""

_ENDS = ".,:;!?)]}*"


def kind_of(match: Match[str]) -> str | None:
    """Return the kind of secret that an assignment reveals; None if it reveals none."""
    groups = match.groupdict()
    value = match["secret"]
    is_password = bool(groups["password"])
    bare = value.rstrip(_ENDS)
    if is_placeholder(value) or is_placeholder(bare) or _WORD.fullmatch(bare):
        return None
    if not _looks_secret(match, bare, is_password=is_password, is_quoted="quote" in groups):
        return None
    return "password" if is_password else "key or token"


def _looks_secret(match: Match[str], value: str, *, is_password: bool, is_quoted: bool) -> bool:
    has_digit = any(sign.isdigit() for sign in value)
    has_letter = any(sign.isalpha() for sign in value)
    if is_quoted:
        return is_password or (has_digit and has_letter and len(value) >= 8)
    if _CODE.fullmatch(value):
        return False
    if not is_password:
        return has_digit and has_letter and len(value) >= 8
    if has_letter and (has_digit or any(sign in "!@#$%^&*+~" for sign in value)):
        return len(value) >= 6
    return (value.isdecimal() and len(value) >= 6) or _is_environment(match)


def _is_environment(match: Match[str]) -> bool:
    """Tell whether an assignment looks like `DB_PASSWORD=swordfish`: in capitals and without a space, as only settings
    files write it."""
    return match["password"].isupper() and match.groupdict().get("sets") == "="
