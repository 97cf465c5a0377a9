"""Tests of budgets in a conversation: set on forms, shown on the panel, enforced on each question."""

import pytest

from bot.post import PrivateReply, Table
from bot.settings.catalogue import SETTINGS
from tests.bot.conversation.talk import MANAGER, Talk, an_ask, errors, form, said


async def keep(talk: Talk, level: str, **values: str) -> object:
    opened = form(await talk.presses(f"c1:edit:{level}:budget", person=MANAGER))
    return await talk.sends(opened, values, person=MANAGER)


async def test_a_question_that_would_cost_more_than_one_may_is_refused_privately() -> None:
    talk = Talk(priced=True)
    await keep(talk, "channel", run_budget="0.0001")

    reply = await talk.types("Tabs or spaces?")

    assert isinstance(reply, PrivateReply)
    assert said(reply).startswith("This question would cost about $")
    assert "one question may cost $0.0001 at most under the budget of this channel" in said(reply)
    assert talk.engine.started == []


async def test_a_channel_cannot_allow_itself_more_than_its_workspace_does() -> None:
    talk = Talk(priced=True)
    await keep(talk, "workspace", run_budget="$0.0001")
    await keep(talk, "channel", run_budget="20")

    assert "at most under the budget of this workspace" in said(await talk.types("Tabs or spaces?"))


async def test_the_environment_sets_one_as_well() -> None:
    talk = Talk({"COUNCIL_DAY_BUDGET": "0"}, priced=True)

    reply = said(await talk.types("Tabs or spaces?"))

    assert "the budget of this bot, $0.00 a day, has $0.00 left" in reply
    assert "the operator can change that (COUNCIL_DAY_BUDGET)" in reply


async def test_what_is_asked_again_or_retried_is_held_to_it_too() -> None:
    talk = Talk(priced=True)
    run = await talk.asked("ask Tabs?", "Tabs.")
    await keep(talk, "channel", run_budget="0.0001")

    opened = form(await talk.presses(f"c1:again:{run.id}"))

    assert "at most under the budget of this channel" in said(await talk.sends(opened))


@pytest.mark.parametrize("text", ["much", "-1", "nan", "1e9"])
async def test_a_sum_that_is_none_is_said_at_its_field(text: str) -> None:
    wrong = errors(await keep(Talk(priced=True), "channel", day_budget=text))  # type: ignore[arg-type]

    assert set(wrong) == {"day_budget"}
    assert wrong["day_budget"].startswith(f"'{SETTINGS['day_budget'].label}' is '{text}'; expected ")
    assert "US dollars" in wrong["day_budget"]


async def test_the_panel_says_what_a_question_costs_and_what_may_be_spent() -> None:
    talk = Talk({"COUNCIL_MONTH_BUDGET": "50"}, priced=True)

    panel = await talk.presses("c1:settings")

    assert isinstance(panel, PrivateReply)
    (table,) = (block for block in panel.post.blocks if isinstance(block, Table))
    assert ("Budget per month ($)", "50", "default") in table.rows
    assert "A question of some fifty words here takes about" in str(panel.post.blocks)


COSTLY = "openrouter:x/costly"
NO_PRICE = (
    f"A budget applies here, and no price is known for {COSTLY}, so nothing was asked. Choose other models, or "
    "the operator of Council can name a price (OPENROUTER_PRICES)."
)


async def test_a_model_whose_price_nobody_knows_is_refused_where_a_budget_holds() -> None:
    talk = Talk({"COUNCIL_MODELS": "*"}, priced=True)
    options = {"members": f"{COSTLY}, demo:ada"}

    free = await talk.handle(an_ask("Tabs?", delivery="1", options=options))
    await keep(talk, "workspace", month_budget="500")
    bound = said(await talk.handle(an_ask("Tabs?", delivery="2", options=options)))

    assert free is None
    assert bound == NO_PRICE
    assert len(talk.engine.started) == 1


async def test_forms_refuse_such_a_member_beside_a_budget_and_a_budget_beside_such_a_member() -> None:
    talk = Talk({"COUNCIL_MODELS": "*"}, priced=True)
    seats = {"members": f"{COSTLY}, demo:ada"}
    await keep(talk, "channel", run_budget="5")
    opened = form(await talk.presses("c1:edit:channel:council", person=MANAGER))
    member = errors(await talk.sends(opened, seats, person=MANAGER))
    await keep(talk, "channel", run_budget="")
    opened = form(await talk.presses("c1:edit:channel:council", person=MANAGER))
    alone = await talk.sends(opened, seats, person=MANAGER)
    budget = errors(await keep(talk, "channel", day_budget="5"))  # type: ignore[arg-type]
    workspace = await keep(talk, "workspace", day_budget="5")

    assert member == {"members": NO_PRICE}
    assert "Saved" in said(alone)
    assert budget == {"day_budget": NO_PRICE}
    assert "Saved" in said(workspace), "its own members have prices"  # type: ignore[arg-type]
