"""Ports for fetching and reading the files of a question."""

from collections.abc import Mapping
from typing import Protocol

from council_core.domain.connector import Service
from council_core.domain.material import Download, Passage, Scan, Seen, Unreadable
from council_core.domain.place import Place
from council_core.domain.question import Question
from council_core.domain.thread import Said


class FileSource(Protocol):
    """Fetches the files that people attach."""

    async def fetch(self, question: Question, reference: str, *, most: int, language: str) -> bytes:
        """Return the bytes of a file of a question.

        Raises:
            PlatformError: The platform does not hand it out. The error's text is a sentence for people, in the given
                language. The question's asker gets advice in private.
        """
        ...


class ThreadSource(Protocol):
    """Reads the messages before a question."""

    async def thread(self, question: Question, language: str) -> tuple[Said, ...]:
        """Return what people wrote in the thread of a question, or before the message that it answers, oldest first.

        Raises:
            PlatformError: That cannot be read. The error's text is a sentence for people, in the given language. The
                question's asker gets advice in private.
        """
        ...


class PageSource(Protocol):
    """Opens addresses that people wrote, of public pages only."""

    async def fetch(self, url: str, *, most: int) -> Download:
        """Return the content at an address, with the encoding that its server names.

        Args:
            url: The address.
            most: Most bytes of the content.

        Raises:
            PageRefused: It is not public, does not exist, is too large, or does not arrive in time.
        """
        ...


class FileReader(Protocol):
    """Extracts text from untrusted bytes."""

    async def read(self, name: str, content: bytes, charset: str = "") -> Passage | Seen | Scan | Unreadable:
        """Return the text of a file, the picture in it, or the reason why it has neither. The file's content never
        makes it raise.

        Args:
            name: Name of the file; its kind is found from its content.
            content: All of its bytes.
            charset: Encoding that its server named; it counts where the text is in it.
        """
        ...


class ConnectorSource(Protocol):
    """Asks the operator's services about a question."""

    def here(self, place: Place) -> tuple[Service, ...]:
        """Return the connectors that may be used in a place."""
        ...

    def chosen(self, place: Place, setting: str) -> tuple[str, ...]:
        """Return the titles of the connectors that the setting `connectors` names; a name without a connector here
        stays as it is."""
        ...

    async def ask(self, title: str, question: str, place: Place, fields: Mapping[str, str]) -> Passage:
        """Return a connector's answer to a question.

        Args:
            title: One of `chosen`.
            question: Text of the question.
            place: Place in which it was asked.
            fields: Values that a person filled in, by the fields' names.

        Raises:
            PageRefused: There is no answer.
        """
        ...
