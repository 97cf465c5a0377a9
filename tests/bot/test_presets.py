"""Tests of presets: the content of files, the settings of a named preset, and the sentences about mistakes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.settings.environment import read_settings
from bot.settings.presets import load
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem, SettingsError
from tests.samples import in_english

DEMO = ("demo:ada", "demo:blaise", "demo:carl", "demo:dorothy")
OURS = tuple(load(None, []))


def write(folder: Path, **files: str) -> Path:
    """Return a folder `presets` with these files; an underscore in a name stands for a hyphen."""
    own = folder / "presets"
    own.mkdir()
    for name, text in files.items():
        (own / f"{name.replace('_', '-')}.toml").write_text(text)
    return folder


def problems_of(folder: Path, **environment: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        read_settings({"COUNCIL_PRESETS": "presets", **environment}, demo_roster=DEMO, folder=folder)
    return in_english(caught.value.problems)


def held(
    levels: list[Mapping[str, str]], options: Mapping[str, str], folder: Path, **environment: str
) -> CouncilSettings:
    """Return the settings of a run under these levels."""
    settings = read_settings({"COUNCIL_PRESETS": "presets", **environment}, demo_roster=DEMO, folder=folder)
    return settings.for_run(options, levels)


def test_those_that_come_with_the_council_are_whole() -> None:
    problems: list[Problem] = []

    presets = load(None, problems)

    assert problems == []
    assert {"code-review", "decision", "quick", "team-review", "thorough"} <= set(presets)
    assert read_settings({}, demo_roster=DEMO).presets == presets, "their settings are checked there"
    assert [name for name, one in presets.items() if len(f"{name}: {one.summary}") > 75] == []


def test_a_file_is_a_preset_and_may_take_the_place_of_ours(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        quick='summary = "Ours is quicker"\nstage_seconds = 9.5\nrevise = true',
        release_notes='summary = "For notes"\nmembers = ["demo:ada", "demo:carl"]\ncriteria = ["truth x2", "brevity"]',
    )

    settings = read_settings({"COUNCIL_PRESETS": "presets"}, demo_roster=DEMO, folder=folder)

    assert tuple(settings.presets) == tuple(sorted({*OURS, "release-notes"}))
    assert settings.presets["quick"].values == {"stage_seconds": "9.5", "revise": "yes"}
    council = settings.for_run({"preset": "release-notes"})
    assert [member.id for member in council.roster.members] == ["demo:ada", "demo:carl"]
    assert (council.preset, council.criteria) == ("release-notes", "truth x2\nbrevity")


ONE = 'summary = "One"\nquorum = 3\nrubric = "code"'
TWO = 'summary = "Two"\nvote_minutes = 7'

LAYERS: list[tuple[str, list[Mapping[str, str]], dict[str, str], tuple[str, int, str, float]]] = [
    ("none is named", [{"quorum": "1"}], {}, ("", 1, "ranking", 3600)),
    ("a run names one: it lies over the channel", [{"quorum": "1"}], {"preset": "one"}, ("one", 3, "code", 3600)),
    ("the run's options lie over it", [{}], {"preset": "one", "rubric": "safety"}, ("one", 3, "safety", 3600)),
    ("the channel's own lies over its settings", [{"preset": "one", "quorum": "1"}], {}, ("one", 3, "code", 3600)),
    ("the workspace's lies beneath the channel", [{"preset": "one"}, {"quorum": "1"}], {}, ("one", 1, "code", 3600)),
    ("only the nearest counts", [{"preset": "one"}, {"preset": "two"}], {}, ("two", 2, "ranking", 420)),
    ("a channel may want none", [{"preset": "one"}, {"preset": ""}], {}, ("", 2, "ranking", 3600)),
    ("a run may want none", [{"preset": "one"}], {"preset": ""}, ("", 2, "ranking", 3600)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("levels", "options", "expected"), [row[1:] for row in LAYERS], ids=[row[0] for row in LAYERS]
)
def test_what_holds_when_presets_are_named(
    levels: list[Mapping[str, str]],
    options: dict[str, str],
    expected: tuple[str, int, str, float],
    tmp_path: Path,
) -> None:
    council = held(levels, options, write(tmp_path, one=ONE, two=TWO))

    assert (council.preset, council.quorum, council.rubric, council.vote_seconds) == expected


def test_the_environment_may_name_one_and_everything_else_lies_over_it(tmp_path: Path) -> None:
    folder = write(tmp_path, one=ONE, two=TWO)

    alone = held([], {}, folder, COUNCIL_PRESET="one", COUNCIL_RUBRIC="safety")
    above = held([{"quorum": "1"}], {"rubric": "decision"}, folder, COUNCIL_PRESET="one")
    other = held([], {"preset": "two"}, folder, COUNCIL_PRESET="one")

    assert (alone.preset, alone.quorum, alone.rubric) == ("one", 3, "code")
    assert (above.preset, above.quorum, above.rubric) == ("one", 1, "decision")
    assert (other.preset, other.quorum, other.rubric) == ("two", 2, "ranking")


def test_members_of_a_preset_bring_their_own_chairman_and_quorum(tmp_path: Path) -> None:
    folder = write(tmp_path, duo='summary = "Two"\nmembers = "demo:ada, demo:carl"')

    council = held([{"quorum": "4", "chairman": "Dorothy"}], {"preset": "duo"}, folder)

    assert (council.roster.chairman.id, council.quorum) == ("demo:ada", 2)


def test_a_rubric_of_a_preset_is_not_hidden_by_criteria_of_the_channel(tmp_path: Path) -> None:
    council = held([{"criteria": "truth"}], {"preset": "one"}, write(tmp_path, one=ONE))

    assert (council.rubric, council.criteria) == ("code", "")


def test_what_the_house_wants_said_comes_before_what_the_preset_says(tmp_path: Path) -> None:
    folder = write(tmp_path, short='summary = "Short"\ninstructions = "At most ten words."')

    council = held([{"instructions": "We write Python."}], {"preset": "short"}, folder)

    assert council.instructions == "We write Python.\n\nAt most ten words."


def test_all_that_is_wrong_with_files_is_said_at_once_with_what_to_do(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        no_summary="quorum = 1",
        not_toml="summary = ",
        wrong='summary = "Wrong"\nquorum = "many"\ncolour = "red"\nrubric = "genral"\npreset = "quick"',
        nested='summary = "Nested"\n[voting]\nvote_minutes = 1',
        few='summary = "Few"\nmembers = "demo:ada"\nquorum = 2',
        long=f'summary = "{"x" * 61}"',
    )
    (folder / "presets" / "Big Name.toml").write_text('summary = "Big"')
    (folder / "presets" / "latin.toml").write_bytes(b'summary = "Caf\xe9"')

    problems = problems_of(folder, COUNCIL_QUORUM="x")

    where = f"{folder / 'presets'}/"
    expected = [
        f"Preset file {where}Big Name.toml: 'Big Name' cannot be a name. Name the file with",
        f"Preset file {where}latin.toml: It is not UTF-8.",
        f"Preset file {where}long.toml: summary has 61 characters; expected 1 to 60.",
        f"Preset file {where}nested.toml: voting is {{'vote_minutes': 1}}, which is of the wrong kind.",
        f'Preset file {where}no-summary.toml: summary is missing. Add a line such as: summary = "',
        f"Preset file {where}not-toml.toml: It is not TOML (Invalid value).",
        f"Preset file {where}few.toml: The quorum of 2 is more than the models that answer (1).",
        f"Preset file {where}wrong.toml: Unknown setting 'colour'. Known: members, chairman",
        f"Preset file {where}wrong.toml: Unknown setting 'preset'.",
        f"Preset file {where}wrong.toml: quorum is 'many'; expected a whole number from 1 to 12.",
        f"Preset file {where}wrong.toml: rubric is 'genral'; expected one of ",
        "COUNCIL_QUORUM is 'x'",
    ]
    assert [begin for begin, said in zip(expected, problems, strict=True) if not said.startswith(begin)] == []


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"COUNCIL_PRESETS": "nowhere"}, "nowhere', and there is no such folder. Create it"),
        (
            {"COUNCIL_PRESET": "thorogh"},
            f"COUNCIL_PRESET is 'thorogh'; expected one of {', '.join(OURS)}.",
        ),
    ],
)
def test_what_does_not_exist_is_named(environment: dict[str, str], words: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(environment, demo_roster=DEMO, folder=tmp_path)

    assert [words in problem for problem in in_english(caught.value.problems)] == [True]


def test_more_than_a_menu_holds_is_too_many(tmp_path: Path) -> None:
    folder = write(tmp_path, **{f"p{number}": 'summary = "One of many"' for number in range(17)})

    (problem,) = problems_of(folder)

    assert problem.startswith(f"There are {len(OURS) + 17} presets, and menus have room for 23.")
