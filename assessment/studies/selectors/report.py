"""The report of a study: what an overview paper needs, out of stored parts alone, so that it never changes.

Nobody who judged is named in it: A1 is who did the most, A2 the next.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from assessment.results.selectors.leaderboard import measure_label
from assessment.shared.figures import Figure
from assessment.studies.models import Study
from assessment.studies.selectors.access import parts_of
from assessment.studies.selectors.campaign import NAME as FACTS
from assessment.studies.selectors.figures import RULES, agreement_figure, figure, lengths_of
from assessment.studies.selectors.pages import AGREEMENT, ROWS, kinds_of, source_of
from assessment.studies.selectors.repeating import commands
from scoring.evaluate.report import ranks
from scoring.overview.agreement import COEFFICIENTS, WEIGHTED

Part = Mapping[str, Any]
MOST_BOXES = 80  # more cannot be told from each other on a page
MOST_RUNS = 100  # in the matrix
FEW = 12  # sizes of smaller sets
ASSESSOR = "assessor:"  # begins a rule that names somebody

PARTS = ("one_judge", "reliability", "question_sets", "spread", "significance")
COUNTS = {
    "series": "Series",
    "questions": "Questions",
    "retained": "Questions scored",
    "teams": "Teams",
    "runs": "Runs",
    "automatic": "Automatic runs",
    "pooled": "Runs in the pools",
    "responses": "Responses",
    "items": "Pool items",
    "assessors": "Assessors",
    "judgments": "Judgments by people",
    "judged_twice": "Items judged by several people",
    "disputed": "Items judged differently",
    "decisions": "Items adjudicated",
    "by_gold": "Items judged by the gold standard",
    "classes": "Answer classes",
    "nuggets": "Nuggets",
    "votes": "Votes on nuggets",
    "marks": "Nuggets marked in answers",
    "annotations": "Annotations",
}


class ShownScore(NamedTuple):
    """A run as the table of scores has it."""

    place: int | None  # runs of the same score share one
    row: Part  # of the ranking
    others: Sequence[float | None]  # under the other rules
    own: Part  # judged, unjudged and the highest score that there can be


class ReportBoard(NamedTuple):
    """Runs that can be compared, with all that the study found of them; parts that it lacks are None."""

    board: Part
    measure: str
    scores: Sequence[ShownScore]
    one_judge: Part | None
    reliability: Part | None
    question_sets: Part | None
    spread: Part | None
    significance: Part | None
    figures: Mapping[str, Figure]

    @property
    def rules(self) -> list[str]:
        """The rules by which the study of one-judge sets could score the runs, that of the study first."""
        part = self.one_judge or {"reference": "", "qrels": {}}
        wanted = dict.fromkeys((part["reference"], *RULES))
        return [rule for rule in wanted if any(rule in scores for scores in part["qrels"].values())]

    @property
    def sizes(self) -> list[Part]:
        """A few of the sizes of smaller sets, the one that is enough among them."""
        part = self.question_sets or {}
        sizes: Sequence[Part] = part.get("sizes", ())
        step = -(-len(sizes) // FEW)
        return [
            one for place, one in enumerate(sizes, 1) if not place % step or one["size"] == part["enough"]
        ]


class Section(NamedTuple):
    """A part of the report and where to find it."""

    name: str
    title: str


def report_of(study: Study) -> dict[str, Any]:
    """Everything that the report shows (one query)."""
    stored = parts_of(study)
    names = {name: f"A{number}" for number, name in enumerate(people_of(stored, study.options["rule"]), 1)}
    parts, head = without_names(stored, names), without_names(study.head, names)
    facts: Part = parts.get(FACTS, {})
    options = head["options"]
    boards = [report_board(study, number, board, parts) for number, board in enumerate(head["boards"])]
    context = {
        "study": study,
        "title": facts.get("title", study.campaign.title),
        "made": when_shown(study.made_at.isoformat()),
        "head": head,
        "facts": facts,
        "dates": dates_of(facts),
        "counts": [(label, number) for name, label in COUNTS.items() if (number := counted(facts, name))],
        "boards": boards,
        "lengths": lengths_of(facts),
        "found": {name: next(filter(None, (getattr(one, name) for one in boards)), None) for name in PARTS},
        "reference": options["rule"],
        "other_rules": other_rules(facts, options["rule"]),
        "refused": [(name, one["reason"]) for name, one in scores_of(facts).items() if "reason" in one],
        "unjudged": any(shown.own.get("unjudged") for board in boards for shown in board.scores),
        "notes": notes_of(facts, study.options["rule"], options["rule"]),
        "agreement": agreement_of(study, parts, names) if study.head["has_agreement"] else None,
        "commands": commands(head),
        **ROWS,
    }
    return context | {"sections": list(sections(context))}


def people_of(parts: Part, rule: str) -> Sequence[str]:
    """Those who judged; a study that kept no facts knows only those that it names."""
    facts: Part = parts.get(FACTS, {})
    known: list[str] = facts.get("assessors", [])
    compared = {
        pair[place]
        for kind in kinds_of(parts.get(AGREEMENT, {})).values()
        for pair in kind.get("pairs", ())
        for place in ("first", "second")
    }
    if rule.startswith(ASSESSOR) and rule.removeprefix(ASSESSOR) not in facts.get("machines", ()):
        compared.add(rule.removeprefix(ASSESSOR))
    return [*known, *sorted(compared - set(known))]


def without_names(value: Any, names: Mapping[str, str]) -> Any:
    """The same with rules that name an assessor written without the name."""
    rules = {ASSESSOR + name: ASSESSOR + shown for name, shown in names.items()}
    return replaced(value, dict(sorted(rules.items(), key=lambda pair: -len(pair[0]))))


def replaced(value: Any, texts: Mapping[str, str]) -> Any:
    """The same with each of some texts replaced wherever it occurs."""
    if isinstance(value, Mapping):
        return {replaced(name, texts): replaced(inner, texts) for name, inner in value.items()}
    if isinstance(value, list):
        return [replaced(inner, texts) for inner in value]
    if isinstance(value, str) and ASSESSOR in value:
        for before, after in texts.items():
            value = value.replace(before, after)
    return value


def report_board(study: Study, number: int, board: Part, parts: Part) -> ReportBoard:
    """What the report says of comparable runs."""
    own = {name: parts.get(f"{number}.{name}") for name in PARTS}
    facts: Part = parts.get(FACTS, {})
    drawn = {
        name: figure(name, number, board, part, source_of(study), facts)
        for name, part in drawn_parts(own).items()
        if part
    }
    shown = shown_scores(facts, board, own["significance"] or {})
    return ReportBoard(board, measure_label(board["measure"]), shown, **own, figures=drawn)


def drawn_parts(own: Mapping[str, Part | None]) -> dict[str, Part | None]:
    """The figures that there is something for, with the parts that they show."""
    found = {"ranges": own["one_judge"], "swaps": own["one_judge"]}
    if (sets := own["reliability"]) and not sets["reason"]:
        found["errors"] = sets
    if (spread := own["spread"]) and 0 < len(spread["boxes"]) <= MOST_BOXES:
        found["boxes"] = spread
    if (chance := own["significance"]) and chance["pairs"]:
        found["leaders"] = chance
        if len(chance["runs"]) <= MOST_RUNS:
            found["matrix"] = chance
    return found


def scores_of(facts: Part) -> dict[str, Part]:
    """Scores by rule, or why there are none."""
    found: dict[str, Part] = facts.get("scores", {})
    return found


def notes_of(facts: Part, rule: str, shown: str) -> list[str]:
    """What to know of the scores; notes on a rule that names somebody say the name as well."""
    notes: Sequence[str] = scores_of(facts).get(shown, {}).get("notes", ())
    if rule == shown:
        return list(notes)
    name, number = rule.removeprefix(ASSESSOR), shown.removeprefix(ASSESSOR)
    return [re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", number, note) for note in notes]


def other_rules(facts: Part, reference: str) -> list[str]:
    """The rules that can be followed besides the one of the study."""
    return [rule for rule in RULES if rule != reference and "runs" in scores_of(facts).get(rule, {})]


def shown_scores(facts: Part, board: Part, significance: Part) -> list[ShownScore]:
    """The runs from best to worst."""
    rule = next(iter(scores_of(facts)), "")
    others = other_rules(facts, rule)
    ranking = significance.get("runs") or [{"run": run} for run in board["runs"]]
    by_rule = {name: scores_of(facts)[name]["runs"] for name in (*others, rule) if name}
    place = ranks({row["run"]: row.get("score") for row in ranking})
    return [
        ShownScore(
            place.get(row["run"]),
            row,
            [by_rule[name][row["run"]]["score"] for name in others],
            by_rule.get(rule, {}).get(row["run"], {}),
        )
        for row in ranking
    ]


def counted(facts: Part, name: str) -> int:
    """A number of the campaign; 0 where it was not kept."""
    number: int = facts.get("counts", {}).get(name, 0)
    return number


def dates_of(facts: Part) -> list[tuple[str, str]]:
    """When things happened."""
    dates = facts.get("dates", {})
    times = dates.get("deadline_moved", 0)
    moved = {0: "", 1: " (moved once)"}.get(times, f" (moved {times} times)")
    judged = [when_shown(dates.get(name, "")).partition(",")[0] for name in ("judged_first", "judged_last")]
    found = [
        ("Set up", when_shown(dates.get("created", ""))),
        ("Runs due", dates.get("deadline", "") and dates["deadline"] + moved),
        ("Judged", " to ".join(dict.fromkeys(filter(None, judged)))),
    ]
    return [(label, text) for label, text in found if text]


def when_shown(text: str) -> str:
    """A time, in UTC wherever it is read."""
    if not text:
        return ""
    there = datetime.fromisoformat(text).astimezone(UTC)
    return f"{there.day} {there:%b %Y, %H:%M} UTC"


def agreement_of(study: Study, parts: Part, names: Mapping[str, str]) -> dict[str, Any]:
    """How far people agree, by kind of judgment; pairs are in the order of their numbers."""
    part = parts[AGREEMENT]
    kinds = []
    for label, kind in kinds_of(part).items():
        pairs = sorted(numbered_pairs(kind.get("pairs", ()), names), key=lambda pair: pair["places"])
        kinds.append((label, {**kind, "pairs": pairs}))
    drawn = agreement_figure(part, source_of(study)) if part.get("questions") else None
    named = {"coefficients": COEFFICIENTS.items(), "weighted": WEIGHTED.items()}
    return {"part": part, "kinds": kinds, **named, "figure": drawn}


def numbered_pairs(pairs: Sequence[Part], names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Pairs of people by their numbers, the lower one first."""
    for pair in pairs:
        places = sorted(int(names[pair[place]][1:]) for place in ("first", "second"))
        yield {**pair, "places": places, "first": f"A{places[0]}", "second": f"A{places[1]}"}


def sections(context: Mapping[str, Any]) -> Iterator[Section]:
    """The parts of the report, in their order."""
    boards: Sequence[ReportBoard] = context["boards"]
    units = "series" if boards and all(one.board["unit"] == "series" for one in boards) else "questions"
    yield Section("campaign", "Campaign")
    if context["facts"]:
        yield Section("methods", "Methods")
    yield Section("scores", "Scores")
    if context["agreement"]:
        yield Section("agreement", "Agreement of assessors")
    if any(board.one_judge for board in boards):
        yield Section("judges", "Other assessors")
    if any(board.reliability for board in boards):
        yield Section("sets", f"Other {units}")
    if any(board.spread for board in boards):
        yield Section("spread", f"Hard and easy {units}")
    if any(board.significance for board in boards):
        yield Section("chance", "Significance")
    yield Section("repeat", "How to repeat it")
