"""Connectors to the operator's services: each `name.toml` in a folder tells how to query one over HTTP.

The operator's file names the host, so it may be in a private network. No part of a question gets into the host,
redirects are not followed, and secrets come from the environment.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote, urlsplit

from council_core.domain.connector import Service, is_all, named
from council_core.domain.material import Passage
from council_core.domain.place import Place
from council_core.errors import PageRefused
from council_core.toml_files import NAME
from council_core.tools.services import answer_of
from council_core.tools.sign_in import SignIn, SignIns

PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
SECRET = re.compile(r"\$\{(\w+)\}")
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\*)\]")
KEYS = {"title", "url", "method", "body", "take", "where", "headers", "fields", "asks", "oauth"}
KEYS_OF_OAUTH = {"token_url", "client_id", "client_secret", "scope", "refresh_token", "send_secret_in"}
THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}
HIDDEN = "•••"
SHORTEST_SECRET = 6
"""Fewest characters of a secret that is hidden in answers; a shorter one would hide ordinary words."""

EVERYWHERE = "*"

MOST_BYTES = 2_000_000
LONGEST_QUESTION, LONGEST_FIELD = 2_000, 500
"""Most characters of a question and of a field that are sent, because addresses have limits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connector:
    """One service and the request to it."""

    name: str
    title: str
    url: str
    method: str = "GET"
    body: str = ""
    """JSON with placeholders, sent with POST; empty for none."""

    take: str = ""
    """Path to the wanted part of the JSON, such as `results[*].text`; empty for all of it."""

    where: tuple[str, ...] = ()
    """Places in which it may be used: `slack/T1/C1`, `slack/T1`, `slack`, or `*` for all."""

    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    asks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Label of each field that people may fill in; `fields` has its value if nobody does."""

    account: SignIn | None = None
    """Account at the service's OAuth server; None if the headers authenticate."""

    secrets: tuple[str, ...] = field(default=(), repr=False)
    """Secret values from the environment, which are hidden in answers."""

    @property
    def placeholders(self) -> frozenset[str]:
        """Return the names of the placeholders in the address and the body."""
        return frozenset(PLACEHOLDER.findall(self.url + self.body))

    def serves(self, place: Place) -> bool:
        """Tell whether the connector is used in a place, or in the channel of a private thread."""
        channels = [place.channel, *([place.parent] if place.parent else [])]
        names = {place.platform, f"{place.platform}/{place.workspace}"}
        names |= {f"{place.platform}/{place.workspace}/{channel}" for channel in channels}
        return any(each == EVERYWHERE or each in names for each in self.where)


class Connectors:
    """Implements `council_core.ports.ConnectorSource` over the operator's connectors.

    Args:
        connectors: The connectors.
        sign_ins: Signs connectors with an account in; None if there are none.
    """

    def __init__(self, connectors: Sequence[Connector], sign_ins: SignIns | None = None) -> None:
        self._connectors = {each.title: each for each in connectors}
        self._sign_ins = sign_ins

    def here(self, place: Place) -> tuple[Service, ...]:
        return tuple(
            Service(name=each.name, title=each.title, asks=each.asks, fields=each.fields)
            for each in self._connectors.values()
            if each.serves(place)
        )

    def chosen(self, place: Place, setting: str) -> tuple[str, ...]:
        titles = {each.name: each.title for each in self.here(place)}
        if is_all(setting):
            return tuple(titles.values())
        return tuple(dict.fromkeys(titles.get(name, name) for name in named(setting)))

    async def ask(self, title: str, question: str, place: Place, fields: Mapping[str, str]) -> Passage:
        connector = self._connectors.get(title)
        if connector is None or not connector.serves(place):
            raise PageRefused("not_here")
        return await self.asked(connector, question, fields)

    async def asked(self, connector: Connector, question: str, fields: Mapping[str, str]) -> Passage:
        """Return a connector's answer, whatever the place. Raises PageRefused."""
        values = _values(connector, question, fields)
        access = await self._access(connector)
        status, content = await self._sent(connector, values, access)
        if status == HTTPStatus.UNAUTHORIZED and access:
            # The token was revoked before it expired.
            access = await self._access(connector, stale=access)
            status, content = await self._sent(connector, values, access)
        text = _taken(connector, status, content)
        for secret in (access, *connector.secrets):
            text = text.replace(secret, HIDDEN) if len(secret) >= SHORTEST_SECRET else text
        return Passage(form="connector", text=text)

    async def _access(self, connector: Connector, *, stale: str = "") -> str:
        if connector.account is None:
            return ""
        if self._sign_ins is None:
            raise PageRefused("no_sign_in")
        return await self._sign_ins.token(connector.name, connector.account, stale=stale)

    async def _sent(self, connector: Connector, values: Mapping[str, str], access: str) -> tuple[int, bytes]:
        url = _filled(connector.url, values, _in_address)
        sent = _filled(connector.body, values, json.dumps) if connector.body else None
        headers = {"Accept": "application/json, text/*", **connector.headers}
        if access:
            headers["Authorization"] = f"Bearer {access}"
        if sent is not None:
            headers.setdefault("Content-Type", "application/json")
        return await answer_of(
            connector.method,
            url,
            headers=headers,
            content=None if sent is None else sent.encode(),
            most=MOST_BYTES,
            who="service",
        )


