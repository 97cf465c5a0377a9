"""Draw the pictures of a run on one PNG, for chats and documents that draw no SVG."""

from importlib.resources import as_file, files

from council_core.domain.export import Script
from council_core.errors import RequestError
from council_core.exports.document import FONTS, WIDTH, Chart, Document
from council_core.exports.scripts import LETTERS, scripts_in
from council_core.exports.tree import is_installed

MARGIN, TITLE, BETWEEN = 24, 28, 26
"""Pixels around all pictures, for one title, and between two pictures."""

ZOOM = 2.0


def png_pictures(document: Document) -> tuple[bytes, tuple[Script, ...]]:
    """Return all pictures on one PNG, and the scripts in them for which no font here has letters. Latin letters come
    from the machine's fonts, or else from one font that ships with Council.

    Raises:
        RequestError: The package resvg-py is not installed, or the run has no figures.
    """
    if not document.charts:
        raise RequestError("export_no_figures")
    return png_of_charts(document.charts)


def png_of_charts(charts: tuple[Chart, ...]) -> tuple[bytes, tuple[Script, ...]]:
    """Return these pictures on one PNG, and the scripts in them for which no font here has letters.

    Raises:
        RequestError: The package resvg-py is not installed.
    """
    if not is_installed("resvg_py"):
        raise RequestError("export_needs", fact="resvg-py")
    drawn = stacked(charts)
    return png_of(drawn), tuple(script for script in scripts_in(drawn) if not _has_letters(drawn, script))


def _has_letters(drawn: str, script: Script) -> bool:
    """Tell whether a font here draws the script, by looking for letters in the picture."""
    letter = LETTERS[script].search(drawn)
    return letter is None or png_of(_lone(letter.group())) != png_of(_lone(""))


def _lone(letter: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-family="{FONTS}">'
        f"{letter}</text></svg>"
    )


def png_of(svg: str) -> bytes:
    """Return one of our own pictures as PNG, which needs the package resvg-py."""
    import resvg_py

    with as_file(files("council_core.exports").joinpath("fonts", "DejaVuSans.ttf")) as font:
        made = resvg_py.svg_to_bytes(
            svg_string=svg,
            font_files=[str(font)],
            background="white",
            zoom=ZOOM,
            font_family="DejaVu Sans",
        )
    return bytes(made)


def stacked(charts: tuple[Chart, ...]) -> str:
    """Return the pictures one below the other, each under its title, as one SVG of limited size."""
    y, drawn = MARGIN, list[str]()
    for chart in charts:
        drawn.append(
            f'<text x="{MARGIN}" y="{y + 14}" font-family="Noto Sans, DejaVu Sans" font-size="15" font-weight="bold">'
            f"{chart.title}</text>"
        )
        y += TITLE
        drawn.append(chart.svg.replace("<svg ", f'<svg x="{MARGIN}" y="{y}" ', 1))
        y += chart.height + BETWEEN
    wide = WIDTH + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{y}" viewBox="0 0 {wide} {y}" fill="black">'
        f"{''.join(drawn)}</svg>"
    )
