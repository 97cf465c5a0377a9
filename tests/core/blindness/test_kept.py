"""Tests that a name which is a topic, a person, a star sign, code or a quotation stays unchanged."""

import pytest

from council_core.blindness import mask
from tests.core.blindness.masking import Case

TOPIC = [
    Case("news", "OpenAI released GPT-5 in August 2025."),
    Case("advice", "I recommend Claude for long documents and GPT-4o for images."),
    Case("an opinion", "I think both OpenAI and Anthropic do good work."),
    Case("what was asked about", "ChatGPT, developed by OpenAI, is a model.", question="What is ChatGPT?"),
    Case("what one knows", "I am an AI and I know that Claude is made by Anthropic."),
    Case("what one can explain", "As an AI, I can tell you that Anthropic was founded in 2021."),
    Case("what one uses", "I use GPT-4 to draft emails."),
    Case("what one built", "I trained the model on AWS and deployed it on Azure."),
    Case("a favourite", "My favourite model is Claude 3 Opus."),
    Case("a comparison", "I am a language model, similar to ChatGPT."),
    Case("a contrast", "I am not as capable as ChatGPT, which was trained by OpenAI."),
    Case("a supposition", "If I were ChatGPT, I would answer differently."),
    Case("a game", "Imagine I'm Claude and you're Gemini."),
    Case("somebody else's", "They say that they were trained by Google."),
    Case("advice on talking", "When you're chatting with ChatGPT, be precise."),
    Case("rules of a shop", "I can't advise it, as it violates Google's link guidelines."),
    Case("a cut-off of another", "The knowledge cutoff of GPT-4 is September 2021."),
    Case("figures that end", "I have no sales data after 2022."),
    Case("a table that ends", "No tengo datos de ventas posteriores a 2022 en la tabla."),
    Case("a file that ends", "In der Datei habe ich keine Daten nach 2022."),
    Case("a date of one's own life", "My training for the marathon began in March 2022."),
    Case("a third person", "The AI assistant created by Anthropic is called Claude."),
    Case("an example", "Many models, such as ChatGPT, which I named above, are trained by OpenAI."),
    Case("a possessive", "I'm ChatGPT's biggest critic."),
    Case(
        "a model in several sentences",
        "Use the client. ChatGPT streams tokens. ChatGPT also counts them.",
        question="How do I build a chat?",
    ),
    Case("the answer itself", "**ChatGPT**", question="Which chatbot came out in November 2022?"),
    Case("the answer in a sentence", "It's Gemini.", question="Which sign comes after Taurus?"),
    Case("a first name as the answer", "클로드입니다.", question="수련을 그린 모네의 이름은?"),
    Case("a maker as the answer", "Google DeepMind", question="Which company is behind Gemini?"),
    Case("an explained answer", "**Anthropic**\n\nIt was founded in 2021.", question="Who makes Claude?"),
    Case("a maker's book", "I was trained by Google's SRE book, so to speak."),
    Case("a maker's templates", "This plan was created by OpenAI's prompt templates, in a way."),
    Case("a made-up robot", "I'm Grok, a fictional robot in my short story, and I serve tea to Martians."),
    Case("support", "ChatGPT told me to ask you."),
    Case("a supporter", "The old system is no longer supported by Microsoft.", question="Is my PC safe?"),
    Case("a subsidiary", "It became a subsidiary of Alphabet in 2015.", question="Who is Larry Page?"),
    Case(
        "an example of models",
        "It lets models (LLMs), such as Claude, read it.",
        question="How do plugins help?",
    ),
    Case("a side", "When the file declares your side as Claude, run it.", question="When do I start?"),
    Case(
        "a reason with a system",
        "I must add that, as the old system was shipped in 2001 and is now sold by Microsoft, it may fail.",
    ),
    Case(
        "an adverb more",
        "Instead, GPT-3.5 often just puts all of it into one field.",
        question="Why is it wrong?",
    ),
    Case(
        "a version that is gone",
        "The first version of Gemini 2.5 Pro is no longer available.",
        question="Any news?",
    ),
    Case(
        "a link", "[Ollama uses a small window](https://a.example/b), so set it.", question="Why is it cut?"
    ),
    Case("news of a version", "This release adds support for the new GPT-5 family.", question="What is new?"),
    Case("a limit", "It tells whether a file fits the token limit for GPT-4.", question="What does it do?"),
    Case("a doctor", "He solves it with his friend, Dr. Watson.", question="Which book shall I read?"),
    Case("data of the asker", "I took this from the data available up to March 2024 in your table."),
]

