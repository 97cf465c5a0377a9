"""Tests that a thread's messages become one text without names, as long as the limit allows."""

from dataclasses import replace

import pytest

from council_core.domain.names import without_names
from council_core.domain.place import PersonId
from council_core.domain.thread import LONGEST_NAME, MOST_CHARACTERS, MOST_MESSAGES, Said, conversation

ALICE, BOB = PersonId("U1"), PersonId("U2")


def said(author: PersonId, text: str) -> Said:
    return Said(author=author, text=text)


def test_people_are_numbered_in_the_order_in_which_they_appear_and_keep_their_number() -> None:
    thread = [said(BOB, "We should move."), said(ALICE, "Why, <@U2>? Ask <@U3>."), said(BOB, "The rent.")]

    told = conversation(thread, ALICE, "Should we move?")

    assert told is not None
    assert told.text.split("\n\n") == [
        "Person 1: We should move.",
        "Person 2: Why, @Person 1? Ask @Person 3.",
        "Person 1: The rent.",
        "[Person 2 asks the question below]",
    ]
    assert (told.messages, told.left_out) == (3, 0)


def test_the_question_itself_is_no_part_of_what_was_said() -> None:
    assert conversation([said(ALICE, "Should we move? ")], ALICE, "Should we move?") is None
    assert conversation([], ALICE, "Should we move?") is None


def test_files_of_messages_are_named_and_counted_unless_the_question_brings_them() -> None:
    thread = [
        replace(said(BOB, ""), files=("a.pdf", "b.pdf")),
        replace(said(ALICE, "See it."), files=("c" * 300,)),
    ]

    told = conversation(thread, ALICE, "Well?", ["b.pdf"])

    assert told is not None
    name = "c" * (LONGEST_NAME - 1)
    assert told.text.split("\n\n") == [
        "Person 1: [attached: a.pdf, not read]",
        f"Person 2: See it.\n[attached: {name}…, not read]",
        "[Person 2 asks the question below]",
    ]
    assert (told.messages, told.files) == (2, 2)
    assert conversation(thread[:1], ALICE, "Well?", ["a.pdf", "b.pdf"]) is None


def test_an_app_is_no_person() -> None:
    told = conversation([said(PersonId(""), "Disk full."), said(BOB, "Again?")], ALICE, "Well?")

    assert told is not None
    assert told.text == "An app: Disk full.\n\nPerson 1: Again?"
    assert told.people == ("",)


def test_of_a_long_thread_the_root_and_the_latest_messages_stay() -> None:
    thread = [said(BOB, f"message {n}") for n in range(200)]

    told = conversation(thread, ALICE, "Well?")

    assert told is not None
    assert (told.messages, told.left_out) == (MOST_MESSAGES, 200 - MOST_MESSAGES)
    lines = told.text.split("\n\n")
    assert lines[:3] == [
        "Person 1: message 0",
        "[150 messages in between are left out]",
        "Person 1: message 151",
    ]
    assert lines[-1] == "Person 1: message 199"


def test_messages_that_nobody_read_are_counted_among_those_left_out() -> None:
    thread = [said(BOB, "root"), replace(said(ALICE, "late"), skipped=24_900), said(BOB, "latest")]

    told = conversation(thread, ALICE, "Well?")

    assert told is not None
    assert (told.messages, told.left_out) == (3, 24_900)
    assert told.text.split("\n\n")[1] == "[24900 messages in between are left out]"


def test_messages_that_nobody_counted_are_left_out_without_a_number() -> None:
    thread = [said(BOB, f"message {n}") for n in range(60)]

    told = conversation([replace(thread[0], follows_unread=True), *thread[1:]], ALICE, "Well?")

    assert told is not None
    assert (told.messages, told.left_out) == (MOST_MESSAGES, None)
    assert told.text.split("\n\n")[:3] == [
        "[Earlier messages are left out]",
        "Person 1: message 0",
        "[10 messages in between are left out]",
    ]


def test_no_thread_takes_more_characters_than_there_is_room_for() -> None:
    thread = [said(BOB, f"{n} " + "word " * 2_000) for n in range(20)]

    told = conversation(thread, ALICE, "Well?")

    assert told is not None
    assert len(told.text) <= MOST_CHARACTERS + 200
    assert told.text.startswith("Person 1: 0 word")
    assert "Person 1: 19 word" in told.text


NAMES = {ALICE: "Alice Meyer", BOB: "bob", PersonId("U3"): "김민수"}


def test_names_that_somebody_types_become_numbers_as_mentions_do() -> None:
    thread = [
        replace(said(BOB, "Alice Meyer said no, and Alice's boss <@U3> too. Ask Bob!"), names=NAMES),
        replace(said(ALICE, "@bob: Bobs rent, not mine. 김민수가 안다. Meyer & Co."), names=NAMES),
    ]

    told = conversation(thread, ALICE, "Well, Alice?")

    assert told is not None
    assert told.text.split("\n\n")[:2] == [
        "Person 1: Person 3 said no, and Person 3's boss @Person 2 too. Ask Person 1!",
        "Person 3: @Person 1: Person 1s rent, not mine. Person 2가 안다. Person 3 & Co.",
    ]
    assert told.people == ("bob", "김민수", "Alice Meyer")


