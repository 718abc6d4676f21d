"""The tones of grades as a style sheet, from what the scales say: so no style sheet names a grade."""

from collections import defaultdict

from scoring.scales import BY_LABEL

_RULE = """:is(.grade, .pick, .btn):is({classes}),
:is({data}) .g {{
  --tone: var(--{tone});
  --tone-soft: var(--{tone}-soft);
}}
"""


def tones() -> str:
    """A rule for each tone. Words, buttons and choices have their grade as a class, lines of lists as data.

    A campaign's own grades have their tone in both.
    """
    labels: defaultdict[str, list[str]] = defaultdict(list)
    for grade in BY_LABEL.values():
        if grade.tone:
            labels[grade.tone].append(grade.label)
    return "".join(_rule(tone, of_tone) for tone, of_tone in labels.items())


def _rule(tone: str, labels: list[str]) -> str:
    classes = ", ".join(f".{label}" for label in dict.fromkeys((*labels, tone)))
    data = ", ".join((*(f'[data-grade="{label}"]' for label in labels), f'[data-tone="{tone}"]'))
    return _RULE.format(classes=classes, data=data, tone=tone)
