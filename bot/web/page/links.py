"""Signed links and cookies that identify a visitor, as their platform has just done."""

import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import cast

from itsdangerous import BadData, SignatureExpired, URLSafeSerializer, URLSafeTimedSerializer

from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId

LINK_SECONDS = 10 * 60
"""Time for which a link works."""

RIGHTS_SECONDS = 60 * 60
"""Time for which a person's right to manage a channel counts; their platform confirms it again with each link."""

NOTE_SECONDS = 60
LONGEST_NOTE = 500
LONGEST_FACT = 40
"""Most characters of a name; ids are shorter."""

COOKIE_SECONDS = 24 * 60 * 60
"""Time for which a browser stays signed in after that."""

SKEW_SECONDS = 60
"""Most seconds by which the clock of another process, which signed a text, may be ahead of ours."""


class BadLink(Exception):
    """A link that was not signed by us, or for another use."""


class ExpiredLink(BadLink):
    """A link that has expired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The person behind a browser. The platform alone knows their rights to read, and is asked for every page."""

    platform: str
    workspace: str
    person: PersonId
    name: str
    locale: str
    manages: str = ""
    """Channel that they could manage when they requested their link; empty for none."""

    asked_at: str = "0"
    """Time of that request, in seconds since 1970."""

    manages_workspace: str = ""
    """Whether they could manage the whole workspace then; empty for no."""

    def is_manager_of(self, channel: str) -> bool:
        """Tell whether they could manage a channel within the last hour."""
        return bool(channel) and self.manages == channel and self._is_recent

    @property
    def is_workspace_manager(self) -> bool:
        """Tell whether they could manage the workspace within the last hour."""
        return bool(self.manages_workspace) and self._is_recent

    @property
    def workspace_place(self) -> Place:
        """Return the workspace as a place."""
        return Place(platform=self.platform, workspace=self.workspace, channel="")

    @property
    def _is_recent(self) -> bool:
        return time.time() - int(self.asked_at) < RIGHTS_SECONDS


class _Dated(URLSafeTimedSerializer):
    """A serializer that also accepts what a clock ahead of ours has signed; itsdangerous calls that expired."""

    def within(self, text: str, seconds: float) -> object:
        """Return the signed value. Raises SignatureExpired, BadData."""
        value, signed_at = self.loads(text, return_timestamp=True)
        if not -SKEW_SECONDS <= time.time() - signed_at.timestamp() <= seconds:
            raise SignatureExpired("The signature is too old.", payload=value, date_signed=signed_at)
        return value


class Links:
    """Signs and reads links, cookies and forms with the operator's secret. Each use has a salt of its own."""

    def __init__(self, url: str, secrets: Sequence[str], *, link_seconds: float = LINK_SECONDS) -> None:
        """Args:
        url: Address of the pages from outside, without a slash at the end.
        secrets: Secrets, newest first: the first one signs, and all of them are accepted.
        link_seconds: Seconds for which a link works."""
        self.url = url
        self._link_seconds = link_seconds
        keys = [*reversed(secrets)]
        self._enter = _Dated(keys, salt="council.enter")
        self._cookie = _Dated(keys, salt="council.cookie")
        self._form = URLSafeSerializer(keys, salt="council.form")
        self._note = _Dated(keys, salt="council.note")
        self._state = _Dated(keys, salt="council.state")
        self._choice = _Dated(keys, salt="council.choice")

    def to_run(self, visitor: Visitor, run_id: RunId) -> str:
        """Return the personal address that opens a run's page for ten minutes."""
        return f"{self.url}/enter/{self._enter.dumps([_facts(visitor), run_id])}"

    def entered(self, token: str) -> tuple[Visitor, RunId]:
        """Return the person and the run of a link. Raises ExpiredLink, BadLink."""
        try:
            facts, run_id = cast("list[object]", self._enter.within(token, self._link_seconds))
            return _visitor(facts), RunId(str(run_id))
        except SignatureExpired as error:
            raise ExpiredLink from error
        except (BadData, TypeError, ValueError) as error:
            raise BadLink from error

    def state(self, platform: str, nonce: str, after: str) -> str:
        """Return the signed text that goes with a person to a platform's page of consent and back.

        Args:
            platform: The platform's name.
            nonce: Content of their browser's cookie.
            after: Page that they are shown at the end.
        """
        return self._state.dumps([platform, nonce, after])

    def stated(self, state: str) -> tuple[str, str, str]:
        """Return platform, nonce and page of a state. Raises BadLink."""
        try:
            platform, nonce, after = cast("list[object]", self._state.within(state, self._link_seconds))
            return str(platform), str(nonce), str(after)
        except (BadData, TypeError, ValueError) as error:
            raise BadLink from error

    def choice(self, visitor: Visitor, after: str) -> str:
        """Return the signed part of the address with which a person chooses one of their workspaces."""
        return self._choice.dumps([_facts(visitor), after])

    def chosen(self, token: str) -> tuple[Visitor, str]:
        """Return the visitor and the page behind `choice`. Raises BadLink."""
        try:
            facts, after = cast("list[object]", self._choice.within(token, self._link_seconds))
            return _visitor(facts), str(after)
        except (BadData, TypeError, ValueError) as error:
            raise BadLink from error

    def cookie(self, visitor: Visitor) -> str:
        """Return the text of the cookie that identifies a browser."""
        return self._cookie.dumps(_facts(visitor))

    def visitor(self, cookie: str) -> Visitor | None:
        """Return the person behind a cookie; None for a forged or expired one."""
        try:
            return _visitor(self._cookie.within(cookie, COOKIE_SECONDS))
        except (BadData, TypeError, ValueError):
            return None

    def form(self, visitor: Visitor, subject: str) -> str:
        """Return the hidden text of a form: the same for one person, subject and day, so that an unchanged page stays
        identical."""
        return self._form.dumps(_purpose(visitor, subject, _today()))

    def is_form_of(self, text: str, visitor: Visitor, subject: str) -> bool:
        """Tell whether a form was drawn for this person and subject, today or yesterday."""
        try:
            signed = self._form.loads(text)
        except BadData:
            return False
        return any(signed == _purpose(visitor, subject, _today() - days) for days in (0, 1))

    def note(self, text: str) -> str:
        """Return a sentence for the next page, signed so that no foreign link can show words as ours."""
        return self._note.dumps(text[:LONGEST_NOTE])

    def noted(self, token: str) -> str:
        """Return the sentence behind `note`; empty for an expired or forged one."""
        try:
            return str(self._note.within(token, NOTE_SECONDS))
        except BadData:
            return ""


def _today() -> int:
    return int(time.time()) // COOKIE_SECONDS


def _purpose(visitor: Visitor, subject: str, day: int) -> list[str | int]:
    return [visitor.platform, visitor.workspace, visitor.person, subject, day]


def _facts(visitor: Visitor) -> list[str]:
    """Return the signed part of a link, kept short: a link on a Discord button has at most 512 characters."""
    return [str(fact)[:LONGEST_FACT] for fact in astuple(visitor)]


def _visitor(facts: object) -> Visitor:
    """Read a visitor. Raises TypeError, ValueError for any other content."""
    if not isinstance(facts, list):
        raise TypeError("These are not the facts of a visitor.")
    names = [field.name for field in fields(Visitor)]
    # A link of an earlier version has fewer fields; the last ones have defaults.
    signed = dict(zip(names, map(str, cast("list[object]", facts)), strict=False))
    return Visitor(**signed)  # pyright: ignore[reportArgumentType]  # signed by ourselves
