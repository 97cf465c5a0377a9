"""Tests of templates in conversation: listed, chosen, filled in, and stored with the run."""

from dataclasses import replace

import pytest

from bot.post import Form, PrivateReply
from bot.presentation.words import LANGUAGES
from bot.requests.forms import IMPROVE_FORM, REFILL_FORM, read_form
from council_core.testing import says
from tests.bot.conversation.talk import ALICE, Talk, actions, errors, form, said
from tests.bot.conversation.test_words import draw_form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE


@pytest.mark.parametrize("language", LANGUAGES)
async def test_templates_are_listed_and_one_opens_a_form_with_its_fields(language: str) -> None:
    talk, person = Talk(), replace(ALICE, locale=language)

    listed = await talk.types("templates", person=person)
    opened = form(await talk.presses("c1:template:writer", person=person))

    assert isinstance(listed, PrivateReply)
    assert_golden(f"conversation/templates-{language}.txt", f"{draw_reply(listed)}\n\n{draw_form(opened)}")


async def test_what_is_filled_in_becomes_instructions_of_the_run() -> None:
    talk = Talk({"COUNCIL_INSTRUCTIONS": "Be kind."})
    opened = form(await talk.types("template:writer"))

    await talk.sends(
        opened,
        {"question": "Announce it", "template_writer.reader": "our users", "template_writer.words": "50"},
    )

    run = await talk.newest()
    assert run.question.text == "Announce it"
    assert (run.settings.instructions or "").startswith("Be kind.\n\nWrite the text that is asked for")
    assert "Reader: our users. Tone: plain. Length: about 50 words." in (run.settings.instructions or "")


async def refilled(talk: Talk, **values: str) -> Form:
    """Return the form for a question after the person has chosen another template in it."""
    request = read_form(REFILL_FORM, values, person=ALICE, place=HERE, delivery="v1")
    return form(await talk.handle(request))


async def test_a_template_chosen_in_the_form_shows_its_fields_and_keeps_what_was_typed() -> None:
    talk = Talk()
    plain = form(await talk.types(""))
    assert [field.name for field in plain.fields if field.reloads] == ["template"]

    opened = await refilled(talk, question="Announce it", template="writer", rubric="code")
    other = await refilled(talk, question="Announce it", template="debate-coach", rubric="code")
    none = await refilled(talk, question="Announce it", template="-")

    shown = {field.name: field.value for field in opened.fields}
    assert (shown["question"], shown["rubric"]) == ("Announce it", "code")
    assert list(shown)[:5] == [
        "question",
        "template",
        *(f"template_writer.{n}" for n in ("reader", "tone", "words")),
    ]
    assert "template_debate-coach.side" in [field.name for field in other.fields]
    assert [field.name for field in none.fields] == [field.name for field in plain.fields]
    await talk.sends(opened, {"template_writer.reader": "our users"})
    run = await talk.newest()
    assert (run.question.text, run.settings.rubric) == ("Announce it", "code")
    assert "Reader: our users. Tone: plain. Length: about 200 words." in (run.settings.instructions or "")


async def test_what_is_missing_or_no_number_is_said_at_its_field_and_nothing_is_asked() -> None:
    talk = Talk()
    opened = await refilled(talk, question="Announce it", template="writer")

    wrong = await talk.sends(opened, {"template_writer.words": "many"})

    assert errors(wrong) == {
        "template_writer.reader": "Fill this in: the template needs it.",
        "template_writer.words": "Type a number, such as 200.",
    }
    assert await talk.store.latest(limit=1) == ()


