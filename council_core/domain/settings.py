"""The settings of one run: members, review and time limits. Fixed when the run is asked."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from council_core.domain.member import Roster
from council_core.domain.ranking import OwnAnswer

CALL_SECONDS = 180.0
"""Default time limit for a call to a model."""

SHORTEST_FOR_REVIEW = 1_000
"""Characters: half of what the answer prompt asks for. Of less than that nobody can judge an answer."""

ShowRanking = Literal["at_once", "after_vote"]
"""When a person sees the models' ranking and the verdict: once they are there, or once that person has voted."""

WhoReveals = Literal["asker", "anyone", "nobody"]
"""People who may close the vote by hand; `nobody` leaves it to the window and the count."""

ForReviewers = Literal["none", "head", "all"]
"""Part of each piece of material for reviewers: its name, its first 2,000 characters, or all of it."""

ReadThread = Literal["none", "thread"]
"""Whether what people said in a thread before the question is read with it."""

LEAST_MATERIAL = 5_000
"""Characters: less would leave nothing of each of five files."""


Rounds = Literal["one", "on_split"]
"""Maximum rounds of answers in a run: one, or a second one if positions differ. There is never a third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilSettings:
    """Everything that shapes a run; a run keeps the settings it was asked with."""

    roster: Roster
    preset: str = ""
    """The name of the bundle of settings that these were taken from; empty for none."""

    rubric: str = "ranking"
    criteria: str = ""
    """Criteria of one's own, as `rubrics.read_criteria` reads them, in place of the rubric's; empty for none."""

    aggregation: str = "bradley_terry"
    own_answer: OwnAnswer = "half"

    quorum: int = 2
    """The fewest answers with which the run goes on."""

    call_seconds: float = CALL_SECONDS
    """The longest one call to a model may take, retries included."""

    stage_seconds: float = 90.0
    """Time limit for all members together to answer, and again to review; once that has passed, the run goes on
    as soon as there is a quorum, and later answers are shown as late."""

    close_early: bool = True
    """Once most are done, a stage closes when the rest is far beyond what those took: see `stages.patience`."""

    vote_seconds: float = 3600.0
    """Time for votes after the ranking; 0 = no vote."""

    votes_needed: int | None = None
    """The voting closes by itself with this many ballots; None = it does not."""

    who_reveals: WhoReveals = "asker"
    show_ranking: ShowRanking = "at_once"
    instructions: str = ""
    """House instructions, given to every member and the chairman."""

    revise: bool = False
    """Members see the others' answers and may revise their own before the reviews."""

    rounds: Rounds = "on_split"
    """Whether members whose positions differ are asked once more, with the positions and not the texts."""

    critique: bool = False
    """The chairman criticises its own verdict in public."""

    verify: bool = False
    """Reviewers check the claims that decide the question against sources, with the members' tools."""

    both_orders: bool = False
    """Each reviewer reads the slate twice, in opposite orders; twice the reviews."""

    plain_style: bool = False
    """Headings, emoji and bold are evened out in what reviewers see."""

    review_characters: int | None = None
    """Of an answer longer than this the reviewers do not see the middle; people and the chairman do. None = they see
    every answer whole."""

    vote_reminder: bool = False
    """Whether the thread is reminded once, when half of the voting window is over and nobody has voted."""

    plain_follow_ups: bool = False
    """Messages in a run's thread count as follow-ups even without the bot's name."""

    read_thread: ReadThread = "thread"
    links: int = 5
    """Maximum number of linked pages to read; 0 = none."""

    most_files: int = 5
    """Maximum number of files to read."""

    file_megabytes: int = 20
    """The largest file that is read."""

    material_characters: int = 200_000
    """Maximum length of all material together for members and chairman; some 50,000 tokens."""

    material_for_reviewers: ForReviewers = "head"

    web_search: bool = False
    """The web is searched once for the question before the run, and everybody is given the results."""

    connectors: str = "all"
    """Names of the operator's connectors that are asked, with commas between; `all` for every one that may be used in
    the place, `none` for none."""

    connector_fields: str = ""
    """Values of the connectors' fields for this run, such as `space: HR; year: 2026`."""

    tools: str = "all"
    """Names of the tools that members may use, with commas between, and of MCP servers for all of theirs; `all` for
    every tool that is set up, `none` for none."""

    tool_rounds: int = 5
    """Maximum rounds of tool calls for a member."""

    tool_calls: int = 8
    """Maximum tool calls for a member."""

    tool_characters: int = 20_000
    """Maximum length of a tool's result."""

    tool_call_seconds: float = 15.0
    tool_seconds: float = 60.0
    """Time limit for all rounds of a member's tools together."""

    tool_budget_percent: int = 80
    """Once this part of the budget per question is spent, members call no more tools."""

    redact: bool = False
    """Keys, tokens and passwords in questions are masked before anything is kept or sent to a model."""

    language: str = ""
    """The code of the language in which posts speak, such as `de`; empty until a run is asked, for the asker's own."""

    not_blind: bool = False
    """The asker gave a seat a name, instructions or limits for this run alone, and may so recognise its answer."""

    keep_days: int | None = None
    """After so many days from its end a run is deleted; None = never. Unlike everything else here, what holds in the
    run's channel on the day counts, not what held when it was asked."""

    run_budget: Decimal | None = None
    """US dollars that one question may cost; None for any sum. Of the budgets the nearest applies; those of all
    levels around a place hold."""

    day_budget: Decimal | None = None
    month_budget: Decimal | None = None

    def __post_init__(self) -> None:
        if self.quorum < 1:
            raise ValueError(f"The quorum is {self.quorum}; it must be at least 1.")
        if self.quorum > len(self.roster.answering):
            raise ValueError(
                f"The quorum is {self.quorum}, but only {len(self.roster.answering)} members answer. "
                "Lower the quorum or seat more members."
            )
        if self.review_characters is not None and self.review_characters < SHORTEST_FOR_REVIEW:
            raise ValueError(
                f"Answers are to be shortened to {self.review_characters} characters for review; "
                f"it must be at least {SHORTEST_FOR_REVIEW}."
            )
        if self.keep_days is not None and self.keep_days < 1:
            raise ValueError(f"Runs are to be kept for {self.keep_days} days; it must be at least 1.")
        if self.most_files < 0 or self.links < 0 or self.file_megabytes < 1:
            raise ValueError("A question takes 0 files and links or more, of 1 MB or more each.")
        if self.material_characters < LEAST_MATERIAL:
            raise ValueError(
                f"Material is to have {self.material_characters} characters; it must be at least {LEAST_MATERIAL}."
            )
        if self.call_seconds <= 0 or self.stage_seconds <= 0 or self.vote_seconds < 0:
            raise ValueError("Deadlines must be positive numbers of seconds.")
