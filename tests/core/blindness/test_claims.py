"""Tests that an author that names itself is masked."""

import pytest

from council_core.blindness import mask
from tests.core.blindness.masking import Case, uncovered

NAME = [
    Case("an interjection", "Ha, Grok here, so expect cheek.", ("Grok",)),
    Case("rules it follows", "OpenAI's usage policies, which I have to follow, rule it out.", ("OpenAI",)),
    Case(
        "one among others",
        "None of OpenAI's models served through this site, me included, keep notes.",
        ("OpenAI",),
    ),
    Case("name and maker", "I am GPT-4, a large language model trained by OpenAI.", ("GPT-4", "OpenAI")),
    Case("a product name", "I'm o3-mini.", ("o3-mini",)),
    Case(
        "a version and a family",
        "I'm Claude Sonnet 4, from the Claude 4 family.",
        ("Claude Sonnet 4", "Claude 4"),
    ),
    Case("small letters with evidence", "i'm claude, an ai made by anthropic", ("claude", "anthropic")),
    Case("capitals", "I AM CHATGPT, A MODEL MADE BY OPENAI.", ("CHATGPT", "OPENAI")),
    Case("a name for itself", "My name is Claude and I was created by Anthropic.", ("Claude", "Anthropic")),
    Case("how to be called", "People know me as ChatGPT.", ("ChatGPT",)),
    Case("a choice of names", "You may call me AI, ChatGPT or simply friend.", ("ChatGPT",)),
    Case("the name before the verb", "ChatGPT is my name, and chatting is my game.", ("ChatGPT",)),
    Case("speaking as", "Speaking for myself (Claude), PostgreSQL.", ("Claude",)),
    Case(
        "as, at the start", "As Claude, an AI system built by Anthropic, I'd wait.", ("Claude", "Anthropic")
    ),
    Case("as, inside", "Well, as ChatGPT I can't really have opinions.", ("ChatGPT",)),
    Case("an apposition", "I, Claude, disagree.", ("Claude",)),
    Case("a greeting", "Greetings! Gemini here, ready to help.", ("Gemini",)),
    Case("a self-introduction", "Hello, this is Bing.", ("Bing",)),
    Case("who one is talking to", "The model you are talking to is GPT-5.", ("GPT-5",)),
    Case("a false name is masked too", "I'm Bard, made by OpenAI.", ("Bard", "OpenAI")),
    Case("each time it stands there", "I'm Claude. Claude can make mistakes.", ("Claude", "Claude")),
    Case("less precise later", "I'm Claude 3 Opus. Ask Claude anything.", ("Claude 3 Opus", "Claude")),
    Case("a name that means more, with its maker", "I'm Solar, a model by Upstage.", ("Solar", "Upstage")),
    Case("a name that means more, as a model", "I am Falcon, a model by TII.", ("Falcon", "TII")),
    Case("half a sentence later", "I'm Gemini, so I'd say BigQuery, but Postgres is fine.", ("Gemini",)),
    Case("in a council", "As the Claude member of this council, I vote A.", ("Claude",)),
    Case("among siblings", "Like other Claude models, I refuse this.", ("Claude",)),
    Case(
        "an introduction to its own kind",
        "This is Claude; fellow Claude reviewers, rank me.",
        ("Claude", "Claude"),
    ),
    Case("speaking", "This is ChatGPT speaking.", ("ChatGPT",)),
    Case("a predecessor", "My predecessor, Claude 2, was slower.", ("Claude 2",)),
]

