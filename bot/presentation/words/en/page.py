"""The page of a run, lists in a browser and the playground in English."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.ports.words import PageLabels
from bot.presentation.words.en.phrases import PHRASES
from bot.presentation.words.page import PageTrouble

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
    quiet="Nobody has asked anything here yet. Ask below, or begin with one of these:",
    tries="Should a small team write its own job queue?\nDo we deploy on Fridays?\nTabs or spaces?",
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
class EnglishPage:
    """Implements `PageWords`."""

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
    run: str = "Run"
    names_out: str = "Names revealed"
    open_thread: str = "Open the thread"
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
    only_here: str = "Marked: said here and not in the other response."
    jump: str = "Jump to a response"
    others_said: str = "What the reviewers said"
    position: str = "In one line"
    reviewer: str = "Reviewer"
    raw: str = "As they wrote it"
    prompts: str = "Prompts and raw texts"
    prompts_about: str = (
        "Only the asker and those who manage this channel see this page. It holds the prompts for answers, reviews and "
        "the verdict; requests to repair a ballot, to reconsider or to criticise are not on it."
    )
    prompt_system: str = "System message"
    prompt_history: str = "Earlier turns"
    prompt_user: str = "User message"
    cost_and_time: str = "Cost and time"
    agreement: str = "How often two reviewers order two responses alike"
    cost_and_place: str = "Cost (to the right) and place (1 on top)"
    answer_took: str = "Answer"
    review_took: str = "Review"
    tokens: str = "Tokens"
    cost: str = "Cost"
    together: str = "Together"
    score_scale: str = "Mean scores"
    link: str = "This link is only for you: do not pass it on. It works for ten minutes."
    open_link: str = "Open the page"
    public: str = "Public link"
    public_about: str = "Anyone with this link can read the run: its question, answers, names and costs. The thread around it stays hidden."
    publish: str = "Make a public link"
    unpublish: str = "Withdraw the link"
    vote: str = "Vote"
    vote_ranking: str = "Vote with this ranking"

    def move_up(self, *, alias: str) -> str:
        return f"Response {alias} up"

    def move_down(self, *, alias: str) -> str:
        return f"Response {alias} down"

    def moved(self, *, alias: str, place: str) -> str:
        return f"Response {alias} is now in place {place}."

    def stale(self, *, has_script: bool) -> str:
        if has_script:
            return "This page no longer updates by itself. Reload it to see what is new."
        return "Without JavaScript this page does not update by itself. Reload it to see what is new."

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
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
        ending = "th" if 10 < place % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
        return f"{place}{ending}, own" if is_own else f"{place}{ending}"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        what = f"score out of {highest} and its place" if highest else "place"
        own = " Dashed: its own response." if names_out else ""
        return f"Each reviewer’s {what} for each response, given without knowing who wrote what.{own}"

    def why(self, *, reviewer: str) -> str:
        return f"What {reviewer} says"

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
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
        return f"{seconds:.1f} s"

    def title(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Open this page from the chat",
            "signed_out": "Sign in to see this page",
            "denied": "You were not signed in",
            "lost_way": "Signing in did not work",
            "used_up": "This sign-in is not valid any more",
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
        return {
            "sign_in": "Council does not know who you are. Press [Open page] on the run’s card in Slack or Discord. Your browser must allow this site’s cookies.",
            "signed_out": "Sign in with your account of the chat, or press [Open page] on a run’s card there. Your browser must allow this site’s cookies.",
            "denied": "You did not agree in the chat, so you are not signed in. Sign in again and agree there, or press [Open page] on a run’s card.",
            "lost_way": "It took more than ten minutes, it was begun in another browser, or this browser keeps no cookies. Allow this site’s cookies, and sign in again.",
            "used_up": "The chat confirms a sign-in once, and only for a few minutes. This page was reloaded or opened again, or it came too late. Sign in again.",
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
            "too_large": "Nothing was done. Go back, shorten the text, and send it again. In the chat you can attach a longer text to a question as a file.",
            "broken": "The log has the details. Try again in a minute.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class EnglishLists:
    """Implements `ListWords`."""

    history: str = "History"
    search: str = "Search"
    search_hint: str = "Words to search for"
    none_yet: str = "Nothing was asked yet in the channels that you may read."
    none_such: str = "No run matches. Remove one of the filters."
    none_decided: str = "Nothing is recorded yet in the channels that you may read. After a reveal, [Record decision] is in the card’s menu."
    who_asked: str = "Who asked"
    asked_by_anyone: str = "Asked by anyone"
    asked_by_me: str = "Asked by me"
    first_place: str = "Ranked first"
    any_first: str = "Any model first"
    template: str = "Template"
    any_template: str = "Any template"
    rubric: str = "Rubric"
    any_rubric: str = "Any rubric"
    any_member: str = "Any model"
    when_asked: str = "When it was asked"
    any_time: str = "Any time"
    this_channel: str = "Only this channel"
    one_channel: str = "Only one channel is shown."
    all_channels: str = "Show all channels"
    no_limits: str = "Remove all limits"
    older: str = "Older runs"
    newest: str = "Newest runs"
    runs: str = "Runs"
    sign_out: str = "Sign out"
    choose_workspace: str = "Choose a workspace or server"

    templates_by: str = "Those who manage the workspace make and change templates here after [Open page] in the chat, or in the chat with /council templates."

    def seen(self, *, channels: int) -> str:
        return (
            "You see runs of one channel."
            if channels == 1
            else f"You see runs of {channels} channels that you may read now."
        )

    def ranked_first(self, *, name: str) -> str:
        return f"{name} first"

    def counted(self, *, runs: int) -> str:
        what = "one question" if runs == 1 else f"{runs} questions"
        return f"From {what} whose names are out, in the channels that you may read."

    def last_days(self, *, days: int) -> str:
        return f"Last {days} days"

    def sign_in_with(self, *, platform: str) -> str:
        return f"Sign in with {platform}"

    def signed_in(self, *, name: str) -> str:
        return f"Signed in as {name}"
