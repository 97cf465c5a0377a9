"""Seal tokens for the database with keys that are kept outside of it, and store the tokens of connectors."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import blake2b

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import Connection, column, delete, inspect, or_, select, table, update

from council_core.domain.connector import Tokens
from council_core.errors import Problem, SettingsError, StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.statements import insert_new
from council_core.storage.tables import connector_tokens

PREFIX = "enc1:"
"""Prefix of every sealed text. A text without it was stored before there were keys, and is read unchanged."""

VARIABLE = "COUNCIL_SECRET_KEYS"

SEALED = {connector_tokens.name: ("access_token", "refresh_token")}
"""Columns of our own tables that hold secrets, by table."""


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
                raise SettingsError([Problem("no_secret_key", name=VARIABLE, count=str(number))]) from None
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
            raise StoreIncompatible("token_sealed", variable=VARIABLE)
        try:
            return self._all.decrypt(text.removeprefix(PREFIX)).decode()
        except InvalidToken:
            raise StoreIncompatible("token_sealed_otherwise", variable=VARIABLE) from None

    def renewed(self, text: str) -> str | None:
        """Return the text sealed with the newest key; None if that key has sealed it already.

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


async def rotate(database: Database, secrets: Secrets, sealed: Mapping[str, Sequence[str]]) -> int:
    """Seal every stored token with the newest key, in one transaction.

    Args:
        database: Open, with the newest tables.
        secrets: The keys.
        sealed: Columns that hold secrets in platforms' own tables, by table; a table may be missing.

    Returns:
        Number of tokens that were not sealed with it before.

    Raises:
        StoreIncompatible: A token was sealed with a key that is not among these; nothing was changed.
        StoreUnavailable: The database cannot be used.
    """

    def work(connection: Connection) -> int:
        renewed, there = 0, inspect(connection)
        for name, columns in (*SEALED.items(), *sealed.items()):
            if not there.has_table(name):
                continue
            holder = table(name, column("id"), *map(column, columns))
            for row in connection.execute(select(holder)).mappings().all():
                texts = {each: secrets.renewed(row[each]) for each in columns if row[each]}
                if changed := {each: text for each, text in texts.items() if text is not None}:
                    connection.execute(update(holder).where(holder.c.id == row["id"]).values(changed))
                    renewed += len(changed)
        return renewed

    return await database.write(work)


class SqlConnectorTokens:
    """Implements `council_core.ports.ConnectorTokens`."""

    def __init__(self, database: Database, secrets: Secrets) -> None:
        self._database, self._secrets = database, secrets

    async def find(self, key: str) -> Tokens | None:
        query = select(connector_tokens).where(connector_tokens.c.id == key)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.ends_at is None:
            return None
        return Tokens(
            access=self._secrets.open(row.access_token),
            refresh=self._secrets.open(row.refresh_token),
            ends_at=row.ends_at,
        )

    async def claim(self, key: str, connector: str, now: datetime, until: datetime) -> bool:
        row = {"id": key, "connector": connector, "access_token": "", "refresh_token": ""}
        is_free = or_(connector_tokens.c.claimed_until.is_(None), connector_tokens.c.claimed_until <= now)

        def work(connection: Connection) -> bool:
            insert_new(connection, connector_tokens, row)
            change = (
                update(connector_tokens)
                .where(connector_tokens.c.id == key, is_free)
                .values(claimed_until=until)
            )
            return connection.execute(change).rowcount == 1

        return await self._database.write(work)

    async def keep(self, key: str, tokens: Tokens) -> None:
        sealed = {
            "access_token": self._secrets.seal(tokens.access),
            "refresh_token": self._secrets.seal(tokens.refresh),
            "ends_at": tokens.ends_at,
        }

        def work(connection: Connection) -> None:
            connection.execute(update(connector_tokens).where(connector_tokens.c.id == key).values(sealed))
            same = select(connector_tokens.c.connector).where(connector_tokens.c.id == key).scalar_subquery()
            connection.execute(
                delete(connector_tokens).where(
                    connector_tokens.c.connector == same, connector_tokens.c.id != key
                )
            )

        await self._database.write(work)

    async def release(self, key: str) -> None:
        change = update(connector_tokens).where(connector_tokens.c.id == key).values(claimed_until=None)
        await self._database.write(lambda connection: connection.execute(change))
