"""Tests that redaction masks secrets of every shape, and keeps texts that only resemble one."""

from dataclasses import replace
from time import process_time

import pytest

from council_core.domain.place import PersonId
from council_core.domain.question import Asker, FileReference, Masked, Question, Turn
from council_core.redaction import redact, redacted
from tests.planted_secrets import MIXED, SECRETS
from tests.samples import HERE

SURROUNDINGS = ("{}", "Why is {} refused, since Monday?", 'key = "{}"', "`{}`", "KEY={}\nNEXT=1", "(see {})")
HEX = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"

NAMED: list[tuple[str, str, str]] = [
    ("postgresql://council:s3cr3t!pw@db.example/council", "s3cr3t!pw", "password in a URL"),
    ("see https://:tok3nvalue@git.example/x.git", "tok3nvalue", "password in a URL"),
    ("redis://default:p@ss:w0rd@cache:6379/0", "p@ss:w0rd", "password in a URL"),
    ("password: hunter2", "hunter2", "password"),
    ("The password is hunter2, but it fails.", "hunter2", "password"),
    ("DB_PASSWORD=swordfish", "swordfish", "password"),
    ('"password": "swordfish"', "swordfish", "password"),
    ("password: str = 'swordfish'", "swordfish", "password"),
    ("if user.pwd == 'Tr0ub4dor&3':", "Tr0ub4dor&3", "password"),
    ("mysql --password Tr0ub4dor&3 shop", "Tr0ub4dor&3", "password"),
    ("<password>Tr0ub4dor&3</password>", "Tr0ub4dor&3", "password"),
    ("Passwort: Geheim123!", "Geheim123", "password"),
    ("password: 48151623", "48151623", "password"),
    ("curl -s -u admin:Tr0ub4dor3 https://x.example", "Tr0ub4dor3", "password"),
    (f"api_key: {HEX}", HEX, "key or token"),
    (f'clientSecret = "{MIXED[:32]}"', MIXED[:32], "key or token"),
    (f"Authorization: Bearer {HEX}", HEX, "key or token"),
    (f"aws_secret_access_key = {MIXED[:40]}", MIXED[:40], "AWS secret key"),
    (f"AccountKey={MIXED[:86]}==;Endpoint", MIXED[:86], "Azure storage key"),
]

HARMLESS: list[tuple[str, str]] = [
    ('password = os.environ["DB_PASSWORD"]', "where it is read from"),
    ("password = getpass.getpass()", "a call"),
    ("password = form.cleaned_data.password2", "a path"),
    ("login(user=user, password=password)", "a variable"),
    ("password: required, at least 8 characters", "what a form says"),
    ("The password is wrong. Is the token expired?", "prose"),
    ("Our password is base64-encoded, the secret is sha256 of it", "names of algorithms"),
    ("def check(token: str, secret: bytes) -> bool:", "types"),
    ("max_tokens: 128000, token_count = 4096", "amounts"),
    ("token = tokens[0]; secret = secrets.token_hex(16)", "code"),
    ('{"type": "password", "name": "password", "token_type": "bearer"}', "names of things"),
    ('password: "your-password-here", api_key: "<key>", token: "${TOKEN}"', "placeholders"),
    ("postgresql://user:password@host/name", "a placeholder in an address"),
    ("https://host:8080/path/@user and http://[::1]:3000", "ports"),
    (f"commit {HEX}", "a hash of git's"),
    ("sha256:" + "0a1b2c3d" * 8, "a digest"),
    ("id 550e8400-e29b-41d4-a716-446655440000", "a UUID"),
    ("![x](data:image/png;base64,iVBORw0KGgo" + MIXED * 3 + "=)", "a picture"),
    ("class sk-circle-fade-dot-wrapper-outer, xoxo-hugs-and-kisses", "words that begin alike"),
    ("It begins with -----BEGIN PRIVATE KEY----- and then?", "a header alone"),
    ("set AWS_ACCESS_KEY_ID and OPENAI_API_KEY=sk-...", "names of variables"),
    ("eyJhbGciOi... is how such tokens begin", "the beginning of one"),
]


@pytest.mark.parametrize("around", SURROUNDINGS)
@pytest.mark.parametrize(
    ("kind", "secret"), SECRETS, ids=[f"{n}-{kind}" for n, (kind, _) in enumerate(SECRETS)]
)
def test_what_is_a_secret_by_its_shape_goes_as_a_whole(kind: str, secret: str, around: str) -> None:
    seen = redact(around.format(secret))

    assert seen.text == around.format(f"[{kind} masked]")
    assert seen.masked == (Masked(kind=kind, count=1),)


