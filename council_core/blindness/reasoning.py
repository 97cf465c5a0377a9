"""Remove the remains of a model's chat template from a text: reasoning blocks and control tokens.

The author's software writes both, not for the reader, and each family spells them differently, so they give the
author away.
"""

import re
from collections.abc import Iterable

from council_core.blindness.protected import Region, protected_regions

_TAGS = "think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|inner_?monologue|antthinking|seed:think|analysis"
_OPENERS = {
    rf"<(?:{_TAGS})>": rf"</(?:{_TAGS})>",
    r"\[THINK\]": r"\[/THINK\]",
    "◁think▷": "◁/think▷",
    r"<\|begin_of_thought\|>": r"<\|end_of_thought\|>",
    r"<\|(?:START_)?THINKING\|>": r"<\|END_THINKING\|>",
    r"<\|channel\|>(?:analysis|commentary)(?:<\|message\|>)?": r"<\|(?:end|return|start)\|>|(?=<\|channel\|>final)",
    r"<\|channel>thought": r"<channel\|>",
    r"<unused94>(?:thought)?": r"<unused95>",
}
_OPENER = re.compile(
    "|".join(f"(?P<o{number}>{opener})" for number, opener in enumerate(_OPENERS)), re.IGNORECASE
)
_CLOSERS = tuple(re.compile(closer, re.IGNORECASE) for closer in _OPENERS.values())
_LONE_CLOSER = re.compile(rf"</(?:{_TAGS})>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>", re.IGNORECASE)
_AT_LINE_START = re.compile(r"(?:^|[\n.!?:>\]])[ \t]*\Z")

_ROLE = "(?:system|user|assistant|model|developer|tool|human|bot|ipython)"
_TOKEN = re.compile(
    rf"""<[|｜]?(?:im_start|start_header_id|start_of_role|im_sep|start)[|｜]?>{_ROLE}?
            (?:<\|(?:end_header_id|end_of_role|im_sep|channel)\|>(?:final|assistant)?(?:<\|message\|>)?)?
      | <\|channel\|>(?:final)?(?:<\|message\|>)?
      | <[|｜][^\s<>|｜]{{1,60}}[|｜]>
      | <\|[a-z_]{{2,30}}>|<[a-z_]{{2,30}}\|>
      | <(?:start|end)_of_(?:turn|image|text)>(?:{_ROLE}(?=\s))?
      | <(?:eos|bos|pad|unk|eod|eot|sop|eop)>|\[(?:gMASK|sMASK|EOS|BOS|PAD|UNK|CLS|SEP)\]
      | </?s>(?=\s*\Z)|\A\s*<s>
      | \[/?INST\]|<<?/?SYS>>?|\[/?(?:AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT|ASSISTANT|USER)\]
      | \[\|(?:assistant|user|system|endofturn)\|\]
      | <(?:reserved_|unused|extra_id_|special_)\d{{1,4}}>|<0x[0-9A-F]{{2}}>
      | (?m:^)(?:GPT4\ Correct\ )(?:Assistant|User):
      # Citations of pages that only the model's own app can open.
      | \ ?【\d{{1,4}}(?::\d{{1,4}})?†[^】\n]{{0,80}}】|\ue200[a-z]{{1,20}}\ue202[^\ue201\n]{{0,200}}\ue201
      | \[cite_start\]\ ?|\ ?\[cite:[\d,\ ]{{1,60}}\]|</?cite(?:\ index="[\d,:\ -]{{1,60}}")?>
      | <grok:render\ [^>\n]{{1,300}}>.{{0,600}}?</grok:render>""",
    re.VERBOSE | re.DOTALL,
)

_SIGNS = ("<", "[", "◁", "【", "\ue200", "GPT4 Correct")
"""Every block and every token contains one of these signs."""


def strip_reasoning(text: str) -> str:
    """Drop reasoning blocks (`<think>…</think>`, also unclosed) and chat template tokens; code stays.

    A text without any is returned unchanged; otherwise blank space at both ends is removed too.
    """
    if not _may_hold_machinery(text):
        return text
    spans = machinery_spans(text, protected_regions(text))
    if not spans:
        return text
    kept: list[str] = []
    position = 0
    for start, end, _ in spans:
        kept.append(text[position:start])
        position = end
    return "".join([*kept, text[position:]]).strip()