@pytest.mark.parametrize(
    ("people", "text"),
    [
        (("Will", "Max Will"), "Will you move? It will rain."),
        (("Ann", "Bo"), "Annual planning, Boris."),
        (("Anna Bauer", "Otto Bauer"), "A Bauer built it."),
        (("", ""), "Nobody is known."),
    ],
)
def test_words_that_are_no_persons_name_stay(people: tuple[str, ...], text: str) -> None:
    assert without_names(text, people) == text


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("Mark Otto", "Mark it. We will mark it, and the mark stays.", None),
        ("Will", "Will it rain? It will, against my will.", None),
        ("Grace Kim", "The grace period ends; a Grace Period, by the grace of all.", None),
        ("Hope", "Hope is no plan. We hope so.", None),
        ("May Chen", "It may start in May, or after May 3.", None),
        ("Max Koch", "Der Koch kocht, max. 3 Gerichte.", None),
        ("Jürgen Stern", "Ein Stern am Himmel.", None),
        ("Mark Otto", "@mark, I asked Mark. Mark's plan! mark otto and MARK OTTO.",
         "@Person 1, I asked Person 1. Person 1's plan! Person 1 and Person 1."),
        ("Will", "@will said so. Ask Will. Will said: no. Thanks, Will!",
         "@Person 1 said so. Ask Person 1. Person 1 said: no. Thanks, Person 1!"),
        ("Grace Kim", "@grace and @grace.kim know; Grace, do you?", "@Person 1 and @Person 1 know; Person 1, do you?"),
        ("Mark Otto", "Mark is right. Mark will do it, and that Mark's budget holds; Mark and Ann agree.",
         "Person 1 is right. Person 1 will do it, and that Person 1's budget holds; Person 1 and Ann agree."),
        ("Mark Otto", "Mark hat recht. Marks Plan gilt, dass Mark zahlt.",
         "Person 1 hat recht. Person 1s Plan gilt, dass Person 1 zahlt."),
        ("Mark Otto", "Das kostet 100 Mark. Die Mark ist weg. Marks & Spencer.", None),
        ("May Chen", "@may decides. May said yes.", "@Person 1 decides. Person 1 said yes."),
        ("alice meyer", "@alice knows, Alice knows, ALICE MEYER knows.",
         "@Person 1 knows, Person 1 knows, Person 1 knows."),
        ("Alice 🌻 Meyer", "Alice 🌻 Meyer, Alice Meyer, @Alice 🌻 Meyer, @alice.",
         "Person 1, Person 1, @Person 1, @Person 1."),
        ("👩‍💻 bob", "Ask bob, @bob and Bob.", "Ask Person 1, @Person 1 and Person 1."),
        ("Ada (she/her) | Sales", "Ada asked Sales about her offer.", "Person 1 asked Sales about her offer."),
        ("하늘", "하늘이 맑다. 오늘 하늘 참 좋다.", None),
        ("김 하늘", "하늘님이 말했다. @하늘 봐요. 김 하늘이 안다. 하늘이 맑다.",
         "Person 1님이 말했다. @Person 1 봐요. Person 1이 안다. 하늘이 맑다."),
        ("김민수", "민수씨, 민수가 안다. 김민수 님", "Person 1씨, Person 1가 안다. Person 1 님"),
        ("김 민수", "김밥 먹자. 김이 맛있다. 김 대리님, 김민수 님",
         "김밥 먹자. 김이 맛있다. Person 1 대리님, Person 1 님"),
        ("김지원", "지원이 필요하다. 지원이가 안다. 지원님", "지원이 필요하다. Person 1이가 안다. Person 1님"),
        ("하나", "하나 더. 하나가 말했다. 하나에게 묻자.", "하나 더. Person 1가 말했다. Person 1에게 묻자."),
        ("王 小明", "王子来了。王老师说。王小明好。", "王子来了。Person 1老师说。Person 1好。"),
        ("光", "光が見える。光さんに聞く。@光 どう?", "光が見える。Person 1さんに聞く。@Person 1 どう?"),
        ("Вера Иванова", "Моя вера сильна. Я спросил Вера. @вера и вера иванова.",
         "Моя вера сильна. Я спросил Person 1. @Person 1 и Person 1."),
        ("أمل حسن", "عندنا أمل كبير. @أمل تعرف. أمل حسن هنا.", "عندنا أمل كبير. @Person 1 تعرف. Person 1 هنا."),
        ("Ann", "Annual @annual mail to x@ann.example", None),
    ],
)  # fmt: skip
def test_a_name_that_is_a_word_is_replaced_only_where_a_person_is_meant(
    name: str, text: str, told: str | None
) -> None:
    assert without_names(text, [name]) == (text if told is None else told)


def test_messages_after_those_that_were_read_are_counted() -> None:
    thread = [said(BOB, "root"), replace(said(ALICE, "first"), skipped_after=85)]

    told = conversation(thread, ALICE, "Well?")

    assert told is not None
    assert told.left_out == 85
    assert told.text.split("\n\n")[2] == "[85 later messages are left out]"
