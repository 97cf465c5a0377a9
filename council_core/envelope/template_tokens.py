"""Disarm the tokens of chat templates in a text.

Some model servers interpret `<|im_start|>` anywhere, also in code, so an answer could end its own turn with it and
begin a turn of the system.
"""

import re

TOKEN = re.compile(
    r"<\|[A-Za-z][\w\-/: .]{0,39}\|>"
    r"|<｜[^｜<>\n]{1,40}｜>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]"
    r"|<<?/?SYS>>?"
    r"|<(?:start|end)_of_turn>|<(?:bos|eos|unk|pad)>|</?s>",
)
CITATION = re.compile("\ue200[^\ue200\ue201]{0,200}\ue201")
"""Search citations that some chat models leave in private-use characters."""


def disarmed(text: str) -> str:
    """Return the text with a space inside each token, which leaves ordinary, readable text."""
    return TOKEN.sub(lambda match: f"{match[0][0]} {match[0][1:]}", CITATION.sub("", text))


def has_template_tokens(text: str) -> bool:
    """Tell whether the text holds a token of a chat template. `<s>` alone is old HTML and does not count."""
    return any(match[0] not in ("<s>", "</s>") for match in TOKEN.finditer(text))
