"""The fixed texts of chat platforms where people ask: forms, buttons, refusals and pages, in one language each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

NoThread = Literal["direct_message", "busy", "not_allowed", "kind_of_channel", "full"]
"""Reasons for which a platform opens no thread: "full" where there are as many as it allows,
"busy" where it lets us wait."""

Right = Literal["view_channel", "send_messages", "send_messages_in_threads"]
"""A permission on Discord that a card needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLabels:
    """The fixed texts of a page that draws posts by itself, in one language."""

    language: str
    title: str
    you_are: str
    teammates: str
    """Explains the three made-up people."""

    channels: str
    channel: str
    threads: str
    thread: str
    no_thread: str
    """Stands where no thread is open."""

    quiet: str
    """Stands in a channel in which nobody has asked anything."""

    show: str
    """Names the switch between the panes on a phone."""

    messages: str
    ask: str
    ask_here: str
    """The hint in the empty field of a channel."""

    with_settings: str
    follow_up: str
    follow_up_here: str
    add_files: str
    history: str
    statistics: str
    board: str
    decisions: str
    schedules: str
    templates: str
    settings: str
    help: str
    demo: str
    """Says that the demo models answer, and how to use one's own."""

    only_you: str
    close: str
    confirm: str
    file: str
    table: str
    """Names a table that has no title, for those who hear it."""

    silent: str
    """Says that the server does not answer."""

    no_page: str
    """Says that there is nothing at an address, and where the page is."""

    other_host: str
    """Says that only this machine may open the page."""

    other_site: str
    """Says that a form came from another site."""

    too_large: str
    file_gone: str
    """Stands before the name of an attached file."""


class SlackWords(Protocol):
    """The fixed texts of Slack's windows, App Home and acknowledgements, in one language. Plain text but where a
    message says otherwise."""

    @property
    def ask(self) -> str: ...

    @property
    def settings_here(self) -> str: ...

    @property
    def how_to_ask_well(self) -> str: ...

    @property
    def where_it_goes(self) -> str:
        """Says where a question from the App Home is asked."""
        ...

    @property
    def whose_settings(self) -> str:
        """Says which settings the App Home shows. mrkdwn."""
        ...

    @property
    def settings_of_channel(self) -> str:
        """The menu of channels before one is chosen."""
        ...

    def install_again(self, *, how: str) -> str:
        """Says to admins that the installation lacks something new, and `how` they get it. mrkdwn."""
        ...

    @property
    def install_link(self) -> str: ...

    def install_at(self, *, path: str) -> str:
        """Names the page for installing, as a part of that sentence."""
        ...

    @property
    def close(self) -> str: ...

    @property
    def cancel(self) -> str: ...

    @property
    def one_moment(self) -> str: ...

    @property
    def rest_elsewhere(self) -> str:
        """Says that a window is too small for the whole reply."""
        ...

    def file_comes(self, *, names: str) -> str:
        """Says that files come into the direct message. mrkdwn."""
        ...

    def goes_along(self, *, names: str) -> str:
        """Names the files that a form attaches. mrkdwn."""
        ...

    @property
    def channel(self) -> str: ...

    @property
    def channel_hint(self) -> str: ...

    @property
    def form_too_late(self) -> str: ...

    @property
    def file_lost(self) -> str: ...

    @property
    def files_refused(self) -> str:
        """Says that a file is missing because the workspace takes none, or has no room for any."""
        ...

    @property
    def text_in_file(self) -> str:
        """Says that a text is too long for a message, and that it is attached."""
        ...

    @property
    def text_not_changed(self) -> str:
        """Says that a text became too long to be changed in its message."""
        ...

    def file_not_shown(self, *, name: str) -> str:
        """Says that Slack took a file and does not show it. CommonMark."""
        ...

    @property
    def file_missing(self) -> str:
        """Says the same in a notification."""
        ...

    @property
    def too_many_visits(self) -> str:
        """Says that the page for installing is visited too often right now."""
        ...

    def not_listed(self, *, workspace: str) -> str:
        """Says that a workspace may not install the app, and who can change that. The id may be empty."""
        ...

    @property
    def cannot_answer(self) -> str:
        """Says that Council cannot answer in a workspace."""
        ...

    @property
    def command_late(self) -> str: ...

    @property
    def question_late(self) -> str: ...

    @property
    def form_late(self) -> str: ...

    def other_command(self, *, command: str, name: str) -> str:
        """Says which command Council answers to, and which not. CommonMark."""
        ...

    def nothing_here(self, *, command: str) -> str:
        """Says that a shortcut is not ours. CommonMark."""
        ...

    @property
    def other_version(self) -> str:
        """Says that a form of another version was sent."""
        ...


class DiscordWords(Protocol):
    """The fixed texts of Discord's private answers, in one language. CommonMark but for buttons."""

    @property
    def asked(self) -> str:
        """Says that a question was taken."""
        ...

    @property
    def open_again(self) -> str:
        """A button."""
        ...

    @property
    def open_empty(self) -> str:
        """A button."""
        ...

    @property
    def draft_lost(self) -> str: ...

    @property
    def files_lost(self) -> str: ...

    def incident(self, *, number: str) -> str: ...

    @property
    def failed(self) -> str:
        """Says that a command failed, and that the log has more."""
        ...

    @property
    def command_changed(self) -> str: ...

    @property
    def form_too_late(self) -> str: ...

    @property
    def only_commands(self) -> str:
        """Says that a message opens no form."""
        ...

    def sure(self, *, label: str) -> str:
        """Asks whether a button was meant."""
        ...

    @property
    def yes(self) -> str:
        """A button."""
        ...

    @property
    def whole_text(self) -> str:
        """The title of a file with the text that a message has no room for."""
        ...

    def too_large(self, *, names: str) -> str:
        """Names files that are too large for Discord. CommonMark."""
        ...

    def no_files_here(self, *, names: str) -> str:
        """Names files that Council lacks the right to attach. CommonMark."""
        ...

    @property
    def no_direct_message(self) -> str:
        """Says that the direct message does not open, so nothing was asked."""
        ...

    def may_not_write(self, *, rights: Sequence[Right]) -> str:
        """Names the permissions that Council lacks, and how it gets them."""
        ...
