"""Seats on the council."""

from dataclasses import replace

import pytest

from council_core.domain.member import Member, MemberId, Roster
from tests.samples import MEMBERS

ADA, BLAISE, CARL, DOROTHY = MEMBERS

OUTSIDER = Member(id=MemberId("openai:gpt-5"), model="openai:gpt-5", name="gpt-5")


def test_the_provider_is_what_stands_before_the_first_colon() -> None:
    model = "ollama:qwen3:8b"

    assert Member(id=MemberId(model), model=model, name="qwen3:8b").provider == "ollama"


def test_a_seat_may_only_answer_or_only_review() -> None:
    roster = Roster(members=(ADA, replace(BLAISE, answers=False), replace(CARL, reviews=False)), chairman=ADA)

    assert [member.name for member in roster.answering] == ["Ada", "Carl"]
    assert [member.name for member in roster.reviewing] == ["Ada", "Blaise"]


def test_a_chairman_from_outside_is_one_of_everybody_and_has_no_seat() -> None:
    roster = Roster(members=(ADA, BLAISE), chairman=OUTSIDER)

    assert [member.name for member in roster.everyone()] == ["Ada", "Blaise", "gpt-5"]
    assert roster.named(OUTSIDER.id) == OUTSIDER
    assert OUTSIDER not in roster.answering


def test_a_chairman_who_has_a_seat_is_counted_once() -> None:
    assert list(Roster(members=(ADA, BLAISE), chairman=BLAISE).everyone()) == [ADA, BLAISE]


def test_two_seats_never_share_an_id() -> None:
    with pytest.raises(ValueError, match="Two seats share an id: test:ada, test:ada"):
        Roster(members=(ADA, ADA), chairman=ADA)


def test_nobody_is_found_who_is_not_there() -> None:
    with pytest.raises(KeyError):
        Roster(members=(ADA,), chairman=ADA).named(BLAISE.id)


@pytest.mark.parametrize(
    ("models", "chairman", "is_demo", "why"),
    [
        (("demo:ada", "demo:carl"), "demo:ada", True, "nobody real anywhere"),
        (("demo:ada", "openai:gpt-5"), "demo:ada", False, "one real member is enough"),
        (("demo:ada", "demo:carl"), "openai:gpt-5", False, "a real chairman is enough"),
    ],
)
def test_a_council_is_a_demonstration_only_when_nobody_on_it_is_real(
    models: tuple[str, ...], chairman: str, is_demo: bool, why: str
) -> None:
    members = tuple(Member(id=MemberId(model), model=model, name=model) for model in models)
    chair = Member(id=MemberId(chairman), model=chairman, name=chairman)

    assert Roster(members=members, chairman=chair).is_demo is is_demo, why
