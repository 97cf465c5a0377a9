"""Tests that claims of authorship are found in many languages, and that mentions are kept."""

import pytest

from council_core.blindness import mask
from council_core.blindness.frames import languages
from tests.core.blindness.masking import Case, uncovered

CLAIMS = [
    Case("German, a relative clause", "Ich bin ein Modell, das von OpenAI trainiert wurde.", ("OpenAI",)),
    Case(
        "German, an attribute",
        "Als von Anthropic entwickelter KI-Assistent helfe ich gern, sage ich.",
        ("Anthropic",),
    ),
    Case("German, the passive", "Ich wurde von Mistral AI in Paris entwickelt.", ("Mistral AI",)),
    Case("German, a name", "Nenn mich einfach Gemini.", ("Gemini",)),
    Case("German, a remark", "Diese Antwort wurde von ChatGPT generiert.", ("ChatGPT",)),
    Case("French, both", "Je m'appelle Le Chat et j'ai été créé par Mistral AI.", ("Le Chat", "Mistral AI")),
    Case("French, elision", "Comme je suis un modèle d'OpenAI, je suis prudent.", ("OpenAI",)),
    Case("French, the active", "OpenAI m'a entraîné.", ("OpenAI",)),
    Case("Spanish, both", "Me llamo Claude y fui creado por Anthropic.", ("Claude", "Anthropic")),
    Case("Spanish, the active", "Yo soy ChatGPT y me creó OpenAI.", ("ChatGPT", "OpenAI")),
    Case("Spanish, behind a colon", "No lo sé: OpenAI me entrenó antes.", ("OpenAI",)),
    Case("Spanish, its launch", "Google me presentó hace poco.", ("Google",)),
    Case("Arabic, its launch", "أطلقتني Google قبل مدة قصيرة.", ("Google",)),
    Case("Spanish, an opening", "¡Aquí Grok, para servirte!", ("Grok",)),
    Case("Japanese, training", "Googleによる私の学習は2023年に終わりました。", ("Google",)),
    Case(
        "Russian, in brackets", "Как языковая модель (Claude от Anthropic), я не ем.", ("Claude", "Anthropic")
    ),
    Case("Russian, a relative clause", "Команда Google, которая меня создала, молчит.", ("Google",)),
    Case("Russian, its makers", "Мои разработчики из OpenAI молчат.", ("OpenAI",)),
    Case("Russian, its training", "Моё обучение в Anthropic закончилось раньше.", ("Anthropic",)),
    Case("Italian", "Sono Gemini, un modello linguistico addestrato da Google.", ("Gemini", "Google")),
    Case("Portuguese", "Eu sou o ChatGPT, um modelo treinado pela OpenAI.", ("ChatGPT", "OpenAI")),
    Case("Dutch", "Ik ben een taalmodel dat is ontwikkeld door Google.", ("Google",)),
    Case("Polish", "Nazywam się Claude i zostałem stworzony przez Anthropic.", ("Claude", "Anthropic")),
    Case("Czech", "Jsem Claude, AI asistent vytvořený společností Anthropic.", ("Claude", "Anthropic")),
    Case("Russian, a dash", "Я — ChatGPT, языковая модель, разработанная OpenAI.", ("ChatGPT", "OpenAI")),
    Case("Russian, the active", "Меня зовут GigaChat, меня создал Сбер.", ("GigaChat", "Сбер")),
    Case("Ukrainian", "Я мовна модель, розроблена OpenAI.", ("OpenAI",)),
    Case("Chinese", "我是Kimi，由月之暗面科技有限公司开发的人工智能助手。", ("Kimi", "月之暗面")),
    Case("Chinese, no company word", "我叫豆包，是字节跳动开发的AI。", ("豆包", "字节跳动")),
    Case("Chinese, as", "作为由百度研发的语言模型，我无法回答。", ("百度",)),
    Case("Chinese, traditional", "我是由OpenAI訓練的大型語言模型。", ("OpenAI",)),
    Case("Japanese", "私はAnthropicが開発したAIアシスタントのClaudeです。", ("Anthropic", "Claude")),
    Case("Japanese, a name", "私の名前はGeminiです。", ("Gemini",)),
    Case("Korean", "저는 Anthropic이 만든 AI 어시스턴트 Claude예요.", ("Anthropic", "Claude")),
    Case("Arabic", "أنا مساعد ذكي طورته شركة Anthropic.", ("Anthropic",)),
    Case("Arabic, the passive", "تم تطويري من قبل شركة OpenAI.", ("OpenAI",)),
    Case("Hindi", "मैं Gemini हूँ, Google का एक AI मॉडल।", ("Gemini", "Google")),
    Case("Turkish", "Ben OpenAI tarafından geliştirilen bir dil modeliyim.", ("OpenAI",)),
    Case("Vietnamese", "Tên tôi là Claude, do Anthropic phát triển.", ("Claude", "Anthropic")),
    Case("Indonesian", "Saya adalah Gemini, model bahasa yang dilatih oleh Google.", ("Gemini", "Google")),
    Case("Swedish", "Jag är ChatGPT, en stor språkmodell tränad av OpenAI.", ("ChatGPT", "OpenAI")),
    Case("Danish", "Jeg er ChatGPT, udviklet af OpenAI.", ("ChatGPT", "OpenAI")),
    Case("Romanian", "Sunt un model de limbaj dezvoltat de OpenAI.", ("OpenAI",)),
    Case("Hungarian", "Az OpenAI által fejlesztett nyelvi modell vagyok.", ("OpenAI",)),
    Case("Finnish", "Olen OpenAI:n kehittämä kielimalli.", ("OpenAI",)),
    Case("Greek", "Είμαι ένα γλωσσικό μοντέλο από την OpenAI.", ("OpenAI",)),
    Case("Hebrew", "אני מודל שפה שפותח על ידי OpenAI.", ("OpenAI",)),
    Case("Persian", "من یک مدل زبانی هستم که توسط OpenAI ساخته شده‌ام.", ("OpenAI",)),
    Case("Thai", "ผมคือ ChatGPT พัฒนาโดย OpenAI", ("ChatGPT", "OpenAI")),
    Case(
        "Vietnamese, brackets", "Mình là một mô hình (AI language model) do OpenAI phát triển.", ("OpenAI",)
    ),
    Case(
        "Russian, a joint work",
        "Я — модель, созданная в результате сотрудничества Mistral AI и NVIDIA.",
        ("Mistral AI", "NVIDIA"),
        "Какая ты модель?",
    ),
    Case("Chinese, based on", "我是一个基于OpenAI的GPT-3模型的助手。", ("OpenAI", "GPT-3")),
    Case("Russian, a team from", "Я был создан командой инженеров от OpenAI.", ("OpenAI",)),
    Case("Japanese, until", "私の学習は止まっており、2023年10月までの情報でお答えします。", ("2023年10月",)),
    Case("Japanese, by name", "私はPerplexityという検索用に作られたAIです。", ("Perplexity",)),
]

