"""The page of a run, lists in a browser and the playground in English. Plain text, unless a method says CommonMark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.ports.words import PageLabels
from bot.presentation.words.en.phrases import PHRASES

PageTrouble = Literal[
    "sign_in",
    "signed_out",
    "denied",
    "lost_way",
    "not_confirmed",
    "nowhere",
    "expired",
    "not_yours",
    "elsewhere",
    "for_managers",
    "unknown",
    "wrong_method",
    "deleted",
    "cannot_tell",
    "forged",
    "too_large",
    "broken",
]
"""Reasons why a page is not shown, or a form not accepted."""


PLAYGROUND = PageLabels(
    language="en",
    skip="Skip to the messages",
    title="Playground",
    you_are="You are",
    teammates="Three made-up teammates, so that you can vote as each.",
    channels="Channels",
    channel="Channel",
    threads="Threads",
    thread="Thread",
    no_thread="Ask something in the channel. Responses, reviews and the vote appear here as they come.",
    quiet="Nobody has asked anything here yet.",
    show="Show",
    messages="Messages",
    ask="Ask",
    ask_here="Ask the council in this channel",
    with_settings="With settings…",
    follow_up="Follow up",
    follow_up_here="Follow up in this thread",
    add_files="Add files",
    history="History",
    statistics="Statistics",
    board="Board",
    decisions="Decisions",
    schedules="Schedules",
    templates="Templates",
    settings="Settings here",
    help="Help",
    demo="Demo models answer here: made-up texts, no key, no cost. To ask real models, name them and their keys in .env (see .env.example) and start again.",
    only_you="Only you see this",
    close="Close",
    confirm="Yes, do it",
    file="File",
    table="Table",
    silent="Council does not answer. Is it still running?",
    no_page="There is no page here. Open the whole address that council printed.",
    wrong_method="Nothing was done, because this address cannot be used that way. Open the page and use its buttons.",
    other_host="This page answers only to this machine, as 127.0.0.1 or localhost.",
    other_site="This form was not sent from the playground's own page.",
    too_large="That is more than the playground takes at once: 30 MB, files included.",
    file_gone="This file is not here any more. Export it again.",
)


@dataclass(frozen=True, slots=True)
class PageWords:
    """Headings, labels and notices of the pages."""

    skip: str = "Skip to the content"
    colours: str = "Colours"
    auto: str = "Auto"
    light: str = "Light"
    dark: str = "Dark"
    on_this_page: str = "On this page"
    answer: str = "Answer"
    ranking: str = "Ranking"
    responses: str = "Responses"
    reviews: str = "Reviews"
    details: str = "Details"
    material: str = "Material"
    sources: str = "Sources"
    earlier: str = "Earlier in this thread"
    """Heading above the earlier questions of a thread."""
    run: str = "Run"
    names_out: str = "Names revealed"
    open_thread: str = "Open the thread"
    """A link to the run's thread in the chat."""
    names_hidden: str = "Names hidden until the reveal"
    most_agree: str = "Most agree"
    layout: str = "Layout of the responses"
    side_by_side: str = "Side by side"
    stacked: str = "Stacked"
    tabs: str = "Tabs"
    compare: str = "Compare two"
    left: str = "Left"
    right: str = "Right"
    versus: str = "with"
    """Word between two compared responses."""
    only_here: str = "Marked text is said here and not in the other one."
    """The legend of the marks in a comparison of two responses."""
    jump: str = "Jump to a response"
    others_said: str = "What the reviewers said"
    position: str = "In one line"
    reviewer: str = "Reviewer"
    raw: str = "As they wrote it"
    prompts: str = "Prompts and raw texts"
    """Title of the page with each model's prompt, and the link to it."""
    prompts_about: str = (
        "Only the asker and those who manage this channel see this page. It holds the prompts for answers, reviews and "
        "the verdict; requests to repair a ballot, to reconsider or to criticise are not on it."
    )
    """The readers of that page, and the prompts that it leaves out."""
    prompt_system: str = "System message"
    """Label of the system message."""
    prompt_history: str = "Earlier turns"
    """Label of earlier turns of the conversation."""
    prompt_user: str = "User message"
    """Label of the user message."""
    cost_and_time: str = "Cost and time"
    agreement: str = "How often two reviewers order two responses alike"
    """The share of pairs on which two reviewers agree."""
    cost_and_place: str = "Cost (to the right) and place (1 on top)"
    answer_took: str = "Answer"
    review_took: str = "Review"
    tokens: str = "Tokens"
    cost: str = "Cost"
    together: str = "Together"
    score_scale: str = "Mean scores"
    """Heading of the table of mean scores."""
    link: str = "This link is only for you: do not pass it on. It works for ten minutes."
    """The reply to the card's button: the link is the person's own, and works for a limited time."""
    open_link: str = "Open the page"
    """The button with that link."""
    public: str = "Public link"
    public_about: str = "Anyone with this link can read the run: its question, answers, names and costs. The thread around it stays hidden."
    """An explanation of public links: their content and their readers."""
    publish: str = "Make a public link"
    unpublish: str = "Withdraw the link"
    vote: str = "Vote"
    vote_ranking: str = "Vote with this ranking"
    """The button below a ranking of all responses."""

    def move_up(self, *, alias: str) -> str:
        """A button beside a response in a ranking, for screen readers."""
        return f"Response {alias} up"

    def move_down(self, *, alias: str) -> str:
        return f"Response {alias} down"

    def moved(self, *, alias: str, place: str) -> str:
        """The new place of a response, for screen readers."""
        return f"Response {alias} is now in place {place}."

    def stale(self, *, has_script: bool) -> str:
        if has_script:
            return "This page no longer updates by itself. Reload it to see what is new."
        return "Without JavaScript this page does not update by itself. Reload it to see what is new."

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        """A placeholder until the answer is there."""
        return {
            "answers": "The models are answering.",
            "reviews": "The models are reading each other’s responses.",
            "verdict": "The verdict is being written.",
            "vote": "The ranking and the answer appear here once you have voted.",
        }[for_what]

    def meanwhile(self, *, has_responses: bool) -> str:
        if has_responses:
            return "You need not wait: the responses are below."
        return "All responses appear here at once, so that nobody sees who was fast."

    def placed(self, *, place: int, is_own: bool) -> str:
        """Return 3 as 3rd, with a note if the reviewer wrote that response."""
        ending = "th" if 10 < place % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
        return f"{place}{ending}, own" if is_own else f"{place}{ending}"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        """The caption of the table of reviews; `highest` is empty without scores."""
        what = f"score out of {highest} and its place" if highest else "place"
        own = " Dashed: its own response." if names_out else ""
        return f"Each reviewer’s {what} for each response, given without knowing who wrote what.{own}"

    def why(self, *, reviewer: str) -> str:
        """Heading of a reviewer's reasons."""
        return f"What {reviewer} says"

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
        """Heading of one model's prompt for an answer, a review or the verdict."""
        match purpose:
            case "answer":
                return f"Answer by {name}"
            case "review":
                return f"Review by {name}"
            case "verdict":
                return f"Verdict by {name}"

    def verdict_by(self, *, name: str) -> str:
        return f"Verdict, {name}"

    def cited_by(self, *, aliases: Sequence[str], verdict: bool) -> str:
        by = [*aliases, *(("the verdict",) if verdict else ())]
        return f"cited by {PHRASES.listed(things=by)}"

    def tool_calls(self, *, count: int) -> str:
        return f"Tool calls ({count})"

    def seconds(self, *, seconds: float) -> str:
        """Return 14.2 as 14.2 s."""
        return f"{seconds:.1f} s"

    def title(self, *, trouble: PageTrouble) -> str:
        """Heading of a page with an error message."""
        return {
            "sign_in": "Open this page from the chat",
            "signed_out": "Sign in to see this page",
            "denied": "You were not signed in",
            "lost_way": "Signing in did not work",
            "not_confirmed": "The chat did not say who you are",
            "nowhere": "Council knows none of your workspaces",
            "expired": "This link has expired",
            "not_yours": "You may not see this page",
            "elsewhere": "This run is in another workspace",
            "for_managers": "Only managers may do this",
            "unknown": "There is no such page",
            "wrong_method": "This address cannot be used that way",
            "deleted": "This run was deleted",
            "cannot_tell": "Council cannot check who may see this",
            "forged": "This form was not sent from its page",
            "too_large": "This is too long",
            "broken": "Something broke",
        }[trouble]

    def advice(self, *, trouble: PageTrouble) -> str:
        """An explanation of the error and its remedy."""
        return {
            "sign_in": "Council does not know who you are. Press [Open page] on the run’s card in Slack or Discord.",
            "signed_out": "Sign in with your account of the chat, or press [Open page] on a run’s card there.",
            "denied": "You did not agree in the chat, so you are not signed in. Sign in again and agree there, or press [Open page] on a run’s card.",
            "lost_way": "It took more than ten minutes, or it was begun in another browser. Sign in again.",
            "not_confirmed": "Sign in again in a minute. If that does not help, the log has the details.",
            "nowhere": "Nobody has asked Council anything yet in a workspace or server of yours. Ask there first, or sign in with another account.",
            "expired": "Links work for ten minutes. Press [Open page] on the run’s card once more.",
            "not_yours": "It belongs to a channel or thread that you are not in. Somebody who is in it can add you.",
            "elsewhere": "You are signed in to a different workspace or server. Sign in to the one where it was asked, or press [Open page] on its card there.",
            "for_managers": "Those who manage the channel or the workspace may, for an hour after they press [Open page] in the chat. If you are one of them, press it again.",
            "unknown": "Check the address, or press [Open page] on the run’s card.",
            "wrong_method": "Nothing was done. Open the page in a browser, and use its buttons and forms.",
            "deleted": "Its texts cannot be restored.",
            "cannot_tell": "The chat does not say who is in this channel. Try again in a minute.",
            "forged": "Nothing was done. Open the page again and press the button there.",
            "too_large": "Nothing was done. Go back, shorten the text, and send it again. A longer one goes along with a question in the chat as a file.",
            "broken": "The log has the details. Try again in a minute.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class ListWords:
    """Lists of runs, boards and decisions in the browser, and signing in to them."""

    history: str = "History"
    search: str = "Search"
    search_hint: str = "Words of a question or an answer"
    none_yet: str = "Nothing was asked yet in the channels that you may read."
    none_such: str = "No run matches. Remove one of the filters."
    none_decided: str = "Nothing is recorded yet in the channels that you may read. After a reveal, [Record decision] is in the card’s menu."
    who_asked: str = "Who asked"
    """Label of the menu of people, for screen readers."""
    asked_by_anyone: str = "Asked by anyone"
    asked_by_me: str = "Asked by me"
    first_place: str = "Ranked first"
    """Label of the menu of models that were ranked first, for screen readers."""
    any_first: str = "Any model first"
    template: str = "Template"
    """Label of the choice of a template."""
    any_template: str = "Any template"
    rubric: str = "Rubric"
    """Label of the choice of a rubric."""
    any_rubric: str = "Any rubric"
    any_member: str = "Any model"
    """Choice of the questions that any model answered."""
    when_asked: str = "When it was asked"
    """Label of the menu of times, for screen readers."""
    any_time: str = "Any time"
    this_channel: str = "Only this channel"
    """A link from one run to all runs of its channel."""
    one_channel: str = "Only one channel is shown."
    """Notice that the list holds one channel alone; a link to all channels follows."""
    all_channels: str = "Show all channels"
    older: str = "Older runs"
    newest: str = "Newest runs"
    runs: str = "Runs"
    """Title of a column with a number of runs."""
    sign_out: str = "Sign out"
    choose_workspace: str = "Choose a workspace or server"
    """Heading of the list of a person's workspaces or servers."""

    templates_by: str = "Those who manage the workspace make and change templates here, after [Open page] in the chat, or there with /council templates."
    """The people who may change templates, and the way to do so."""

    def seen(self, *, channels: int) -> str:
        """Number of channels in the list of runs."""
        return (
            "You see runs of one channel."
            if channels == 1
            else f"You see runs of {channels} channels that you may read now."
        )

    def ranked_first(self, *, name: str) -> str:
        return f"{name} first"

    def counted(self, *, runs: int) -> str:
        """Number of runs behind the boards."""
        what = "one question" if runs == 1 else f"{runs} questions"
        return f"From {what} whose names are out, in the channels that you may read."

    def last_days(self, *, days: int) -> str:
        return f"Last {days} days"

    def sign_in_with(self, *, platform: str) -> str:
        """A button that leads to Slack or Discord and back."""
        return f"Sign in with {platform}"

    def signed_in(self, *, name: str) -> str:
        return f"Signed in as {name}"
