"""Fixed texts of chat platforms: forms, buttons, refusals and pages, in one language each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

NoThread = Literal["direct_message", "busy", "not_allowed", "kind_of_channel", "full"]
"""Reasons why a platform opens no thread. "full": there are as many as the platform allows; "busy": its rate limit
would take too long."""

InstallTrouble = Literal["declined", "stale", "refused"]
"""Reasons why a workspace did not get the app."""

Right = Literal["view_channel", "send_messages", "send_messages_in_threads"]
"""A permission on Discord that a card needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLabels:
    """Fixed texts of a page that draws posts by itself, in one language."""

    language: str
    skip: str
    title: str
    you_are: str
    teammates: str
    """Explanation of the three made-up people."""

    channels: str
    channel: str
    threads: str
    thread: str
    no_thread: str
    """Text where no thread is open."""

    quiet: str
    """Text in a channel in which nobody has asked anything."""

    tries: str
    """Questions to begin with, one per line, about subjects that the demo models know."""

    show: str
    """Name of the switch between the panes on a phone."""

    messages: str
    ask: str
    ask_here: str
    """Hint in the empty field of a channel."""

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
    """Notice that demo models answer, with the way to use one's own."""

    only_you: str
    close: str
    confirm: str
    file: str
    table: str
    """Name of a table without a title, for screen readers."""

    silent: str
    """Notice that the server does not answer."""

    no_page: str
    """Notice that there is no page at an address, and where the page is."""

    wrong_method: str
    """Notice that an address takes no such request, and what to do instead."""

    other_host: str
    """Notice that only this machine may open the page."""

    other_site: str
    """Notice that a form came from another site."""

    too_large: str
    file_gone: str
    """Words before the name of an attached file that is gone."""


Permission = Literal[
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "attach_files",
    "read_message_history",
    "embed_links",
    "manage_threads",
]
"""A permission on Discord that Council asks for."""


class SlackChecks(Protocol):
    """Slack's part of `council doctor`, in one language. Plain text: subjects of checks, and what each found."""

    @property
    def bot_token(self) -> str:
        """Subject."""
        ...

    def bot_token_of(self, *, user: str, team: str) -> str:
        """Subject."""
        ...

    @property
    def scopes(self) -> str:
        """Subject."""
        ...

    @property
    def several_workspaces(self) -> str:
        """Subject."""
        ...

    @property
    def assistant(self) -> str:
        """Subject."""
        ...

    @property
    def signing_secret(self) -> str:
        """Subject."""
        ...

    @property
    def app_token(self) -> str:
        """Subject."""
        ...

    @property
    def is_accepted(self) -> str: ...

    @property
    def all_granted(self) -> str: ...

    def installed_at(self, *, path: str) -> str: ...

    @property
    def assistant_asked(self) -> str: ...

    def token_refused(self, *, why: str) -> str:
        """Slack's code, or the error of the network."""
        ...

    def scopes_missing(self, *, names: str, command: str) -> str: ...

    @property
    def secret_set(self) -> str: ...

    @property
    def secret_missing(self) -> str: ...

    def no_socket(self, *, why: str) -> str:
        """Slack's code, or the error of the network."""
        ...

    @property
    def socket_opens(self) -> str: ...


class DiscordChecks(Protocol):
    """Discord's part of `council doctor`, in one language. Plain text: subjects of checks, and what each found."""

    @property
    def token(self) -> str:
        """Subject."""
        ...

    @property
    def rest(self) -> str:
        """Subject."""
        ...

    @property
    def messages(self) -> str:
        """Subject."""
        ...

    @property
    def commands(self) -> str:
        """Subject."""
        ...

    @property
    def invitation(self) -> str:
        """Subject."""
        ...

    @property
    def servers(self) -> str:
        """Subject."""
        ...

    def permissions_on(self, *, server: str) -> str:
        """Subject; the server's name."""
        ...

    def permissions_everywhere(self, *, count: int) -> str:
        """Subject; the number of servers."""
        ...

    @property
    def token_refused(self) -> str: ...

    def unreachable(self, *, why: str) -> str:
        """`why` is Discord's answer or the error of the network, in English."""
        ...

    def belongs_to(self, *, user: str) -> str: ...

    @property
    def may_read(self) -> str: ...

    @property
    def may_not_read(self) -> str: ...

    def command_known(self, *, name: str) -> str: ...

    def command_unknown(self, *, name: str) -> str: ...

    def invite_at(self, *, url: str) -> str: ...

    @property
    def no_server(self) -> str: ...

    @property
    def permissions_suffice(self) -> str: ...

    def lost_without(self, *, channel: str, rights: Mapping[str, Permission]) -> str:
        """Losses in a channel, or everywhere if it is empty, by Discord's English name of each missing permission."""
        ...

    def more_channels(self, *, count: int) -> str: ...

    @property
    def how_to_grant(self) -> str: ...


