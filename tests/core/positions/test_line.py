"""Tests of the position line at the end of an answer: removed in every form that models write, and only there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.positions import LONGEST, Parted, part


@pytest.mark.parametrize(
    ("text", "kept", "position"),
    [
        ("It is 42.\n\nPOSITION: 42", "It is 42.", "42"),
        ("It is 42.\n\n---\n**POSITION:** 42 km\n", "It is 42.", "42 km"),
        ("It is 42.\n```\nPOSITION: 42\n```", "It is 42.", "42"),
        ("It is 42.\n> **POSITION: 42**", "It is 42.", "42"),
        ("서울입니다.\nPOSITION： 서울", "서울입니다.", "서울"),
        ("```py\nx = 1\n```\nPOSITION: none", "```py\nx = 1\n```", ""),
        ("It depends.\nPOSITION: N/A.", "It depends.", ""),
        ("It depends.\nPOSITION:", "It depends.", ""),
        (f"Long.\nPOSITION: {'so ' * LONGEST}", "Long.", ""),
        ("POSITION: 42", "42", "42"),
        ("It is 42. POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n(POSITION: 42)", "It is 42.", "42"),
        ("It is 42.\n[POSITION: O(n)]", "It is 42.", "O(n)"),
        ('It is 42.\n"POSITION: 42"', "It is 42.", "42"),
        ("It is 42.\nPOSITION — 42", "It is 42.", "42"),
        ("It is 42.\nFINAL POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n\u200bPOSITION: 42", "It is 42.", "42"),
        ("It is 42.\n\nPOSITION:\n42", "It is 42.", "42"),
        ("It is 42.\n\n**POSITION:**\n\n**42**", "It is 42.", "42"),
        ("It is 42.\n\n## Position\n42", "It is 42.", "42"),
        ("It is 42.\n\nPOSITION\n- 42", "It is 42.", "42"),
        ("It is 42.\n\nPOSITION:\n```\n42\n```", "It is 42.", "42"),
        ("It is 42.\nposition: 42", "It is 42.", "42"),
        ("It is 42.\n- Position: 42", "It is 42.", "42"),
        ("It is 42.\n4. POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n### POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n• **Position**: 42", "It is 42.", "42"),
        ("It is 42.\n📌 POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n| POSITION | 42 |", "It is 42.", "42"),
        ("It is 42.\n<b>POSITION:</b> 42", "It is 42.", "42"),
        ("It is 42.\n<!-- POSITION: 42 -->", "It is 42.", "42"),
        ("It is 42.\nPOSITION = 42", "It is 42.", "42"),
        ("It is 42.\nMy position: 42", "It is 42.", "42"),
        ("It is 42.\n```text\nposition: 42\n```", "It is 42.", "42"),
        ("Es ist 42.\n\n**Standpunkt:** 42", "Es ist 42.", "42"),
        ("C'est 42.\n\nPosition finale : 42", "C'est 42.", "42"),
        ("Es 42.\nPOSICIÓN: 42", "Es 42.", "42"),
        ("42입니다.\n\n입장: 42", "42입니다.", "42"),
        ("42입니다.\n\n최종 입장:\n42", "42입니다.", "42"),
        ("42です。\n立場：42", "42です。", "42"),
        ("是42。\n\n**立场**：42", "是42。", "42"),
        ("Это 42.\nПОЗИЦИЯ: 42", "Это 42.", "42"),
        (
            "It is 42 [1].\n\nPOSITION: 42\n\nSources:\n[1] https://a.example",
            "It is 42 [1].\n\nSources:\n[1] https://a.example",
            "42",
        ),
    ],
)
def test_the_last_line_is_taken_off(text: str, kept: str, position: str) -> None:
    assert part(text) == Parted(text=kept, position=position)


@pytest.mark.parametrize(
    ("text", "kept", "position"),
    [
        ("POSITION: 42\n\nIt is 42.", "It is 42.", "42"),
        ("It is 42.\n\n**POSITION: 42**\n\nI hope this helps!", "It is 42.\n\nI hope this helps!", "42"),
        ("It is 42.\n\nPosition: 42\n\nPosition: 42", "It is 42.", "42"),
        ("It is 42.\n\nPOSITION: 41\n\nNo.\n\nPOSITION: 42", "It is 42.\n\nNo.", "42"),
        ("It depends.\n\nPOSITION: none\n\nAsk a lawyer.", "It depends.\n\nAsk a lawyer.", ""),
        ("POSITION: 42\n\nPOSITION: 42", "42", "42"),
        ("It is 42.\n\n__Position:__ 42", "It is 42.", "42"),
        ("It is 42.\nPOSITION: 42\nI hope this helps.", "It is 42.\nI hope this helps.", "42"),
        ("First.\n**POSITION: 42**\nThen.\nPOSITION: 42", "First.\nThen.", "42"),
        ("It is 42. POSITION: 42. That helps.\n\nPOSITION: 42", "It is 42. That helps.", "42"),
        ("It is 42. (POSITION: 42) That helps.\nPOSITION: 42", "It is 42. That helps.", "42"),
        ("서울입니다. POSITION: 서울. 끝.\n\nPOSITION: 서울", "서울입니다. 끝.", "서울"),
        ("So POSITION: 42 it is.\n\nPOSITION: 42", "So 42 it is.", "42"),
        ("First 41. POSITION: 41. No.\n\nPOSITION: 42", "First 41. 41. No.", "42"),
        ("It is 42. **POSITION: 42** That helps.", "It is 42. **42** That helps.", ""),
        ("So POSITION: 42, as shown above.", "So 42, as shown above.", ""),
        ("6 x 7. Hence POSITION: **42**, as shown.", "6 x 7. Hence **42**, as shown.", ""),
        ("Also gilt:\n\nSomit POSITION: 42, wie gezeigt.", "Also gilt:\n\nSomit 42, wie gezeigt.", ""),
        ("따라서 POSITION: 42 입니다.", "따라서 42 입니다.", ""),
        ("因此POSITION：42，如上。", "因此42，如上。", ""),
        (
            "My final POSITION: yes, with limits.\n\nRead on.",
            "My final position: yes, with limits.\n\nRead on.",
            "",
        ),
        ("It is 42.\n\nThe POSITION is: 42", "It is 42.", "42"),
        ("It is 42.\n\nThe POSITION is 42", "It is 42.", "42"),
        ("So ist es.\n\nDie POSITION lautet 42", "So ist es.", "42"),
        ("It is 42 – POSITION: 42", "It is 42", "42"),
        ("All told, it is 42 — POSITION: 42", "All told, it is 42", "42"),
        ("It is 42 - POSITION: 42 km", "It is 42", "42 km"),
        ("It is 42; POSITION: 42", "It is 42", "42"),
        ("It is 42 (POSITION: 42).", "It is 42.", "42"),
        ("It is 42 → POSITION: 43", "It is 42 → 43", "43"),
        ("In sum: POSITION: 42", "In sum: 42", "42"),
        ("It is 42 | POSITION: 42", "It is 42", "42"),
        ("It is 42…POSITION: 42", "It is 42…", "42"),
        ("In sum: POSITION: 42 it is.\n\nPOSITION: 43", "In sum: 42 it is.", "43"),
        ("要するに42、POSITION：42", "要するに42", "42"),
        ("是42。POSITION：42", "是42。", "42"),
        ("It is 42 – POSITION: 42 – as shown.\n\nPOSITION: 42", "It is 42 – as shown.", "42"),
        ("It is 42 – POSITION: 42\n\nI hope this helps.", "It is 42\n\nI hope this helps.", ""),
        ("It is **42 km** — POSITION: 42 km. Drive on.\n\nBye.", "It is **42 km**. Drive on.\n\nBye.", ""),
        ("It is 42 – POSITION: 42 km, then.\n\nBye.", "It is 42 – 42 km, then.\n\nBye.", ""),
        ("It is 142 – POSITION: 42, then.\n\nBye.", "It is 142 – 42, then.\n\nBye.", ""),
        ("서울 - POSITION: 서울\n\n끝.", "서울\n\n끝.", ""),
        ("The POSITION is 42, as shown.\n\nPOSITION: 42", "The position is 42, as shown.", "42"),
        ("Our POSITION remains that it is 42.\n\nPOSITION: 42", "Our position remains that it is 42.", "42"),
        (
            "Die POSITION lautet 42, weil 6 mal 7.\n\nPOSITION: 42",
            "Die Position lautet 42, weil 6 mal 7.",
            "42",
        ),
        ("제 POSITION은 42입니다.\n\nPOSITION: 42", "제 position은 42입니다.", "42"),
        ("Our POSITION: we hold it.", "Our position: we hold it.", ""),
        ("This POSITION: 42 is firm.\n\nPOSITION: 41", "This position: 42 is firm.", "41"),
    ],
)
def test_a_line_in_the_form_that_was_asked_for_never_reaches_people(
    text: str, kept: str, position: str
) -> None:
    assert part(text) == Parted(text=kept, position=position)


@pytest.mark.parametrize(
    "text",
    [
        "Nothing of the kind.",
        "POSITION: Senior Engineer\nLOCATION: Seoul\n\nApply by mail.",
        "It goes like this:\n\n```\n\nPOSITION: 42\n\n```\n\nThat is all.",
        "Position: left back\n\nHe also played in goal.",
        "The line `POSITION: 42` is wrong.",
        "NAME: Kim. POSITION: Engineer. LOCATION: Seoul.",
        "Use POSITION('a' IN name) for that.",
        "CURRENT POSITION: third.",
        "OUR POSITION IS FIRM.",
        "| NAME | POSITION: | AGE: |\n|---|---|---|",
        "Pin it:\n\n```css\n.a {\n  position: absolute\n}\n```",
        "Pin it:\n\n```css\nposition: sticky;\n```",
        "Write:\n\n```yaml\nname: Ada\nposition: 3\n```",
        "Pin it with position: fixed",
        "## Position\n\nTwo lines follow.\nThis one is the last.",
        "Our position\n\nWe hold that it is 42.",
        f"POSITION:\n{'so ' * LONGEST}",
        "",
        "\n",
    ],
)
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert part(text) == Parted(text=text, position="")


@pytest.mark.parametrize(
    "said",
    ["none", "None.", "(none)", "[none]", "no position", "No clear answer.", "n.a.", "N/A", "not applicable",
     "undecided", "I abstain", "none (open question)", "None – it depends on you", "keine Position", "entfällt",
     "Enthaltung", "aucune position", "sans objet", "sin posición", "nessuna", "nenhuma posição", "нет позиции",
     "입장 없음", "해당 없음", "기권", "無し", "无立场", "—", "?"],
)  # fmt: skip
def test_an_answer_that_says_it_takes_no_position_takes_none(said: str) -> None:
    assert part(f"It is open.\n\nPOSITION: {said}") == Parted(text="It is open.", position="")


@pytest.mark.parametrize(
    "said",
    ["✓", "none of them", "no", "No, never", "нет", "没有", "nonexistent", "Nagasaki", "nadir", "0", "무"],
)
def test_a_position_that_only_begins_alike_is_one(said: str) -> None:
    assert part(f"It is so.\n\nPOSITION: {said}").position == said


SIGNS = (". ", "! ", " – ", " — ", " - ", "; ", ", ", ": ", " = ", " → ", " | ", "… ", "。", "、", " (")


@given(
    text=st.sampled_from(["It is 42", "**Answer**", "결론은 42", "答えは42", "So ist es", "C'est 42"]),
    sign=st.sampled_from(SIGNS),
    said=st.sampled_from(["42", "42 km", "서울", "yes, with limits"]),
    ending=st.sampled_from(["", "\n\nThat helps.", " as shown.\nMore.", "\n\nPOSITION: 43"]),
)
def test_no_sign_before_the_label_lets_it_reach_people(text: str, sign: str, said: str, ending: str) -> None:
    closed = ")" if sign.endswith("(") else ""

    parted = part(f"{text}{sign}POSITION: {said}{closed}{ending}")

    assert "POSITION" not in parted.text
    assert parted.text.startswith(text)
