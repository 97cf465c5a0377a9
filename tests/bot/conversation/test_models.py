"""Tests of `/council models`: the providers' offers, the models allowed here, and providers without a reply."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.post import PrivateReply
from bot.presentation.words import LANGUAGES
from council_core.domain.offer import Offer, Offered
from council_core.domain.place import Scope
from tests.bot.conversation.talk import ALICE, Talk, form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE


class FixedOffers:
    """Implements `Offers` with a list for each provider."""

    providers = ("openai", "demo", "google")

    async def of(self, provider: str, *, seconds: float) -> Offered:
        assert seconds < 3, "a person is answered within three seconds"
        match provider:
            case "openai":
                models = (
                    Offer(model="openai:sol-9", price=Decimal("0.0125"), sees=True, tools=True),
                    Offer(model="openai:sol-9-mini", sees=None, tools=True),
                    Offer(model="openai:whisper"),
                )
                return Offered(title="OpenAI", models=models)
            case "demo":
                models = (Offer(model="demo:ada", price=Decimal(0), sees=False, tools=False),)
                return Offered(title="the demo", models=models)
            case "google":
                return Offered(title="Google", silence="no_answer")
            case _:
                return Offered(title=provider, silence="unknown_provider")

    async def price(self, model: str) -> Decimal | None:
        return Decimal("0.02") if model == "demo:ada" else None


async def test_the_form_lets_people_pick_models_and_a_chairman_with_prices() -> None:
    presets = {"COUNCIL_MEMBERS": "demo:ada, demo:blaise", "COUNCIL_CHAIRMAN": "demo:blaise"}
    talk = Talk(presets, offers=FixedOffers())

    opened = form(await talk.types(""))
    fields = {field.name: field for field in opened.fields}

    assert fields["members"].kind == "choices"
    assert fields["members"].options[:2] == (("demo:ada", "Ada · $0.02"), ("demo:blaise", "Blaise"))
    assert fields["chairman"].kind == "choice"
    assert "demo:ada" in dict(fields["chairman"].options)


async def test_picked_and_typed_models_sit_in_together() -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:*"}, offers=FixedOffers())
    opened = form(await talk.types(""))

    await talk.sends(
        opened,
        {
            "question": "Tabs?",
            "members": ("demo:ada", "demo:blaise"),
            "members_more": "demo:carl",
            "chairman": "demo:carl",
        },
    )

    run = await talk.newest()
    assert [seat.model for seat in run.settings.roster.members] == ["demo:ada", "demo:blaise", "demo:carl"]
    assert run.settings.roster.chairman.model == "demo:carl"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_models_that_may_be_chosen_here_are_listed_with_prices(language: str) -> None:
    talk = Talk({"COUNCIL_MODELS": "openai:sol-*"}, offers=FixedOffers())

    listed = await talk.types("models", person=replace(ALICE, locale=language))

    assert isinstance(listed, PrivateReply)
    assert_golden(f"conversation/models-{language}.txt", draw_reply(listed))


async def test_one_provider_is_asked_alone_and_a_name_that_is_none_is_said() -> None:
    talk = Talk(offers=FixedOffers())

    assert "OpenAI" not in repr(await talk.types("models demo"))
    assert "is not a provider" in repr(await talk.types("models nobody"))


async def test_models_that_nobody_may_choose_are_counted() -> None:
    talk = Talk(offers=FixedOffers())

    assert "None of its 3 models can be chosen here" in repr(await talk.types("models openai"))


@pytest.mark.parametrize("wrong", [{"chairman": "openai:withdrawn"}, {"rubric": "removed"}])
async def test_models_are_listed_where_a_setting_of_the_channel_became_wrong(wrong: dict[str, str]) -> None:
    talk = Talk({"COUNCIL_MODELS": "openai:sol-*"}, offers=FixedOffers())
    right = await talk.types("models openai")
    await talk.places.save(Scope.around(HERE, "channel"), wrong, version=0, by=ALICE.id)

    assert await talk.types("models openai") == right
    assert "openai:sol-9" in repr(right)
