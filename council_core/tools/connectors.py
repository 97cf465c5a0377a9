"""Connectors to the operator's services: each `name.toml` in a folder tells how to query one over HTTP.

The operator's file names the host, so it may be in a private network. No part of a question gets into the host,
redirects are not followed, and secrets come from the environment.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote, urlsplit

from council_core.charsets import decoded_as
from council_core.domain.connector import Service, is_all, named
from council_core.domain.material import Download, Passage
from council_core.domain.place import Place
from council_core.errors import PageRefused, Problem
from council_core.toml_files import Table, TomlFiles
from council_core.tools.services import answer_of
from council_core.tools.sign_in import SignIn, SignIns

PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
SECRET = re.compile(r"\$\{(\w+)\}")
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\*)\]")
KEYS = {"title", "url", "method", "body", "take", "where", "headers", "fields", "asks", "oauth"}
KEYS_OF_OAUTH = {"token_url", "client_id", "client_secret", "scope", "refresh_token", "send_secret_in"}
METHODS = ("GET", "POST")
SENT_IN = ("header", "body")
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
        status, answer = await self._sent(connector, values, access)
        if status == HTTPStatus.UNAUTHORIZED and access:
            # The token was revoked before it expired.
            access = await self._access(connector, stale=access)
            status, answer = await self._sent(connector, values, access)
        text = _taken(connector, status, answer)
        for secret in (access, *connector.secrets):
            text = text.replace(secret, HIDDEN) if len(secret) >= SHORTEST_SECRET else text
        return Passage(form="connector", text=text)

    async def _access(self, connector: Connector, *, stale: str = "") -> str:
        if connector.account is None:
            return ""
        if self._sign_ins is None:
            raise PageRefused("no_sign_in")
        return await self._sign_ins.token(connector.name, connector.account, stale=stale)

    async def _sent(
        self, connector: Connector, values: Mapping[str, str], access: str
    ) -> tuple[int, Download]:
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


def _taken(connector: Connector, status: int, answer: Download) -> str:
    if not 200 <= status < 300:
        raise PageRefused("service_answered", status=str(status))
    text = decoded_as(answer.content, answer.charset) or answer.content.decode("utf-8-sig", "replace")
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


def load(
    folder: Path | None, environment: Mapping[str, str], problems: list[Problem]
) -> tuple[Connector, ...]:
    """Return the connectors of a folder, by name; `problems` takes each error in a file."""

    def read(name: str, table: Table, file: str) -> Connector | None:
        del file
        return _connector(name, table, environment)

    kept = TomlFiles(noun="connector", variable="COUNCIL_CONNECTORS", most=None, read=read)
    found = [each for each in kept.load(folder, problems).values() if each is not None]
    titles = [each.title for each in found]
    twice = sorted({each for each in titles if titles.count(each) > 1})
    problems += [Problem("same_title", name=kept.variable, value=each) for each in twice]
    return tuple(found)


def _connector(name: str, table: Table, environment: Mapping[str, str]) -> Connector | None:
    """Return the connector in a file's table; None if the table has an error."""
    wrong = table.problems
    table.only(KEYS)
    url, method, body = table.text("url"), table.text("method", "GET").upper(), table.text("body", "")
    where, fields, asks = table.texts("where"), table.pairs("fields"), table.pairs("asks")
    if "url" in table.values and not _is_address(url):
        wrong.append(Problem("connector_url", name="url", value=url))
    if not where and not wrong:
        wrong.append(Problem("connector_places", name="where"))
    if method not in METHODS:
        wrong.append(Problem("one_of", name="method", value=method, known=", ".join(METHODS)))
    take = table.text("take", "")
    wrong.extend(_broken(url, body, take))
    placeholders = {*PLACEHOLDER.findall(url + body)}
    known = {*fields, *asks, "question"}
    expected = ", ".join(f"{{{{{each}}}}}" for each in sorted(known))
    wrong += [
        Problem("placeholder", name="url, body", value=f"{{{{{each}}}}}", known=expected)
        for each in sorted(placeholders - known)
    ]
    wrong += [
        Problem("idle_ask", name=f"asks.{each}", value=f"{{{{{each}}}}}")
        for each in sorted(asks.keys() - placeholders)
    ]
    headers = {key: _with_secrets(text, environment, wrong) for key, text in table.pairs("headers").items()}
    wrong += [
        Problem("header_text", name=f"headers.{key}")
        for key, text in headers.items()
        if not (key + text).isascii() or not (key + text).isprintable()
    ]
    oauth = table.table("oauth")
    account = _account(oauth, environment) if isinstance(table.values.get("oauth"), dict) else None
    if wrong:
        return None
    written = " ".join([*table.pairs("headers").values(), *map(str, oauth.values.values())])
    return Connector(
        name=name, title=" ".join(table.text("title", "").split()) or name, url=url, method=method, body=body,
        take=take, where=where, headers=headers, fields=fields, asks=asks, account=account,
        secrets=tuple(environment[each] for each in SECRET.findall(written)),
    )  # fmt: skip


def _is_address(url: str) -> bool:
    """Tell whether a URL names a host of its own, which no question can change."""
    try:
        parts = urlsplit(url)
        is_sound = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return bool(is_sound) and not PLACEHOLDER.search(parts.netloc)


def _broken(url: str, body: str, take: str) -> Iterator[Problem]:
    """Yield the mistakes that would show only with the first question."""
    if "{{" in PLACEHOLDER.sub("", url + body):
        yield Problem("placeholder_form", name="url, body")
    try:
        json.loads(PLACEHOLDER.sub('"x"', body) or "{}")
    except ValueError:
        yield Problem("body_no_json", name="body")
    if STEP.sub("", take):
        yield Problem("no_path", name="take", value=take)


def _account(table: Table, environment: Mapping[str, str]) -> SignIn | None:
    """Return the account in `[oauth]`, or note what is wrong with it."""
    wrong = table.problems
    table.only(KEYS_OF_OAUTH)
    texts = {name: _with_secrets(table.text(name), environment, wrong) for name in table.values}
    for each in ("token_url", "client_id", "client_secret"):
        if each not in table.values:
            table.text(each)
    if not _is_safe(texts.get("token_url", "")):
        wrong.append(Problem("insecure_token_url", name="oauth.token_url"))
    if (sends := texts.get("send_secret_in", "header")) not in SENT_IN:
        wrong.append(Problem("one_of", name="oauth.send_secret_in", value=sends, known=", ".join(SENT_IN)))
    if not environment.get("COUNCIL_SECRET_KEYS"):
        wrong.append(Problem("unsealed_sign_in", name="oauth"))
    if wrong:
        return None
    return SignIn(
        token_url=texts["token_url"], client_id=texts["client_id"], client_secret=texts["client_secret"],
        scope=texts.get("scope", ""), refresh_token=texts.get("refresh_token", ""), in_body=sends == "body",
    )  # fmt: skip


def _is_safe(url: str) -> bool:
    """Tell whether a secret may go to this address; a missing address is another problem."""
    try:
        parts = urlsplit(url)
        return not url or parts.scheme == "https" or parts.hostname in THIS_MACHINE
    except ValueError:
        return False


def _with_secrets(text: str, environment: Mapping[str, str], wrong: list[Problem]) -> str:
    wrong += [
        Problem("unset_variable", name=each) for each in SECRET.findall(text) if not environment.get(each)
    ]
    return SECRET.sub(lambda found: environment.get(found[1], ""), text)
