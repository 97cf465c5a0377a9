"""Tests of lists of questions: pages, filters, words and [Show] beside each row, pressed in Slack and on Discord, and
searches with limits."""

from dataclasses import replace
from datetime import timedelta

import pytest

from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, FilledTemplate, RunId
from council_core.domain.run import Run
from council_core.insights.member_results import member_results
from council_core.storage.database import Database
from council_core.storage.member_results import result_values
from council_core.storage.statements import upsert
from council_core.storage.tables import results
from tests.core.sitting import a_sitting
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import press, window
from tests.golden_files import assert_golden
from tests.samples import NOON, QUESTION, a_run
from tests.testbed.slack import LocalSlack, View

ALICE, BOB = 12, 7
"""The number of all questions, and the newest that is Bob's; he asked every seventh."""


async def kept(served: Serving, place: Place, alice: str, bob: str) -> list[Run]:
    """Store twelve past questions in one channel, oldest first; only the fifth is revealed."""
    runs: list[Run] = []
    for number in range(1, ALICE + 1):
        person, name = (bob, "Bob") if number == BOB else (alice, "Alice")
        question = replace(
            QUESTION, text=f"Question {number}?", asker=Asker(id=PersonId(person), name=name), place=place
        )
        run = a_run(
            f"r{number:012d}",
            question=question,
            asked_at=NOON + timedelta(minutes=number),
            status="revealed" if number == 5 else "cancelled",
            finished_at=NOON + timedelta(minutes=number, seconds=40),
        )
        await served.app.store.add(run)
        await served.app.store.save(run)
        runs.append(run)
    return runs


async def test_on_slack_a_list_leads_on(slack: LocalSlack, slack_demo: Serving) -> None:
    await kept(slack_demo, Place(platform="slack", workspace="T1", channel="C1"), "UALICE", "UBOB")
    alice = slack.person("alice")

    async def shows(words: str, *, without: str = "") -> View:
        def there() -> View | None:
            drawn = slack.draw(alice.view) if slack.views("alice") else ""
            return alice.view if words in drawn and (not without or without not in drawn) else None

        found = await slack.wait_for(there)
        assert found is not None
        return found

    await alice.command("C1", "/council", "history")
    newest = await shows("Question 12?", without="Question 2?")
    assert slack.draw(newest).count("[Show]") == 10
    await press(slack, "alice", "Older", newest)
    oldest = await shows("Question 1?", without="Question 12?")
    await press(slack, "alice", "Newer", oldest)
    await press(slack, "alice", "Only mine", await shows("Question 12?"))
    await press(slack, "alice", "Only revealed", await shows("Your latest questions", without="Question 7?"))
    await press(slack, "alice", "With these words", await shows("Question 5?", without="Question 12?"))
    form = await window(slack, "alice", "Find questions")
    await alice.submit(form, {"words": "question"})
    found = await shows("Found: question", without="Question 12?")

    await alice.click(found, lambda part: part.get("value") == "c1:status:r000000000005")

    # Slack's name of her may have come meanwhile; it begins with a small letter.
    assert "asked by alice" in slack.draw(await shows("Question 5?", without="Found")).lower()


async def test_on_discord_a_list_leads_on(discord_demo: Talk) -> None:
    talk, alice = discord_demo, discord_demo.alice
    place = Place(platform="discord", workspace=str(talk.discord.guild.id), channel=str(talk.channel.id))
    await kept(talk.served, place, str(alice.id), str(talk.discord.person("bob").id))

    async def shows(words: str, *, without: str = "") -> None:
        await talk.discord.wait_for(
            lambda: words in listed.text and (not without or without not in listed.text), what=words
        )

    listed = await (await alice.slash("council history", {}, talk.channel)).private_reply()
    await shows("Question 12?", without="Question 2?")
    assert listed.labels.count("Show") == 10
    await talk.press(alice, listed, "Older")
    await shows("Question 1?", without="Question 12?")
    await talk.press(alice, listed, "Newer")
    await shows("Question 12?")
    await talk.press(alice, listed, "Only mine")
    await shows("Your latest questions", without="Question 7?")
    await talk.press(alice, listed, "Only revealed")
    await shows("Question 5?", without="Question 12?")
    form = await talk.opened(alice, listed, "With these words …")
    await alice.submit_modal(form, {"Words": "question"})
    await shows("Found: question", without="Question 12?")

    await (await alice.click(listed, "c1:status:r000000000005")).acknowledged()

    await shows("Asked by Alice", without="Found")


