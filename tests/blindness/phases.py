"""The phases of a campaign, in their order, as the table of access names them."""

from enum import Enum


class Phase(Enum):
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
    # What the table says of these is said of another phase.
    WITHDRAWN = "release taken back"
    ARCHIVED = "archived"
    DELETING = "being deleted"

    @property
    def number(self) -> int:
        """Its place, from 0."""
        return list(Phase).index(self)

    @property
    def as_at(self) -> "Phase | None":
        """The phase whose line of the table holds; None: nobody sees anything."""
        others: dict[Phase, Phase | None] = {
            Phase.WITHDRAWN: Phase.SCORED,
            Phase.ARCHIVED: Phase.SHARED,
            Phase.DELETING: None,
        }
        return others.get(self, self)

    @property
    def built_as(self) -> "Phase":
        """The phase as which it is set up first. Released campaigns cannot be deleted."""
        return {Phase.WITHDRAWN: Phase.SHARED, Phase.DELETING: Phase.SCORED}.get(self, self.as_at or self)

    @property
    def absent(self) -> tuple[str, ...]:
        """Files of a bundle that hold what comes later."""
        judged = [f"{name}.csv" for name in ("assignments", "judgments", "classes", "nuggets", "votes")]
        judged += ["matches.csv", "annotations.jsonl"]
        pooled = ["pool.csv", "gold.csv"]
        return (
            *(("runs", "runs.csv") if self is Phase.DRAFT else ()),
            *(pooled if self.number < Phase.POOLED.number else ()),
            *(judged if self.number < Phase.JUDGING.number else ()),
            *(("adjudications.csv",) if self.number < Phase.ADJUDICATING.number else ()),
        )
