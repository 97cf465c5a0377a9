"""Tests of numbers in words."""

import pytest

from bot.presentation.phrases import words_in
from bot.presentation.words import ENGLISH


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("Spaces, of course.", "3 words"),
        ("One", "1 word"),
        ("空白を使うべきです。", "10 characters"),
        ("应该使用空格。" * 200, "1,400 characters"),
        ("ควรใช้ช่องว่าง", "14 characters"),
        ("ພາສາລາວ", "7 characters"),
        ("ភាសាខ្មែរ", "9 characters"),
        ("မြန်မာဘာသာစကား", "14 characters"),
        ("ၵႂၢမ်းတႆး", "9 characters"),
        ("བོད་སྐད་ནི།", "11 characters"),
        ("ꦧꦱꦗꦮ", "4 characters"),
        ("ᬩᬲᬩᬮᬶ", "5 characters"),
        ("ꆈꌠꁱꂷ", "4 characters"),
        ("使用PostgreSQL数据库", "15 characters"),
        ("The sign 中 means middle", "5 words"),
        ("字", "1 character"),
        ("탭보다 공백이 낫습니다.", "3 words"),
        ("We use 空白 in Go and tabs in Makefiles.", "9 words"),
    ],
)
def test_a_text_is_as_long_as_people_of_its_script_would_say(text: str, length: str) -> None:
    assert words_in(text, ENGLISH) == length
