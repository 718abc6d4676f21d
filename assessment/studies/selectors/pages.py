"""What the pages of a study show, out of its stored parts."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.http import Http404
from django.urls import reverse

from assessment.shared.figures import Figure
from assessment.shared.say import say, sentence
from assessment.studies.models import Study
from assessment.studies.selectors.access import parts_of
from assessment.studies.selectors.campaign import NAME as FACTS
from assessment.studies.selectors.figures import FIGURES, RULES, agreement_figure, figure, lengths_of
from scoring.overview.agreement import COEFFICIENTS, KINDS, OF_EACH, WEIGHTED

Part = Mapping[str, Any]


class StudyPage(NamedTuple):
    """A page of a study: its name in addresses, its label, the part of boards that it shows, and its figures."""

    name: str
    label: str
    part: str  # of each board, without which there is nothing to show
    figures: Sequence[str]
    more: str = ""  # another part that it shows


PAGES = (
    StudyPage("assessors", sentence("Other assessors"), "one_judge", ("ranges", "swaps")),
    StudyPage("sets", sentence("Other questions"), "reliability", ("errors",), more="question_sets"),
    StudyPage("spread", sentence("Hard and easy"), "spread", ("boxes",)),
    StudyPage("significance", sentence("Significance"), "significance", ("leaders", "matrix")),
)
BY_NAME = {page.name: page for page in PAGES}
AGREEMENT = "agreement"


ROWS = {  # of the tables of one-judge judgment sets
    "sample_rows": (("within", "Among them"), ("with_adjudicated", "With")),
    "rule_rows": (
        ("adjudicated", "adjudicated"),
        ("majority", "majority"),
        ("union", "union"),
        ("intersection", "intersection"),
        ("one_judge", "one of the one-judge sets"),
    ),
    "rules": RULES,
}


class ShownFigure(NamedTuple):
    """A figure and the addresses of its files."""

    figure: Figure
    svg_url: str
    csv_url: str


class ShownBoard(NamedTuple):
    """Runs that can be compared: what the study says of them, and the figures."""

    number: int
    board: Part
    part: Part | None  # None where the study has nothing of the kind
    figures: Sequence[ShownFigure]
    more: Part | None = None
    lengths: Mapping[str, str] = MappingProxyType({})  # by run, as it was declared


def pages_of(study: Study) -> list[tuple[str, str]]:
    """Names and labels of the pages that a study has something for."""
    if study.kind != Study.Kind.TRUST:
        return []
    there = {name for board in study.head["boards"] for name in board["parts"]}
    found = [(page.name, say(page.label)) for page in PAGES if page.part in there]
    return [*found, (AGREEMENT, say("Agreement"))] if study.head["has_agreement"] else found


def boards_of(study: Study, page: StudyPage) -> list[ShownBoard]:
    """The boards of a page (one query)."""
    boards = study.head["boards"]
    names = [name for name in (page.part, page.more) if name]
    wanted = (f"{number}.{name}" for number in range(len(boards)) for name in names)
    parts = parts_of(study, FACTS, *wanted)
    facts = parts.get(FACTS, {})
    found = []
    for number, board in enumerate(boards):
        part = parts.get(f"{number}.{page.part}")
        drawn = [
            with_addresses(study, figure(name, number, board, part, source_of(study), facts))
            for name in (page.figures if part else ())
            if part
        ]
        more = parts.get(f"{number}.{page.more}")
        found.append(ShownBoard(number, board, part, drawn, more, lengths_of(facts)))
    return found


def with_addresses(study: Study, made: Figure) -> ShownFigure:
    """A figure with the addresses of its files."""
    svg, table = (
        reverse("studies:figure", args=[study.campaign.slug, study.version, made.name, form])
        for form in ("svg", "csv")
    )
    return ShownFigure(made, svg, table)


def source_of(study: Study) -> str:
    """Which study and software the values of a figure are of."""
    return say(
        "{title}, study {number}, seed {seed}, {software}",
        title=study.campaign.title,
        number=str(study.version),
        seed=str(study.options["seed"]),
        software=study.software,
    )


def figure_named(study: Study, name: str) -> Figure:
    """A figure by its name; Http404 where the study has none of it."""
    kind, _, number = name.rpartition("-")
    if name == AGREEMENT:
        return agreement_figure(found_part(study, AGREEMENT), source_of(study))
    if kind not in FIGURES or not number.isdecimal() or int(number) >= len(study.head["boards"]):
        raise Http404
    wanted = f"{int(number)}.{FIGURES[kind][0]}"
    parts = parts_of(study, wanted, FACTS)
    if wanted not in parts:
        raise Http404
    board, facts = study.head["boards"][int(number)], parts.get(FACTS, {})
    return figure(kind, int(number), board, parts[wanted], source_of(study), facts)


def found_part(study: Study, name: str) -> Part:
    """A part of a study; Http404 where it has none."""
    found = parts_of(study, name).get(name)
    if found is None:
        raise Http404
    part: Part = found
    return part


def kinds_of(agreement: Part) -> dict[str, Part]:
    """What people judged twice, by what it is called."""
    there = {**agreement, **agreement.get("annotations", {})}
    found = {label: there[name] for name, label in KINDS.items() if name in there}
    for own in OF_EACH:
        found |= agreement.get(own, {})
    return found


def agreement_page(study: Study) -> dict[str, Any]:
    """All of agreement, and its figure where answers were judged (one query)."""
    part = found_part(study, AGREEMENT)
    return {
        "part": part,
        "kinds": kinds_of(part).items(),
        "coefficients": COEFFICIENTS.items(),
        "weighted": WEIGHTED.items(),
        "shown": with_addresses(study, agreement_figure(part, source_of(study)))
        if part.get("questions")
        else None,
    }
