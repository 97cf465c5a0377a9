"""Read the environment: the address and key of each provider, and how many calls it gets at once.

Further OpenAI-compatible services get names of their own: `COMPATIBLE_GROQ_BASE_URL` and, where it needs one,
`COMPATIBLE_GROQ_API_KEY` make `groq:MODEL` a model's id. Without a name in between, `COMPATIBLE_BASE_URL` makes
`compatible:MODEL` one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from council_core.errors import Problem, SettingsError
from council_core.providers import PROVIDERS
from council_core.providers.endpoint import Api, Endpoint, Price
from council_core.proxies import direct_hosts, proxy_in, split

CALLS_AT_ONCE = 256
"""Most calls to one provider at the same time. Hosted providers limit calls per minute, and answer 429 beyond that;
this bound only keeps a process from opening connections without end."""

MOST_CALLS_AT_ONCE = 999_999
"""Most of that bound: a larger number is a typing error."""

DEMO_SECONDS = "COUNCIL_DEMO_SECONDS"
DEMO_PAUSES = (0.3, 0.9)
"""Shortest and longest seconds that a demo model takes by default; long enough to see the progress."""

_DOLLARS = r"\d{1,6}(?:\.\d{1,6})?"
_PRICE = re.compile(
    rf"(?P<model>[^\s=]{{1,200}})\s*=\s*\$?(?P<read>{_DOLLARS})(?:/\$?(?P<written>{_DOLLARS}))?"
)

_NAMED = re.compile(r"COMPATIBLE_([A-Z0-9_]+)_BASE_URL")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderSettings:
    """All settings of `providers`, which itself reads no environment."""

    endpoints: Mapping[str, Endpoint]
    """Endpoints by the name before the colon of a model's id."""

    calls_at_once: Mapping[str, int] = field(default_factory=dict[str, int])
    """Most simultaneous calls by the same name, where it is not `CALLS_AT_ONCE`."""

    proxy: str | None = field(default=None, repr=False)
    """An HTTP proxy for everything but this machine and `no_proxy`; may hold a password. SOCKS is not supported, so
    such a proxy in `ALL_PROXY` is ignored."""

    no_proxy: tuple[str, ...] = ()
    """Hosts that are reached directly, with their subdomains; `*` means all."""

    first_pause: float = 0.5
    """Seconds before the first retry of a call, where the provider names none."""

    demo_seconds: tuple[float, float] = DEMO_PAUSES
    """Shortest and longest seconds that a demo model takes."""

    @classmethod
    def from_mapping(cls, variables: Mapping[str, str]) -> "ProviderSettings":
        """Read providers' settings from these environment variables; others are ignored.

        Raises:
            SettingsError: An address, a key or a number cannot be right; carries all such problems at once.
        """
        values = {name: value.strip() for name, value in variables.items() if value.strip()}
        problems: list[Problem] = []
        endpoints = {endpoint.name: endpoint for endpoint in _endpoints(values, problems)}
        for endpoint in endpoints.values():
            problems += _problems(endpoint)
        calls = _calls_at_once(values, endpoints, problems)
        endpoints = {
            name: replace(
                endpoint, prices=tuple(_prices(values, name, problems)), api=_api(values, name, problems)
            )
            for name, endpoint in endpoints.items()
        }
        proxy = proxy_in(values, problems)
        demo_seconds = _demo_seconds(values, problems)
        if problems:
            raise SettingsError(problems)
        return cls(
            endpoints=endpoints,
            calls_at_once=calls,
            proxy=proxy,
            no_proxy=direct_hosts(values),
            demo_seconds=demo_seconds,
        )


def _endpoints(values: Mapping[str, str], problems: list[Problem]) -> Iterator[Endpoint]:
    for name, provider in PROVIDERS.items():
        base_url = values.get(provider.base_url_variable) or provider.base_url
        if base_url:
            yield Endpoint(
                name=name,
                title=provider.title,
                provider=name,
                base_url=base_url,
                key=_first(values, *provider.key_variables),
                base_url_variable=provider.base_url_variable,
                key_variable=next(iter(provider.key_variables), ""),
            )
    for variable in sorted(values):
        if not (found := _NAMED.fullmatch(variable)):
            continue
        name = found[1].lower()
        if name in PROVIDERS:
            own = f"{name.upper()}_BASE_URL"
            problems.append(Problem("built_in", name=variable, value=name, variable=own))
            continue
        yield Endpoint(
            name=name,
            title=name,
            provider="compatible",
            base_url=values[variable],
            key=values.get(f"COMPATIBLE_{found[1]}_API_KEY"),
            base_url_variable=variable,
            key_variable=f"COMPATIBLE_{found[1]}_API_KEY",
        )


def _problems(endpoint: Endpoint) -> Iterator[Problem]:
    if endpoint.provider != "demo":
        url = split(endpoint.base_url)
        if url.scheme not in {"http", "https"} or not url.hostname:
            name, value = endpoint.base_url_variable, endpoint.base_url[:200]
            yield Problem("no_web_address", name=name, value=value, example="https://host/v1")
    if endpoint.key is not None and not re.fullmatch(r"[!-~]+", endpoint.key):
        yield Problem("not_for_keys", name=endpoint.key_variable)


def _calls_at_once(
    values: Mapping[str, str], endpoints: Mapping[str, Endpoint], problems: list[Problem]
) -> dict[str, int]:
    calls: dict[str, int] = {}
    for name in endpoints:
        variable = f"{name.upper()}_CALLS_AT_ONCE"
        if (value := values.get(variable)) is None:
            continue
        if value.isdecimal() and 0 < len(value) < 7 and int(value) > 0:
            calls[name] = int(value)
        else:
            most = f"{MOST_CALLS_AT_ONCE:,}"
            problems.append(
                Problem(
                    "no_whole_number",
                    name=variable,
                    value=value,
                    lowest="1",
                    highest=most,
                    unit="",
                    example="",
                )
            )
    return calls


def _demo_seconds(values: Mapping[str, str], problems: list[Problem]) -> tuple[float, float]:
    value = values.get(DEMO_SECONDS)
    if value is None:
        return DEMO_PAUSES
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", value):
        return float(value), float(value)
    facts = {"lowest": "0", "highest": "999", "unit": "seconds", "example": ""}
    problems.append(Problem("no_number", name=DEMO_SECONDS, value=value[:60], **facts))
    return DEMO_PAUSES


def _api(values: Mapping[str, str], name: str, problems: list[Problem]) -> Api:
    value = values.get("OPENAI_API", "auto").lower() if name == "openai" else "auto"
    if value == "chat" or value == "responses" or value == "auto":
        return value
    problems.append(Problem("one_of", name="OPENAI_API", value=value[:200], known="auto, chat, responses"))
    return "auto"


def _prices(values: Mapping[str, str], name: str, problems: list[Problem]) -> Iterator[Price]:
    """Read prices such as `llama-3.3-*=0.59/0.79, *=0`: dollars for a million tokens read and written, or one sum for
    both."""
    variable = f"{name.upper()}_PRICES"
    for entry in values.get(variable, "").split(","):
        if not entry.strip():
            continue
        if found := _PRICE.fullmatch(entry.strip()):
            read = Decimal(found["read"])
            written = read if found["written"] is None else Decimal(found["written"])
            yield Price(pattern=found["model"], tokens_in=read, tokens_out=written)
        else:
            problems.append(Problem("price", name=variable, value=entry.strip()[:200]))


def _first(values: Mapping[str, str], *names: str) -> str | None:
    return next((values[name] for name in names if name in values), None)
