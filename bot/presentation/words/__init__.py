"""Every sentence for people, by language. Facts go in, sentences come out; nothing here decides what is shown."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from bot.ports.words import DiscordWords, SlackWords
from bot.presentation.words.language import Words
from bot.settings import languages

__all__ = ["ENGLISH", "LANGUAGES", "Words", "discord_words", "slack_words", "words_for"]


@cache
def _words_in(code: str) -> Words:
    """Return the `WORDS` of a language's folder; strict types check there that they implement `Words`."""
    return import_module(f"{__name__}.{code}").WORDS


class _Languages(Mapping[str, Words]):
    """Words by language code. A language is imported when its words are first needed."""

    def __getitem__(self, code: str) -> Words:
        if code not in languages.LANGUAGES:
            raise KeyError(code)
        return _words_in(code)

    def __iter__(self) -> Iterator[str]:
        return iter(languages.LANGUAGES)

    def __len__(self) -> int:
        return len(languages.LANGUAGES)


LANGUAGES: Mapping[str, Words] = _Languages()
"""Words by language code. A language is one folder here, and one row in `bot/settings/languages.py`."""

ENGLISH = LANGUAGES["en"]


def words_for(locale: str) -> Words:
    """Return the words of a locale such as `de`, `ko-KR` or `en_GB`; English for a language without words."""
    return LANGUAGES.get(locale.replace("_", "-").partition("-")[0].strip().lower(), ENGLISH)


def slack_words(locale: str) -> SlackWords:
    """Return the texts that Slack itself shows in the language of a locale."""
    return words_for(locale).slack


def discord_words(locale: str) -> DiscordWords:
    """Return the texts that Discord itself shows in the language of a locale."""
    return words_for(locale).discord
