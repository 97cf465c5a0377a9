"""Claims that a reviewer checked, read from its text: code decides which sources and quotations count."""

import json

import pytest

from council_core.domain.claim import ClaimCheck
from council_core.domain.tool import Found, Source, ToolCall, ToolFailed, ToolUse
from council_core.reading.checks import MOST_CLAIMS, read_checks, stands_in

PAGE = Source(
    title="Tides", url="https://tides.example/high", snippet="High water twice a day.", published="2026"
)
BEACH = Source(title="Beaches", url="https://beach.example/")
PAGE_TEXT = (
    "The tide rises twice a day.\nIn Saint-Malo it rises by up to 13,5 m — more than nearly everywhere else."
)
USES = (
    ToolUse(call=ToolCall(id="1", name="search", arguments="{}"), result=Found(sources=(PAGE, BEACH))),
    ToolUse(
        call=ToolCall(id="2", name="fetch", arguments="{}"), result=Found(text=PAGE_TEXT, sources=(PAGE,))
    ),
    ToolUse(call=ToolCall(id="3", name="calculate", arguments="{}"), result=Found(text="27.0")),
    ToolUse(call=ToolCall(id="4", name="python", arguments="{}"), result=ToolFailed(why="It failed.")),
)
NUMBERS = {PAGE.url: 1, BEACH.url: 2}


def read(*rows: object) -> tuple[ClaimCheck, ...]:
    return read_checks(f"Here you are.\n```json\n{json.dumps({'claims': rows})}\n```", USES, NUMBERS)


def row(**changes: object) -> dict[str, object]:
    return {
        "claim": "It rises.",
        "mark": "supported",
        "source": PAGE.url,
        "quote": "rises twice a day",
    } | changes


def test_a_claim_has_its_mark_its_source_and_a_quotation_that_code_found_there() -> None:
    assert read(row()) == (
        ClaimCheck(
            claim="It rises.",
            mark="supported",
            source=Source(title="Tides", url=PAGE.url, published="2026"),
            quote="rises twice a day",
        ),
    )


@pytest.mark.parametrize("named", [PAGE.url, PAGE.url + "/", f"<{PAGE.url}>", 1, "1", "[1]"])
def test_a_source_is_known_by_its_address_or_its_number(named: object) -> None:
    (check,) = read(row(source=named))

    assert check.source is not None
    assert check.source.url == PAGE.url


@pytest.mark.parametrize(
    "named", ["https://made-up.example/", "", 3, None, ["x"], "python", "fetch", "my own knowledge"]
)
def test_a_mark_with_a_source_that_no_tool_gave_is_not_found(named: object) -> None:
    assert read(row(source=named)) == (ClaimCheck(claim="It rises.", mark="not_found"),)


def test_a_tool_without_pages_is_a_source_by_its_name() -> None:
    (check,) = read(row(source="calculate", quote="27.0"))

    assert check.source == Source(title="calculate", url="")
    assert check.is_quoted


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("The tide rises twice a day.", True),
        ("“the TIDE rises   twice a day”", True),
        ("High water twice a day", True),
        ("The tide … by up to 13,5 m", True),
        ("In Saint-Malo [...] more than nearly everywhere", True),
        ("by up to 13.5 m", True),
        ("The tide rises thrice a day", False),
        ("13,5 m … The tide rises", False),
        ("he tide rises", False),
        ("by up to 15,5 m", False),
        ("…", False),
    ],
)
def test_a_quotation_stands_in_its_source_word_by_word_or_is_flagged(quote: str, stands: bool) -> None:
    (check,) = read(row(quote=quote))

    assert check.is_quoted is stands


def test_words_of_another_page_do_not_count_for_this_one() -> None:
    (check,) = read(row(source=BEACH.url))

    assert not check.is_quoted


def test_scripts_without_spaces_are_compared_by_their_characters() -> None:
    assert stands_in("潮の満ち干", "毎日二回、潮の満ち干がある。")
    assert not stands_in("潮の満引き", "毎日二回、潮の満ち干がある。")


@pytest.mark.parametrize(
    "text",
    ["", "No JSON.", "{", '{"claims": 3}', '{"claims": [1, null, []]}', "[" * 2_000,
     '{"claims":[{"claim":1,"mark":"supported"}]}',
     '{"claims":[{"claim":"x","mark":"perhaps"}]}'],
)  # fmt: skip
def test_a_text_without_claims_gives_none(text: str) -> None:
    assert read_checks(text, USES, NUMBERS) == ()


def test_the_last_list_counts_each_claim_once_and_six_at_most() -> None:
    draft = json.dumps({"claims": [row(claim="A draft.")]})
    final = json.dumps({"claims": [row(), row(), *(row(claim=f"It rises {n}.") for n in range(9))]})

    checks = read_checks(f"{draft}\nNo, this:\n{final}", USES, NUMBERS)

    assert len(checks) == MOST_CLAIMS
    assert [check.claim for check in checks][:2] == ["It rises.", "It rises 0."]