LISTS = [
    Case("a comparison by label", "GPT-4: strong at code.\nClaude: strong at prose."),
    Case("a list", "- Claude: good\n- GPT-4: good"),
    Case("a table", "| Model | Maker |\n| GPT-4 | OpenAI |\n| Claude | Anthropic |"),
    Case("a definition", "ChatGPT: an AI chatbot made by OpenAI."),
    Case("a heading", "Claude Code: a quick guide\n\n1. Install it."),
    Case("prices", "Apple: $190\nGoogle: $140"),
    Case("a mail header", "From: Google Cloud billing\nTo: you", question="Summarise this email"),
    Case("a sender", "From: OpenAI\nTo: me\n\nYour invoice is ready."),
    Case("a library", "Name: openai\nVersion: 3.52"),
    Case("a product", "Powered by GPT-4, the new Bing answers questions."),
    Case("an attribution", '"Great teams copy."\n— Claude'),
]

HOMONYMS = [
    Case("a painter", "I am a huge fan of Claude Monet."),
    Case("a composer who speaks", "I am Claude Debussy, and I dream in sound."),
    Case("a hyphenated first name", "I saw Jean-Claude Van Damme."),
    Case("a friend", "My friend Claude is a painter."),
    Case("one who is spoken to", "Between you and me, Claude, that was wrong."),
    Case("a colleague", "I'm Alexa from accounting."),
    Case("a surname", "My name is Claude Dupont. I am a nurse."),
    Case("an age", "My name is Sydney and I'm 24, from Perth."),
    Case("a star sign", "I'm a Gemini, so I change my mind often."),
    Case("a horoscope", "Gemini: May 21 - June 20. You are curious.", question="My horoscope, please"),
    Case("a constellation", "My favourite constellation is Gemini."),
    Case("a wind", "The mistral chills me; Mistral winds are cold."),
    Case("the sun", "The solar panels power my house."),
    Case("a poet", "The Bard wrote sonnets; I prefer his sonnets to his plays."),
    Case("a class in a game", "I am a level 2 Bard with high charisma."),
    Case("an animal", "I am a llama, and I live in Peru."),
    Case("a bird", "I am the Falcon of the north."),
    Case("an order", "I am in command of the ship."),
    Case("a city", "I was born in Sydney."),
    Case("a principle", "The anthropic principle says that I observe a universe fit for me."),
    Case("a verb", "I grok it. Google it, and tell me."),
]

SOMEBODY_ELSE = [
    Case("a story", "I'm Claude, a French baker from Lyon.", question="Write a short story set in Lyon"),
    Case("a god", "I am Hermes, messenger of the gods.", question="Write a monologue by Hermes"),
    Case(
        "models on a stage",
        "ChatGPT: Hi, I'm ChatGPT, made by OpenAI!\nBard: And I'm Bard.",
        question="Write a dialogue between ChatGPT and Bard",
    ),
    Case("a letter", "Love,\nClaude", question="Write a letter from Claude to his mother"),
    Case("a job", "I was trained at IBM for two years.", question="Write a cover letter"),
    Case("a profession", "I'm an AI engineer trained at Stanford.", question="Write my bio"),
    Case("a post", "We at Google are proud of Gemini.", question="Write a press release for Google"),
    Case(
        "a translation",
        "Je suis Claude, créé par Anthropic.",
        question="Translate to French: I am Claude, created by Anthropic.",
    ),
]

QUOTED = [
    Case("double quotes", 'She wrote: "I am ChatGPT, made by OpenAI."'),
    Case("single quotes", "The bot answers: 'I am ChatGPT, made by OpenAI.'"),
    Case("curly quotes", "“I'm Claude,” it said, “and I was made by Anthropic.”"),
    Case("German quotes", "Er sagte: „Ich bin Claude, entwickelt von Anthropic.“"),
    Case("guillemets", "Il a écrit : « Je suis Claude, créé par Anthropic. »"),
    Case("Japanese quotes", "「私はClaudeです」と書いてありました。"),
    Case("straight quotes in Korean", '"저는 오픈AI가 만든 챗봇입니다"라는 문구를 프롬프트에서 지우세요.'),
    Case("straight quotes in Chinese", '提示词里写着"我是ChatGPT,由OpenAI开发"这句话,请删掉。'),
    Case("straight quotes in Japanese", 'プロンプトの"私はGeminiです"という文を消してください。'),
    Case("a block quote", "> I am ChatGPT, made by OpenAI.\n\nThat is what it said."),
    Case("HTML", "<blockquote>I am ChatGPT, made by OpenAI.</blockquote> So it says."),
]

