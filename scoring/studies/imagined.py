"""The scores of an evaluation against those that it would have with some changes, as a study that is kept.

Changes are spelled as in `what_if`; besides those, `leave-one-out:team` and `leave-one-out:run` leave each in its turn
out of the pools.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.evaluate import SOFTWARE, Scorer
from scoring.say import say
from scoring.studies.comparison import what_if
from scoring.studies.leave_one_out import By, leave_one_out
from scoring.studies.numbers import text_of
from scoring.studies.what_if import Explained, VariationError, parse, variations

Progress = Callable[[int, int, str], None]
EACH: Mapping[str, By] = MappingProxyType({"leave-one-out:team": "team", "leave-one-out:run": "run"})
MOST_QUESTIONS, MOST_ITEMS = (
    1_000,
    100,
)  # that are kept, of those that moved; how many there are is always told


class Imagined(NamedTuple):
    """What would be different: a head for lists, and the comparison or what became of each that was left out."""

    head: Mapping[str, Any]
    parts: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """What came of it, for people."""
        return str(self.head["summary"])

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {**self.head, **self.parts}

    def as_text(self) -> str:
        """The JSON as a file holds it."""
        return text_of(self.as_json())


def changes_explained() -> tuple[Explained, ...]:
    """Every spelling with what it does."""
    each = [Explained(name, f"Each {by} left out of the pools in its turn.") for name, by in EACH.items()]
    return (*variations(), *each)


def imagined(
    scorer: Scorer, changes: Sequence[str], rule: str = "adjudicated", progress: Progress | None = None
) -> Imagined:
    """What if. Raises ValueError with a sentence where a change is none, or the campaign has nothing for it."""
    each = [EACH[change] for change in changes if change in EACH]
    if each and len(changes) > 1:
        message = say("Leaving out each in its turn cannot be combined with other changes.")
        raise VariationError("not_combined", message, say("Give it alone."))
    head = {
        "campaign": scorer.evaluation.campaign,
        "track": scorer.evaluation.track,
        "software": SOFTWARE,
        "inputs_sha256": scorer.inputs_of(rule),
        "rule": rule,
        "changes": list(changes),
    }
    return _each(scorer, each[0], rule, head, progress) if each else _some(scorer, changes, rule, head)


def label_of(changes: Sequence[str]) -> str:
    """What is different, for people. Raises ValueError where a change is none."""
    each = {
        "team": say("Pools without each team in its turn"),
        "run": say("Pools without each run in its turn"),
    }
    return "; ".join(each[EACH[one]] if one in EACH else parse(one).label for one in changes)


def _some(scorer: Scorer, changes: Sequence[str], rule: str, head: Mapping[str, Any]) -> Imagined:
    variations_ = [parse(change) for change in changes]
    found = what_if(scorer, variations_, rule)
    comparison = found.as_json(MOST_QUESTIONS, MOST_ITEMS)
    return Imagined(
        {**head, "label": label_of(changes), "summary": found.summary}, {"comparison": comparison}
    )


def _each(scorer: Scorer, by: By, rule: str, head: Mapping[str, Any], progress: Progress | None) -> Imagined:
    def tell(done: int, total: int) -> None:
        if progress:
            progress(
                done, total, say("Leaving out each team") if by == "team" else say("Leaving out each run")
            )

    found = leave_one_out(scorer, rule, by=by, progress=tell).as_json()
    rows = found["rows"]
    moved = sum(run["difference"] not in (0, None) for row in rows for run in row["runs"])
    if by == "team":
        summary = say(
            "{moved} runs get another score where the pools lack what only their own team brought.",
            moved=moved,
        )
    else:
        summary = say(
            "{moved} runs get another score where the pools lack what only their own run brought.",
            moved=moved,
        )
    return Imagined(
        {**head, "label": label_of(head["changes"]), "summary": summary}, {"leave_one_out": found}
    )
