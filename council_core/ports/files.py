"""Ports for fetching and reading the files of a question."""

from collections.abc import Mapping
from typing import Protocol

from council_core.domain.connector import Service
from council_core.domain.material import Passage, Scan, Seen, Unreadable
from council_core.domain.place import Place
from council_core.domain.question import Question
from council_core.domain.thread import Said


class FileSource(Protocol):
    """Fetches the files that people attach."""

    async def fetch(self, place: Place, reference: str, *, most: int) -> bytes:
        """Return the bytes of a file.

        Raises:
            PlatformError: The platform does not hand it out; its text is a sentence for people.
        """
        ...


class ThreadSource(Protocol):
    """Tells what people said before a question."""

    async def thread(self, question: Question, language: str) -> tuple[Said, ...]:
        """Return what people wrote in the thread of a question, or before the message that it answers, oldest first.

        Raises:
            PlatformError: That cannot be read; the text is for people, in this language. Its asker is told what to do.
        """
        ...


class PageSource(Protocol):
    """Opens addresses that people wrote, of public pages only."""

    async def fetch(self, url: str, *, most: int) -> bytes:
        """Return what lies at an address.

        Args:
            url: The address.
            most: Bytes that it may have.

        Raises:
            PageRefused: It is not public, not there, too large, or does not come in time; the text is for people.
        """
        ...


class FileReader(Protocol):
    """Makes text of bytes that nobody trusts."""

    async def read(self, name: str, content: bytes) -> Passage | Seen | Scan | Unreadable:
        """Return the text of a file, the picture that it is, or why it is neither. Never raises for what a file holds.

        Args:
            name: What the file is called; what it is, its content says.
            content: All of it.
        """
        ...


class ConnectorSource(Protocol):
    """Asks services of the house about a question."""

    def here(self, place: Place) -> tuple[Service, ...]:
        """Return the connectors that may be used in a place."""
        ...

    def chosen(self, place: Place, setting: str) -> tuple[str, ...]:
        """Return the titles of those that the setting `connectors` names; a name that none here has stays as it is."""
        ...

    async def ask(self, title: str, question: str, place: Place, fields: Mapping[str, str]) -> str:
        """Return what a connector says of a question.

        Args:
            title: One of `chosen`.
            question: Its text.
            place: Place in which it was asked.
            fields: Values of fields that a person filled in, by their names.

        Raises:
            PageRefused: It says nothing; the message is a sentence for people.
        """
        ...