@pytest.mark.parametrize(("text", "secret", "kind"), NAMED)
def test_what_only_its_name_gives_away_goes_too_and_the_name_stays(text: str, secret: str, kind: str) -> None:
    seen = redact(text)

    assert secret not in seen.text
    assert seen.masked == (Masked(kind=kind, count=1),)
    assert seen.text.partition("[")[0] == text.partition(secret)[0]


@pytest.mark.parametrize(("text", "what"), HARMLESS, ids=[what for _, what in HARMLESS])
def test_code_prose_and_identifiers_stay_as_they_are(text: str, what: str) -> None:
    assert redact(text).text == text, what


@pytest.mark.parametrize("secret", [secret for _, secret in SECRETS] + [text for text, _, _ in NAMED])
def test_masked_text_stays_as_it_is(secret: str) -> None:
    once = redact(f"Why?\n{secret}").text

    assert redact(once).text == once
    assert redact(once).masked == ()


def test_a_question_is_masked_with_its_files_names_and_its_earlier_turns() -> None:
    (_, aws), (_, github), *_ = SECRETS
    question = Question(
        text=f"Is {aws} like {aws}?",
        asker=Asker(id=PersonId("U1"), name="Alice"),
        place=HERE,
        files=(
            FileReference(
                name=f"{github}.txt", media_type="text/plain", size=1, reference=f"https://x/{github}.txt"
            ),
        ),
        earlier=(Turn(question="password: hunter2?", verdict=f"{aws} is yours."),),
        masked=(Masked(kind="AWS key", count=1),),
    )

    seen = redacted(question)

    assert not [secret for secret in (aws, github, "hunter2") if secret in str(seen)]
    assert seen.masked == (
        Masked(kind="AWS key", count=4),
        Masked(kind="GitHub token", count=1),
        Masked(kind="password", count=1),
    )
    assert redacted(replace(seen, masked=())).masked == ()


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "A1",
        "sk-",
        "eyJ",
        "-----BEGIN PRIVATE KEY-----\n",
        "password: ",
        "://",
        "x:y@",
        "token=",
        "curl ",
        "'",
        "../",
    ],
)
def test_a_long_text_of_beginnings_comes_back(piece: str) -> None:
    text = piece * (40_000 // len(piece))

    seen = redact(text)

    # # A pattern that backtracks in such a text would not return within hours.
    assert redact(seen.text).text == seen.text


BEGINNINGS = (
    *("xoxb-", "xapp--", "xwfp-a-", "xoxe.xoxb-", "eyJ-", "eyJ_", "eyJaaaaaaaaaaaa_", "eyJaaaaaaaaaaaa.eyJ-"),
    *(
        "PuTTY-User-Key-File-2",
        "PuTTY-User-Key-File-2 ",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN A ",
        "sk-a-",
    ),
    *(
        "password ",
        "password: a.b|",
        "token: Type = ",
        "a://b:c",
        "curl -u a ",
        "curl -u ",
        "bearer  ",
        "<password>",
    ),
    *("aws_secret_", "SG.-", "hvs.-", "M.-", "gl-", "github_pat_-", "password is "),
)
"""Each begins a secret without its end."""


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_what_a_text_costs_grows_as_fast_as_the_text(beginning: str) -> None:
    def seconds(characters: int) -> float:
        text = (beginning * characters)[:characters]
        took: list[float] = []
        for _ in range(3):
            started = process_time()
            redact(text)
            took.append(process_time() - started)
        return min(took)

    redact(beginning)

    # Eight times the text: about 8 where the cost is linear, 64 where it is quadratic.
    assert seconds(64_000) / seconds(8_000) < 24


@pytest.mark.parametrize(
    ("kind", "secret"),
    [
        ("Slack token", "xoxe-1-My0xLTEyMzQ1Njc4OTAxMjM0NTY3ODkw"),
        ("Slack token", f"xoxp-{'1234567890-' * 3}{HEX}"),
        ("JSON web token", f"eyJ{MIXED}-{MIXED}_{MIXED}.eyJ{MIXED}.{MIXED}"),
    ],
)
def test_bounds_cut_no_token_short(kind: str, secret: str) -> None:
    seen = redact(f"token={secret};")

    assert (seen.text, seen.masked) == (f"token=[{kind} masked];", (Masked(kind=kind, count=1),))
