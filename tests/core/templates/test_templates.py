"""Tests of templates: six shipped ones, the operator's, and a sentence about each mistake in a file."""

from pathlib import Path

import pytest

from bot.settings.languages import LANGUAGES
from council_core.errors import Problem, RequestError, UnknownChoice
from council_core.roles import load as load_roles
from council_core.templates import MOST_FIELDS, load
from council_core.templates.spoken import role_title, spoken
from tests.samples import in_english


def test_the_templates_that_come_with_the_council_can_be_filled() -> None:
    problems: list[Problem] = []

    shipped = load(None, problems)

    assert problems == []
    assert {"custom", "data-scientist", "debate-coach", "expert-coder", "research-analyst"} <= set(shipped)
    for template in shipped.values():
        values = {field.name: "our own" for field in template.fields if field.required}
        filled = template.filled(values).instructions
        assert "{{" not in filled
        assert all(value in filled for value in values.values())
        assert len(template.fields) <= MOST_FIELDS
        assert len(template.title) <= 24


def test_what_a_person_fills_in_is_never_read_for_placeholders() -> None:
    writer = load(None, [])["writer"]

    filled = writer.filled({"reader": "{{tone}} {{words}}", "words": "50"}).instructions

    assert "Reader: {{tone}} {{words}}." in filled
    assert "about 50 words" in filled


@pytest.mark.parametrize(
    ("values", "kind", "fact"),
    [
        ({}, "template_empty", "reader"),
        ({"reader": " "}, "template_empty", "reader"),
        ({"reader": "us", "words": "many"}, "template_number", "words"),
        ({"reader": "x" * 3_001}, "template_long", "reader"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(values: dict[str, str], kind: str, fact: str) -> None:
    with pytest.raises(RequestError) as refused:
        load(None, [])["writer"].filled(values)

    assert (refused.value.kind, refused.value.fact) == (kind, fact)


@pytest.mark.parametrize("values", [{"reader": "us", "tone": "angry"}, {"reader": "us", "colour": "red"}])
def test_an_unknown_choice_or_field_is_refused_with_those_that_exist(values: dict[str, str]) -> None:
    with pytest.raises(UnknownChoice) as refused:
        load(None, [])["writer"].filled(values)

    assert set(refused.value.known) & {"plain", "tone"}


GOOD = 'title = "Ours"\nsummary = "For us"\ninstructions = "Mind {{topic}}."\n'
FIELD = '[[fields]]\nname = "topic"\nlabel = "Topic"\n'
CHOICE = FIELD + 'kind = "choice"\n'


def test_a_template_of_the_house_may_take_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "writer.toml").write_text(GOOD + FIELD, encoding="utf-8")
    problems: list[Problem] = []

    found = load(tmp_path, problems)

    assert (problems, found["writer"].title, list(found)) == ([], "Ours", list(load(None, problems)))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ours", GOOD, "instructions: {{topic}} names no field, and there are no fields."),
        (
            "ours",
            GOOD.replace("topic", "topics") + FIELD,
            "instructions: {{topics}} names no field; expected",
        ),
        ("Ours", GOOD + FIELD, "Name the file with up to 30 small letters"),
        ("ours", 'title = "Ours"\n', "summary is missing. Add a line such as: summary ="),
        ("ours", GOOD + 'colour = "red"\n', "There is no key 'colour'. Known: fields, instructions"),
        (
            "ours",
            GOOD + FIELD + 'kind = "date"\n',
            "topic.kind is 'date'; expected one of text, choice, number.",
        ),
        ("ours", GOOD + FIELD + 'kind = "choice"\n', "The field 'topic' needs choices"),
        (
            "ours",
            GOOD + FIELD + 'kind = "number"\ndefault = "many"\n',
            "topic.default: 'topic' takes a number",
        ),
        ("ours", GOOD + FIELD + FIELD, "The field 'topic' is there twice."),
        ("ours", GOOD + FIELD.replace('"Topic"', '" "'), "topic.label is empty."),
        ("ours", GOOD.replace('"Ours"', '""') + FIELD, "title is empty."),
        (
            "ours",
            GOOD + FIELD + 'required = "yes"\n',
            "fields.required is 'yes', which is of the wrong kind.",
        ),
        ("ours", GOOD + CHOICE + 'choices = ["a", "a"]\n', "must be different texts"),
        ("ours", GOOD + CHOICE + 'choices = ["a", ""]\n', "must be different texts"),
        ("ours", GOOD + CHOICE + 'choices = "ab"\n', "fields.choices is 'ab', which is of the wrong kind."),
        ("ours", GOOD + CHOICE + f'choices = ["{"a" * 76}"]\n', "of up to 75 characters"),
        ("ours", "title = \n", "Line 1, column 9 is not TOML (Invalid value)."),
        ("ours", GOOD + "fields = 3", "fields is 3, which is of the wrong kind."),
        ("ours", GOOD + 'fields = ["topic"]', "fields is ['topic'], which is of the wrong kind."),
        ("ours", GOOD + FIELD + 'required = "no"', "fields.required is 'no', which is of the wrong kind."),
        ("ours", "a = " + "[" * 5_000, "It is not TOML (nested too deeply)."),
    ],
)
def test_a_mistake_is_said_with_its_file(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    problems: list[Problem] = []

    found = load(tmp_path, problems)

    problem = in_english(problems)[0]
    assert problem.startswith(f"Template file {tmp_path}/{name}.toml")
    assert said in problem
    assert found == load(None, problems)


def test_a_folder_that_does_not_exist_is_said(tmp_path: Path) -> None:
    problems: list[Problem] = []

    load(tmp_path / "nowhere", problems)

    assert in_english(problems) == (
        (
            f"COUNCIL_TEMPLATES is '{tmp_path / 'nowhere'}', and there is no such folder. "
            "Create it, or leave COUNCIL_TEMPLATES out."
        ),
    )


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_all_that_people_read_of_templates_and_roles_is_there_in_each_language(language: str) -> None:
    shipped = load(None, [])

    told = spoken(shipped, language)

    texts = f"council_core/templates/languages/{language}.toml has the texts"
    assert told != shipped, texts
    for name, template in shipped.items():
        other = told[name]
        assert {other.title, other.summary}.isdisjoint({template.title, template.summary}), texts
        assert len(other.title) <= 24
        assert other.instructions == template.instructions
        for field, read in zip(template.fields, other.fields, strict=True):
            assert read.label != field.label
            assert (len(read.label) <= 45, len(read.shown)) == (True, len(field.choices))
            assert read.kind != "text" or not field.default or read.default != field.default
    for role in load_roles(None, []).values():
        assert role_title(role.title, language) != role.title, texts


def test_what_a_house_wrote_stays_in_its_own_language(tmp_path: Path) -> None:
    (tmp_path / "writer.toml").write_text(
        'title = "Writer"\nsummary = "Ours"\ninstructions = "Write."', encoding="utf-8"
    )

    known = load(tmp_path, [])

    assert spoken(known, "de")["writer"] == known["writer"]
    assert spoken(known, "xx") == known
    assert role_title("Data protection officer", "de") == "Data protection officer"