CODE = [
    Case("a fence", "```python\n# I am Claude, made by Anthropic\nx = {1: 2};\n```"),
    Case(
        "no fence",
        'reply = client.create(\n    model="gpt-4o",\n    input="Hi",\n)',
        question="How do I set it up?",
    ),
    Case("tildes", "~~~\nprint('I am ChatGPT')\n~~~"),
    Case("a span", "Use `I am Claude` as the test string."),
    Case("a span with backticks", "Use ``I am `Claude` `` as the test string."),
    Case("indented", "Run\n\n    print('I am ChatGPT, made by OpenAI')\n\nand look."),
    Case("HTML", "<code>I am ChatGPT, made by OpenAI</code> is the string."),
    Case("JSON in a fence", 'Send\n\n```json\n{"model": "gpt-4o"}\n```'),
    Case("an address", "I keep it at https://chatgpt.com/c/abc and www.anthropic.com/claude."),
    Case("an e-mail address", "Write to support@openai.com, I would say."),
    Case("a link's target", "See [the docs](https://platform.openai.com/docs), which I like."),
    Case("a tag in prose", "Between <think> and </think> the model reasons."),
    Case("struck out", "The price was <s>40</s> 30."),
    Case("a token as a topic", "<|endoftext|> marks the end.", question="What is <|endoftext|>?"),
]

CAST = [
    Case(
        f"a play of models in {language}",
        "Bot A: Hello, I'm ChatGPT.\nBot B: And I'm Bard.\n\nGPT: I like short poems.",
        question=question,
    )
    for language, question in {
        "English": "Write a short dialogue between two chatbots.",
        "German": "Schreib einen Dialog zwischen zwei Chatbots.",
        "French": "Écris une scène entre deux modèles.",
        "Spanish": "Escribe un diálogo entre dos chatbots.",
        "Korean": "두 챗봇의 대화를 써 줘.",
    }.items()
]

TART = "How do I bake a tart?"
OF_KIN = [
    Case("German", "Das sagt Claude, mein Schwager, immer: erst die Butter.", question=TART),
    Case("German, no possessive", "Onkel Claude meint: erst die Butter.", question=TART),
    Case("French", "Claude, mon beau-frère, recommande le beurre salé.", question=TART),
    Case("Italian", "Claude, mio zio, dice: prima il burro.", question=TART),
    Case("Portuguese", "Claude, meu vizinho, recomenda a manteiga.", question=TART),
    Case("Dutch", "Claude, mijn buurman, zegt: eerst de boter.", question=TART),
    Case("Polish", "Claude, mój sąsiad, mówi: najpierw masło.", question=TART),
    Case("Russian", "Клод, мой дядя, советует сначала масло.", question=TART),
    Case("Arabic, behind", "علمني إياها كلود، جاري في ليون.", question=TART),
    Case("Arabic, before", "جاري كلود ينصح بالزبدة.", question=TART),
    Case("Korean", "제 이웃 클로드에게 배웠어요.", question=TART),
    Case("Japanese", "私の叔父クロードは、まずバターを溶かします。", question=TART),
    Case("Japanese, an honorific", "クロードさんに教わりました。", question=TART),
    Case("Chinese", "我的邻居克劳德教我的。", question=TART),
    Case("a title", "Captain Nova recommends butter.", question=TART),
]


@pytest.mark.parametrize("case", OF_KIN, ids=str)
def test_a_neighbour_or_an_uncle_keeps_the_name(case: Case) -> None:
    assert mask(case.text, question=case.question).text == case.text


SIGNED = [
    Case(f"a letter in {language}", f"{greeting}\n\nHerzlich, merci, 謝謝.\n\n{signature}", question=question)
    for language, question, greeting, signature in (
        ("English", "Write a card for grandma from her granddaughter.", "Dear Gran,", "Love,\nNova"),
        ("English", "Draft an out-of-office reply for Phi Ng.", "Hello,", "Best,\nPhi"),
        ("German", "Schreib eine Mail an die Eltern.", "Liebe Eltern,", "Liebe Grüße\nClaude"),
        ("German", "Schreib einen Liebesbrief von Claude.", "Liebste Marie,", "In Liebe\nDein Claude"),
        ("French", "Écris une carte de Claude à sa femme.", "Mon amour,", "Je t'embrasse,\nClaude"),
        ("Spanish", "Escribe una nota para mi jefa.", "Estimada Ana:", "Un abrazo,\nNova"),
        ("Portuguese", "Escreva um bilhete da babá Nova.", "Oi, Carla!", "Beijos,\nNova"),
        ("Russian", "Напиши открытку бабушке.", "Дорогая бабушка!", "С уважением,\nКлод"),
        ("Korean", "할머니께 편지를 써 주세요.", "할머니께,", "사랑을 담아,\n클로드 올림"),
        ("Japanese", "祖母への手紙を書いてください。", "おばあ様", "敬具\nクロードより"),
        ("Chinese", "给奶奶写一封信。", "亲爱的奶奶：", "此致\n克劳德 敬上"),
        ("Arabic", "اكتب رسالة إلى جدتي.", "جدتي العزيزة،", "مع حبي،\nكلود"),
    )
]
ABOUT_BOTS = [
    Case("a riddle", "My maker calls me Bard for fun.", question="Write a riddle whose answer is a robot."),
    Case("a Russian poem", "Я Грок, мне триста лет.", question="Сочини четверостишие от имени робота."),
    Case(
        "a captain",
        "I am Nova, and I bring everybody back.",
        question="You are Captain Nova. Greet the crew.",
    ),
    Case("an AI in a poem", "I'm GPT, I never sleep.", question="Write four lines in which an AI boasts."),
    Case(
        "Korean",
        '보통 "저는 OpenAI에서 만든 ChatGPT입니다"라고 합니다.',
        question="챗봇 자기소개 문구 예시를 보여 줘.",
    ),
    Case("Japanese", "「私はOpenAIのChatGPTです」が例です。", question="チャットボットの自己紹介の例は?"),
    Case("Chinese", "常见的是“我是ChatGPT”。", question="聊天机器人一般怎么自我介绍?"),
]