def _values(connector: Connector, question: str, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each placeholder. Raises PageRefused if a field has no value."""
    filled = {name: value[:LONGEST_FIELD] for name, value in fields.items() if name in connector.asks}
    values = {**connector.fields, **filled, "question": question[:LONGEST_QUESTION]}
    empty = [each for each in connector.asks if not values.get(each) and each in connector.placeholders]
    if empty:
        raise PageRefused("asks_for", fields=", ".join(empty))
    return values


def _filled(text: str, values: Mapping[str, str], written: Callable[[str], str]) -> str:
    return PLACEHOLDER.sub(lambda found: written(values[found[1]]), text)


def _in_address(value: str) -> str:
    return quote(value, safe="")


def _taken(connector: Connector, status: int, content: bytes) -> str:
    if not 200 <= status < 300:
        raise PageRefused("service_answered", status=str(status))
    text = content.decode("utf-8", "replace")
    if connector.take:
        try:
            found = list(_at(json.loads(text), list(STEP.findall(connector.take))))
        except (ValueError, RecursionError) as error:
            raise PageRefused("no_json") from error
        text = "\n\n".join(
            each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in found
        )
    if not text.strip():
        raise PageRefused("found_nothing")
    return text


def _at(value: Any, steps: Sequence[tuple[str, str]]) -> Iterator[Any]:
    """Yield the values at a path; a missing part yields none."""
    if not steps:
        yield value
        return
    (name, index), *rest = steps
    if name:
        if isinstance(value, dict) and name in value:
            yield from _at(cast("dict[str, Any]", value)[name], rest)
    elif isinstance(value, list):
        items = cast("list[Any]", value)
        for each in items if index == "*" else items[int(index) : int(index) + 1]:
            yield from _at(each, rest)


def load(folder: Path | None, environment: Mapping[str, str], problems: list[str]) -> tuple[Connector, ...]:
    """Return the connectors of a folder, by name, and add each error in a file to the problems."""
    if folder is None:
        return ()
    if not folder.is_dir():
        problems.append(f"COUNCIL_CONNECTORS is '{folder}', which is no folder.")
        return ()
    found: list[Connector] = []
    for path in sorted(folder.glob("*.toml")):
        wrong: list[str] = []
        try:
            connector = _read(path, environment, wrong)
        except (OSError, ValueError) as error:
            wrong, connector = [f"it cannot be read: {error}"], None
        problems += [f"Connector '{path.stem}': {each}" for each in wrong]
        if connector is not None and not wrong:
            found.append(connector)
    titles = [each.title for each in found]
    problems += [f"Two connectors have the title '{each}'." for each in {*titles} if titles.count(each) > 1]
    return tuple(found)


def _read(path: Path, environment: Mapping[str, str], wrong: list[str]) -> Connector | None:
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    if not NAME.fullmatch(path.stem):
        wrong.append("its file needs a name of letters a-z, digits and -.")
    wrong += [f"'{each}' is no key; it has {', '.join(sorted(KEYS))}." for each in read.keys() - KEYS]
    tables = {name: _table(read, name, wrong) for name in ("headers", "fields", "asks", "oauth")}
    url, where = str(read.get("url", "")), read.get("where")
    if not _names_a_host(url):
        wrong.append("url has to name a host, as in https://wiki.example/search?q={{question}}.")
    if not isinstance(where, list) or not where:
        wrong.append('where lists the places that may use it, such as ["slack/T1/C1"], or ["*"] for all.')
    if (method := str(read.get("method", "GET")).upper()) not in {"GET", "POST"}:
        wrong.append("method is GET or POST.")
    fields, asks = ({name: str(text) for name, text in tables[each].items()} for each in ("fields", "asks"))
    body, take = str(read.get("body", "")), str(read.get("take", ""))
    wrong += _broken(url, body, take)
    placeholders = {*PLACEHOLDER.findall(url + body)}
    unknown = placeholders - {*fields, *asks, "question"}
    wrong += [
        f"{{{{{each}}}}} is neither the question nor in [fields] or [asks]." for each in sorted(unknown)
    ]
    idle = asks.keys() - placeholders
    wrong += [f"[asks] has {each}, which is no placeholder of url or body." for each in sorted(idle)]
    headers = {
        name: _with_secrets(str(value), environment, wrong) for name, value in tables["headers"].items()
    }
    wrong += [
        f"the header {name} needs a value of ASCII characters on one line."
        for name, value in headers.items()
        if not (name + value).isascii() or not (name + value).isprintable()
    ]
    account = _account(tables["oauth"], environment, wrong) if "oauth" in read else None
    if wrong:
        return None
    written = " ".join(map(str, [*tables["headers"].values(), *tables["oauth"].values()]))
    return Connector(
        name=path.stem, title=" ".join(str(read.get("title", "")).split()) or path.stem, url=url, method=method,
        body=body, take=take, where=tuple(map(str, cast("list[object]", where))), headers=headers,
        fields=fields, asks=asks, account=account,
        secrets=tuple(environment[each] for each in SECRET.findall(written)),
    )  # fmt: skip


def _table(read: Mapping[str, Any], name: str, wrong: list[str]) -> dict[str, Any]:
    table = read.get(name, {})
    if not isinstance(table, dict):
        wrong.append(f"{name} is a table: write [{name}] on a line of its own, and its values below it.")
        return {}
    return cast("dict[str, Any]", table)


def _names_a_host(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_sound = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return bool(is_sound) and not PLACEHOLDER.search(parts.netloc)


def _broken(url: str, body: str, take: str) -> Iterator[str]:
    """Yield the mistakes that would show only with the first question."""
    if "{{" in PLACEHOLDER.sub("", url + body):
        yield "a placeholder is a word of letters, digits and _ between {{ and }}."
    try:
        json.loads(PLACEHOLDER.sub('"x"', body) or "{}")
    except ValueError:
        yield 'body is JSON, in which placeholders stand without quotes, as in {"query": {{question}}}.'
    if STEP.sub("", take):
        yield f"take is a path, as in results[*].text; '{take}' is none."


def _account(read: Mapping[str, Any], environment: Mapping[str, str], wrong: list[str]) -> SignIn | None:
    """Return the account in `[oauth]`, and add its errors to the problems."""
    texts = {name: _with_secrets(str(value), environment, wrong) for name, value in read.items()}
    wrong += [
        f"[oauth] has no key '{each}'; it has {', '.join(sorted(KEYS_OF_OAUTH))}."
        for each in sorted(texts.keys() - KEYS_OF_OAUTH)
    ]
    wrong += [
        f"[oauth] needs {each}."
        for each in ("token_url", "client_id", "client_secret")
        if not texts.get(each)
    ]
    parts = urlsplit(texts.get("token_url", ""))
    if parts.scheme != "https" and parts.hostname not in THIS_MACHINE:
        wrong.append("token_url of [oauth] has to begin with https://, since a secret goes there.")
    if (sends := texts.get("send_secret_in", "header")) not in {"header", "body"}:
        wrong.append("send_secret_in of [oauth] is header or body.")
    if not environment.get("COUNCIL_SECRET_KEYS"):
        wrong.append(
            "[oauth] needs COUNCIL_SECRET_KEYS, which seals its tokens; `council secrets new` makes a key."
        )
    if wrong:
        return None
    return SignIn(
        token_url=texts["token_url"], client_id=texts["client_id"], client_secret=texts["client_secret"],
        scope=texts.get("scope", ""), refresh_token=texts.get("refresh_token", ""), in_body=sends == "body",
    )  # fmt: skip


def _with_secrets(text: str, environment: Mapping[str, str], wrong: list[str]) -> str:
    wrong += [
        f"the variable {each} is not set." for each in SECRET.findall(text) if not environment.get(each)
    ]
    return SECRET.sub(lambda found: environment.get(found[1], ""), text)
