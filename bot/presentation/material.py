"""Lines about a question's material: the pieces read, those that were not and why, and what each model got."""

from collections.abc import Sequence

from bot.post import Line, Post, line, quoted
from bot.presentation.phrases import counted, listed, sentence, small
from bot.presentation.words import ENGLISH, Words
from council_core.domain.material import Material, Picture, Piece, Unread, pictures_of, pieces_of
from council_core.domain.settings import ForReviewers

REASONS = {
    "too_large": "it is larger than {detail} MB",
    "too_many": "a question takes {detail} files",
    "empty": "it is empty",
    "password": "it needs a password",
    "damaged": "it is damaged",
    "no_text": "its first pages are blank",
    "mislabelled": "it is not the {detail} file that its name promises",
    "oversized": "it is small and unpacks to something huge",
    "too_slow": "reading it takes too much time or memory",
    "no_engine": "no search engine is set up",
    "no_library": "this Council was installed without the part that reads such files (`council[files]`)",
}

FOR_REVIEWERS: dict[ForReviewers, str] = {
    "none": "the reviewers its name",
    "head": "the reviewers its first 2,000 characters",
    "all": "the reviewers all of that",
}


def asks_about(names: Sequence[str]) -> str:
    """The question of somebody who attached files and wrote nothing."""
    return f"What matters in {listed(names)}, and what should we do about it?"


def thread_unread(why: str) -> Post:
    """The asker is told once in each channel that the discussion around the question stays unread, and what to do."""
    said = (
        "Council did not read what was said before your question, so the models know only the question itself. "
        f"{sentence(quoted(why))} Until that is mended, copy what matters into the question, or switch the reading of "
        "threads off in this channel's settings."
    )
    return Post(blocks=(line(said),), summary="Council did not read what was said before your question.")


def material_lines(material: Material, words: Words = ENGLISH) -> tuple[Line, ...]:
    """Return one small line about all pieces read, and one for each piece that was not."""
    pieces = pieces_of(material)
    searched = [piece for piece in pieces if _is_search(piece)]
    read = listed([_read(piece) for piece in pieces if piece not in searched])
    found = [words.card.searched(count=piece.pages or 0) for piece in searched]
    seen = listed([f"{quoted(each.name)} ({each.form} picture)" for each in pictures_of(material)])
    unread = [line(unread_sentence(each, words)) for each in material if isinstance(each, Unread)]
    looks = f"Members that can see look at {seen}." if seen else ""
    if any(each.described is not None for each in pictures_of(material)):
        looks += " One of them described it for the others."
    return (*unread, *small(f"All models read {read}." if read else "", *found, looks))


def unread_sentence(unread: Unread, words: Words = ENGLISH) -> str:
    """Return the reason for which a piece was not read, as CommonMark."""
    if unread.reason == "no_budget":
        return words.card.tools_ended
    if unread.source == "tool":
        return words.card.without_tools(why=sentence(quoted(unread.detail)))
    if unread.source == "connector" and unread.name == "web search":
        why = sentence(quoted(unread.detail))
        return words.card.nothing_found if unread.reason == "empty" else words.card.not_searched(why=why)
    if unread.reason == "not_given":
        why = sentence(quoted(unread.detail)) or "it could not be fetched."
        return f"**{quoted(unread.name)}** was not read: {why}"
    if unread.reason == "empty" and unread.source == "link":
        return f"**{quoted(unread.name)}** was not read: it shows no text without JavaScript."
    if unread.reason == "unknown":
        kind = f" ({quoted(unread.detail)})" if unread.detail else ""
        return f"**{quoted(unread.name)}** was not read: it is no kind of file that Council reads{kind}."
    return f"**{quoted(unread.name)}** was not read: {REASONS[unread.reason].format(detail=unread.detail)}."


def given_lines(material: Material, for_reviewers: ForReviewers) -> tuple[Line, ...]:
    """Return the part of each piece that each model was given, with its digest."""
    return tuple(
        line(
            f"{_name(piece)}: the members and the chairman were given {_amount(piece)}, "
            f"{FOR_REVIEWERS[for_reviewers]} · {piece.size:,} bytes · SHA-256 {piece.digest[:16]}…",
            small=True,
        )
        for piece in pieces_of(material)
    ) + tuple(
        line(
            f"{quoted(each.name)}: shown to members that can see, {each.width} × {each.height} pixels"
            f"{_in_words(each)} · "
            f"{each.size:,} bytes · SHA-256 {each.digest[:16]}…",
            small=True,
        )
        for each in pictures_of(material)
    )


def readers_line(readers: Sequence[str]) -> tuple[Line, ...]:
    """Return who answered by the description of a picture; nothing where all saw it.

    Args:
        readers: Names of these members, known after the reveal.
    """
    if not readers:
        return ()
    names = listed([quoted(name) for name in readers])
    return (line(f"{names} answered by the description, without seeing the picture.", small=True),)


def _in_words(picture: Picture) -> str:
    if picture.described is None:
        return ""
    return f", and given in a member's words where a model cannot see, {picture.characters:,} characters"


def _read(piece: Piece) -> str:
    if piece.source == "thread":
        return f"{counted(piece.pages or 0, 'message')} of this thread"
    facts = [_form(piece)]
    if piece.given < piece.characters:
        facts.append(f"{piece.given:,} of {piece.characters:,} characters: its beginning and its end")
    elif piece.is_cut:
        facts.append(f"only the first {piece.characters:,} characters")
    return f"{quoted(piece.name)} ({', '.join(facts)})"


def _name(piece: Piece) -> str:
    if _is_search(piece):
        return "The web search"
    return "This thread" if piece.source == "thread" else quoted(piece.name)


def _is_search(piece: Piece) -> bool:
    return piece.source == "connector" and piece.form != "connector"


def _form(piece: Piece) -> str:
    if piece.pages is None:
        return piece.form
    nouns = {"PowerPoint": "slide", "spreadsheet": "sheet"}
    return f"{piece.form}, {counted(piece.pages, nouns.get(piece.form, 'page'))}"


def _amount(piece: Piece) -> str:
    if piece.given < piece.characters:
        return f"{piece.given:,} of its {piece.characters:,} characters"
    return f"all {piece.characters:,} characters"
