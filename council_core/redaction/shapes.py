"""Patterns of keys and tokens by the prefixes and lengths that their issuers document, and of secrets that only their
name reveals, such as `password: hunter2`.

A pattern's group `secret` gets masked, always whole: a key with its last half left is still a leak, so lengths are
minimums. Code and prose mention passwords all the time (`password = form.password`, "password: required"), so an
unquoted value behind a name must look as only secrets do."""

import re
from re import Match, Pattern

_EDGE = r"(?<![A-Za-z0-9])"

_BASE64_LINE = r"(?:(?:\\[rn]|[\s\"'+,>])*[A-Za-z0-9+/=]{16,})"

_PRIVATE_KEY = (
    r"-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}"
    r"(?:(?:(?!-{4,5} ?BEGIN)[\s\S]){16,16000}?-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}"
    rf"|{_BASE64_LINE}+)"
    r"|PuTTY-User-Key-File-\d(?:(?!PuTTY-User)[\s\S]){16,16000}?Private-MAC: ?\w+"
)
"""A key block up to its end or, if the end is missing, up to the last line of base64; a header alone is no key."""

_SOON_A_DIGIT = r"(?=[A-Za-z-]{0,40}\d)"
_JWT_HEADER = r"eyJ(?:[A-Za-z0-9]|[_-](?!eyJ)){10,}"
"""Tokens that stop where the next one could begin; otherwise each of many adjacent beginnings would be read to
the end."""

_WHOLE: tuple[tuple[str, str], ...] = (
    ("AWS key", r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("GitHub token", r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,}"),
    ("GitLab token", r"gl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|agent)-[\w.-]{20,}"),
    (
        "Slack token",
        rf"(?:xoxe\.)?xox[a-z]-{_SOON_A_DIGIT}[\w-]{{10,}}|(?:xapp|xwfp)-{_SOON_A_DIGIT}[\w-]{{10,}}",
    ),
    ("Slack webhook", r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[\w/-]{20,}"),
    (
        "Discord webhook",
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{17,20}/[\w-]{40,}",
    ),
    ("Discord token", r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}"),
    ("Anthropic key", r"sk-ant-[\w-]{20,}"),
    ("OpenRouter key", r"sk-or-[\w-]{20,}"),
    ("OpenAI key", r"sk-(?:proj|svcacct|admin|None)-[\w-]{20,}|sk-[\w-]{0,120}T3BlbkFJ[\w-]+"),
    ("API key", r"sk-(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}"),
    ("Google API key", r"AIza[\w-]{30,}|AQ\.[A-Z][\w-]{40,}"),
    ("Google token", r"GOCSPX-[\w-]{24,}|ya29\.[\w.-]{30,}"),
    ("Stripe key", r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}"),
    ("Hugging Face token", r"hf_[A-Za-z0-9]{30,}"),
    ("Groq key", r"gsk_[A-Za-z0-9]{40,}"),
    ("xAI key", r"xai-[A-Za-z0-9]{40,}"),
    ("npm token", r"npm_[A-Za-z0-9]{36,}"),
    ("PyPI token", r"pypi-[\w-]{50,}"),
    ("Docker token", r"dckr_[op]at_[\w-]{20,}"),
    ("SendGrid key", r"SG\.[\w-]{16,}\.[\w-]{32,}"),
    ("Twilio key", r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("Mailchimp key", r"[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])"),
    ("Telegram token", r"\d{8,10}:AA[\w-]{33,}"),
    ("DigitalOcean token", r"do[opr]_v1_[0-9a-f]{64}"),
    ("Databricks token", r"dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])"),
    ("Shopify token", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    ("Vault token", r"hv[sb]\.[\w-]{24,}"),
    ("age key", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    (
        "JSON web token",
        rf"{_JWT_HEADER}\.[\w-]{{2,}}\.[\w-]{{10,}}(?:\.[\w-]+){{0,2}}|{_JWT_HEADER}\.\.[\w-]+\.[\w-]+\.[\w-]+",
    ),
)
"""Kinds with a unique beginning."""

TOKEN: Pattern[str] = re.compile(rf"{_EDGE}(?:{'|'.join(shape for _, shape in _WHOLE)})")
"""One pattern for tokens of every kind, for a quick check of log lines."""

SHAPES: tuple[tuple[str, Pattern[str]], ...] = (
    ("private key", re.compile(rf"(?P<secret>{_PRIVATE_KEY})")),
    # A slash ends the part that holds a password; otherwise a port would look like one.
    (
        "password in a URL",
        re.compile(
            r"(?i:\b[a-z][a-z0-9+.-]{0,20})://[^\s/?#:@\"'<>]{0,200}:(?P<secret>[^\s/?\"'<>]{1,300})@(?=[\w\[])"
        ),
    ),
    (
        "AWS secret key",
        re.compile(
            r"(?:(?i:aws_?secret\w{0,20}|secret_?access_?key)[\"']?\s*(?:=>|[:=]|\bis\b)\s*[\"']?"
            r"|(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:|\"'/]{1,4})"
            r"(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
        ),
    ),
    ("Azure storage key", re.compile(r"AccountKey=(?P<secret>[A-Za-z0-9+/=]{80,})")),
    *((kind, re.compile(rf"{_EDGE}(?P<secret>{shape})")) for kind, shape in _WHOLE),
    (
        "key or token",
        re.compile(
            r"(?i:\b(?:bearer|authorization: (?:basic|token)))\s+(?P<secret>(?=[^\s\d]*\d)[\w.~+/=-]{16,})"
        ),
    ),
    (
        "password",
        re.compile(r"\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,100}:(?P<secret>[^\s\"']+)"),
    ),
)
"""Kinds by their names for people, with their patterns. If two patterns fit, the first one counts."""

_PLACEHOLDER = re.compile(
    r"[<${%*[(].*|[x*.•…_-]+|\.{2,}.*|(?:your|my|the|some|any)[_ -].*|.*\b(?:pass(?:word|wd)?|pwd|secret|token)"
    r"|none|null|nil|true|false|undefined|redacted|masked",
    re.IGNORECASE,
)


def is_placeholder(value: str) -> bool:
    """Tell whether a value only marks the place of a secret: `<token>`, `${TOKEN}`, `your-key`, `***`, `password`."""
    return _PLACEHOLDER.fullmatch(value) is not None


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