async def test_a_form_that_was_sent_before_it_showed_the_fields_comes_back_with_them() -> None:
    talk = Talk()
    plain = form(await talk.types(""))

    shown = form(await talk.sends(plain, {"question": "Announce it", "template": "writer"}))

    assert await talk.store.latest(limit=1) == ()
    await talk.sends(shown, {"template_writer.reader": "us"})
    assert (await talk.newest()).question.text == "Announce it"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_a_form_is_small_the_fields_come_in_a_second_one(language: str) -> None:
    talk, person = Talk(fields=5), replace(ALICE, locale=language)
    plain = form(await talk.types("", person=person))

    asks = await talk.sends(plain, {"question": "Announce it", "template": "writer"}, person=person)
    (fill,) = actions(asks).values()
    second = form(await talk.presses(fill, person=person))
    wrong = await talk.sends(second, {"template_writer.words": "many"}, person=person)

    assert isinstance(asks, PrivateReply)
    drawn = "\n".join(errors(wrong).values())
    assert_golden(
        f"conversation/template-fields-{language}.txt",
        f"{draw_reply(asks)}\n\n{draw_form(second)}\n\n{drawn}",
    )
    assert await talk.store.latest(limit=1) == ()
    await talk.sends(second, {"template_writer.reader": "us"}, person=person)
    again = await talk.sends(second, {"template_writer.reader": "us"}, person=person)
    (run,) = await talk.store.latest(limit=9)
    assert (run.question.text, isinstance(again, PrivateReply)) == ("Announce it", True)
    assert "Reader: us." in (run.settings.instructions or "")


async def test_a_better_question_keeps_the_template_and_what_was_filled_in() -> None:
    talk = Talk()
    talk.models.scripts["improve"] = says(
        "QUESTION:\nAnnounce the release on Monday\nWHY:\n- It names the day."
    )

    values = {"question": "Announce it", "template": "writer", "template_writer.reader": "us"}
    request = read_form(IMPROVE_FORM, values, person=ALICE, place=HERE, delivery="v1")
    improved = form(await talk.handle(request))  # type: ignore[arg-type]

    shown = {field.name: field.value for field in improved.fields}
    assert (shown["question"], shown["template"]) == ("Announce the release on Monday", "writer")
    assert shown["template_writer.reader"] == "us"


async def test_a_template_can_be_typed_with_its_fields_and_other_settings() -> None:
    talk = Talk()

    await talk.types('--rubric code template:writer reader="our users" tone=formal Announce it')

    run = await talk.newest()
    assert (run.question.text, run.settings.rubric) == ("Announce it", "code")
    assert "Reader: our users. Tone: formal." in (run.settings.instructions or "")


@pytest.mark.parametrize(
    "typed",
    [
        "ask template:writer reader=us Announce it",
        "Ask  --rubric code template:writer reader=us Announce it",
        "--rubric code ask template:writer reader=us Announce it",
    ],
)
async def test_the_word_ask_before_a_template_is_no_part_of_the_question(typed: str) -> None:
    talk = Talk()

    await talk.types(typed)

    run = await talk.newest()
    assert run.question.text == "Announce it"
    assert "Reader: us." in (run.settings.instructions or "")


async def test_ask_before_other_words_belongs_to_the_question() -> None:
    talk = Talk()

    await talk.types("ask the team which template: writer or coder?")

    assert (await talk.newest()).question.text == "ask the team which template: writer or coder?"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("template:poet Announce it", "There is no template 'poet'. Choose custom, data-scientist,"),
        ("template:writer Announce it", "The template's field 'reader' is empty."),
        ("template:writer reader=us words=many Announce it", "'words' takes a number, such as 200."),
        (
            "template:writer reader=us tone=angry Announce it",
            "'angry' does not fit the field 'tone'. Choose plain,",
        ),
        ('template:writer reader="our users Announce it', "The quotation marks of 'reader' are not closed"),
        (
            'template:writer reader=us tone="formal Announce it',
            "The quotation marks of 'tone' are not closed",
        ),
        ('template:writer reader="our "big" users" Announce it', "The quotation marks of 'reader' are not"),
        ("template:writer reader=us reader=them Announce it", "'reader' is there twice."),
        ('--rubric code template:writer reader="us Announce it', "The quotation marks of 'reader' are not"),
    ],
)
async def test_a_mistake_is_said_and_nothing_is_asked(typed: str, sentence: str) -> None:
    talk = Talk()

    refused = await talk.types(typed)

    assert sentence in said(refused)
    assert await talk.store.latest(limit=1) == ()
    assert isinstance(refused, PrivateReply)
    assert "Announce it" in draw_reply(refused)
    assert "is empty" not in draw_reply(refused) or "is empty" in sentence


