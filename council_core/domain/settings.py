"""The settings of one run: members, review and time limits. Fixed when the run is asked."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from council_core.domain.member import Roster
from council_core.domain.ranking import OwnAnswer

CALL_SECONDS = 180.0
"""Default time limit for a call to a model."""

SHORTEST_FOR_REVIEW = 1_000
"""Least value in characters: half of the length that the answer prompt asks for. A shorter part is too little to judge
an answer."""

ShowRanking = Literal["at_once", "after_vote"]
"""Moment at which a person sees the models' ranking and the verdict: at once, or after their own vote."""

WhoReveals = Literal["asker", "anyone", "nobody"]
"""People who may close the vote by hand. With `nobody`, it closes when its time is over or enough people have voted."""

ForReviewers = Literal["none", "head", "all"]
"""Part of each piece of material for reviewers: its name, its first 2,000 characters, or all of it."""

ReadThread = Literal["none", "thread"]
"""Whether what people said in a thread before the question is read with it."""

LEAST_MATERIAL = 5_000
"""Least value in characters: with less, nothing would be left of each of five files."""


Rounds = Literal["one", "on_split"]
"""Most rounds of answers in a run: one, or a second one if positions differ. There is never a third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilSettings:
    """All settings of a run; a run keeps those that it was asked with."""

    roster: Roster
    preset: str = ""
    """Name of the preset that these settings were taken from; empty for none."""

    rubric: str = "ranking"
    criteria: str = ""
    """Own criteria in place of the rubric's, as `rubrics.read_criteria` reads them; empty for none."""

    aggregation: str = "bradley_terry"
    own_answer: OwnAnswer = "half"

    quorum: int = 2
    """Fewest answers with which the run goes on."""

    call_seconds: float = CALL_SECONDS
    """Time limit for one call to a model, retries included."""

    stage_seconds: float = 90.0
    """Time limit for all members together to answer, and again to review. After that the run goes on as soon as it has
    a quorum, and later answers are shown as late."""

    close_early: bool = True
    """Whether a stage closes once most members are done and the rest take far longer: see `stages.patience`."""

    vote_seconds: float = 3600.0
    """Time for votes after the ranking; 0 = no vote."""

    votes_needed: int | None = None
    """Number of ballots that closes the voting; None for no such number."""

    who_reveals: WhoReveals = "asker"
    show_ranking: ShowRanking = "at_once"
    instructions: str = ""
    """House instructions for every member and the chairman."""

    revise: bool = False
    """Whether members see the others' answers and may revise their own before the reviews."""

    rounds: Rounds = "on_split"
    """Whether members whose positions differ are asked once more, with the positions and not the texts."""

    critique: bool = False
    """Whether the chairman criticises its own verdict in public."""

    verify: bool = False
    """Whether reviewers check the claims that decide the question against sources, with the members' tools."""

    both_orders: bool = False
    """Whether each reviewer reads the slate twice, in opposite orders. This doubles the reviews."""

    plain_style: bool = False
    """Whether reviewers get answers without headings, emoji and bold."""

    review_characters: int | None = None
    """Length in characters above which reviewers do not see the middle of an answer; people and the chairman always do.
    None = reviewers see every answer whole."""

    vote_reminder: bool = False
    """Whether the thread is reminded once, when half of the voting window is over and nobody has voted."""

    plain_follow_ups: bool = False
    """Whether messages in a run's thread count as follow-ups without the bot's name."""

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
    """Whether the web is searched once before the run. Every member gets the results."""

    connectors: str = "all"
    """Names of the connectors to ask, separated by commas; `all` for every one that may be used in the place, `none`
    for none."""

    connector_fields: str = ""
    """Values of the connectors' fields for this run, such as `space: HR; year: 2026`."""

    tools: str = "all"
    """Names of the tools that members may use, separated by commas; the name of an MCP server stands for all its tools.
    `all` for every tool that is set up, `none` for none."""

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
    """Share of the budget per question, in percent, after which members call no more tools."""

    redact: bool = False
    """Whether keys, tokens and passwords in questions are masked before anything is stored or sent to a model."""

    language: str = ""
    """Code of the posts' language, such as `de`; empty for the asker's language until the run is asked."""

    not_blind: bool = False
    """Whether the asker gave a seat a name, instructions or limits for this run alone, and so may recognise its
    answer."""

    keep_days: int | None = None
    """Days from its end after which a run is deleted; None = never. Unlike all other settings, the channel's value on
    that day counts, not the one at the time of the question."""

    run_budget: Decimal | None = None
    """US dollars that one question may cost; None for any sum. Of this setting the nearest level counts, while the
    budgets of all levels around a place apply."""

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