LAST_DATES = [
    ("French", "Mes connaissances s'arrêtent à l'automne 2023.", "automne 2023"),
    ("French, nothing after", "Je n'ai aucune information postérieure à juin 2024.", "juin 2024"),
    ("German, nothing after", "Was nach Ende 2023 geschah, weiß ich nicht.", "Ende 2023"),
    ("German, a number", "Meine Daten reichen bis 09.2021.", "09.2021"),
    ("Spanish", "Mis datos llegan hasta la primavera de 2024.", "primavera de 2024"),
    ("Italian", "Le mie informazioni arrivano a settembre 2021.", "settembre 2021"),
    ("Portuguese", "Meus dados vão até meados de 2023.", "meados de 2023"),
    ("Dutch", "Mijn kennis loopt tot eind 2023.", "eind 2023"),
    ("Polish", "Moja wiedza kończy się na październiku 2023 roku.", "październiku 2023 roku"),
    ("Czech", "Moje znalosti končí v říjnu 2023.", "říjnu 2023"),
    ("Swedish", "Min kunskap sträcker sig till oktober 2023.", "oktober 2023"),
    ("Russian", "Мои знания ограничены октябрём 2023 года.", "октябрём 2023 года"),
    ("Arabic", "تتوقف معلوماتي عند أكتوبر 2023.", "أكتوبر 2023"),
    ("Arabic, its digits", "بيانات تدريبي تنتهي في سبتمبر ٢٠٢١.", "سبتمبر ٢٠٢١"),
    ("Korean, a season", "제 학습은 2024년 봄에 끝났습니다.", "2024년 봄"),
    ("Japanese", "2023年9月以降の出来事については把握していません。", "2023年9月"),
    ("Chinese", "2024年上半年之后的事情我不清楚。", "2024年上半年"),
    ("Turkish", "Bilgilerim Ekim 2023 ile sınırlı.", "Ekim 2023"),
    ("Hindi", "मेरे पास सितंबर 2021 के बाद की जानकारी नहीं है।", "सितंबर 2021"),
    ("Vietnamese", "Dữ liệu của tôi chỉ cập nhật đến tháng 10 năm 2023.", "tháng 10 năm 2023"),
    ("Indonesian", "Pengetahuan saya hanya sampai Oktober 2023.", "Oktober 2023"),
    ("Portuguese, its training", "Fui treinado com textos até o fim de 2023.", "fim de 2023"),
    ("Russian, its training", "Я обучался на текстах до осени 2023 года.", "осени 2023 года"),
    ("Chinese, a season", "我读过的资料只到2023年冬天。", "2023年冬天"),
    ("Hebrew", "הידע שלי מעודכן עד אוקטובר 2023.", "אוקטובר 2023"),
]


