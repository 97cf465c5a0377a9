"""Every setting of a council, one row each.

The environment, presets, the settings of channels and workspaces, forms, the command line, `.env.example` and the table
in `docs/settings.md` all read these rows. A new setting is a field of `CouncilSettings` and a row here.
"""

from collections.abc import Mapping
from typing import get_args

from bot.settings.lookups import LOOKUP_ROWS
from bot.settings.readers import A_DAY, Count, Criteria, Flag, Language, Money, OneOf, Seats, Seconds, Text
from bot.settings.roster import LONGEST_NAME
from bot.settings.setting import EVERYWHERE, IN_PLACES, OPERATOR, PLACES, Group, Setting, Where
from council_core.aggregation import AGGREGATORS
from council_core.domain.member import MOST_MEMBERS
from council_core.domain.ranking import OwnAnswer
from council_core.domain.settings import (
    LEAST_MATERIAL,
    SHORTEST_FOR_REVIEW,
    CouncilSettings,
    ForReviewers,
    ReadThread,
    Rounds,
    ShowRanking,
    WhoReveals,
)
from council_core.rubrics import known as known_rubrics
from council_core.toml_files import shipped_names

A_CENTURY = 36_525
"""A hundred years in days."""

A_WEEK = 7 * 24 * 60
"""A week in minutes."""

LONGEST_INSTRUCTIONS = 8_000
"""Most characters of instructions, those of a preset included, because every prompt for an answer or the verdict has
them."""

MOST_VOTES = 10_000
MOST_FOR_REVIEW = 200_000
"""Most characters for review: no answer of a run is longer."""

MOST_FILES = 20
MOST_MEGABYTES = 50
MOST_MATERIAL = 1_000_000
"""Most characters of material: the readers of files stop there."""

