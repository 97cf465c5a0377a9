"""Settings: the values accepted, and the problems named, all at once."""

import pytest

from bot.settings.environment import DEFAULT_DATABASE, Settings, read_settings
from council_core.domain.waiting import RunLimits
from council_core.errors import SettingsError
from tests.samples import in_english

DEMO = ("demo:ada", "demo:blaise", "demo:carl", "demo:dorothy")


def read(**environment: str) -> Settings:
    return read_settings(environment, demo_roster=DEMO)


def problems_of(**environment: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        read(**environment)
    return in_english(caught.value.problems)


def test_with_nothing_set_the_demo_members_sit_in() -> None:
    settings = read()

    assert [member.id for member in settings.council.roster.members] == list(DEMO)
    assert settings.council.roster.chairman.id == "demo:ada"
    assert settings.database_url == DEFAULT_DATABASE


def test_a_key_without_members_is_noticed_since_nobody_would_be_asked_with_it() -> None:
    settings = read_settings({"OPENAI_API_KEY": "sk-something"}, demo_roster=DEMO, keys=("OPENAI_API_KEY",))

    assert settings.council.roster.is_demo
    assert in_english(settings.notices) == (
        "OPENAI_API_KEY is set, but COUNCIL_MEMBERS names no models, so the demo models answer.",
    )


def test_members_carry_their_own_settings() -> None:
    members = "openai:gpt-5?temperature=0.2&max_tokens=800&effort=low&name=Ada&system=Be%20brief, demo:carl"

    ada, carl = read(COUNCIL_MEMBERS=members).council.roster.members

    assert (ada.name, ada.temperature, ada.max_tokens) == ("Ada", 0.2, 800)
    assert (ada.reasoning_effort, ada.system_prompt) == ("low", "Be brief")
    assert (carl.name, carl.temperature) == ("Carl", None)


def test_the_same_model_twice_is_two_seats_with_two_names() -> None:
    first, second = read(COUNCIL_MEMBERS="openai:gpt-5,openai:gpt-5").council.roster.members

    assert (first.id, second.id) == ("openai:gpt-5", "openai:gpt-5#2")
    assert (first.name, second.name) == ("gpt-5", "gpt-5 (2)")


def test_a_roster_of_one_has_a_quorum_of_one() -> None:
    assert read(COUNCIL_MEMBERS="openai:gpt-5").council.quorum == 1


def test_the_chairman_may_be_named_by_name_by_id_or_come_from_outside() -> None:
    members = "openai:gpt-5?name=Ada,demo:carl"

    chairs = [
        read(COUNCIL_MEMBERS=members, COUNCIL_CHAIRMAN=chairman).council.roster.chairman.id
        for chairman in ("Ada", "demo:carl", "anthropic:claude-sonnet-4-5")
    ]

    assert chairs == ["openai:gpt-5", "demo:carl", "anthropic:claude-sonnet-4-5"]


def test_minutes_become_seconds() -> None:
    assert read(COUNCIL_VOTE_MINUTES="0.5").council.vote_seconds == 30


def test_a_decimal_comma_is_read_unless_it_could_separate_thousands() -> None:
    assert read(COUNCIL_VOTE_MINUTES="0,5").council.vote_seconds == 30
    assert str(read(COUNCIL_RUN_BUDGET="1,50").council.run_budget) == "1.50"
    assert str(read(COUNCIL_RUN_BUDGET="-0").council.run_budget) == "0"
    assert "is '1,500'; expected" in "".join(problems_of(COUNCIL_RUN_BUDGET="1,500"))


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"COUNCIL_MEMBERS": "gpt-5"}, "Model 'gpt-5' does not have the form provider:model, such as"),
        (
            {"COUNCIL_MEMBERS": "openai:gpt-5?heat=1"},
            "has an unknown setting 'heat'. Known: name, temperature",
        ),
        (
            {"COUNCIL_MEMBERS": "openai:gpt-5?temperature=9"},
            "temperature is '9'; expected at most 2, the most that a provider takes.",
        ),
        ({"COUNCIL_MEMBERS": "openai:gpt-5?effort=huge"}, "effort is 'huge'; expected one of minimal, low"),
        ({"COUNCIL_MEMBERS": "demo:ada?answers=no"}, "No model on the council answers."),
        ({"COUNCIL_CHAIRMAN": "someone"}, "Model 'someone' does not have the form provider:model"),
        ({"COUNCIL_QUORUM": "0"}, "COUNCIL_QUORUM is '0'; expected at least 1, which nobody can lower."),
        ({"COUNCIL_STAGE_SECONDS": "0"}, "expected more than 0 seconds, which nobody can lower."),
        ({"COUNCIL_QUORUM": "13"}, "COUNCIL_QUORUM is '13'; expected at most 12, a limit that only"),
        ({"COUNCIL_VOTES_NEEDED": "99999"}, "expected at most 10,000, a limit that only"),
        ({"COUNCIL_REVIEW_CHARACTERS": "9" * 99}, f"is '{'9' * 60}…'; expected at most 200,000, a limit"),
        ({"COUNCIL_RUN_BUDGET": "-1"}, "expected at least 0 US dollars, which nobody can lower."),
        ({"COUNCIL_RUN_BUDGET": "1e9"}, "expected at most 1,000,000 US dollars, a limit that only"),
        ({"COUNCIL_RUN_BUDGET": "1e-99999999"}, "such as 0.50"),
        (
            {"COUNCIL_RUN_BUDGET": "a lot"},
            "expected a number of US dollars from 0 to 1,000,000, such as 0.50",
        ),
        ({"COUNCIL_INSTRUCTIONS": "a" * 8_001}, "has 8,001 characters; expected at most 8,000, a limit that"),
        ({"COUNCIL_CRITERIA": "a: " + "b" * 3_998}, "has 4,001 characters; expected at most 4,000, a limit"),
        ({"COUNCIL_QUORUM": "5"}, "The quorum of 5 is more than the models that answer (4)."),
        ({"COUNCIL_STAGE_SECONDS": "soon"}, "COUNCIL_STAGE_SECONDS is 'soon'; expected a number of seconds"),
        (
            {"COUNCIL_VOTE_MINUTES": "-1"},
            "COUNCIL_VOTE_MINUTES is '-1'; expected at least 0 minutes, which nobody can lower.",
        ),
        ({"COUNCIL_VOTE_MINUTES": "nan"}, "expected a number of minutes from 0 to 10,080."),
        (
            {"COUNCIL_VOTE_MINUTES": "inf"},
            "COUNCIL_VOTE_MINUTES is 'inf'; expected a number of minutes from 0 to 10,080.",
        ),
        ({"COUNCIL_CALL_SECONDS": "1e300"}, "COUNCIL_CALL_SECONDS is '1e300'; expected at most 86,400"),
        (
            {"COUNCIL_REVIEW_CHARACTERS": "999"},
            "COUNCIL_REVIEW_CHARACTERS is '999'; expected at least 1,000, a limit that only a new version of Council",
        ),
        ({"COUNCIL_RUBRIC": "genral"}, "COUNCIL_RUBRIC is 'genral'; expected one of"),
        ({"COUNCIL_AGGREGATION": "dice"}, "COUNCIL_AGGREGATION is 'dice'; expected one of bradley_terry"),
        (
            {"COUNCIL_LANGUAGE": "germna"},
            "COUNCIL_LANGUAGE is 'germna'; expected one of en (English), de (Deutsch)",
        ),
        ({"COUNCIL_WHO_REVEALS": "boss"}, "COUNCIL_WHO_REVEALS is 'boss'; expected one of asker, anyone"),
        ({"PORT": "http"}, "PORT is 'http'; expected a whole number from 0 to 65535."),
        ({"COUNCIL_LOG": "loud"}, "COUNCIL_LOG is 'LOUD'; expected one of DEBUG, INFO"),
        ({"COUNCIL_LOG_FORMAT": "xml"}, "COUNCIL_LOG_FORMAT is 'xml'; expected one of text, json."),
        ({"COUNCIL_METRICS": "perhaps"}, "COUNCIL_METRICS is 'perhaps'; expected yes or no."),
    ],
)
def test_what_is_wrong_is_said_with_its_value(environment: dict[str, str], sentence: str) -> None:
    problems = problems_of(**environment)

    assert len(problems) == 1
    assert sentence in problems[0]