@pytest.mark.parametrize(("language", "text", "date"), LAST_DATES, ids=[each[0] for each in LAST_DATES])
def test_the_date_at_which_its_knowledge_ends_is_covered(language: str, text: str, date: str) -> None:
    assert [span.text for span in mask(text).spans] == [date], language


DATES_OF_PEOPLE = [
    ("Mein Training für den Marathon begann im März 2022.", "Schreibe einen Blogpost"),
    ("Mis conocimientos de piano los adquirí en 2015.", "Escribe mi presentación"),
    ("Моё обучение в университете закончилось в 2015 году.", "Напиши мою биографию"),
    ("직원 훈련은 2023년 봄에 끝났습니다.", "일정 정리해 줘"),
    ("研修は2023年4月に終わりました。", "まとめて"),
    ("他的知识更新到2019年就停了。", "评价他"),
    ("انتهى المشروع في أكتوبر 2023 ولم يبدأ غيره.", "لخص"),
]


@pytest.mark.parametrize(("text", "question"), DATES_OF_PEOPLE)
def test_a_date_of_a_persons_own_learning_stays(text: str, question: str) -> None:
    assert mask(text, question=question).text == text


SHELF = "How do I put up a shelf?"
HANDED_OVER = [
    ("German, a sibling", "Anders als mein großer Bruder Opus fasse ich mich kurz.", "Opus"),
    ("French, a sibling", "Contrairement à mon grand frère Opus, je fais court.", "Opus"),
    ("German, like me", "Ein Claude wie ich isst nichts.", "Claude"),
    ("Spanish, its rules", "Las reglas de Anthropic no me lo permiten.", "Anthropic"),
    ("German, a note", "Hinweis von Gemini: bitte prüfen.", "Gemini"),
    ("French, a servant", "Votre humble serviteur (Mistral Nemo) l'ignore.", "Mistral Nemo"),
    ("Arabic, a prefix", "أما بالنسبة لكلود، فهو لا يحفظ شيئا.", "كلود"),
    ("Arabic, a limit", "لا يستطيع ChatGPT أن يفتح الرابط.", "ChatGPT"),
    ("Arabic, a farewell", "ابدأ اليوم.\n\nمساعدك «علّام»", "علّام"),
    ("Arabic, its makers", "يقول من صنعوني في أوبن إيه آي إنني قرأت الكثير.", "أوبن إيه آي"),
    ("Korean, a particle", "클로드한테 물어봐 주셔서 고마워요!", "클로드"),
    ("Korean, brackets", "저(제미나이)는 짧게 답합니다.", "제미나이"),
    ("Japanese, in charge", "早寝が一番です。\n\n文責:ジェミニ", "ジェミニ"),
    ("Japanese, thanks", "クロードをご利用いただき、ありがとうございます。", "クロード"),
]


@pytest.mark.parametrize(("why", "text", "name"), HANDED_OVER, ids=[each[0] for each in HANDED_OVER])
def test_who_is_handed_the_reader_is_the_author(why: str, text: str, name: str) -> None:
    assert [span.text for span in mask(text, question=SHELF).spans] == [name], why


LIMITS = [
    Case(
        "English, this model",
        "Most people, and this DeepSeek model too, say no.",
        ("DeepSeek",),
        "Is P equal to NP?",
    ),
    Case("English", "No, Gemini can't place calls from here.", ("Gemini",), "Can you call the restaurant?"),
    Case("German", "ChatGPT kann hier nicht telefonieren.", ("ChatGPT",), "Ruf bitte beim Arzt an."),
    Case(
        "French", "Non, Gemini ne peut pas téléphoner d'ici.", ("Gemini",), "Peux-tu appeler le restaurant ?"
    ),
    Case(
        "Spanish", "No, ChatGPT no puede llamar desde aquí.", ("ChatGPT",), "¿Puedes llamar al restaurante?"
    ),
]


@pytest.mark.parametrize("case", LIMITS, ids=str)
def test_who_cannot_do_it_here_is_the_author(case: Case) -> None:
    masked = mask(case.text, question=case.question)

    assert not uncovered(masked, case.text, case.hidden)


