"""Tests of unambiguous slips in the structured form, of repair requests for the others, and of scales."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.reading import believable, read_ballot
from council_core.rubrics import custom_rubric

LABELS = ("k7f4", "m2p9", "x1qz")
NONCE = "0123456789abcdef"
TRUTH = custom_rubric("truth")


def reply(**changes: object) -> dict[str, object]:
    return {
        "nonce": NONCE,
        "reasons": {label: f"{label} is short." for label in LABELS},
        "scores": {label: {"truth": 9 - place} for place, label in enumerate(LABELS)},
        "ranking": list(LABELS),
        "comment": "Clear.",
        **changes,
    }


@given(st.data())
def test_a_comma_too_many_at_any_depth_changes_nothing(data: st.DataObject) -> None:
    text = json.dumps(reply(), indent=data.draw(st.sampled_from([None, 1, 4])))
    ends = [match.start() for match in re.finditer(r"[\]}]", text)]
    chosen = data.draw(st.sets(st.sampled_from(ends), min_size=1))
    spoilt = "".join(f",{sign}" if at in chosen else sign for at, sign in enumerate(text))

    read = read_ballot(spoilt, LABELS, nonce=NONCE, rubric=TRUTH)

    assert read == read_ballot(text, LABELS, nonce=NONCE, rubric=TRUTH)
    assert read.order == tuple((label,) for label in LABELS)


NESTED = st.recursive(
    st.integers() | st.text() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SLIPS = (",", ", ", ",\n", " ,,", ",\n// all of them\n", "," + " " * 300)


@given(notes=NESTED, reason=st.text(), data=st.data())
def test_slips_at_any_depth_change_no_word_of_the_reply(
    notes: object, reason: str, data: st.DataObject
) -> None:
    whole = reply(notes=notes, reasons={"k7f4": reason, "m2p9": "a, ] b, } c"})
    text = json.dumps(whole, indent=data.draw(st.sampled_from([None, 2])))
    ends = _closing(text)
    chosen = data.draw(st.dictionaries(st.sampled_from(ends), st.sampled_from(SLIPS), min_size=1))
    spoilt = "".join(chosen.get(at, "") + sign for at, sign in enumerate(text))

    assert read_ballot(spoilt, LABELS, nonce=NONCE, rubric=TRUTH) == read_ballot(
        text, LABELS, nonce=NONCE, rubric=TRUTH
    )


@pytest.mark.parametrize(
    "reason",
    [
        'Says "yes" plainly.',
        r"Gives \(x=2\) and \alpha.",
        r"Uses snake\_case, it\'s fine.",
        'Uses `d["key"]` well.',
    ],
)
@pytest.mark.parametrize("has_brace", [True, False])
@pytest.mark.parametrize("fence", [("", ""), ("```json\n", "\n```")])
def test_signs_not_escaped_and_a_last_brace_left_out_cost_no_ballot(
    reason: str, has_brace: bool, fence: tuple[str, str]
) -> None:
    text = json.dumps(reply(reasons={"k7f4": "REASON"})).replace("REASON", reason)

    read = read_ballot(
        fence[0] + (text if has_brace else text[:-1]) + fence[1], LABELS, nonce=NONCE, rubric=TRUTH
    )

    assert read.order == tuple((label,) for label in LABELS)
    assert dict(read.reasons)["k7f4"] == reason.replace(r"\_", "_").replace(r"\'", "'")


@given(reason=st.text(alphabet='a,:"\\[]{} _', max_size=16), cut=st.integers(0, 12))
def test_a_string_written_without_escapes_never_gives_another_order(reason: str, cut: int) -> None:
    text = json.dumps(reply(reasons={"m2p9": "REASON"}, comment="")).replace("REASON", reason)

    read = read_ballot(text[: len(text) - cut], LABELS, nonce=NONCE, rubric=TRUTH)

    assert read.order in (None, tuple((label,) for label in LABELS))


def _closing(text: str) -> list[int]:
    """Return the positions of brackets that close something, are not empty and are outside of texts."""
    found: list[int] = []
    in_text = False
    for at, sign in enumerate(text):
        in_text ^= sign == '"' and not _is_escaped(text, at)
        if not in_text and sign in "]}" and text[:at].rstrip()[-1] not in "[{":
            found.append(at)
    return found


def _is_escaped(text: str, at: int) -> bool:
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("4/5", 8.0),
        ("8/10", 8.0),
        ("80/100", 8.0),
        ("8", 8.0),
        (" 3 / 4 ", 7.5),
        ("0/5", 0.0),
        ("4 out of 5", 8.0),
        ("8 Punkte", 8.0),
        ("8점", 8.0),
        ("10점 만점에 8점", 8.0),
        ("5점 중 4점", 8.0),
        ("10点満点中8点", 8.0),
        ("满分10分，8分", 8.0),
        ("★★★★☆", 8.0),
        ("4/5 stars", 8.0),
        ("80 %", 8.0),
        ("4,5/5", 9.0),
        ("8.0/10.0", 8.0),
    ],
)
def test_a_score_is_read_with_its_denominator(written: str, value: float) -> None:
    scores = {"k7f4": {"truth": written}, "m2p9": {"truth": 0}, "x1qz": {"truth": 0}}

    read = read_ballot(json.dumps(reply(scores=scores)), LABELS, nonce=NONCE, rubric=TRUTH)

    assert [score.value for score in read.scores if score.label == "k7f4"] == [value]


@pytest.mark.parametrize("written", ["6/5", "4/0", "-1/5", "120 %", "4/5/6"])
def test_a_score_beyond_its_own_denominator_is_none(written: str) -> None:
    scores = {"k7f4": {"truth": written}, "m2p9": {"truth": 0}, "x1qz": {"truth": 0}}

    read = read_ballot(json.dumps(reply(scores=scores)), LABELS, nonce=NONCE, rubric=TRUTH)

    assert [score.label for score in read.scores] == ["m2p9", "x1qz"]
    assert read.repair is not None


def test_a_scale_that_stays_the_wrong_way_round_is_left_out() -> None:
    scores = {label: {"truth": place} for place, label in enumerate(LABELS)}

    read = believable(read_ballot(json.dumps(reply(scores=scores)), LABELS, nonce=NONCE, rubric=TRUTH))

    assert read.order == tuple((label,) for label in LABELS)
    assert read.scores == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (json.dumps(reply(nonce="fedcba9876543210")), "it carries the code of another call."),
        (json.dumps(reply())[:-40], "its JSON cannot be read."),
        ("All of them are fine.", "it gives no ranking."),
        (json.dumps(reply(ranking=["k7f4", "k7f4", "m2p9", "x1qz"])), "it names k7f4 twice."),
    ],
)
def test_a_repair_request_names_the_fault(text: str, fault: str) -> None:
    read = read_ballot(text, LABELS, nonce=NONCE, rubric=TRUTH)

    assert read.repair is not None
    assert read.repair.problem == fault


def test_the_plain_form_that_a_repair_request_offers_counts() -> None:
    plain = f"FINAL RANKING {NONCE}:\n1. m2p9\n2. k7f4\n3. x1qz"

    read = read_ballot(plain, LABELS, nonce=NONCE, rubric=TRUTH)

    assert read.order == (("m2p9",), ("k7f4",), ("x1qz",))


@pytest.mark.parametrize("mark", ["'", "”"])
def test_an_object_in_other_quotation_marks_is_named_as_json_that_cannot_be_read(mark: str) -> None:
    reply = json.dumps({"ranking": ["m2p9", "k7f4", "x1qz"], "comment": "All good."}).replace('"', mark)

    read = read_ballot(reply, ("k7f4", "m2p9", "x1qz"))

    assert read.order == (("m2p9",), ("k7f4",), ("x1qz",)) or (
        read.repair is not None and read.repair.problem == "its JSON cannot be read."
    )


@given(
    tenths=st.integers(0, 50),
    form=st.sampled_from(
        ["{}/5", "{} / 5.", "{}⁄5", "{}∕5.0", "{} out of 5", "{} von 5", "{} sur 5", "{} de 5", "{}/5 pts"]
    ),
    comma=st.booleans(),
)
def test_a_score_is_read_with_its_denominator_however_it_is_written(
    tenths: int, form: str, comma: bool
) -> None:
    written = form.format(str(tenths / 10).replace(".", "," if comma else "."))
    scores = {label: {"truth": written} for label in LABELS}

    read = read_ballot(json.dumps(reply(scores=scores)), LABELS, nonce=NONCE, rubric=TRUTH)

    assert [round(score.value, 9) for score in read.scores] == [round(tenths / 5, 9)] * 3


@pytest.mark.parametrize(
    "written",
    ["4 stars", "1 star", "4★", "8-9", "~8", "6/5", "4/0", "-1/5", "four out of five", "½", True, "8/10 (9)"],
)
def test_a_score_without_a_plain_number_on_its_scale_is_asked_about(written: object) -> None:
    scores = {label: {"truth": written} for label in LABELS}

    read = read_ballot(json.dumps(reply(scores=scores)), LABELS, nonce=NONCE, rubric=TRUTH)

    assert read.scores == ()
    assert read.repair is not None
    assert (read.status, read.repair.kind) == ("valid", "scores")


@pytest.mark.parametrize(
    "text",
    [
        '{order: ["k7f4", "m2p9", "x1qz"]}',
        '{nonce: "0123456789abcdef", ranking: ["k7f4", "m2p9", "x1qz"], "comment": "Yes (a: b), no."}',
        '{"ranking": ("k7f4", "m2p9", "x1qz"), "comment": None}',
        "{'ranking': (('k7f4',), ('m2p9',), ('x1qz',))}",
    ],
)
def test_names_without_quotation_marks_and_tuples_are_read(text: str) -> None:
    read = read_ballot(text, LABELS, nonce=NONCE)

    assert read.order == tuple((label,) for label in LABELS)
    assert read.comment in ("", "Yes (a: b), no.")


@pytest.mark.parametrize(
    "text",
    [
        "{order: [k7f4, m2p9, x1qz]}",
        json.dumps(json.dumps({"nonce": NONCE, "ranking": ["k7f4", "m2p9", "x1qz"]})),
    ],
)
def test_a_reply_that_is_no_object_is_told_as_broken_json(text: str) -> None:
    read = read_ballot(text, LABELS, nonce=NONCE)

    assert read.repair is not None
    assert (read.status, read.repair.problem) == ("void", "its JSON cannot be read.")


@pytest.mark.parametrize(
    "text",
    [
        f"{{'nonce': '{NONCE}', 'ranking': [['k7f4'], ['m2p9'], ['x1qz'],], 'comment': 'it isn\\'t \"bad\"'}}",
        f"{{'nonce': '{NONCE}', 'ranking': ['k7f4', 'm2p9', 'x1qz'], 'comment': 'B doesn't miss'}}",
        f"{{“nonce”: “{NONCE}”, “ranking”: [“k7f4”, “m2p9”, “x1qz”]}}",
        f"{{„nonce“: „{NONCE}“, „ranking“: [„k7f4“, „m2p9“, „x1qz“]}}",
        f'{{"nonce": "{NONCE}", "confidence": None, "done": True, "ranking": ["k7f4", "m2p9", "x1qz"]}}',
        f'{{\n  "nonce": "{NONCE}", // the code\n  /* best\n first */ "ranking": ["k7f4", "m2p9", "x1qz"]\n# end\n}}',
        f'```json5\n{{"nonce": "{NONCE}", "ranking": ["k7f4", "m2p9", "x1qz"], # best first\n}}\n```',
    ],
)
def test_an_object_in_the_spelling_of_another_language_is_read(text: str) -> None:
    assert read_ballot(text, LABELS, nonce=NONCE).order == (("k7f4",), ("m2p9",), ("x1qz",))


@pytest.mark.parametrize("comment", ["# worst first", "// from worst to best", "/* worst first */"])
def test_a_comment_that_turns_the_order_round_is_asked_about(comment: str) -> None:
    text = f'{{"nonce": "{NONCE}", "ranking": ["k7f4", "m2p9", "x1qz"], {comment}\n"comment": ""}}'

    read = read_ballot(text, LABELS, nonce=NONCE)

    assert read.order is None
    assert read.repair is not None
