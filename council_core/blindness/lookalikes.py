"""Letters of other scripts that look like Latin ones, one for one.

A hand-picked part of Unicode's confusables (https://www.unicode.org/reports/tr39/): only letters that pass for Latin
in running text, and only pairs of single characters, so that folding keeps lengths.
"""

_PAIRS = (
    # Cyrillic
    ("аАвВеЕкКмМнНоОрРсСтТуУхХіІјЈѕЅԁһԛԝӏЅѵԌ", "aAbBeEkKmMhHoOpPcCtTyYxXiIjJsSdhqwlSvG"),
    # Greek
    ("αΑβΒγεΕΖηΗιΙκΚΜνΝοΟρΡτΤυΥχΧω", "aAbByeEZnHiIkKMvNoOpPtTuYxXw"),
    # Armenian, Cherokee, Lisu
    ("օսցհոՕՍᏟᎪᎬᎻᏀᏢᎢᏞᎠꓚꓡꓮꓴꓓꓰꓖꓑꓔ", "ougtnOUCAEHGPTLDCLAUDEGPT"),
    # Latin beyond ASCII: small capitals, script and dotless letters
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıɑɡɩʋɔłøđƖꞮ", "abcdefghijklmnoprstuvwyziagiuclodlI"),
)

LATIN_FOR: dict[int, str] = {
    ord(other): latin for others, latins in _PAIRS for other, latin in zip(others, latins, strict=True)
} | {
    first + offset: chr(ord("A") + offset)
    # Negative circled and negative squared letters have no compatibility form.
    for first in (0x1F150, 0x1F170)
    for offset in range(26)
}
"""Table for `str.translate` from look-alikes to Latin letters."""
