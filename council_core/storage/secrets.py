"""Seal tokens that the database stores for others, with keys that stay outside of it."""

from collections.abc import Sequence
from hashlib import blake2b

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from council_core.errors import SettingsError, StoreIncompatible
from council_core.storage.slack_tables import SEALED as SEALED_OF_SLACK

PREFIX = "enc1:"
"""Prefix of every sealed text. A text without it was stored before there were keys, and is read unchanged."""

VARIABLE = "COUNCIL_SECRET_KEYS"

SEALED = {**SEALED_OF_SLACK, "connector_tokens": ("access_token", "refresh_token")}
"""Columns that hold secrets, by table."""


def new_key() -> str:
    """Return a fresh key: 32 random bytes in URL-safe base64."""
    return Fernet.generate_key().decode()


class Secrets:
    """Seals texts with the first of its keys and opens them with any of them (Fernet: AES-128-CBC and HMAC-SHA256)."""

    def __init__(self, keys: Sequence[str] = ()) -> None:
        """
        Args:
            keys: Newest first, each made by `new_key`. Without any, texts are stored unsealed.

        Raises:
            SettingsError: A key is not valid; the sentence counts the keys and does not show them.
        """
        fernets: list[Fernet] = []
        for number, key in enumerate(keys, start=1):
            try:
                fernets.append(Fernet(key))
            except ValueError:
                raise SettingsError(
                    [f"{VARIABLE}: key {number} is not a key. `council secrets new` makes one."]
                ) from None
        self._newest = fernets[0] if fernets else None
        self._all = MultiFernet(fernets) if fernets else None
        self._fingerprints = [blake2b(key.encode(), digest_size=2).hexdigest() for key in keys]

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """Return four hexadecimal digits of each key's hash, newest first, to tell keys apart without showing
        them."""
        return tuple(self._fingerprints)

    def seal(self, text: str) -> str:
        """Return the text sealed with the newest key; unchanged where there is no key."""
        return text if self._all is None else PREFIX + self._all.encrypt(text.encode()).decode()

    def open(self, text: str) -> str:
        """Return the opened text; a text that was never sealed is returned unchanged.

        Raises:
            StoreIncompatible: It was sealed with a key that we do not have.
        """
        if not text.startswith(PREFIX):
            return text
        if self._all is None:
            raise StoreIncompatible(
                f"A token in the database is sealed and {VARIABLE} is not set. Set it to the key that sealed the token."
            )
        try:
            return self._all.decrypt(text.removeprefix(PREFIX)).decode()
        except InvalidToken:
            raise StoreIncompatible(
                f"A token in the database was sealed with another key than those in {VARIABLE}. Add the earlier key "
                "at its end, then run `council secrets rotate`."
            ) from None

    def renewed(self, text: str) -> str | None:
        """Return the text sealed with the newest key, or None where it is already.

        Raises:
            StoreIncompatible: It was sealed with a key that we do not have.
        """
        if self._newest is None:
            return None
        if text.startswith(PREFIX):
            try:
                self._newest.decrypt(text.removeprefix(PREFIX))
            except InvalidToken:
                return self.seal(self.open(text))
            return None
        return self.seal(text)