def test_all_problems_are_told_together() -> None:
    problems = problems_of(
        COUNCIL_MEMBERS="gpt-5,claude", COUNCIL_RUBRIC="genral", COUNCIL_LANGUAGE="xx", PORT="http"
    )

    assert len(problems) == 5


def test_no_secret_is_ever_part_of_the_text_of_settings() -> None:
    settings = read(
        SLACK_BOT_TOKEN="xoxb-planted", SLACK_APP_TOKEN="xapp-planted", OPENAI_API_KEY="sk-planted",
        DATABASE_URL="postgresql://user:planted@host/name", DISCORD_TOKEN="planted",
    )  # fmt: skip

    assert "planted" not in repr(settings)


@pytest.mark.parametrize(
    ("host", "is_right"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("web.example", False)]
)
def test_http_is_served_on_an_address_of_this_machine(host: str, is_right: bool) -> None:
    if is_right:
        assert read(HOST=host).host == host
    else:
        assert problems_of(HOST=host) == (
            f"HOST is '{host}'; expected an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::.",
        )


def test_one_run_may_override_some_settings() -> None:
    settings = read().for_run({"quorum": "3", "vote_minutes": "0"})

    assert (settings.quorum, settings.vote_seconds) == (3, 0)


def test_an_override_that_is_wrong_is_named_as_it_was_given() -> None:
    with pytest.raises(SettingsError) as caught:
        read().for_run({"quorum": "many"})

    assert [(each.kind, each.facts["name"]) for each in caught.value.problems] == [
        ("no_whole_number", "quorum")
    ]