OLDER = {"en": "Older", "de": "Ältere", "ko": "더 이전"}
LIMITED = "quest by:me model:First template:writer since:2026-11-20 channel:"


async def kept_with_limits(served: Serving, place: Place, alice: str, bob: str, *, elsewhere: str) -> None:
    """Store past questions of which fourteen fit all limits, and one each does not fit one of them."""
    done = await a_sitting().hold()
    first = next(each for each in member_results(done) if each.place == 1)
    roster = replace(
        done.settings.roster,
        members=tuple(
            replace(each, name="First") if each.id == first.member else each
            for each in done.settings.roster.members
        ),
    )
    writer = FilledTemplate(name="writer", title="Writer", instructions="", fields=())
    question = replace(
        done.question, asker=Asker(id=PersonId(alice), name="Alice"), place=place, template=writer
    )
    others = {
        "words": replace(question, text="Something else?"),
        "person": replace(question, text="A question of Bob?", asker=Asker(id=PersonId(bob), name="Bob")),
        "channel": replace(question, text="A question elsewhere?", place=replace(place, channel=elsewhere)),
        "template": replace(question, text="A question without a template?", template=None),
        "time": replace(question, text="A question of another day?"),
    }
    database = Database(served.app.settings.database_url)
    fits = [replace(question, text=f"Question {number}?") for number in range(1, 15)]
    for number, each in enumerate([*fits, *others.values()], start=1):
        at = NOON + timedelta(minutes=number, days=-int(each is others["time"]))
        settings = replace(done.settings, roster=roster)
        run = replace(
            done, id=RunId(f"r{number:012d}"), question=each, settings=settings, asked_at=at, finished_at=at
        )
        # A run that was only asked would be started, and might have a thread; so its results are stored by hand.
        await served.app.store.add(run)
        await served.app.store.save(run)
        await database.write(lambda connection, run=run: upsert(connection, results, result_values(run)))
    await database.aclose()


async def test_on_slack_a_search_with_limits_has_further_pages(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    here = Place(platform="slack", workspace="T1", channel="C1")
    await kept_with_limits(slack_demo, here, "UALICE", "UBOB", elsewhere="C2")
    alice = slack.person("alice")

    await alice.command("C1", "/council", f"search {LIMITED}C1")
    await slack.wait_for(lambda: slack.views("alice") and "Question 14?" in slack.draw(alice.view))
    pages = [slack.draw(alice.view)]
    await press(slack, "alice", "Older", alice.view)
    await slack.wait_for(lambda: "Question 1?" in slack.draw(alice.view))
    pages.append(slack.draw(alice.view))

    # Slack's name of her may have come meanwhile; it begins with a small letter.
    assert_golden("e2e/search-slack.txt", "\n\n".join(pages).replace("alice", "Alice"))


@pytest.mark.parametrize("language", sorted(OLDER))
async def test_on_discord_a_search_with_limits_has_further_pages(discord_demo: Talk, language: str) -> None:
    talk, alice = discord_demo, discord_demo.alice
    here = Place(platform="discord", workspace=str(talk.discord.guild.id), channel=str(talk.channel.id))
    bob, other = str(talk.discord.person("bob").id), str(talk.discord.channel("other").id)
    await kept_with_limits(talk.served, here, str(alice.id), bob, elsewhere=other)
    alice.locale = "en-US" if language == "en" else language

    typed = {"words": f"{LIMITED}council"}
    listed = await (await alice.slash("council search", typed, talk.channel)).private_reply(30)
    pages = [listed.text]
    await talk.press(alice, listed, OLDER[language])
    await talk.discord.wait_for(lambda: "Question 1?" in listed.text, what="the second page")
    pages.append(listed.text)

    assert_golden(f"e2e/search-discord-{language}.txt", "\n\n".join(pages))
