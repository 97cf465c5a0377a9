"""Reasons for which a page, a service, a platform or a tool gave nothing, in English."""

from collections.abc import Mapping

from council_core.errors import Withheld
from council_core.prompts import FAILURES

PAGE_UNOPENED = "The page could not be opened. {why}"

WHY_WITHHELD: Mapping[Withheld, str] = {
    **FAILURES,
    "private_network": "It leads into a private network, and Council reads public pages only.",
    "members_only": "Only people who are signed in there can read it; copy what matters into the question.",
    "not_here": "No connector of this name is set up for this place.",
    "asks_for": "It asks for {fields}, which nobody filled in.",
    "service_answered": "It answered {status}.",
    "service_silent": "It did not answer within {seconds} seconds.",
    "service_unreachable": "It could not be reached.",
    "service_address": "It cannot be asked: its address or a header has signs that neither may have.",
    "service_larger": "It gave more than {megabytes} MB.",
    "no_json": "It did not answer with JSON.",
    "found_nothing": "It found nothing.",
    "no_sign_in": "It needs a sign-in, which this process does not do.",
    "sign_in_silent": "Its sign-in did not answer within {seconds} seconds.",
    "sign_in_unreachable": "Its sign-in could not be reached.",
    "sign_in_address": "Its sign-in cannot be asked: its address or a header has signs that neither may have.",
    "sign_in_larger": "Its sign-in gave too much.",
    "sign_in_refused": "Its sign-in was refused ({code}).",
    "sign_in_outdated": "Its sign-in was refused ({code}). It needs a new refresh token.",
    "sign_in_answered": "Its sign-in answered {status}.",
    "sign_in_no_token": "Its sign-in gave no token.",
    "tokens_sealed": "Its tokens were sealed with a key that is missing. The operator of Council can add it to `COUNCIL_SECRET_KEYS`.",
    "elsewhere": "This file is not kept in Slack itself; attach it to the message.",
    "withheld": "Slack does not hand this file out to Council, as with some files of other organisations; attach it here yourself.",
    "forbidden": "Slack does not let Council read this file.",
    "gone": "The file is not there any more.",
    "expired": "Discord has thrown this file away, as it does after a while with files of commands. Attach it once more.",
    "restarted": "Council no longer has this file. Attach it once more.",
    "no_query": "The model gave no words to look for.",
    "search_set_up": "The search cannot be asked. Check {variable}.",
    "search_refused": "The search refused the request ({status}). Check {variable}.",
    "search_no_format": "The search refused the request ({status}). Its settings.yml needs `search.formats: [html, json]`.",
    "no_code": "The model gave no program to run.",
    "no_expression": "The model gave no expression to calculate.",
    "no_url": "The model gave no address of a page.",
}
"""The sentences that models read, with others in place of those that tell a model what to do next."""
