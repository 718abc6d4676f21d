"""The stages of a campaign, in their order, as the table of access names them."""

from enum import Enum


class Stage(Enum):
    """Where a campaign is."""

    DRAFT = "draft"
    OPEN = "open for runs"
    JUDGING = "judging"
    ADJUDICATING = "adjudicating"
    SCORED = "scored"
    TO_TEAMS = "released to each team alone"
    RELEASED = "released"
    SHARED = "released, with names, qrels and judged runs"

    @property
    def number(self) -> int:
        """Its place, from 0."""
        return list(Stage).index(self)

    @property
    def absent(self) -> tuple[str, ...]:
        """Files of a bundle that hold what comes later."""
        judged = [
            f"{name}.csv" for name in ("pool", "assignments", "judgments", "classes", "nuggets", "votes")
        ]
        judged += ["matches.csv", "annotations.jsonl", "gold.csv"]
        return (
            *(("runs", "runs.csv") if self is Stage.DRAFT else ()),
            *(judged if self.number < Stage.JUDGING.number else ()),
            *(("adjudications.csv",) if self.number < Stage.ADJUDICATING.number else ()),
        )
