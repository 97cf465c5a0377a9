"""Rows of the settings catalogue about lookups: links, the web search, tools and their limits."""

from bot.settings.readers import A_DAY, Count, FieldValues, Flag, Names, Seconds
from bot.settings.setting import EVERYWHERE, OPERATOR, Setting

LONGEST_TOOLS = 500
"""Most characters of the names of tools."""

LONGEST_FIELDS = 2_000
"""Most characters of all values for fields of connectors."""

MOST_ROUNDS = 20
MOST_CALLS = 50
MOST_LINKS = 10
LEAST_OF_A_RESULT, MOST_OF_A_RESULT = 1_000, 100_000
"""Least and most characters of a result, which each later round sends again; the most are some 25,000 tokens."""

LOOKUP_ROWS: tuple[Setting, ...] = (
    Setting(
        name="links",
        kind=Count(0, MOST_LINKS),
        group="web",
        label="Links that are read",
        hint="How many pages that a question links to; 0 for none",
        about="How many public pages that a question links to are opened and read before the models are asked; 0 opens "
        "none. Addresses in private networks are never opened, and HTTPS_PROXY is not used.",
    ),
    Setting(
        name="web_search",
        kind=Flag(),
        group="web",
        label="Search before a question",
        hint="One web search for each question; all models read what it finds",
        about="Whether the web is searched once for each question before the models are asked, with the question as "
        "the query. Models, reviewers and the chairman are given the results, also those that cannot use tools. It "
        "needs a search engine; without one the card says so and the run goes on.",
    ),
    Setting(
        name="services",
        field="connectors",
        kind=Names(LONGEST_TOOLS),
        group="web",
        where=EVERYWHERE,
        label="Services that are asked",
        hint="Names of connectors; all that may be used here, or none",
        about="The operator's connectors (`docs/connectors.md`) that are asked about each question: their names, or "
        "all that the place may use, or none.",
        example="wiki, tickets",
        cli="the connectors that are asked, such as wiki,tickets; all or none",
    ),
    Setting(
        name="service_fields",
        field="connector_fields",
        kind=FieldValues(LONGEST_FIELDS),
        group=None,
        where=EVERYWHERE - {"workspace", "channel"},
        label="Details for services",
        about="Values of the fields that connectors ask for, in place of those of their files.",
        example="space: HR; year: 2026",
        cli="values of connectors' fields, such as 'space: HR; year: 2026'",
        is_long=True,
    ),
    Setting(
        name="tools",
        kind=Names(LONGEST_TOOLS),
        group="web",
        where=EVERYWHERE,
        label="Tools of the models",
        hint="Such as search, fetch, python; all that are set up, or none",
        about="The tools that models may use before they answer: calculate, python, search, fetch, files and the names "
        "of MCP servers; or all that are set up, or none. A model that cannot use tools answers without.",
        example="search, fetch, python, calculate",
        cli="the tools that models may use, such as search,fetch; all or none",
    ),
    Setting(
        name="verify",
        kind=Flag(),
        group="web",
        label="Claims are checked",
        hint="Reviewers look up the claims that decide a question; the verdict shows a table",
        about="Whether reviewers check the claims that decide a question against sources before they review, with the "
        "tools of the models. The verdict shows each claim as supported, contradicted or not found, and flags "
        "quotations that are not in their source. It needs tools such as search; each reviewer takes as many calls as"
        " an answer does.",
    ),
    Setting(
        name="tool_rounds",
        kind=Count(1, MOST_ROUNDS),
        group=None,
        where=OPERATOR,
        label="Rounds with tools",
        about="How often a model may call tools before it answers; each round is one more call to the model.",
    ),
    Setting(
        name="tool_calls",
        kind=Count(1, MOST_CALLS),
        group=None,
        where=OPERATOR,
        label="Tool calls",
        about="How many tool calls each model has for a question, in all rounds together.",
    ),
    Setting(
        name="tool_characters",
        kind=Count(LEAST_OF_A_RESULT, MOST_OF_A_RESULT),
        group=None,
        where=OPERATOR,
        label="Characters of a result",
        about="How many characters of a tool's result a model is given.",
    ),
    Setting(
        name="tool_call_seconds",
        kind=Seconds(longest=A_DAY),
        group=None,
        where=OPERATOR,
        label="Time limit per call of a tool (s)",
        about="Seconds that one call of a tool may take.",
    ),
    Setting(
        name="tool_seconds",
        kind=Seconds(longest=A_DAY),
        group=None,
        where=OPERATOR,
        label="Time limit of tools (s)",
        about="Seconds that all rounds of a model's tools may take together.",
    ),
    Setting(
        name="tool_budget_percent",
        kind=Count(1, 100),
        group=None,
        where=OPERATOR,
        label="Part of the budget for tools (%)",
        about="Once this part of the budget per question is spent, models call no more tools and answer.",
    ),
)
