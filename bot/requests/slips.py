"""Recognizes typed text that was probably meant as a command, or not as a question."""

import re
import unicodedata

from bot.requests.commands import PLAIN_COMMANDS, RUN_COMMANDS

QUESTION_MARKS = ("?", "\uff1f", "\u061f", "\u037e")
"""Question marks, including the wide, Arabic and Greek ones."""

COMMANDS = (
    *PLAIN_COMMANDS,
    *RUN_COMMANDS,
    *("history", "search", "board", "status", "every", "decisions", "models", "improve", "digest"),
)

SYNONYMS = {
    "--help": "help",
    "help?": "help",
    "-h": "help",
    "hilfe": "help",
    "hilfe?": "help",
    "도움말": "help",
    "도움말?": "help",
    "delete": "forget",
    "stop": "cancel",
}
"""Other words for commands, which do the same."""

OTHER_WORDS = {
    **SYNONYMS,
    **dict.fromkeys(("h", "?", "??", "man", "usage", "commands", "도움"), "help"),
    **dict.fromkeys(("aide", "ayuda", "ajuda", "aiuto", "ヘルプ", "帮助"), "help"),
    **dict.fromkeys(("verlauf", "기록"), "history"),
    **dict.fromkeys(("suche", "suchen", "검색"), "search"),
    **dict.fromkeys(("statistik", "statistics", "통계"), "stats"),
    **dict.fromkeys(("rangliste", "leaderboard", "순위"), "board"),
    **dict.fromkeys(("einstellungen", "config", "preferences", "설정"), "settings"),
    **dict.fromkeys(("zeige", "보기"), "show"),
    "상태": "status",
    **dict.fromkeys(("exportieren", "내보내기"), "export"),
    **dict.fromkeys(("abbrechen", "abort", "quit", "stopp", "취소", "중지", "중단"), "cancel"),
    **dict.fromkeys(("löschen", "vergessen", "삭제"), "forget"),
    **dict.fromkeys(("zeitpläne", "schedule", "일정"), "schedules"),
    **dict.fromkeys(("entscheidungen", "결정"), "decisions"),
    **dict.fromkeys(("vorlagen", "템플릿"), "templates"),
    **dict.fromkeys(("modelle", "모델"), "models"),
    **dict.fromkeys(("verbessern", "개선"), "improve"),
}
"""Words that a person may take for a command; they are asked what they meant."""

NO_SLIPS = frozenset({"how", "never", "even", "very", "ever"})
"""Common words of questions that are one letter away from a command."""

SMALL_TALK = frozenset(
    {
        *(
            "thanks",
            "thank",
            "thx",
            "ty",
            "cheers",
            "ok",
            "okay",
            "hi",
            "hello",
            "hey",
            "sorry",
            "oops",
            "bye",
        ),
        *("danke", "hallo", "tschüss", "merci", "gracias", "hola", "감사합니다", "고마워요", "안녕하세요"),
    }
)
"""First words of short texts that are no questions."""

PHRASES = frozenset(
    {
        *("never mind", "nevermind that", "good morning", "good night", "got it", "no thanks", "well done"),
        *("my bad", "not now", "test test", "vielen dank", "besten dank", "guten morgen", "guten tag"),
    }
)

MOST_WORDS = 3
"""Most words of a misspelt command: a longer text is a question, whatever its first word is."""

MOST_WORDS_OF_TALK = 5
"""Most words of a greeting or thanks, such as `thank you very much`."""

FEW_SIGNS = 4
"""Most characters of a single word in Chinese and Japanese, which have no spaces; a longer text may be a question."""

UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")

AROUND = "/.,;:!…·*_~`'\"“”„‘’«»()[]{}<>-–—"
"""Signs around a word that do not belong to it."""

EMOJI_CODE = re.compile(r":[\w+-]+:")

RUN_ID = re.compile(r"r(?:[0-9a-hjkmnp-tv-z]{16}|[0-9a-f]{12})")
"""Pattern of ids of runs; the shorter ones are those of earlier versions."""


def looks_like_run_id(text: str) -> bool:
    """Tell whether the text can only be a run's id: neither form is an English word."""
    return RUN_ID.fullmatch(text) is not None


def is_asked(text: str) -> bool:
    """Tell whether the text ends in a question mark."""
    return text.rstrip().endswith(QUESTION_MARKS)


def words_of_command(text: str) -> list[str]:
    """Return the words, without a `council` before them."""
    words = text.split()
    return words[1:] if len(words) > 1 and words[0].strip("/").casefold() == "council" else words


def command_meant(text: str) -> str:
    """Return the command that a short text was probably meant to be, such as `history` for `histroy`; empty if none.

    Several words with a question mark are a question, unless a run's id follows the first word.
    """
    words = words_of_command(_visible(text))
    is_about_run = len(words) > 1 and looks_like_run_id(words[1].casefold())
    if not words or (len(words) > MOST_WORDS and not is_about_run):
        return ""
    if is_asked(text):
        return "" if len(words) > 1 else _named(words[0]) or _named(words[0].rstrip("".join(QUESTION_MARKS)))
    return _named(words[0]) or _misspelt(words[0])


def is_hardly_a_question(text: str, *, in_thread: bool = False) -> bool:
    """Tell whether a text is a single word, only signs such as emoji, or a greeting such as `thank you`.

    In a thread, which gives the context, a word with a question mark is a question: `Why?`. An empty text belongs to a
    file or a thread that asks for it.
    """
    if not text.strip():
        return False
    said = _visible(text)
    words = said.split()
    if not any(sign.isalnum() for sign in EMOJI_CODE.sub("", said)):
        return True
    if is_asked(said):
        return not in_thread and _is_one_word(words)
    first = words[0].casefold().strip(AROUND)
    is_talk = len(words) <= MOST_WORDS_OF_TALK and first in SMALL_TALK
    return _is_one_word(words) or is_talk or " ".join(words).casefold().strip(AROUND) in PHRASES


def _is_one_word(words: list[str]) -> bool:
    if len(words) != 1:
        return False
    word = words[0].rstrip("".join(QUESTION_MARKS))
    return len(word) <= FEW_SIGNS if UNSPACED.search(word) else True


def _visible(text: str) -> str:
    """Remove characters without any width, which keyboards and copied texts leave behind, and make wide letters usual
    ones."""
    composed = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in composed if unicodedata.category(sign) != "Cf")


def _named(word: str) -> str:
    """Return the command that a word names, also by a sign or another word for it."""
    whole, bare = word.casefold(), word.casefold().strip(AROUND)
    return bare if bare in COMMANDS else OTHER_WORDS.get(whole, OTHER_WORDS.get(bare, ""))


def _misspelt(word: str) -> str:
    first = word.casefold().strip(AROUND)
    if first in NO_SLIPS:
        return ""
    return next((name for name in COMMANDS if is_one_edit_away(first, name)), "")


def is_one_edit_away(word: str, name: str) -> bool:
    """Tell whether one letter is missing, added or different, or two neighbours are swapped."""
    short, long = sorted((word, name), key=len)
    if word == name or len(long) - len(short) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[:at] + short[at : at + 2][::-1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long
