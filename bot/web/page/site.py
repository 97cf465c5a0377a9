"""Parts of the running council that the pages need."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.announcing.growing_verdicts import VerdictDrafts
from bot.ports import Handle, SignsIn
from bot.web.page.links import Links
from council_core.council import Council
from council_core.domain.place import PersonId, Place
from council_core.domain.run import Run
from council_core.domain.template import Templates
from council_core.ports import Changes, Decisions, History, MemberResults, PublicLinks
from council_core.stages.sent_prompts import SentPrompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The council behind the pages."""

    council: Council
    changes: Changes
    history: History
    results: MemberResults
    decisions: Decisions
    public: PublicLinks
    handle: Handle
    """Handles a form's request, with the same checks as chat."""

    may_read: Callable[[PersonId, Place], Awaitable[bool]]
    """Returns whether a person may read a place now. Raises PlatformError."""

    templates: Callable[[Place, str], Awaitable[Templates]]
    """Returns the templates of a workspace, in a language."""

    own_templates: Callable[[Place], Awaitable[Templates]]
    """Returns the templates that a workspace created."""

    prompts: Callable[[Run], Awaitable[tuple[SentPrompt, ...]]]
    """Rebuilds the prompts of a run, with the replies to them."""

    channel_name: Callable[[Place], Awaitable[str]]
    """Returns the name of a place's channel; empty if it has none."""

    thread_address: Callable[[Place], Awaitable[str]]
    """Returns the address that opens a place's thread in the chat; empty if it has none."""

    links: Links
    sign_ins: Mapping[str, SignsIn] = field(default_factory=dict[str, SignsIn])
    """Accounts with which people sign in, by platform; empty if people only come by a link from the chat."""

    drafts: VerdictDrafts = field(default_factory=VerdictDrafts)
    """Growing verdicts of this process."""

    owes_cards: Callable[[], bool] = lambda: False
    """Tells whether this process still starts a new run or prepares its card, which goes before live pages."""

    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server stops, so that live pages end."""
