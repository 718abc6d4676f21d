"""The stages of a campaign, in their order, as the table of access names them."""

from enum import Enum


class Stage(Enum):
    """Where a campaign is."""

    DRAFT = "draft"
    OPEN = "open for runs"
    POOLED = "pooled"
    JUDGING = "judging"
    ADJUDICATING = "adjudicating"
    SCORED = "scored"
    TO_TEAMS = "released to each team alone"
    RELEASED = "released"
    NAMELESS = "released, with qrels and judged runs"
    SHARED = "released, with names, qrels and judged runs"
    # What the table says of these is said of another stage.
    WITHDRAWN = "release taken back"
    ARCHIVED = "archived"
    DELETING = "being deleted"

    @property
    def number(self) -> int:
        """Its place, from 0."""
        return list(Stage).index(self)

    @property
    def as_at(self) -> "Stage | None":
        """The stage whose line of the table holds; None: nobody sees anything."""
        others: dict[Stage, Stage | None] = {
            Stage.WITHDRAWN: Stage.SCORED,
            Stage.ARCHIVED: Stage.SHARED,
            Stage.DELETING: None,
        }
        return others.get(self, self)

    @property
    def built_as(self) -> "Stage":
        """The stage as which it is set up first. Released campaigns cannot be deleted."""
        return {Stage.WITHDRAWN: Stage.SHARED, Stage.DELETING: Stage.SCORED}.get(self, self.as_at or self)

    @property
    def absent(self) -> tuple[str, ...]:
        """Files of a bundle that hold what comes later."""
        judged = [f"{name}.csv" for name in ("assignments", "judgments", "classes", "nuggets", "votes")]
        judged += ["matches.csv", "annotations.jsonl"]
        pooled = ["pool.csv", "gold.csv"]
        return (
            *(("runs", "runs.csv") if self is Stage.DRAFT else ()),
            *(pooled if self.number < Stage.POOLED.number else ()),
            *(judged if self.number < Stage.JUDGING.number else ()),
            *(("adjudications.csv",) if self.number < Stage.ADJUDICATING.number else ()),
        )
