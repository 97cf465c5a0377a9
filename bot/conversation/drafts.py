"""Store questions as drafts, which wait until their person says how to ask them."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b

from bot.conversation.desk import Desk
from bot.requests.asking import Ask
from bot.requests.improving import Improve
from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import Place
from council_core.redaction import redact


async def keep(desk: Desk, request: Ask | Improve, options: Mapping[str, str]) -> Draft:
    """Store a question as a draft. Raises SettingsError."""
    draft = await drafted(desk, request, options)
    await desk.improver.drafts.keep(draft)
    return draft


async def drafted(desk: Desk, request: Ask | Improve, options: Mapping[str, str]) -> Draft:
    """Return a question as a draft, masked if its settings ask for it. Raises SettingsError."""
    settings, text = await desk.places.for_run(request.place, options), request.text.strip()
    fields = request.fields
    if settings.redact:
        text, fields = redact(text).text, {name: redact(value).text for name, value in fields.items()}
    return Draft(
        id=_id_for(request.place, request.delivery),
        place=replace(request.place, origin=None),
        person=request.person.id,
        text=text,
        at=desk.clock.now(),
        options=options,
        template=request.template,
        fields=fields,
        files=request.files,
        about=request.about,
        repeats=request.repeats if isinstance(request, Ask) else None,
    )


def _id_for(place: Place, delivery: str) -> DraftId:
    """Return the id of a draft. The same delivery always gives the same id."""
    origin = f"{place.platform}\0{place.workspace}\0{delivery}"
    return DraftId("d" + blake2b(origin.encode(errors="replace"), digest_size=10).hexdigest())
