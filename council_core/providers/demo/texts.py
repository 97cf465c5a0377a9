"""Texts of the demo members: their canned answers, and a verdict made from the panel's ranking."""

import re
from collections.abc import Mapping, Sequence

from council_core.providers.demo.subjects import canned_in, short_of, subject_of

NOTICE = "No model was asked."

_WORD = re.compile(r"[^\W\d_][\w\-]*")
_FILLER_WORDS = """
a about after all also an and any are as at be because been before being between both but by can could did do
does doing down each few for from further get had has have having he her here his how i if in into is it its
just let may me might more most must my need no not now of off on once only or other our out over own really
same shall she should so some such than that the their them then there these they this those through to too
under until up us use very want was we were what when where which while who whom why will with would you your
"""
_FILLERS = frozenset(_FILLER_WORDS.split())


ASK_ANYTHING = ("What would change this verdict?", "What should we find out before we decide?")
"""Further questions about a subject that the demo does not know."""


def words_of(text: str) -> list[str]:
    """Return the words that carry the content of a text, each once, in order and original spelling."""
    found: dict[str, str] = {}
    for word in _WORD.findall(text):
        if len(word) > 2 and word.lower() not in _FILLERS:
            found.setdefault(word.lower(), word)
    return list(found.values())


_MISFIT = "The demo knows five subjects."


def answer(name: str, question: str, *, has_material: bool = False) -> str:
    """Return a member's canned answer, with a line in front if it does not fit the question.

    Args:
        name: The member.
        question: The question alone.
        has_material: Whether files or links came with it, which the demo does not read.
    """
    subject, fits = subject_of(question)
    notes = ["The demo reads no files."] if has_material else []
    if not fits:
        notes.append(f"{_MISFIT} This answer is about {subject.title}.")
    text = subject.answers[name].text
    return f"_{' '.join(notes)}_\n\n{text}" if notes else text


_SECTION = re.compile(r"^--- \w{8,} (?P<title>.+)\n(?P<body>(?:(?!--- \w{8,} ).*\n?)*)", re.MULTILINE)


def verdict(prompt: str) -> str:
    """Write the demo verdict: it repeats the panel's first place, says where the reviewers differ, and compares
    the canned answers.

    Args:
        prompt: The chair's prompt, in sections that begin with `--- <mark> <title>`.
    """
    sections = {found["title"]: found["body"].strip() for found in _SECTION.finditer(prompt)}
    orders = [title.partition(": order ")[2] for title in sections if ": order " in title]
    firsts = sorted({order.partition(" > ")[0] for order in orders})
    top = re.findall(r"^1\. Response (\w+)", sections.get("Ranking", ""), re.MULTILINE)
    parts: list[str] = []
    if top:
        *others, last = top
        names = f"Responses {', '.join(others)} and {last}" if others else f"Response {last}"
        short = short_of(sections.get(f"Response {top[0]}", ""))
        parts.append(f"**{short or f'Follow {names}.'}**")
        parts.append(f"The panel puts {names} first{'' if len(top) == 1 else ', tied'}.")
    else:
        parts.append("There is no ranking to report, so the responses stand side by side.")
    behind = [
        f"- Response {alias}: {short}"
        for title, body in sections.items()
        if (alias := title.removeprefix("Response ")) != title
        and alias not in top
        and (short := short_of(body))
    ]
    if behind:
        parts.append("The other responses:\n\n" + "\n".join(behind))
    if len(firsts) > 1:
        parts.append(f"**Disputed:** the reviewers named different responses as best: {', '.join(firsts)}.")
    elif orders:
        parts.append(f"**Agreed:** all {len(orders)} reviewers named the same response as best.")
    parts.append(_points(sections))
    return "\n\n".join(parts)


def _points(sections: Mapping[str, str]) -> str:
    """Return the lines below the verdict: points of the responses, and further questions.

    Responses are compared only if all of them are canned answers on one subject. Plain code cannot compare others.
    """
    responses = {
        alias: body for title, body in sections.items() if (alias := title.removeprefix("Response ")) != title
    }
    found = {alias: canned for alias, body in responses.items() if (canned := canned_in(body))}
    if not found or len(found) < len(responses) or len({subject.title for subject, _ in found.values()}) > 1:
        return _lines("ASK", ASK_ANYTHING)
    points = next(iter(found.values()))[0].points
    names = [name for _, name in found.values()]
    sides: dict[str, list[str]] = {}
    for alias, (_, name) in found.items():
        sides.setdefault(points.differ[name], []).append(alias)
    differ = "; ".join(f"{', '.join(aliases)}: {side}" for side, aliases in sides.items())
    unique = [
        f"{alias}: {points.unique[name]}"
        for alias, (_, name) in found.items()
        if name in points.unique and names.count(name) == 1
    ]
    fits = not any(_MISFIT in body for body in responses.values())
    blocks = (
        _lines("AGREE", [points.agree] if len(found) > 1 else []),
        _lines("DIFFER", [differ] if len(sides) > 1 else []),
        _lines("UNIQUE", unique if len(found) > 1 else []),
        _lines("ASK", points.ask if fits else ASK_ANYTHING),
    )
    return "\n".join(block for block in blocks if block)


def _lines(kind: str, texts: Sequence[str]) -> str:
    return "\n".join(f"{kind}: {text}" for text in texts)


def unchanged(prompt: str) -> str:
    """Return the member's first answer, because plain code has no second thoughts."""
    found = re.search(r"^--- (\S+) Your answer\n(?P<own>.*?)\n\n--- \1 ", prompt, re.MULTILINE | re.DOTALL)
    return found["own"] if found else NOTICE


def kept() -> str:
    """Return the reply of a member that keeps its position in a disagreement round."""
    return "KEEP\nREASON: Plain code has no second thoughts."


def critique() -> str:
    """Return the objection that plain code can make to its own verdict."""
    return (
        "This verdict follows a rule and nobody's judgement.\n\n"
        "- Name real models before anything depends on the answer."
    )


def unchecked() -> str:
    """Return a check of no claims: the demo looks nothing up."""
    return '{"claims": []}'


def improved(prompt: str) -> str:
    """Return a question with a request for reasons and a form, which plain code can add to any question."""
    found = re.search(r"^--- (\S+) Question\n(?P<own>.*?)\n\n--- \1 End", prompt, re.MULTILINE | re.DOTALL)
    question = found["own"].strip() if found else NOTICE
    return (
        f"QUESTION:\n{question}\n\nCompare the options that we have, name the strongest reason against each, and end "
        "with one recommendation.\n\nWHY:\n- It says what an answer has to contain.\n- It asks for one recommendation."
    )
