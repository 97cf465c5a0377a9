"""Words for yes, no and not in the languages in which members answer."""

_YES = """
yes yeah yep ja jep oui sí si sì sim да так tak evet はい 是 是的 对 對
네 예 그렇습니다 그렇다 맞습니다 맞다 نعم हाँ हां
"""
_NO = """
no nope nein non não nao нет ні nie hayır nee nej いいえ 否 不 不是 不对
아니요 아니오 아닙니다 아니다 لا नहीं
"""
_NOT = """
not no never none neither nor without cannot can't don't doesn't isn't aren't won't shouldn't
nicht kein keine nie pas jamais sans nunca non ne не нет 不 没 没有 아니 안 없다 없음 않다
"""
_TRUE = "true wahr richtig vrai verdadero vero 참 正确"
_FALSE = "false falsch faux falso 거짓 错误"
YES, NO, NEGATIONS, TRUE, FALSE = (frozenset(words.split()) for words in (_YES, _NO, _NOT, _TRUE, _FALSE))


def sign_of(text: str) -> bool | None:
    """Tell whether a text begins with yes (True) or no (False); None for neither."""
    first = text.lower().replace(",", " ").replace(":", " ").replace(";", " ").split(maxsplit=1)
    word = first[0].rstrip(".!—–-") if first else ""
    return True if word in YES | TRUE else False if word in NO | FALSE else None