class SlackWords(Protocol):
    """Fixed texts of Slack's windows, App Home and acknowledgements, in one language. Plain text unless noted."""

    @property
    def checks(self) -> SlackChecks: ...

    @property
    def ask(self) -> str: ...

    @property
    def settings_here(self) -> str: ...

    @property
    def how_to_ask_well(self) -> str: ...

    @property
    def where_it_goes(self) -> str:
        """Place in which a question from the App Home is asked."""
        ...

    @property
    def whose_settings(self) -> str:
        """Explanation whose settings the App Home shows. mrkdwn."""
        ...

    @property
    def settings_of_channel(self) -> str:
        """Text of the menu of channels before one is chosen."""
        ...

    def install_again(self, *, how: str) -> str:
        """Notice for admins that the installation lacks something new, with the way (`how`) to get it. mrkdwn."""
        ...

    @property
    def install_link(self) -> str: ...

    def install_at(self, *, path: str) -> str:
        """Address of the installation page, as a part of that sentence."""
        ...

    @property
    def close(self) -> str: ...

    @property
    def cancel(self) -> str: ...

    @property
    def one_moment(self) -> str: ...

    @property
    def rest_elsewhere(self) -> str:
        """Notice that a window is too small for the whole reply."""
        ...

    def file_comes(self, *, names: str) -> str:
        """Notice that files are sent to the direct message. mrkdwn."""
        ...

    def goes_along(self, *, names: str) -> str:
        """Names of the files that a form attaches. mrkdwn."""
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
    def text_in_file(self) -> str:
        """Notice that a text is too long for a message and is attached."""
        ...

    @property
    def text_not_changed(self) -> str:
        """Notice that a text became too long to be changed in its message."""
        ...

    def file_refused(self, *, name: str) -> str:
        """Name of a file that Slack does not let Council attach. CommonMark."""
        ...

    def file_not_shown(self, *, name: str) -> str:
        """Notice that Slack accepted a file and does not show it. CommonMark."""
        ...

    @property
    def file_missing(self) -> str:
        """The same in a notification."""
        ...

    @property
    def too_many_visits(self) -> str:
        """Notice that the installation page has too many visits at the moment."""
        ...

    @property
    def code(self) -> str: ...

    @property
    def install_heading(self) -> str:
        """Heading of the page on which a workspace's admin begins the installation."""
        ...

    @property
    def install_about(self) -> str: ...

    @property
    def install_button(self) -> str: ...

    @property
    def installed_heading(self) -> str: ...

    def installed_in(self, *, workspace: str) -> str:
        """Note that the app is installed, and what comes next. The workspace's name may be empty."""
        ...

    @property
    def open_slack(self) -> str: ...

    @property
    def not_installed_heading(self) -> str: ...

    def not_installed(self, *, kind: InstallTrouble, code: str) -> str:
        """Reason why the app was not installed; `code` is Slack's own, and may be empty."""
        ...

    def not_listed(self, *, workspace: str) -> str:
        """Notice that a workspace may not install the app, and who can change that. The id may be empty."""
        ...

    @property
    def cannot_answer(self) -> str:
        """Notice that Council cannot answer in a workspace."""
        ...

    @property
    def command_late(self) -> str: ...

    @property
    def question_late(self) -> str: ...

    @property
    def form_late(self) -> str: ...

    def other_command(self, *, command: str, name: str) -> str:
        """The command that Council answers to, and the other one that it does not. CommonMark."""
        ...

    def nothing_here(self, *, command: str) -> str:
        """Notice that a shortcut is not ours. CommonMark."""
        ...

    @property
    def other_version(self) -> str:
        """Notice that a form of another version was sent."""
        ...


class DiscordWords(Protocol):
    """Fixed texts of Discord's private answers, in one language. CommonMark, except for buttons."""

    @property
    def checks(self) -> DiscordChecks: ...

    @property
    def asked(self) -> str:
        """Notice that a question was accepted."""
        ...

    @property
    def open_again(self) -> str:
        """A button."""
        ...

    @property
    def open_empty(self) -> str: ...

    @property
    def draft_lost(self) -> str: ...

    @property
    def files_lost(self) -> str: ...

    def incident(self, *, number: str) -> str: ...

    @property
    def failed(self) -> str:
        """Notice that a command failed, and that the log has details."""
        ...

    @property
    def command_changed(self) -> str: ...

    @property
    def form_too_late(self) -> str: ...

    @property
    def answer_for_you(self) -> str:
        """Notice below a message that a button shows the answer to one person alone."""
        ...

    @property
    def read_answer(self) -> str:
        """A button."""
        ...

    @property
    def only_commands(self) -> str:
        """Notice that a message cannot open a form."""
        ...

    def sure(self, *, label: str) -> str:
        """Question whether a button was meant."""
        ...

    @property
    def yes(self) -> str: ...

    @property
    def whole_text(self) -> str:
        """Title of a file with the text that a message has no room for."""
        ...

    def too_large(self, *, names: str) -> str:
        """Names of files that are too large for Discord. CommonMark."""
        ...

    def no_files_here(self, *, names: str) -> str:
        """Names of files that Council may not attach. CommonMark."""
        ...

    @property
    def no_direct_message(self) -> str:
        """Notice that the direct message does not open, so nothing was asked."""
        ...

    @property
    def not_in_thread(self) -> str: ...

    def may_not_write(self, *, rights: Sequence[Right]) -> str:
        """Permissions that Council lacks, and the way to grant them."""
        ...