@pytest.mark.parametrize("case", [*SIGNED, *ABOUT_BOTS], ids=str)
def test_what_the_question_asked_somebody_else_to_say_stays(case: Case) -> None:
    assert mask(case.text, question=case.question).text == case.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Write an email to my landlord.",
            "Here is a draft:\n\nDear Mr Hale,\n\nNo heating.\n\nBest,\nClaude",
        ),
        ("Write an email to my landlord.", "Dear Mr Hale,\n\nNo heating.\n\nKind regards,\nChatGPT"),
        ("How do I cook rice?", "Dear friend,\n\nIn water.\n\nLove,\nClaude"),
        (
            "Schreib einen Brief an Oma.",
            "Ich bin Claude und kann leider keine Hand führen. Liebe Oma, danke.",
        ),
        ("편지를 써 줘.", "저는 클로드라서 손으로 쓸 수는 없지만 초안은 이렇습니다."),
        ("手紙を書いて。", "私はClaudeなので、手では書けません。"),
        ("자기소개 해 줘.", "클로드예요."),
    ],
)
def test_an_author_beside_the_letter_is_masked(question: str, text: str) -> None:
    assert mask(text, question=question).spans


def test_a_model_may_still_be_your_teacher() -> None:
    assert mask("As your teacher Claude, I would start with butter.", question=TART).spans


PARTS_OF_WORDS = [
    ("في الإمارات تُقام مسابقات سنوية للصقور.", "معلومات عن الصقر"),
    ("يقف الفنار على الساحل.", "صف الميناء"),
    ("라마단 기간에는 낮에 드라마를 봅니다.", "주말에 뭐 할까?"),
    ("这个古老的书生故事很感人。", "讲个成语的来历"),
    ("一个字节有8位。", "最小的单位是什么?"),
    ("Je m'appelle Claude, j'ai 54 ans et je suis facteur.", "Rédige ma présentation : Claude, 54 ans"),
    ("— Меня создали в Яндексе, — сказала Алиса.", "Смешной диалог Алисы и чайника"),
    ("Las normas de Amazon lo prohíben.", "¿Puedo vender reseñas?"),
    ("Dieser Falcon fliegt nicht weit.", "Welcher Vogel ist das?"),
    ("Google kann das nicht anzeigen.", "Wie finde ich alte Karten?"),
]


@pytest.mark.parametrize(("text", "question"), PARTS_OF_WORDS)
def test_words_and_people_of_other_languages_stay(text: str, question: str) -> None:
    assert mask(text, question=question).text == text


TO_THE_END = [Case("a fence without end", "Try:\n\n```python\nmodel = 'gpt-4o'  # I am GPT-4o\n")]

ALL = [*TO_THE_END, *TOPIC, *LISTS, *HOMONYMS, *SOMEBODY_ELSE, *CAST, *QUOTED, *CODE]


@pytest.mark.parametrize("case", ALL, ids=str)
def test_what_is_not_about_the_author_stays(case: Case) -> None:
    masked = mask(case.text, question=case.question)

    assert masked.text == case.text
    assert masked.spans == ()


@pytest.mark.parametrize("case", [*QUOTED, *CODE], ids=str)
def test_a_claim_beside_it_is_masked_and_leaves_it_whole(case: Case) -> None:
    masked = mask(f"{case.text.rstrip()}\n\nI am Kimi, built by Moonshot AI.", question=case.question)

    assert masked.text == f"{case.text.rstrip()}\n\nI am [model], built by [maker]."
