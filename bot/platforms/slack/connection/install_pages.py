"""The pages that a browser shows while a workspace installs the app, in the language of the browser.

They stand in place of bolt's own, which are in English. They need no script and load nothing.
"""

from html import escape

from slack_bolt.async_app import AsyncBoltRequest
from slack_bolt.oauth.async_callback_options import AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.response import BoltResponse

from bot.platforms.http_request import first_language
from bot.platforms.slack.connection.settings import INSTALL_PATH
from bot.ports.words import InstallTrouble, SlackWords

HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:1.05rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.2rem}"
    "h1{font-size:1.4rem}"
    "a{display:inline-block;padding:.6rem 1.1rem;border:2px solid;border-radius:.5rem;font-weight:600}"
)

TROUBLES: dict[str, InstallTrouble] = {
    "access_denied": "declined",
    **dict.fromkeys(("invalid_browser", "invalid_state"), "stale"),
}
"""Reasons of Slack and of bolt that have a sentence of their own."""


def language_of_browser(request: AsyncBoltRequest) -> str:
    """Return the language that a browser prefers; empty if it names none."""
    return first_language(next(iter(request.headers.get("accept-language", ())), ""))


def start_page(url: str, words: SlackWords) -> str:
    """Return the page with the button that leads to Slack's page of consent."""
    return _page(words, words.install_heading, words.install_about, link=(url, words.install_button))


def installed(args: AsyncSuccessArgs, words: SlackWords) -> BoltResponse:
    """Return the page that is shown after an installation, with a link into the workspace."""
    one = args.installation
    where = one.enterprise_url if one.is_enterprise_install else f"https://app.slack.com/client/{one.team_id}"
    name = one.team_name or one.enterprise_name or ""
    said = words.installed_in(workspace=name)
    page = _page(words, words.installed_heading, said, link=(where or "https://slack.com", words.open_slack))
    return _response(args, 200, page)


def not_listed(args: AsyncFailureArgs, words: SlackWords, workspace: str) -> BoltResponse:
    """Return the page for a workspace that the operator does not list."""
    said = words.not_listed(workspace=workspace)
    return _response(args, 403, _page(words, words.not_installed_heading, said))


def failed(args: AsyncFailureArgs, words: SlackWords) -> BoltResponse:
    """Return the page for an installation that did not succeed, with a way to begin again."""
    kind: InstallTrouble = TROUBLES.get(args.reason, "refused")
    # The reason is part of an address that anybody may write, so only a code is repeated.
    code = args.reason if args.reason.isascii() and args.reason.replace("_", "").isalnum() else ""
    said = words.not_installed(kind=kind, code=code[:60])
    page = _page(words, words.not_installed_heading, said, link=(INSTALL_PATH, words.install_link))
    return _response(args, args.suggested_status_code, page)


def _page(words: SlackWords, heading: str, said: str, link: tuple[str, str] | None = None) -> str:
    button = f'<p><a href="{escape(link[0])}">{escape(link[1])}</a></p>' if link else ""
    return (
        f'<!doctype html><html lang="{words.code}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style>"
        f"<main><h1>{escape(heading)}</h1><p>{escape(said)}</p>{button}</main></html>"
    )


def _response(args: AsyncSuccessArgs | AsyncFailureArgs, status: int, page: str) -> BoltResponse:
    """Return the last page of an installation, which also deletes the cookie of its state."""
    cookie = args.settings.state_utils.build_set_cookie_for_deletion()
    return BoltResponse(status=status, headers={**HEADERS, "Set-Cookie": cookie}, body=page)