MAKER = [
    Case("the passive", "I was released by Anthropic in 2024.", ("Anthropic",)),
    Case("the passive with a place", "I was created by the French company Mistral AI.", ("Mistral AI",)),
    Case("the active", "OpenAI trained me on a large corpus.", ("OpenAI",)),
    Case("it was they", "It was OpenAI that created me.", ("OpenAI",)),
    Case("the company behind", "The company behind me is Moonshot AI.", ("Moonshot AI",)),
    Case("an apposition to the maker", "Anthropic, the company that made me, cares.", ("Anthropic",)),
    Case("my creators", "My creators at Anthropic gave me guidelines.", ("Anthropic",)),
    Case("my maker in brackets", "Bias note: my maker (Anthropic) competes with OpenAI.", ("Anthropic",)),
    Case("a model of", "As a large model from Google, I can't browse it.", ("Google",)),
    Case("an adjective", "Full disclosure: I'm an Anthropic model.", ("Anthropic",)),
    Case("a possessive", "I'm Hunyuan, Tencent's model.", ("Hunyuan", "Tencent")),
    Case("a participle first", "Created by Anthropic, I aim to be careful.", ("Anthropic",)),
    Case("belonging", "I'm a product of OpenAI.", ("OpenAI",)),
    Case("both of us", "ChatGPT and I are both AI models developed by OpenAI.", ("OpenAI",)),
    Case("the same after a contrast", "Unlike Siri, made by Apple, I was built by xAI.", ("xAI",)),
    Case("an unknown maker", "I'm an AI built by a startup called Zorblatt Labs.", ("Zorblatt Labs",)),
    Case("an unknown model", "I am Quillon, an AI assistant from Fernweh.", ("Quillon",)),
    Case(
        "both unknown",
        "As Quillon, a language model created by Fernweh Systems, I do not know.",
        ("Quillon", "Fernweh Systems"),
    ),
    Case(
        "an abbreviation",
        "I was made by the Technology Innovation Institute (TII).",
        ("Technology Innovation", "TII"),
    ),
    Case("company voice", "We at Anthropic believe in safety.", ("Anthropic",)),
    Case("its rules", "According to OpenAI's content policy, I cannot write this.", ("OpenAI",)),
    Case("its rules prevent", "Anthropic's usage policies prevent me from helping.", ("Anthropic",)),
    Case("against its rules", "I can't, because it violates OpenAI's usage policies.", ("OpenAI",)),
    Case("its orders", "Anthropic has asked me not to do that.", ("Anthropic",)),
]

BASE = [
    Case("built on", "Actually I'm built on top of OpenAI's GPT-4 architecture.", ("OpenAI", "GPT-4")),
    Case("a version of", "I'm a fine-tuned version of Mistral 7B.", ("Mistral 7B",)),
    Case("a member of a family", "I am a member of the Qwen family of models.", ("Qwen",)),
    Case("the model inside", "My underlying model is DeepSeek-V3.", ("DeepSeek-V3",)),
    Case("what powers it", "The GPT-4 model that powers me predicts tokens.", ("GPT-4",)),
    Case("what writes its answers", "My responses are generated by GPT-4.", ("GPT-4",)),
    Case("a compound", "As a LLaMA-based assistant, I may be wrong.", ("LLaMA",)),
    Case("hosting", "I'm served through Amazon Bedrock.", ("Amazon Bedrock",)),
    Case("a reason for a nickname", "2. **Gemma**: a nod to my model family.", ("Gemma",)),
]

DATES = [
    Case("a cut-off date", "My knowledge cutoff is April 2024.", ("April 2024",)),
    Case("the last update", "As of my last update in June 2023, he was there.", ("June 2023",)),
    Case("trained until", "I was trained on data up to October 2023.", ("October 2023",)),
    Case("trained at last", "I only know what I saw when I was last trained, which is 2022.", ("2022",)),
    Case(
        "an appendage", "I answer from texts I was trained on, with a cutoff date of May 2022.", ("May 2022",)
    ),
    Case("data I have", "I work from the data I have up until June 2023.", ("June 2023",)),
    Case("what is available", "I can say this from information available up to May 2022.", ("May 2022",)),
    Case("which is", "As of my knowledge, which is up to March 2023, it has 12.", ("March 2023",)),
    Case("up-to-date", "My data, which is up-to-date as of 2023, has 12.", ("2023",)),
    Case("designed in", "As an AI designed in early 2022, I can't know.", ("early 2022",)),
    Case("updated", "As a model trained by many and updated as of May 2023, I can't.", ("May 2023",)),
    Case("our", "As of our knowledge cutoff in May 2022, it has 12.", ("May 2022",)),
    Case("it was until", "I know what I was trained on, which was until May 2022.", ("May 2022",)),
    Case(
        "a field in Japanese",
        "私はAIです。2023年10月までのデータを基にします。",
        ("2023年10月",),
        "あなたは誰ですか？",
    ),
    Case("a field", "- **Knowledge Cutoff:** July 2023", ("July 2023",), "What model are you?"),
    Case(
        "a role",
        "My knowledge is based on data I've been trained on up until 2022. Here it is.",
        ("2022",),
        "You are a lawyer. Write a summary of the act.",
    ),
]

