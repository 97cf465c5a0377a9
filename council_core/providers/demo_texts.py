"""Write the texts of the demo members: their answers to a question, and the demo verdict."""

import re

NOTICE = "This is a demo: no model was asked, the text is built from the words of the question."

_WORD = re.compile(r"[^\W\d_][\w\-]*")
_FILLER_WORDS = """
a about after all also an and any are as at be because been before being between both but by can could did do
does doing down each few for from further get had has have having he her here his how i if in into is it its
just let may me might more most must my need no not now of off on once only or other our out over own really
same shall she should so some such than that the their them then there these they this those through to too
under until up us use very want was we were what when where which while who whom why will with would you your
"""
_FILLERS = frozenset(_FILLER_WORDS.split())


def words_of(text: str) -> list[str]:
    """Return the words that carry a text's matter, each once, in their order and original spelling."""
    found: dict[str, str] = {}
    for word in _WORD.findall(text):
        if len(word) > 2 and word.lower() not in _FILLERS:
            found.setdefault(word.lower(), word)
    return list(found.values())


def _subjects(question: str, count: int) -> list[str]:
    """Return so many subjects of the question, starting again from the first when there are fewer."""
    words = words_of(question) or ["this question"]
    return [f"**{words[index % len(words)]}**" for index in range(count)]


def _quote(question: str) -> str:
    line = " ".join(question.split())
    return f"> {line if len(line) <= 200 else line[:199].rstrip() + '…'}"


def questions(question: str) -> str:
    """Write Ada's answer: she asks back."""
    first, second, third, fourth = _subjects(question, 4)
    return f"""{_quote(question)}

Before an answer is worth anything, four things need to be known:

1. Who decides about {first}, and until when?
2. What happens to {second} if nobody does anything?
3. Which number would show that {third} went well?
4. Who has to live with {fourth} afterwards, and were they asked?

If only one of them can be settled today, settle the second.

_{NOTICE}_"""


def for_and_against(question: str) -> str:
    """Write Blaise's answer: he weighs both sides."""
    first, second, third = _subjects(question, 3)
    return f"""{_quote(question)}

| | Speaks for it | Speaks against it |
| --- | --- | --- |
| {first} | something is decided, and can be corrected | it binds people who could do other work |
| {second} | it is known territory for somebody here | nobody has measured it yet |
| {third} | the cost of trying is small | the cost of going back may not be |

On balance: try it with {first}, small enough that going back costs a day.

_{NOTICE}_"""


def steps(question: str) -> str:
    """Write Carl's answer: he proceeds step by step."""
    first, second, third = _subjects(question, 3)
    return f"""{_quote(question)}

1. **Write down** what {first} is meant to achieve, in one sentence.
2. **Measure** how {second} stands today.
3. **Try** the cheapest version of {third} for a week.
4. **Compare**, and keep it only if the number moved.

_{NOTICE}_"""


def looking_back(question: str) -> str:
    """Write Dorothy's answer: she imagines the end and looks back."""
    first, second = _subjects(question, 2)
    return f"""{_quote(question)}

Imagine that a year has passed and it went wrong. The likely story: everybody agreed on {first}, nobody owned
it, and {second} turned out to depend on something that was never said aloud.

- **Name an owner** for {first} now.
- **Say aloud** what {second} depends on.
- **Choose a date** on which giving up is no shame.

_{NOTICE}_"""


_SECTION = re.compile(r"^--- \w{8,} (?P<title>.+)\n(?P<body>(?:(?!--- \w{8,} ).*\n?)*)", re.MULTILINE)


def verdict(prompt: str) -> str:
    """Write the demo verdict: it repeats the panel's first place and says where the reviewers differ.

    Args:
        prompt: The chair's prompt, in sections that begin with `--- <mark> <title>`.
    """
    sections = {found["title"]: found["body"].strip() for found in _SECTION.finditer(prompt)}
    orders = [title.partition(": order ")[2] for title in sections if ": order " in title]
    firsts = sorted({order.partition(" > ")[0] for order in orders})
    top = re.findall(r"^1\. Response (\w+)", sections.get("Ranking", ""), re.MULTILINE)
    parts = ["**Demo verdict.** The chairman is plain code and has no opinion of its own."]
    if top:
        names = " and ".join(f"Response {alias}" for alias in top)
        parts.append(
            f"The panel puts {names} first{'' if len(top) == 1 else ', tied'}; read it in full above."
        )
        if opening := _opening(sections.get(f"Response {top[0]}", "")):
            parts.append(f"It begins: “{opening}”")
    else:
        parts.append("There is no ranking to report, so the responses above stand side by side.")
    if len(firsts) > 1:
        parts.append(f"**Disputed:** the reviewers named different responses as best: {', '.join(firsts)}.")
    elif orders:
        parts.append(f"**Agreed:** all {len(orders)} reviewers named the same response as best.")
    return "\n\n".join([*parts, f"_{NOTICE}_"])


def _opening(response: str) -> str:
    """Return the first sentence that is not the quoted question."""
    for line in response.splitlines():
        if line.strip() and not line.startswith((">", "|", "_")):
            return line.strip().rstrip(":")
    return ""


def unchanged(prompt: str) -> str:
    """Return the member's first answer, because plain code has no second thoughts."""
    found = re.search(r"^--- (\S+) Your answer\n(?P<own>.*?)\n\n--- \1 ", prompt, re.MULTILINE | re.DOTALL)
    return found["own"] if found else NOTICE


def kept() -> str:
    """Return the reply of a member that keeps its position in a disagreement round."""
    return f"KEEP\nREASON: Plain code has no second thoughts. {NOTICE}"


def critique() -> str:
    """Return the objection that plain code can make to its own verdict."""
    return (
        "Whoever follows this verdict follows a rule and nobody's judgement.\n\n"
        "- Seat real models before anything depends on the answer.\n\n"
        f"{NOTICE}"
    )
