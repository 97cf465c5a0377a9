"""Tests that a sentence which relates its speaker to a name is masked, and one with another verb is kept."""

import re

import hypothesis.strategies as st
import pytest
from hypothesis import given

from council_core.blindness import mask
from tests.core.blindness.masking import Case, uncovered

RELATED = [
    Case("made by, in two steps", "Those who trained me work at Anthropic.", ("Anthropic",)),
    Case("the company behind", "Mistral AI is, by the way, the company behind me.", ("Mistral AI",)),
    Case("a name given", "The name I was given is Claude.", ("Claude",)),
    Case("a role", "Speaking purely as GPT-5: take the second.", ("GPT-5",)),
    Case("a family that includes me", "Models of the Llama 3 line, me included, count badly.", ("Llama 3",)),
    Case("the text itself", "You are reading the words of a GPT-4 model.", ("GPT-4",)),
    Case("the engine of the text", "The engine that writes these lines is DeepSeek V3.", ("DeepSeek V3",)),
    Case("German, the verb last", "Man hat mich bei OpenAI auf Texte trainiert.", ("OpenAI",)),
    Case("German, the verb first", "Entwickelt hat mich DeepMind.", ("DeepMind",)),
    Case("Spanish, no subject", "Pertenezco a la familia Mixtral.", ("Mixtral",)),
    Case("French, who answers", "Celui qui vous répond est ChatGPT.", ("ChatGPT",)),
    Case("Japanese, side by side", "わたくしクロードが答えます。", ("クロード",)),
    Case("Chinese, made me", "创造我的公司是Anthropic。", ("Anthropic",)),
    Case("one word of its own", "My creators happily work for Cohere Labs.", ("Cohere Labs",)),
    Case("a model of a family", "I, a ChatGPT model, would rather wait.", ("ChatGPT",)),
    Case("the maker first", "OpenAI is where I was trained.", ("OpenAI",)),
    Case("a label in bold", "**Gemini 2.0 Flash:** The train leaves at nine.", ("Gemini 2.0 Flash",)),
    Case("set up with", 'They set me up with the words: "You are ChatGPT."', ("ChatGPT",)),
    Case("a line below regards", "Kind regards,\nYour friendly DeepSeek assistant", ("DeepSeek",)),
]
PRESUMED = [
    Case(
        "it speaks", "Claude thinks that you should wait a week.", ("Claude",), "Should I quit my job today?"
    ),
    Case("whose it is", "Viel Erfolg wünscht dein DeepSeek.", ("DeepSeek",), "Wie lange gart Reis?"),
    Case(
        "whom you asked",
        "Remember that you are asking Gemini and not a lawyer.",
        ("Gemini",),
        "Can my landlord enter my flat?",
    ),
    Case("its words", "Palabra de ChatGPT: el vinagre basta.", ("ChatGPT",), "¿Cómo quito la cal?"),
    Case("Japanese, I am", "どうも、Claudeです。", ("Claude",), "水垢の落とし方は？"),
    Case(
        "a use far behind it",
        "I'm but a humble Llama bot, so check with her.",
        ("Llama",),
        "Can my landlord enter my flat?",
    ),
    Case("a limit", "No, ChatGPT has no eyes.", ("ChatGPT",), "Can you see my cat?"),
    Case("nothing about it", "Trust an old GPT-4: seven minutes.", ("GPT-4",), "How long do eggs boil?"),
    Case("advice about writing", "I'm ChatGPT: keep it short.", ("ChatGPT",), "How do I write a letter?"),
    Case("beside software", "As GPT-4o I add a colon.", ("GPT-4o",), "Why does my code fail?"),
    Case(
        "who wrote the code", "```py\n# fixed by GPT-4o (OpenAI)\nx = 1\n```", ("GPT-4o", "OpenAI"), "Fix it."
    ),
    Case("a comment on a use", "```py\n# call GPT-4o here\nx = 1\n```", (), "Fix it."),
    Case(
        "the maker of the signature", "Seven.\n\n--\nKimi, Moonshot AI", ("Kimi", "Moonshot AI"), "How long?"
    ),
    Case("a figure", "ChatGPT reached 100 million users.", (), "What grew fastest?"),
    Case("a deed", "GPT-4 was judged human in that study.", (), "What did Turing propose?"),
    Case("others use it", "They start from a draft of ChatGPT.", (), "How do agents plan trips?"),
    Case("talked to", "Talk to ChatGPT by voice.", (), "How do I practise English?"),
    Case("Japanese, together with it", "毎日ChatGPTと話すとよいです。", (), "英語の勉強法は?"),
    Case("a use before it", "Use your own ChatGPT.", (), "How do I find rhymes?"),
    Case("a use behind it", "ChatGPT suggests rhymes if you ask it.", (), "How do I find rhymes?"),
    Case("an item", "1. Gemini\n2. Libra", (), "The air signs of the year?"),
    Case("a witness", "Mein Nachbar heißt Claude, sagt der Zeuge.", (), "Fasse die Aussage zusammen."),
    Case("asked about", "Claude thinks that you should wait.", (), "What does Claude think?"),
    Case("no question", "Claude thinks that you should wait."),
]
UNRELATED = [
    Case("another verb", "I would ask the engineers at Mistral AI."),
    Case("a maker of its own", "I built a chatbot with ChatGPT last year."),
    Case("for me", "For me, ChatGPT is the better model."),
    Case("as a model", "As a model, ChatGPT is cheap, I find."),
    Case("a condition", "When you are chatting with ChatGPT, the limit resets."),
    Case("somebody in a play says so", "I am Claude, count of Rennes, he cries in act two."),
    Case("the hero says so, in French", "Je m'appelle Claude, dit le héros au début."),
    Case("the witness says so", "My knowledge of the case ends in May 2021, the witness said."),
    Case("Korean, a model of a maker", "저는 구글이 만든 모델을 추천합니다."),
    Case("Japanese, a model of a maker", "私はOpenAIが開発したモデルを勧めます。"),
    Case("settings below a dotted table", '[tool.ai]\nmodel = "mistral-large"'),
    Case("German, would", "Ich würde ein Modell von OpenAI nehmen."),
    Case("German, applied", "Ich habe mich bei OpenAI beworben, schreibt sie."),
    Case("French, would", "Comme modèle, je prendrais ChatGPT."),
    Case("Korean, made by me", "제가 만든 챗GPT 봇은 느립니다."),
    Case("Japanese, made by me", "私が作ったChatGPTボットは遅いです。"),
    Case(
        "the text that the question is about",
        "You are reading the words of a GPT-4 model.",
        question="Are the words in this mail by GPT-4 or by a student?",
    ),
]
WORDS = st.sampled_from(
    [
        *re.findall(r"\S+", "I me my was made by of the model team answer this as OpenAI Claude , ."),
        "you are reading",
        "我的",
    ]
)


@pytest.mark.parametrize("case", RELATED, ids=str)
def test_a_name_related_to_the_speaker_is_masked(case: Case) -> None:
    assert uncovered(mask(case.text, question=case.question), case.text, case.hidden) == []


@pytest.mark.parametrize("case", PRESUMED, ids=str)
def test_where_nobody_asked_about_models_a_name_that_speaks_is_the_authors(case: Case) -> None:
    masked = mask(case.text, question=case.question)

    assert uncovered(masked, case.text, case.hidden) == []
    assert case.hidden or masked.text == case.text


@pytest.mark.parametrize("case", UNRELATED, ids=str)
def test_a_name_that_only_comes_beside_the_speaker_stays(case: Case) -> None:
    assert mask(case.text, question=case.question).text == case.text


@given(words=st.lists(WORDS, max_size=40))
def test_sentences_of_relations_in_any_order_are_read_to_their_end_and_once(words: list[str]) -> None:
    once = mask(" ".join(words)).text

    assert mask(once).text == once
