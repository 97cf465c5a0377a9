"""Sign in with Slack: the page of consent, and the two methods that say who consented.

Facts: docs.slack.dev, authentication/sign-in-with-slack, openid.connect.token, openid.connect.userInfo.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import jwt
from aiohttp import web

from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.workspace import Installation, User

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack


@dataclass(slots=True)
class Consent:
    """The person at the browser, the button that they press, and the codes and tokens issued for it."""

    person: User | None = None
    """The person who is signed in to Slack; None presses Cancel."""

    redirects: set[str] = field(default_factory=set[str])
    """Addresses that the app's settings list; Slack redirects to no other."""

    codes: dict[str, tuple[User, str, str]] = field(default_factory=dict[str, tuple[User, str, str]])
    """Who consented, the address to return to and the nonce, by code."""

    tokens: dict[str, User] = field(default_factory=dict[str, User])
    claims: dict[str, object] = field(default_factory=dict[str, object])
    """Claims of identity tokens that are set instead of the right ones."""


async def authorize(slack: LocalSlack, request: web.Request) -> web.StreamResponse:
    """GET /openid/connect/authorize: sends the browser back with a code, or with an error."""
    asked, consent = request.query, slack.consent
    scopes = set(asked.get("scope", "").split())
    if asked.get("client_id") != slack.client_id or asked.get("redirect_uri") not in consent.redirects:
        return web.Response(status=400, text="redirect_uri did not match any configured URIs.")
    if asked.get("response_type") != "code" or not {"openid", "profile"} <= scopes or not asked.get("state"):
        return web.Response(status=400, text="invalid request")
    if consent.person is None:
        answer = {"error": "access_denied", "state": asked["state"]}
    else:
        code = f"openid-{slack.workspace.number('openid')}"
        consent.codes[code] = consent.person, asked["redirect_uri"], asked.get("nonce", "")
        answer = {"code": code, "state": asked["state"]}
    raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(answer)}")


def token(slack: LocalSlack, _caller: Installation, args: Arguments) -> dict[str, Any]:
    """openid.connect.token: exchanges a code, once, for a token of the person."""
    person, redirect, nonce = slack.consent.codes.pop(args.required("code", "invalid_code"), (None, "", ""))
    if person is None:
        raise SlackError("invalid_code")
    if args.string("redirect_uri") != redirect:
        raise SlackError("bad_redirect_uri")
    given = f"xoxp-openid-{len(slack.consent.tokens)}"
    slack.consent.tokens[given] = person
    claims: dict[str, object] = {"iss": slack.url, "aud": slack.client_id, "sub": person.id, "nonce": nonce}
    claims |= {"iat": int(time.time()), "exp": int(time.time()) + 300} | slack.consent.claims
    # Slack signs with a key of its own; readers that were given the token by Slack itself need not check that.
    signed = jwt.encode(claims, "a-key-that-only-the-local-slack-knows", headers={"kid": "local"})
    return {"access_token": given, "token_type": "Bearer", "id_token": signed}


def user_info(slack: LocalSlack, _caller: Installation, args: Arguments) -> dict[str, Any]:
    """openid.connect.userInfo: returns the token's person."""
    person = slack.consent.tokens[args["token"]]
    claims = {"user_id": person.id, "team_id": person.team_id, "team_name": f"Team {person.team_id}"}
    return {
        "sub": person.id,
        "name": person.name.capitalize(),
        "locale": person.locale,
        **{f"https://slack.com/{name}": value for name, value in claims.items()},
    }
