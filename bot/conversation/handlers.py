"""The handler of each type of request, which is the one that the handler's signature names."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_args, get_type_hints

from bot.conversation import (
    asking,
    deciding,
    digests,
    improving,
    listing,
    running,
    scheduling,
    seats,
    settings,
    templating,
    voting,
)
from bot.conversation.desk import Desk
from bot.post import Reply
from bot.requests.request import Request

Handler = Callable[[Desk, Any], Awaitable[Reply | None]]

_ALL: tuple[Handler, ...] = (
    asking.ask,
    asking.clarify,
    asking.overhear,
    asking.write,
    asking.suggest,
    asking.follow_up,
    asking.again,
    asking.retry,
    improving.improve,
    improving.again,
    improving.ask,
    improving.edit,
    improving.write_fields,
    improving.fill,
    voting.vote,
    voting.rank_all,
    voting.cast_ranking,
    voting.withdraw,
    voting.see_result,
    voting.reveal,
    voting.give_feedback,
    voting.write_reason,
    running.cancel,
    running.forget,
    running.forget_now,
    running.reviews,
    running.read_more,
    running.status,
    running.export,
    running.open_page,
    running.share,
    running.retry_posts,
    running.move_channel,
    listing.history,
    listing.search,
    listing.find,
    listing.stats,
    listing.board,
    listing.models,
    templating.show,
    templating.use,
    templating.show_one,
    templating.edit,
    templating.save,
    templating.delete,
    templating.leave,
    scheduling.add,
    digests.change,
    scheduling.show,
    scheduling.change,
    deciding.write,
    deciding.record,
    deciding.show,
    deciding.export,
    settings.show,
    settings.edit,
    seats.begin,
    seats.edit,
    seats.save,
    settings.save,
    settings.reset,
    running.tips,
    running.help_people,
    running.mistakes,
)


def _requests_of(handler: Handler) -> tuple[type[Request], ...]:
    """Return the types of requests that a handler takes."""
    taken = get_type_hints(handler)["request"]
    return get_args(taken) or (taken,)


HANDLERS: Mapping[type[Request], Handler] = {
    kind: handler for handler in _ALL for kind in _requests_of(handler)
}
"""One entry for each member of `Request`; a test counts them."""