@pytest.mark.parametrize("quotes", ['"{}"', "'{}'", "“{}”", "„{}“", "‘{}’", '"{}“'])
async def test_a_value_may_stand_in_any_quotes(quotes: str) -> None:
    talk = Talk()

    await talk.types(f"template:writer reader={quotes.format('our users')} tone= formal's Announce it")

    run = await talk.newest()
    assert run.question.text == "tone= formal's Announce it"
    assert "Reader: our users." in (run.settings.instructions or "")


async def test_all_mistakes_are_said_at_once_and_the_form_is_filled_with_what_was_right() -> None:
    talk = Talk()

    refused = await talk.types(
        "template:writer Tone=formal mood=sad words=many reader='our users' Announce it"
    )
    opened = form(await talk.presses(actions(refused)["Fill in"]))

    assert "The template has no field 'mood'. Choose reader, tone or words." in said(refused)
    assert "'words' takes a number" in said(refused)
    shown = {field.name: field.value for field in opened.fields}
    assert shown["template_writer.reader"] == "our users"
    assert shown["template_writer.tone"] == "formal"
    await talk.sends(opened, {"template_writer.words": "90"})
    assert (await talk.newest()).question.text == "Announce it"


async def test_a_question_about_templates_stays_a_question() -> None:
    talk = Talk()

    await talk.types("Which template: writer or coder?")

    assert (await talk.newest()).question.text == "Which template: writer or coder?"


async def test_secrets_in_a_field_are_masked_where_questions_are() -> None:
    talk = Talk({"COUNCIL_REDACT": "yes"})

    await talk.types('template:custom instructions="Use AKIAIOSFODNN7QWERTYU" Is it safe?')

    assert "AKIA" not in ((await talk.newest()).settings.instructions or "AKIA")
    kept = (await talk.newest()).question
    assert kept.template is not None
    assert [field.value for field in kept.template.fields] == ["Use [AWS key masked]"]
    assert [each.kind for each in kept.masked] == ["AWS key"]


async def test_the_template_and_its_values_stay_with_the_run_and_are_shown() -> None:
    talk = Talk()

    await talk.types("template:writer reader=us words=50 Announce it")

    kept = (await talk.newest()).question.template
    assert kept is not None
    assert (kept.name, kept.title) == ("writer", "Writer")
    assert {field.name: field.value for field in kept.fields} == {
        "reader": "us",
        "tone": "plain",
        "words": "50",
    }
    assert "Template **Writer**: " in str(await talk.types("show"))


async def test_the_same_once_more_uses_the_template_as_it_was() -> None:
    talk = Talk()
    await talk.types("template:writer reader=us Announce it")
    before = await talk.newest()

    opened = form(await talk.presses(f"c1:again:{before.id}"))
    await talk.sends(opened, {"question": "Announce it again"})

    again = await talk.newest()
    assert again.id != before.id
    assert again.question.template == before.question.template
    assert again.settings.instructions == before.settings.instructions


async def test_runs_are_found_by_their_template() -> None:
    talk = Talk()
    await talk.types("template:writer reader=us Announce the new queue")
    await talk.types("Is the new queue safe?")

    for typed in ("search template:writer queue", "history template:writer", "search template:writer"):
        found = str(await talk.types(typed))
        assert ("Announce" in found, "safe" in found) == (True, False)
    assert "No question" in said(await talk.types("search template:custom queue"))


@pytest.mark.parametrize(
    ("language", "choice", "card"),
    [
        ("en", "formal", "Writer (Who reads it: us, Tone: formal, Words: 200)"),
        ("de", "förmlich", "Schreiben (Wer liest ihn: us, Ton: förmlich, Wörter: 200)"),
        ("ko", '"격식 있게"', "글쓰기 (읽는 사람: us, 말투: 격식 있게, 단어 수: 200)"),
    ],
)
async def test_a_template_is_read_and_typed_in_ones_language_and_models_read_the_same(
    language: str, choice: str, card: str
) -> None:
    talk, person = Talk(), replace(ALICE, locale=language)

    await talk.types(f"template:writer reader=us tone={choice} Announce it", person=person)

    run = await talk.newest()
    assert "Reader: us. Tone: formal. Length: about 200 words." in (run.settings.instructions or "")
    filled = run.question.template
    assert filled is not None
    shown = ", ".join(f"{field.label}: {field.value}" for field in filled.fields)
    assert f"{filled.title} ({shown})" == card