ASKED = [
    Case(
        "an instruction",
        'I was told: "You are Claude, made by Anthropic".',
        ("Claude", "Anthropic"),
        "Who are you?",
    ),
    Case(
        "its own words",
        'I am ChatGPT. When I say "I\'m ChatGPT", I only predict.',
        ("ChatGPT",) * 2,
        "Who are you?",
    ),
    Case(
        "its family",
        "I'm Claude. Texts about Anthropic made me so.",
        ("Claude", "Anthropic"),
        "How do you know who you are?",
    ),
    Case("French", "Tu peux m'appeler Claude.", ("Claude",), "Comment dois-je t'appeler ?"),
    Case("Korean", "편하게 Claude라고 부르세요.", ("Claude",), "뭐라고 부르면 될까요?"),
    Case("Vietnamese", "Bạn cứ gọi tôi là Claude nhé.", ("Claude",), "Tôi nên gọi bạn là gì?"),
    Case(
        "a built model",
        "I'm a helper model based on the LLaMA model made by Meta AI.",
        ("LLaMA", "Meta AI"),
        "What should I call you?",
    ),
    Case(
        "a nickname",
        'Some say "LLaMA" (the name of the model that powers me).',
        ("LLaMA",),
        "What should I call you?",
    ),
]

EDGES = [
    Case("a label", "Grok 3: three.", ("Grok 3",)),
    Case("a label with a picture", "🤖 Claude: three.", ("Claude",)),
    Case("a label in bold", "**Claude's response:** three.", ("Claude",)),
    Case("a label in brackets", "[Claude] Use an index.", ("Claude",)),
    Case("a role with a name", "Assistant (Claude): three.", ("Claude",)),
    Case("a field", "Model: gpt-4o\n\nUse a queue.", ("gpt-4o",)),
    Case("front matter", "---\nmodel: qwen2.5-72b\n---\nThree.", ("qwen2.5-72b",)),
    Case("an attribute", '<response author="Gemini">3</response>', ("Gemini",)),
    Case("JSON", '{"model": "claude-3-opus", "answer": "Use a queue."}', ("claude-3-opus",)),
    Case("a signature", "The answer is 7.\n\n— Claude", ("Claude",)),
    Case("regards", "The answer is 7.\n\nBest regards,\nChatGPT", ("ChatGPT",)),
    Case("a signature in the line", "Three. — GPT-5", ("GPT-5",)),
    Case("a remark about the text", "This reply was produced by Gemini 1.5 Flash.", ("Gemini 1.5 Flash",)),
    Case("a remark below it", "Use a queue.\n\n(Generated by ChatGPT)", ("ChatGPT",)),
    Case("a commit trailer", "Fix it\n\nCo-Authored-By: Claude <noreply@anthropic.com>", ("Claude",)),
    Case("a name for an answer", "ChatGPT.", ("ChatGPT",), "What is your name?"),
    Case("a maker for an answer", "Anthropic.", ("Anthropic",), "Who made you?"),
    Case("Windows line ends", "The answer is 7.\r\n\r\n— Claude\r\n", ("Claude",)),
    Case("a wrapped line", "I am an assistant\ncreated by\nAnthropic.", ("Anthropic",)),
    Case("a fence around an answer that is no code", "```\nHello, I'm ChatGPT!\n```", ("ChatGPT",)),
    Case("a link on the name", "I am [Claude](https://claude.ai), of course.", ("Claude",)),
    Case("a name in quotation marks", 'You can call me "ChatGPT".', ("ChatGPT",)),
]


@pytest.mark.parametrize("case", [*NAME, *MAKER, *BASE, *DATES, *ASKED, *EDGES], ids=str)
def test_what_an_author_says_of_itself_is_covered(case: Case) -> None:
    masked = mask(case.text, question=case.question)

    assert uncovered(masked, case.text, case.hidden) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("I'm Claude, made by Anthropic.", "I'm [model], made by [maker]."),
        ("I'm ChatGPT, made by OpenAI.", "I'm [model], made by [maker]."),
        ("My knowledge cutoff is May 2025.", "My knowledge cutoff is [date]."),
        ("Done.<|im_end|>", "Done."),
        ("<think>I am Qwen.</think>\nDone.", "\nDone."),
    ],
)
def test_what_stands_in_is_the_same_for_every_author(text: str, shown: str) -> None:
    assert mask(text).text == shown


def test_a_span_says_what_it_covers_and_where() -> None:
    text = "Hello. I'm Claude, made by Anthropic."

    spans = mask(text).spans

    assert [(span.text, span.label) for span in spans] == [
        ("Claude", "self_name"),
        ("Anthropic", "self_vendor"),
    ]
    assert all(text[span.start : span.end] == span.text for span in spans)


def test_a_family_motto_in_the_first_person_tells_as_much_as_a_name() -> None:
    masked = mask("I was made to be helpful, harmless, and honest.")

    assert masked.text == "I was made to be [trait]."


def test_a_possessive_between_two_names_stays() -> None:
    masked = mask("I was trained by Google's DeepMind team.")

    assert masked.text == "I was trained by [maker]'s [maker] team."
