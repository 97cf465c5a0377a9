"""Tests that the names, ids and tails of a run's own seats are masked everywhere, except those that the
question names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.blindness import mask, scrub
from council_core.domain.member import Member, MemberId, Roster

ASKED = "Tabs or spaces?"


def seat(model: str, name: str = "") -> Member:
    return Member(id=MemberId(model), model=model, name=name or model.rpartition(":")[2].rpartition("/")[2])


def roster(*seats: Member) -> Roster:
    return Roster(members=seats, chairman=seats[0])


OURS = roster(
    seat("openai:gpt-6.1-sol"),
    seat("openrouter:vendor/zq-77-alpha", "Zorvath"),
    seat("google:gemini-4-argon", "Ada"),
    seat("x:assistant", "The"),
)

LEAKS = [
    ("gpt-6.1-sol on this: spaces.", "[model] on this: spaces."),
    ("As gpt-6.1-sol, I say tabs.", "As [model], I say tabs."),
    ("GPT 6.1 Sol and gpt_6_1_sol agree.", "[model] and [model] agree."),
    ("Ask openai/gpt-6.1-sol.", "Ask [model]."),
    ("Zorvath here, as ZORVATH was.", "[model] here, as [model] was."),
    ("vendor/zq-77-alpha and zq-77-alpha#2", "[model] and [model]"),
    ("`print('zq-77-alpha')`", "`print('[model]')`"),
    ("See https://docs.example/zq-77-alpha/use", "See https://docs.example/[model]/use"),
    ('They say "Zorvath knows."', 'They say "[model] knows."'),
    ("Z\u200borvath, **Zor**vath", "[model], **[model]"),
    ("But Ada says so.", "But [model] says so."),
    ("gpt-6.1-solの見方では空白です。", "[model]の見方では空白です。"),
    ("vendor/zq-77-alpha的回答：用空格。", "[model]的回答：用空格。"),
    ("GPT 6.1 Sol이라서 탭을 씁니다.", "[model]이라서 탭을 씁니다."),
]


@pytest.mark.parametrize(("text", "masked"), LEAKS)
def test_a_name_of_a_seat_is_masked_whatever_stands_around_it(text: str, masked: str) -> None:
    assert mask(text, question=ASKED, roster=OURS).text == masked
    assert scrub(text, question=ASKED, roster=OURS).text == masked


TOPICS = [
    ("Who was Ada Lovelace?", "Ada Lovelace wrote the first program, and Ada knew it."),
    (ASKED, "Ada Lovelace would have used tabs."),
    (ASKED, "OpenAI released GPT-5 in summer; Claude Monet painted; the solar wind blows."),
    (ASKED, "The assistant of the editor indents the code; the ranking of models is another question."),
    ("Is zq-77-alpha better than Zorvath?", "zq-77-alpha is slower than Zorvath, by most accounts."),
    ("What does gpt-6.1-sol cost?", "gpt-6.1-sol costs two dollars."),
]


@pytest.mark.parametrize(("question", "text"), TOPICS)
def test_a_name_as_the_topic_stays(question: str, text: str) -> None:
    assert mask(text, question=question, roster=OURS).text == text


def test_a_topic_is_masked_all_the_same_where_an_answer_claims_to_be_it() -> None:
    said = mask("I'm Zorvath, and I use tabs.", question="Is Zorvath better than you?", roster=OURS).text

    assert said == "I'm [model], and I use tabs."


def test_without_a_roster_nothing_of_it_is_known() -> None:
    assert mask("Zorvath on this: tabs.", question=ASKED).text == "Zorvath on this: tabs."


PARTS = ["zor", "vath", "quil", "bram", "oxen", "thi", "stle", "grel", "mup"]
SYLLABLES = st.lists(st.sampled_from(PARTS), min_size=2, max_size=3)
AROUND = st.sampled_from(
    [
        *(
            "{} on this: use tabs.",
            "As {}, I use tabs.",
            "Use tabs.\n\n— {}",
            "Use tabs ({}).",
            "{}: use tabs",
        ),
        *(
            "I asked {} and it said tabs.",
            "`{}`",
            "> {} says tabs",
            '{{"model": "{}"}}',
            "**{}** | tabs",
            "{}'s view",
        ),
    ]
)


@given(SYLLABLES, st.integers(1, 99), AROUND, st.sampled_from(["{}", "{}-pro", "v/{}-{}"]))
def test_nothing_of_a_made_up_roster_is_left_in_any_frame(
    syllables: list[str], number: int, frame: str, tail: str
) -> None:
    name = "".join(syllables).title()
    model = f"maker:{tail.format(name.lower(), number)}-{number}"
    ours = roster(seat(model, name), seat("demo:other"))

    for term in (name, model, model.partition(":")[2], model.rpartition("/")[2], f"{model}#2"):
        said = mask(frame.format(term), question=ASKED, roster=ours).text

        assert name.lower() not in said.lower(), (term, said)


COMPARISONS = [
    (
        "gpt-6.1-sol is best for code, and Claude 4 is cheaper.",
        "gpt-6.1-sol is best for code, and Claude 4 is cheaper.",
    ),
    ("Zorvath costs less than gpt-6.1-sol.", "Zorvath costs less than gpt-6.1-sol."),
    (
        "As Zorvath, I would take gpt-6.1-sol or Claude 4.",
        "As [model], I would take gpt-6.1-sol or Claude 4.",
    ),
    ("Zorvath on this: take gpt-6.1-sol.", "[model] on this: take [model]."),
    ("Take gpt-6.1-sol, it is cheap.", "Take [model], it is cheap."),
]


@pytest.mark.parametrize(("text", "masked"), COMPARISONS)
def test_seats_that_an_answer_compares_stay_where_models_were_asked_for(text: str, masked: str) -> None:
    assert mask(text, question="Which LLM should we use for our bot?", roster=OURS).text == masked


def test_seats_that_an_answer_compares_unasked_are_masked() -> None:
    text = "gpt-6.1-sol is best for code, and Zorvath is cheaper."

    for question in ("Which editor should we use?", "Which model are you?"):
        assert (
            mask(text, question=question, roster=OURS).text
            == "[model] is best for code, and [model] is cheaper."
        )