ROWS: tuple[Setting, ...] = (
    Setting(
        name="preset",
        kind=Text(LONGEST_NAME),
        group="council",
        where=EVERYWHERE - {"preset"},
        label="Preset",
        hint="Its settings count before the others here",
        about=f"A named bundle of such settings. With Council come {', '.join(shipped_names('bot.settings.presets'))}. "
        "A workspace, a channel or a question may name another.",
        cli="a named bundle of settings, such as quick, thorough or decision",
    ),
    Setting(
        name="members",
        kind=Seats(0),
        field="roster",
        group="council",
        where=EVERYWHERE,
        label="Models",
        hint="One provider:model per line",
        about="The models that answer and review, by provider:model, with settings behind a question mark if you like: "
        "name, role (such as sceptic), temperature, max_tokens, effort (minimal, low, medium, high), system "
        "(percent-encoded), sees, tools, answers, reviews. Default: demo models.",
        example="openrouter:anthropic/claude-sonnet-5.5, openai:gpt-6.1-sol?effort=low, google:gemini-4-argon",
        cli="who answers and reviews, such as openai:gpt-6.1-sol,anthropic:claude-sonnet-5-5",
        is_long=True,
    ),
    Setting(
        name="chairman",
        kind=Seats(1),
        field="roster",
        group="council",
        where=EVERYWHERE,
        label="Chairman",
        hint="A model's name or provider:model; - for the first one",
        about="The model that writes the verdict: its id or name, or a model outside the council. Default: "
        "the first model that answers.",
        example="openai:gpt-6.1-sol",
        cli="who writes the verdict",
    ),
    Setting(
        name="quorum",
        kind=Count(1, MOST_MEMBERS),
        group="deadlines",
        label="Answers needed to go on",
        hint="The fewest answers with which a run goes on",
        about="The fewest answers with which a run goes on.",
        cli="the fewest answers with which the run goes on",
    ),
    Setting(
        name="instructions",
        kind=Text(LONGEST_INSTRUCTIONS),
        group="council",
        label="House instructions",
        hint="Given to every model and the chairman; - for none",
        about="House instructions, given to every model and the chairman.",
        cli="house instructions for every model",
        is_long=True,
    ),
    Setting(
        name="rubric",
        kind=OneOf(lambda: tuple(known_rubrics())),
        group="judging",
        where=EVERYWHERE,
        label="Rubric",
        about=f"What reviewers look at: {', '.join(known_rubrics())}.",
        cli="what reviewers look at",
    ),
    Setting(
        name="criteria",
        kind=Criteria(),
        group="judging",
        label="Own criteria",
        hint="One per line: correctness x2, or harm (lower): insults; - for none",
        about="Criteria of your own in place of a rubric, with weights and direction, separated by semicolons.",
        example="correctness x2: Is it true?; brevity; harm (lower)",
        is_long=True,
    ),
    Setting(
        name="aggregation",
        kind=OneOf(lambda: tuple(AGGREGATORS)),
        group="judging",
        label="Ranking method",
        about=f"How reviews become a ranking: {', '.join(AGGREGATORS)}.",
        cli="how orders become one ranking",
    ),
    Setting(
        name="own_answer",
        kind=OneOf(lambda: get_args(OwnAnswer)),
        group="judging",
        label="A reviewer's own answer counts",
        about=f"How a reviewer's judgement of its own answer counts: {', '.join(get_args(OwnAnswer))}.",
        cli="how a reviewer's judgement of its own answer counts: excluded, half or full",
    ),
    Setting(
        name="review_characters",
        kind=Count(SHORTEST_FOR_REVIEW, MOST_FOR_REVIEW, who_lowers="version"),
        group="judging",
        label="Max answer length shown to reviewers",
        hint="Characters; the middle of longer answers is left out; - for no limit",
        about=f"Characters (at least {SHORTEST_FOR_REVIEW}). Reviewers see longer answers without their middle, which "
        "saves tokens. People and the chairman read all of it. Not set: no answer is shortened.",
    ),
    Setting(
        name="revise",
        kind=Flag(),
        group="stages",
        label="Models may revise their answers",
        about="Models read the other answers and may revise their own before the reviews (twice the answers).",
    ),
    Setting(
        name="rounds",
        kind=OneOf(lambda: get_args(Rounds)),
        group="stages",
        label="When models disagree",
        hint="Each sees the positions of the others once, without names, and keeps or changes its own",
        about="on_split: where short answers differ, each model is asked once more, with the short answers of the "
        "others (one more call of each). one: no model is asked again.",
        cli="where positions differ: on_split asks the models once more, one does not",
    ),
    Setting(
        name="critique",
        kind=Flag(),
        group="stages",
        label="Chairman criticises the verdict",
        about="The chairman criticises its own verdict in public (one more call).",
    ),
    Setting(
        name="both_orders",
        kind=Flag(),
        group="stages",
        label="Reviews in both orders",
        about="Each reviewer reads the responses twice, in opposite orders (twice the reviews).",
    ),
    Setting(
        name="plain_style",
        kind=Flag(),
        group="stages",
        label="Formatting hidden from reviewers",
        about="Reviewers see answers without headings, bold and emoji.",
    ),
    Setting(
        name="vote_minutes",
        kind=Seconds(unit="minutes", factor=60, longest=A_WEEK, is_open=False),
        field="vote_seconds",
        group="voting",
        label="Vote open for (minutes)",
        hint="Then the vote closes and the names are shown; 0 for no vote",
        about="Minutes that people may vote once the models' ranking is there; 0 = no vote.",
    ),
    Setting(
        name="who_reveals",
        kind=OneOf(lambda: get_args(WhoReveals)),
        group="voting",
        label="Who can end the vote early",
        about=f"Who can end the vote early and reveal the names: {', '.join(get_args(WhoReveals))}. In place of the "
        "asker, people who manage the channel can do it too.",
    ),
    Setting(
        name="show_ranking",
        kind=OneOf(lambda: get_args(ShowRanking)),
        group="voting",
        label="Ranking and verdict are shown",
        hint="At once, or to each person once they have voted",
        about="When people see the models' ranking and the verdict: at_once, or after_vote, to each person once they "
        "have voted or asked to see them, and to all when the vote ends. Votes cast before that are blind; only blind "
        "votes count for agreement and for what is learned about reviewers.",
    ),
    Setting(
        name="votes_needed",
        kind=Count(1, MOST_VOTES),
        group="voting",
        label="Votes that end the vote",
        hint="With so many votes the names are shown; - for no such number",
        about="The vote closes as soon as so many people have voted.",
    ),
    Setting(
        name="plain_follow_ups",
        kind=Flag(),
        group="voting",
        label="Messages without a mention follow up",
        about="A message in a run's thread is a follow-up even when it does not mention the bot. Better set for single "
        "channels (`/council settings`); on Discord it needs the Message Content Intent (developer portal, page Bot).",
    ),
    Setting(
        name="vote_reminder",
        kind=Flag(),
        group="deadlines",
        label="Reminder at half time of the vote",
        hint="One post in the thread if nobody has voted by then",
        about="When half of the vote's time is over and nobody has voted, one post reminds the thread.",
    ),
    Setting(
        name="stage_seconds",
        kind=Seconds(longest=A_DAY),
        group="deadlines",
        label="Time limit per stage (s)",
        hint="How long a run waits for all to answer, and again to review",
        about="Seconds that all models may take to answer, and again to review. After that the run goes on with a "
        "quorum. Channels and workspaces may set 10 seconds or more, and less only if you set less here.",
        cli="how long all models may take to answer, and again to review",
    ),
    Setting(
        name="call_seconds",
        kind=Seconds(longest=A_DAY),
        group="deadlines",
        label="Time limit per call (s)",
        hint="An answer that comes after its stage is shown as late",
        about="Seconds that one call to a model may take, retries included. An answer that comes after its stage has "
        "ended is shown as late. Channels and workspaces may set 10 seconds or more, and less only if you set less "
        "here.",
        cli="how long one call to a model may take",
    ),
    Setting(
        name="close_early",
        kind=Flag(),
        group=None,
        where=OPERATOR,
        label="Stages close early",
        about="A stage closes before its time limit once most models are done and the others are far slower.",
    ),
    Setting(
        name="read_thread",
        kind=OneOf(lambda: get_args(ReadThread)),
        group="material",
        label="Thread of a question",
        hint="Asked inside a thread: what people said there before",
        about="Whether the models read what people said in a thread before a question was asked there (thread), or "
        "only the question (none). They read its first message and the latest ones, 50 and 20,000 characters in all, "
        "with people as Person 1, Person 2.",
    ),
    Setting(
        name="material_for_reviewers",
        kind=OneOf(lambda: get_args(ForReviewers)),
        group="material",
        label="Files for reviewers",
        hint="Models and the chairman are given all of it",
        about="How much of each file of a question the reviewers are given: its name (none), its first 2,000 "
        "characters (head), or all. Models and the chairman are given all of it.",
    ),
    Setting(
        name="material_characters",
        kind=Count(LEAST_MATERIAL, MOST_MATERIAL),
        group="material",
        label="Characters of files",
        hint="Of all files together; a longer file keeps its beginning and its end",
        about="How many characters of all files together the models and the chairman are given; 200000 "
        "are some 50,000 tokens for each. What does not fit keeps its beginning and its end, and the card says so.",
    ),
    Setting(
        name="most_files",
        kind=Count(0, MOST_FILES),
        group="material",
        label="Files of a question",
        hint="How many are read",
        about="How many files of a question are read.",
    ),
    Setting(
        name="file_megabytes",
        kind=Count(1, MOST_MEGABYTES),
        group="material",
        label="Largest file (MB)",
        hint="A larger one is named on the card and not read",
        about="The largest file that is read, in MB. A larger one is named on the card; the run goes on without it.",
    ),
    *LOOKUP_ROWS,
    Setting(
        name="language",
        kind=Language(),
        group="privacy",
        where=IN_PLACES,
        label="Language",
        about="The language of the bot's own words in threads: en, de or ko. Models answer in the language of the "
        "question. Not set: the language of the person who asks. Private replies are always in the person's language.",
    ),
    Setting(
        name="redact",
        kind=Flag(),
        group="privacy",
        label="Secrets in questions are masked",
        hint="Keys, tokens and passwords, before anything is kept or sent to a model",
        about="Keys, tokens and passwords in questions are masked before anything is kept or sent to a model; the card "
        "says what and how many.",
    ),
    Setting(
        name="keep_days",
        kind=Count(1, A_CENTURY),
        group="privacy",
        label="Runs are deleted after (days)",
        hint="The posts in the chat stay",
        about="A run is deleted from the database so many days after its end, with its answers and votes. Not set: "
        "never. Channels and workspaces may set less, not more. The posts in the chat stay: the platform has a setting "
        "for those.",
    ),
    Setting(
        name="run_budget",
        kind=Money(),
        group="budget",
        where=PLACES,
        label="Budget per question ($)",
        hint="What one question may cost; - for any sum",
        about="US dollars that one question may cost. A question that would cost more is refused. Budgets of the "
        "workspace and the channel hold besides yours. Where a budget holds, models without a known price are refused; "
        "OLLAMA_PRICES and the like set one.",
    ),
    Setting(
        name="day_budget",
        kind=Money(),
        group="budget",
        where=PLACES,
        label="Budget per day ($)",
        hint="What all questions of a day may cost; - for any sum",
        about="US dollars that all questions of a day (UTC) may cost.",
    ),
    Setting(
        name="month_budget",
        kind=Money(),
        group="budget",
        where=PLACES,
        label="Budget per month ($)",
        hint="What all questions of a month may cost; - for any sum",
        about="US dollars that all questions of a month (UTC) may cost.",
    ),
)

SETTINGS: Mapping[str, Setting] = {row.name: row for row in ROWS}
"""The rows by name."""


def names_in(group: Group) -> tuple[str, ...]:
    """Return the settings of one form, in its order."""
    groups = get_args(Group) if group == "all" else (group,)
    return tuple(row.name for each in groups for row in ROWS if row.group == each)


def names_where(where: Where) -> tuple[str, ...]:
    """Return the settings that may be set in this place."""
    return tuple(row.name for row in ROWS if where in row.where)


ONE_RUN = names_where("question")
"""Settings that people may choose for one run when they write a question."""


def typed(settings: CouncilSettings) -> dict[str, str]:
    """Return each setting in its typed form, by its name; empty if it has no value."""
    return {row.name: row.text(settings) for row in ROWS}


def read(settings: CouncilSettings) -> dict[str, str]:
    """Return the same in the form for reading: models by their names."""
    names = ", ".join(member.label for member in settings.roster.members)
    return typed(settings) | {"members": names, "chairman": settings.roster.chairman.name}
