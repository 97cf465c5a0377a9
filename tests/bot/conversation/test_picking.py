"""Tests of models that are picked in settings and in Edit and ask again, and refused once nobody may choose them."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.conversation.allowed_models import FRESH_SECONDS, AllowedModels
from bot.post import Actions, Field, Form, PrivateReply, Suggestions
from bot.presentation.words import LANGUAGES
from bot.requests.asking import Suggest
from council_core.domain.offer import Offer, Offered
from council_core.domain.place import Scope
from council_core.domain.run_view import OpenRun
from council_core.roles import load
from council_core.view import view
from tests.bot.conversation.talk import ALICE, MANAGER, Talk, errors, form
from tests.bot.conversation.test_models import FixedOffers
from tests.bot.conversation.test_words import draw_form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE

ROLE_NAMES = ", ".join(load(None, []))

THREE = {"COUNCIL_MEMBERS": "demo:ada, demo:blaise, demo:carl", "COUNCIL_MODELS": "demo:zeno, openai:*"}
SETTINGS = "c1:edit:channel:council"


def fields(opened: Form) -> dict[str, Field]:
    return {field.name: field for field in opened.fields}


async def own(talk: Talk) -> dict[str, str]:
    return dict((await talk.places.find(Scope.around(HERE, "channel"))).values)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_form_for_settings_lets_a_manager_pick_with_prices(language: str) -> None:
    talk = Talk(THREE, offers=FixedOffers())

    opened = form(await talk.presses(SETTINGS, person=replace(MANAGER, locale=language)))

    assert_golden(f"conversation/pick-settings-{language}.txt", draw_form(opened))


async def test_models_are_suggested_with_their_prices_as_far_as_these_are_known() -> None:
    talk = Talk(THREE, offers=FixedOffers())

    reply = await talk.handle(Suggest(person=ALICE, place=HERE))

    assert isinstance(reply, Suggestions)
    assert "demo:carl" in reply.members
    assert dict(reply.prices) == {"demo:ada": "$0.02", "openai:sol-9": "$0.01"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_form_to_ask_again_has_the_models_of_the_run_picked(language: str) -> None:
    talk = Talk(THREE, offers=FixedOffers())
    first = await talk.asked("ask Tabs?", "Spaces.")

    opened = form(await talk.presses(f"c1:again:{first.id}", person=replace(ALICE, locale=language)))

    drawn = draw_form(opened).replace(first.id, "RUN")
    assert_golden(f"conversation/pick-again-{language}.txt", drawn)


async def test_picked_and_typed_members_hold_in_the_channel_and_nothing_picked_inherits_again() -> None:
    talk = Talk(THREE, offers=FixedOffers())
    opened = form(await talk.presses(SETTINGS, person=MANAGER))
    picked = {"members": ("demo:zeno", "demo:ada"), "members_more": "openai:sol-9", "chairman": "demo:zeno"}
    await talk.sends(opened, picked, person=MANAGER)
    saved = await own(talk)

    again = fields(form(await talk.presses(SETTINGS, person=MANAGER)))
    emptied = form(await talk.presses(SETTINGS, person=MANAGER))
    await talk.sends(emptied, {"members": (), "chairman": "inherit"}, person=MANAGER)

    assert saved == {"members": "demo:zeno, demo:ada, openai:sol-9", "chairman": "demo:zeno"}
    assert again["members"].value == ("demo:zeno", "demo:ada", "openai:sol-9")
    assert again["chairman"].value == "demo:zeno"
    assert await own(talk) == {}


@pytest.mark.parametrize(
    "members",
    ["demo:ada, demo:ada", f"demo:ada?system={'x' * 120}, demo:carl"],
    ids=["the same model twice", "a text of its own"],
)
async def test_members_that_no_menu_can_hold_are_typed(members: str) -> None:
    talk = Talk(THREE, offers=FixedOffers())
    scope = Scope.around(HERE, "channel")
    await talk.places.save(scope, {"members": members}, version=0, by=MANAGER.id)

    opened = form(await talk.presses(SETTINGS, person=MANAGER))
    await talk.sends(opened, {"instructions": "Be short."}, person=MANAGER)

    assert fields(opened)["members"].kind == "text"
    assert (await own(talk))["members"].replace("\n", " ") == members


async def test_a_menu_keeps_what_is_chosen_where_it_is_too_long_for_all() -> None:
    many = ", ".join(f"demo:m{number}" for number in range(40))
    talk = Talk({**THREE, "COUNCIL_MODELS": f"{many}, other:x"}, offers=FixedOffers())
    scope = Scope.around(HERE, "channel")
    await talk.places.save(scope, {"members": "demo:m38, demo:m39"}, version=0, by=MANAGER.id)

    found = fields(form(await talk.presses(SETTINGS, person=MANAGER)))

    assert {"demo:m38", "demo:m39"} <= dict(found["members"].options).keys()
    assert max(len(found[name].options) for name in ("members", "chairman")) <= 25


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_model_that_is_gone_costs_nothing_and_the_question_is_kept(language: str) -> None:
    talk = Talk(THREE, offers=FixedOffers())
    alice = replace(ALICE, locale=language)

    told = await talk.types('--members "demo:gone, demo:ada" Tabs or spaces here?', person=alice)

    assert isinstance(told, PrivateReply)
    (actions,) = (block for block in told.post.blocks if isinstance(block, Actions))
    (button,) = actions.buttons
    opened = form(await talk.presses(button.action, person=alice))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]  # no link
    assert talk.engine.started == []
    assert fields(opened)["question"].value == "Tabs or spaces here?"
    assert fields(opened)["members"].value == ()
    assert_golden(f"conversation/pick-gone-{language}.txt", draw_reply(told))


async def test_a_model_that_went_while_the_form_was_open_is_told_at_its_field() -> None:
    talk = Talk(THREE, offers=FixedOffers())
    first = await talk.asked("ask Tabs?", "Spaces.")
    opened = form(await talk.presses(f"c1:again:{first.id}"))
    before = len(talk.engine.started)

    reply = await talk.sends(opened, {"members": ("demo:gone",)})

    assert "demo:gone cannot be chosen here" in repr(reply)
    assert "members" in repr(reply)
    assert len(talk.engine.started) == before


ROLES = {"COUNCIL_MEMBERS": "demo:ada?role=sceptic, demo:blaise, demo:carl?role=lawyer"}


async def test_roles_of_the_place_are_stored_with_the_run_and_named_once_it_is_revealed() -> None:
    talk = Talk(ROLES)
    run = await talk.asked("ask Tabs?", "Spaces.")

    opened = view(replace(run, status="revealed"))

    assert [seat.label for seat in run.settings.roster.members] == [
        "Ada (Sceptic)",
        "Blaise",
        "Carl (Lawyer)",
    ]
    assert not run.settings.not_blind
    assert isinstance(opened, OpenRun)
    assert opened.named("demo:carl") == "Carl (Lawyer)"
    assert "Doubt what everybody" not in repr(view(replace(run, status="voting")))
    assert "sceptic" not in repr(view(replace(run, status="voting"))).casefold()


async def test_a_role_that_the_asker_gives_is_told_as_not_blind() -> None:
    talk = Talk(ROLES)

    await talk.types('--members "demo:ada?role=engineer, demo:blaise" Tabs or spaces here?')

    assert (await talk.newest()).settings.not_blind


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            "demo:ada?role=sceptc",
            f"role is 'sceptc'; expected one of {ROLE_NAMES}",
        ),
        ("demo:ada?role=", f"role is ''; expected one of {ROLE_NAMES}"),
        ("demo:ada?role=Sceptic", f"role is 'Sceptic'; expected one of {ROLE_NAMES}"),
        ("demo:ada?temperature=9", "temperature is '9'; expected at most 2"),
        ("demo:ada?max_tokens=0", "max_tokens is '0'; expected at least 1"),
        ("demo:ada?effort=huge", "effort is 'huge'; expected one of minimal, low, medium, high."),
    ],
)
async def test_bad_settings_of_a_member_are_told_with_the_value_and_cost_nothing(
    entry: str, said: str
) -> None:
    talk = Talk(THREE, offers=FixedOffers())

    reply = await talk.types(f'--members "{entry}, demo:blaise" Tabs or spaces here?')
    opened = form(await talk.presses(SETTINGS, person=MANAGER))
    at_field = await talk.sends(opened, {"members": ("demo:blaise",), "members_more": entry}, person=MANAGER)

    assert isinstance(reply, PrivateReply)
    assert said in reply.post.summary
    assert said in dict(errors(at_field))["members"]
    assert talk.engine.started == []
    assert await own(talk) == {}


class ManyOffers(FixedOffers):
    """Offers of one provider with three hundred models."""

    providers = ("openai",)

    def __init__(self) -> None:
        self.asked = 0
        self.is_silent = False

    async def of(self, provider: str, *, seconds: float) -> Offered:
        self.asked += 1
        if self.is_silent:
            return Offered(title="OpenAI", silence="no_answer")
        models = (Offer(model=f"openai:m{number:03}", price=Decimal("0.01")) for number in range(300))
        return Offered(title="OpenAI", models=tuple(models))


async def test_a_pattern_of_the_operator_offers_all_models_of_its_provider_with_prices() -> None:
    talk = Talk(THREE, offers=ManyOffers(), choices=500)

    found = fields(form(await talk.presses(SETTINGS, person=MANAGER)))

    for name in ("members", "chairman"):
        options = dict(found[name].options)
        assert {f"openai:m{number:03}" for number in range(300)} < options.keys()
        assert options["openai:m299"].endswith("m299 · $0.01")


async def test_a_menu_that_is_too_short_names_the_command_that_completes_every_model() -> None:
    talk = Talk(THREE, offers=ManyOffers())

    opened = fields(form(await talk.presses(SETTINGS, person=MANAGER)))
    suggested = await talk.handle(Suggest(person=ALICE, place=HERE))

    assert len(opened["members"].options) <= 25
    assert "of 304 models" in opened["members"].hint
    assert "/council ask members:" in opened["members"].hint
    assert isinstance(suggested, Suggestions)
    assert "openai:m299" in suggested.members
    assert dict(suggested.prices)["openai:m299"] == "$0.01"


async def test_a_model_behind_a_pattern_can_be_picked_and_asked() -> None:
    talk = Talk(THREE, offers=ManyOffers(), choices=500)
    opened = form(await talk.types(""))

    picked = ("openai:m299", "demo:ada")
    await talk.sends(opened, {"question": "Tabs or spaces?", "members": picked})

    (run,) = await talk.store.latest(limit=1)
    assert [seat.model for seat in run.settings.roster.members] == list(picked)


async def test_a_list_is_asked_for_once_and_stays_while_its_provider_is_silent() -> None:
    now, offers = [0.0], ManyOffers()
    allowed = AllowedModels(patterns=("openai:m00*",), offers=offers, now=lambda: now[0])

    first, second = await allowed.found(1.0), await allowed.found(1.0)
    offers.is_silent, now[0] = True, FRESH_SECONDS
    third, fourth = await allowed.found(1.0), await allowed.found(1.0)

    assert [each.model for each in first] == [f"openai:m00{number}" for number in range(10)]
    assert first == second == third == fourth
    assert offers.asked == 2, "a silent provider is left alone for a while"
