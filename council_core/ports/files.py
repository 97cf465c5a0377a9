"""What came with a question: who hands it out, and who reads it."""

from typing import Protocol

from council_core.domain.material import Passage, Unreadable
from council_core.domain.place import Place


class FileSource(Protocol):
    """Hands out what somebody attached."""

    async def fetch(self, place: Place, reference: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            PlatformError: The platform does not hand it out; its text is a sentence for people.
        """
        ...


class FileReader(Protocol):
    """Makes text of bytes that nobody trusts."""

    async def read(self, name: str, content: bytes) -> Passage | Unreadable:
        """Return the text of a file, or why it has none. Never raises for what a file holds.

        Args:
            name: What the file is called; what it is, its content says.
            content: All of it.
        """
        ...
