"""How the parts of a figure look: shape and dash besides colour, so that each is told apart without any.

The colours here are those of light pages, as attributes, which every program that shows SVG understands. Style sheets
go before them: static/css/figures.css on pages, templates/figures/_dark.css in a file on a dark screen.
"""

from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

Styles = dict[str, dict[str, str | int]]

HUES = ("#1d4f7c", "#8a5a00", "#6a47ad", "#1a7446", "#a8322a", "#67625a")
DASHES = ("none", "7 4", "2 3", "9 3 2 3", "14 4", "4 2 1 2")
INK, MUTED, EDGE, LINE, PAPER = "#1d1b18", "#67625a", "#8c867b", "#e3ddd1", "#fff"
SIZE, SMALL = 13, 12  # of names, and of numbers and titles, in pixels

# Drawn around the point they are moved to, about eight pixels wide.
SHAPES = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",  # circle
    "m-3.5-3.5h7v7h-7z",  # square
    "m0-4.6l4.4 7.8h-8.8z",  # triangle
    "m0 4.6l4.4-7.8h-8.8z",  # triangle on its head
    "m-1.4-4.2h2.8v2.8h2.8v2.8h-2.8v2.8h-2.8v-2.8h-2.8v-2.8h2.8z",  # cross
    "m0-5l5 5l-5 5l-5-5z",  # diamond
    "m-5-3h10v6h-10z",  # flat box
)
DOT = "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z"

STYLES: Styles = {
    "ground": {"fill": PAPER},
    "grid": {"fill": "none", "stroke": LINE},
    "rule": {"fill": "none", "stroke": EDGE},
    "ticks": {"fill": MUTED, "font-size": SMALL},
    "titles": {"fill": MUTED, "font-size": SMALL},
    "names": {"fill": INK, "font-size": SIZE},
    "heading": {"fill": INK, "font-size": 16},
    "guides": {"fill": "none", "stroke": MUTED, "stroke-dasharray": "5 3"},
    "groups": {"fill": "none", "stroke": INK, "stroke-width": 3},
    "strokes": {"fill": "none", "stroke": INK, "stroke-width": 2},
    "numbers": {"fill": INK, "font-size": SMALL},
}
# Those of a series; {hue} and {dash} are its own.
SERIES_STYLES: Styles = {
    "marks": {"fill": "{hue}", "stroke": PAPER, "stroke-width": ".8", "paint-order": "stroke"},
    "many": {"fill": "{hue}", "fill-opacity": ".5"},
    "hollow": {"fill": PAPER, "stroke": "{hue}", "stroke-width": "1.4"},
    "line": {"fill": "none", "stroke": "{hue}", "stroke-width": 2, "stroke-dasharray": "{dash}"},
    "band": {"fill": "{hue}", "fill-opacity": ".16"},
    "interval": {"fill": "none", "stroke": "{hue}", "stroke-width": 3, "stroke-opacity": ".45"},
    "whisker": {"fill": "none", "stroke": "{hue}", "stroke-width": "1.4"},
    "box": {"fill": "{hue}", "fill-opacity": ".2", "stroke": "{hue}", "stroke-width": "1.4"},
    "middle": {"fill": "none", "stroke": "{hue}", "stroke-width": 3},
}
# Parts of a bar and cells of a matrix, from full to empty: what differs is how dark they are.
LEVELS = ("1", ".45", ".16", "0")
LEVEL_STYLES: Styles = {
    "level": {"fill": HUES[0], "fill-opacity": "{level}", "stroke": PAPER},
    "bar": {"fill": HUES[0], "fill-opacity": "{level}", "stroke": HUES[0], "stroke-width": "1"},
    "letters": {"fill": "{letter}", "font-size": "11"},
}
ALL_STYLES: Styles = {**STYLES, **SERIES_STYLES, **LEVEL_STYLES}


class Look(NamedTuple):
    """Which kind of thing it is that is drawn, and of which series."""

    kind: str
    series: int | None = None

    @property
    def classes(self) -> str:
        """For style sheets."""
        if self.series is None:
            return self.kind
        prefix, count = ("v", len(LEVELS)) if self.kind in LEVEL_STYLES else ("s", len(HUES))
        return f"{self.kind} {prefix}{self.series % count}"

    @property
    def attributes(self) -> SafeString:
        """For programs that know no style sheets."""
        number = self.series or 0
        known = {
            "hue": HUES[number % len(HUES)],
            "dash": DASHES[number % len(DASHES)],
            "level": LEVELS[number % len(LEVELS)],
            "letter": PAPER if number % len(LEVELS) == 0 else INK,
        }
        styles = ALL_STYLES[self.kind]
        parts = [format_html(' {}="{}"', name, str(value).format(**known)) for name, value in styles.items()]
        return SafeString("".join(parts))


def shape(series: int) -> str:
    """The path of a series' symbol."""
    return SHAPES[series % len(SHAPES)]