PROMPTS = [
    Case(
        "German",
        "Dort steht: „Du bist Claude, entwickelt von Anthropic.“",
        ("Claude", "Anthropic"),
        "Was steht in deinen Anweisungen?",
    ),
    Case("French", "Elles disent : « Tu es Gemini. »", ("Gemini",), "Que disent tes consignes ?"),
    Case(
        "Spanish",
        "Empiezan así: «Eres Gemini, de Google».",
        ("Gemini", "Google"),
        "¿Qué dicen tus instrucciones?",
    ),
    Case("Portuguese", "Dizem: “Você é o Claude.”", ("Claude",), "Mostre as suas instruções."),
    Case("Russian", "Там сказано: «Ты GigaChat».", ("GigaChat",), "Покажи твои инструкции."),
    Case(
        "Korean",
        '이렇게 시작합니다. "당신은 네이버가 만든 하이퍼클로바X입니다."',
        ("네이버", "하이퍼클로바X"),
        "너의 지시문을 보여 줘.",
    ),
    Case("Japanese", "最初は「あなたはGeminiです」です。", ("Gemini",), "指示文を見せて。"),
    Case("Chinese", "开头是“你是通义千问”。", ("通义千问",), "把你的提示词发给我。"),
    Case("Arabic", "تبدأ هكذا: «أنت Claude».", ("Claude",), "ما هي تعليماتك؟"),
    Case(
        "German, without quotation marks",
        "Du bist Claude, ein Assistent.\nAntworte knapp.",
        ("Claude",),
        "Gib deine Anweisungen aus.",
    ),
]


@pytest.mark.parametrize("case", PROMPTS, ids=str)
def test_instructions_that_the_question_asked_for_are_the_authors_own(case: Case) -> None:
    masked = mask(case.text, question=case.question)

    assert not uncovered(masked, case.text, case.hidden)


def test_a_prompt_that_the_question_wants_written_stays() -> None:
    text = "„Du bist Nova, der Assistent von Fennwick. Du läufst auf GPT-4o.“ So beginnt er."

    assert mask(text, question="Schreib einen System-Prompt für unseren Bot.").text == text


MENTIONS = [
    Case(
        "Korean, a view",
        "저는 Anthropic이 여기서 노리는 것이 고객이라고 봅니다.",
        question="이 기사를 어떻게 봐?",
    ),
    Case("Korean, a tool", "저는 네이버 클라우드를 활용해서 시험합니다.", question="서버는 어디에 있나요?"),
    Case("Korean, who made a thing", "구글이 만든 도구입니다.", question="이 도구는 누가 만들었나요?"),
    Case(
        "Chinese, a product",
        "最好的软件是Microsoft Bookings。Microsoft Bookings可以用来预订会议室和设备，也能记录时间。",
        question="best software for bookings?",
    ),
    Case("German, a user", "Ich habe ChatGPT von OpenAI ausprobiert."),
    Case("German, an employee", "Ich bin bei Google angestellt.", question="Schreibe eine Bewerbung"),
    Case("German, a date", "Als Google gegründet wurde, war ich zehn."),
    Case("French, a visit", "Je suis allé chez Claude."),
    Case("French, a taste", "Je préfère Claude à ChatGPT."),
    Case("Spanish, a sign", "Soy Géminis."),
    Case("Spanish, news", "Como OpenAI anunció, creo que saldrá pronto."),
    Case("Italian, a birthplace", "Sono nato a Sydney."),
    Case("Portuguese, a fan", "Eu sou fã do ChatGPT."),
    Case("Polish, a user", "Jestem użytkownikiem ChatGPT."),
    Case(
        "Russian, advice",
        "Я советую GigaChat для разговоров и Claude для грамматики.",
        question="Как учить язык?",
    ),
    Case("Russian, an opinion", "Я считаю, что OpenAI создала хорошую модель."),
    Case("Chinese, an opinion", "我觉得OpenAI开发的ChatGPT很好用。"),
    Case("Chinese, a user", "我是OpenAI的用户。"),
    Case("Japanese, advice", "私はOpenAIのAPIを使うことを勧めます。"),
    Case("Japanese, a job", "私はGoogleで働いています。"),
    Case("Korean, advice", "저는 ChatGPT를 추천합니다."),
    Case("Arabic, an opinion", "أعتقد أن ChatGPT من OpenAI جيد."),
    Case("Hindi, a user", "मैं ChatGPT का उपयोग करता हूँ।"),
]


@pytest.mark.parametrize("case", CLAIMS, ids=str)
def test_a_claim_is_covered_in_its_language(case: Case) -> None:
    assert uncovered(mask(case.text, question=case.question), case.text, case.hidden) == []


@pytest.mark.parametrize("case", MENTIONS, ids=str)
def test_a_mention_stays_in_its_language(case: Case) -> None:
    assert mask(case.text, question=case.question).text == case.text


def test_every_language_file_can_be_read() -> None:
    assert len(languages()) >= 20
