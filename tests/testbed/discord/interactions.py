"""REST calls that answer an interaction: the callback, the original response, follow-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.testbed.discord.answer import Answer
from tests.testbed.discord.compose import amend, compose
from tests.testbed.discord.errors import FormErrors, RefusedError
from tests.testbed.discord.interaction import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED_REPLY,
    DEFERRED_UPDATE,
    MODAL,
    MODAL_SUBMIT,
    REPLY,
    UPDATE,
    USER_INSTALL_FOLLOW_UPS,
    Interaction,
)
from tests.testbed.discord.journal import Call
from tests.testbed.discord.message import COMMAND_REPLY, CONTEXT_REPLY, DEFAULT, EPHEMERAL, LOADING, Message
from tests.testbed.discord.message import REPLY as REPLY_MESSAGE
from tests.testbed.discord.modal_limits import check_modal
from tests.testbed.discord.wire import Json, inner, many

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

ANSWERS = {
    COMMAND: {REPLY, DEFERRED_REPLY, MODAL},
    COMPONENT: {REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {REPLY, DEFERRED_REPLY},
}


def callback(world: World, call: Call) -> Answer:
    """POST /interactions/{interaction_id}/{token}/callback"""
    interaction = world.interactions.get(call.params["token"])
    if interaction is None or interaction.id != call.id("interaction_id"):
        raise RefusedError(10062)
    try:
        interaction.check_first_response()
        _respond(world, call, interaction)
    except RefusedError as refusal:
        interaction.refusals.append(refusal.code)
        world.changed()
        raise
    interaction.answered_at = world.now()
    interaction.callbacks.append(call.form())
    world.changed()
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return Answer(status=204)
    return Answer(body=_callback_json(world, interaction, call.form()["type"]))


def _respond(world: World, call: Call, interaction: Interaction) -> None:
    body = call.form()
    kind, data = body.get("type"), inner(body, "data")
    allowed = set(ANSWERS[interaction.kind])
    if interaction.kind == MODAL_SUBMIT and interaction.message is not None:
        allowed |= {DEFERRED_UPDATE, UPDATE}
    form = FormErrors()
    if kind not in allowed:
        form.choice("type", kind, sorted(allowed))
    elif kind == MODAL:
        check_modal(form, data)
    elif kind == CHOICES:
        _check_choices(form, many(data, "choices"))
    form.refuse_if_any()
    if kind == REPLY:
        interaction.original = world.add_message(_reply(world, call, interaction, data, at="data."))
    elif kind == DEFERRED_REPLY:
        interaction.original = world.add_message(_thinking(world, interaction, data))
    elif kind in (UPDATE, DEFERRED_UPDATE):
        assert interaction.message is not None
        interaction.original = interaction.message
        if kind == UPDATE:
            _check_editable(interaction.message)
            amend(world, call, interaction.message, data, at="data.")


def _check_choices(form: FormErrors, choices: list[Json]) -> None:
    form.length("data.choices", choices, 0, 25)
    for index, choice in enumerate(choices):
        form.length(f"data.choices.{index}.name", choice.get("name"), 1, 100, required=True)
        if isinstance(choice.get("value"), str):
            form.length(f"data.choices.{index}.value", choice["value"], 1, 100)


def _reply(world: World, call: Call, interaction: Interaction, body: Json, *, at: str = "") -> Message:
    seen_by = interaction.person if (body.get("flags") or 0) & EPHEMERAL else None
    message = compose(world, call, interaction.channel, body, seen_by=seen_by, at=at)
    return _signed(world, interaction, message)


def _thinking(world: World, interaction: Interaction, data: Json) -> Message:
    form = FormErrors()
    flags = data.get("flags") or 0
    if flags & ~EPHEMERAL:
        form.add(
            "data.flags", "BITFIELD_CONTAINS_UNAVAILABLE_FLAGS", "Only EPHEMERAL can be set when deferring."
        )
    form.refuse_if_any()
    seen_by = interaction.person if flags & EPHEMERAL else None
    message = Message(id=world.ids.next(), channel=interaction.channel, author=world.bot, seen_by=seen_by)
    message.flags = LOADING | (EPHEMERAL if seen_by else 0)
    return _signed(world, interaction, message)


def _signed(world: World, interaction: Interaction, message: Message) -> Message:
    """Mark a message as the answer to an interaction."""
    message.webhook_id = world.bot.id
    message.interaction = interaction.metadata()
    message.asked = interaction.shown_as
    if interaction.kind == COMMAND:
        context = interaction.payload["data"].get("target_id")
        message.kind = CONTEXT_REPLY if context else COMMAND_REPLY
    elif interaction.message is not None and message.seen_by is None:
        message.kind, message.referenced = REPLY_MESSAGE, interaction.message
        message.reference = {
            "message_id": str(interaction.message.id),
            "channel_id": str(interaction.channel.id),
        }
    else:
        message.kind = DEFAULT
    return message


def _check_editable(message: Message) -> None:
    if message.deleted:
        raise RefusedError(10008)
    if message.channel.archived:
        raise RefusedError(50083)


def _callback_json(world: World, interaction: Interaction, kind: int) -> Json:
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    original = interaction.original
    if original is not None:
        about["response_message_id"] = str(original.id)
        about["response_message_loading"] = original.is_loading
        about["response_message_ephemeral"] = original.seen_by is not None
    answer: Json = {"interaction": about, "resource": {"type": kind}}
    if kind in (REPLY, UPDATE) and original is not None:
        answer["resource"]["message"] = original.to_json(world.bot)
    return answer


def _by_token(world: World, call: Call) -> Interaction:
    interaction = world.interactions.get(call.params["token"])
    if interaction is None or call.id("webhook_id") != world.bot.id:
        raise RefusedError(10015)
    interaction.check_token()
    if interaction.channel.id not in world.channels:
        raise RefusedError(10003)
    return interaction


def _message(world: World, call: Call) -> tuple[Interaction, Message]:
    interaction = _by_token(world, call)
    if call.params["message_id"] == "@original":
        message = interaction.original
    else:
        number = call.id("message_id")
        known = [interaction.original, *interaction.follow_ups]
        message = next((one for one in known if one is not None and one.id == number), None)
    if message is None or message.deleted:
        raise RefusedError(10008)
    return interaction, message


def read_response(world: World, call: Call) -> Answer:
    """GET /webhooks/{webhook_id}/{token}/messages/{message_id}; the id may be `@original`."""
    return Answer(body=_message(world, call)[1].to_json(world.bot))


def edit_response(world: World, call: Call) -> Answer:
    """PATCH /webhooks/{webhook_id}/{token}/messages/{message_id}; the id may be `@original`."""
    message = _message(world, call)[1]
    _check_editable(message)
    return Answer(body=amend(world, call, message, call.form()).to_json(world.bot))


def delete_response(world: World, call: Call) -> Answer:
    """DELETE /webhooks/{webhook_id}/{token}/messages/{message_id}; the id may be `@original`."""
    world.remove_message(_message(world, call)[1])
    return Answer(status=204)


def follow_up(world: World, call: Call) -> Answer:
    """POST /webhooks/{webhook_id}/{token}; after deferring, the first one fills the "thinking" message."""
    interaction = _by_token(world, call)
    original = interaction.original
    if original is not None and original.is_loading and not original.deleted:
        return Answer(body=amend(world, call, original, call.form()).to_json(world.bot))
    if interaction.user_installed and len(interaction.follow_ups) >= USER_INSTALL_FOLLOW_UPS:
        raise RefusedError(40094)
    message = _reply(world, call, interaction, call.form())
    interaction.follow_ups.append(message)
    world.add_message(message)
    return Answer(body=message.to_json(world.bot))