def machinery_spans(text: str, regions: Iterable[Region]) -> list[tuple[int, int, str]]:
    """Return reasoning blocks and template tokens outside the protected regions as `(start, end, label)`, in
    order."""
    if not _may_hold_machinery(text):
        return []
    borders = _Borders(regions)
    blocks = _reasoning(text, borders)
    tokens = [
        match.span()
        for match in _TOKEN.finditer(text)
        if not borders.covers(match.start())
        and not (match.group().startswith("[") and _is_a_link(text, match))
    ]
    labelled = [(*span, "reasoning") for span in blocks]
    edges = _Borders(Region(start=low, end=high, kind="code") for low, high in blocks)
    labelled += [(*span, "template_token") for span in tokens if not edges.covers(span[0])]
    return sorted(labelled)


def _may_hold_machinery(text: str) -> bool:
    """Test cheaply whether a text may hold any: most hold none, and then protected regions need not be found."""
    return any(sign in text for sign in _SIGNS) and any(
        pattern.search(text) is not None for pattern in (_OPENER, _LONE_CLOSER, _TOKEN)
    )


def _is_a_link(text: str, match: re.Match[str]) -> bool:
    return text[match.end() : match.end() + 1] == "("


class _Borders:
    """Tells quickly whether a position is inside one of the regions; positions must rise."""

    def __init__(self, regions: Iterable[Region]) -> None:
        self._regions = sorted(regions)
        self._next = 0

    def covers(self, position: int) -> bool:
        if self._next and self._regions[self._next - 1].end > position:
            self._next = 0
        while self._next < len(self._regions) and self._regions[self._next].end <= position:
            self._next += 1
        return self._next < len(self._regions) and self._regions[self._next].start <= position


def _reasoning(text: str, borders: _Borders) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    position = first = len(text) - len(text.lstrip())
    hopeless: set[int] = set()
    while opener := _OPENER.search(text, position):
        kind = int((opener.lastgroup or "o0")[1:])
        begins_text = opener.start() == first
        position = opener.end()
        if borders.covers(opener.start()) and not begins_text:
            continue
        at_line_start = bool(_AT_LINE_START.search(text, max(0, opener.start() - 80), opener.start()))
        closer = None if kind in hopeless else _closer(text, opener, kind)
        if closer is None:
            hopeless.add(kind)
            if at_line_start or begins_text:
                spans.append((opener.start(), len(text)))
                break
            continue
        if at_line_start or begins_text or _is_a_thought(text[opener.end() : closer.start()]):
            spans.append((opener.start(), closer.end()))
            position = closer.end()
    return _with_unopened(text, spans, borders)


def _closer(text: str, opener: re.Match[str], kind: int) -> re.Match[str] | None:
    """Return the closing mark; nested openers of the same kind are closed first."""
    closer = _CLOSERS[kind].search(text, opener.end())
    inner = _OPENER.search(text, opener.end(), closer.start()) if closer else None
    if closer and inner and inner.lastgroup == opener.lastgroup:
        return _CLOSERS[kind].search(text, closer.end()) or closer
    return closer


def _is_a_thought(inside: str) -> bool:
    """Tell a block from prose about the tags themselves, such as "between <think> and </think>"."""
    return "\n" in inside or len(inside.split()) > 4


def _with_unopened(text: str, spans: list[tuple[int, int]], borders: _Borders) -> list[tuple[int, int]]:
    """Add a reasoning block without an opening tag: some templates write that tag, so the model writes only the closing
    one."""
    limit = spans[0][0] if spans else len(text)
    for closer in _LONE_CLOSER.finditer(text, 0, limit):
        after = text[closer.end() : closer.end() + 1]
        if borders.covers(closer.start()) or not (after in {"", "\n"} or _ends_line(text, closer.start())):
            continue
        return [(0, closer.end()), *spans]
    return spans


def _ends_line(text: str, at: int) -> bool:
    return text[max(0, at - 80) : at].rstrip(" \t").endswith("\n")