def test_a_chairman_with_settings_of_its_own_is_not_the_member_of_the_same_model() -> None:
    roster = read(
        COUNCIL_MEMBERS="openai:gpt-5,demo:carl", COUNCIL_CHAIRMAN="openai:gpt-5?temperature=0&name=Chair"
    ).council.roster

    assert (roster.chairman.id, roster.chairman.temperature) == ("openai:gpt-5#chairman", 0)
    assert roster.named(roster.chairman.id).name == "Chair"


def test_limits_of_runs_hold_unless_they_are_turned_off() -> None:
    usual = read().limits
    chosen = read(
        COUNCIL_RUNS_AT_ONCE="8",
        COUNCIL_RUNS_PER_PERSON="0",
        COUNCIL_RUNS_PER_CHANNEL="4",
        COUNCIL_WAITING_PER_PERSON="0",
    ).limits

    assert usual == RunLimits(in_all=50, of_person=5, of_channel=20, waiting_of_person=20)
    assert chosen == RunLimits(in_all=8, of_person=None, of_channel=4)


def test_a_limit_that_cannot_be_read_is_named() -> None:
    with pytest.raises(SettingsError, match="limit_or_zero name=COUNCIL_RUNS_AT_ONCE value=many"):
        read(COUNCIL_RUNS_AT_ONCE="many")


def test_the_operators_own_settings_keep_to_the_same_bounds() -> None:
    many = ",".join(f"demo:m{number}" for number in range(13))

    said = problems_of(COUNCIL_MEMBERS=many, COUNCIL_MODELS=f"gpt, demo:{'x' * 300}")

    assert said[0].startswith("13 models are more than a council takes; name at most 12, a limit that only")
    assert said[1].startswith(
        "COUNCIL_MODELS: 'gpt' is not a pattern for model ids. Expected one such as openai:*"
    )
    assert said[2].startswith("COUNCIL_MODELS: 'demo:xxx")
