"""Which forms of question go with which scales, pages and measures: the table of the manual, made of what is checked."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.evaluations.loader.types import measures_of, scales_of
from scoring.forms import FORMS
from scoring.forms.base import Form
from scoring.measures import MEASURES
from scoring.scales import SCALES
from scoring.stages import GRADES, MATCHING

_HEAD = ("form", "responses", "graded on", "pages", "measures")


class Combination(NamedTuple):
    """A row of the table."""

    form: Form
    ranks: int  # responses to a question; 0: any number, without ranks
    has_cells: bool = False  # whether nuggets have labels in items

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the row."""
        named = {one: "" for measure in MEASURES.values() for one in measure.settings}
        spellings = ", ".join(measures_of(self.form, named, self.ranks or 1, cells=self.has_cells)).split(
            ", "
        )
        measures = (f"`{spelling}`" for spelling in spellings)
        return (f"`{self.form.name}`", self._responses, self._scales, self._pages, ", ".join(measures))

    @property
    def _responses(self) -> str:
        if self.form.has_criteria:
            return "one"
        if not self.ranks:
            return "any number"
        silent = ", or silence" if self.form.may_be_silent else ""
        return "several, with ranks" if self.ranks > 1 else f"one{silent}"

    @property
    def _scales(self) -> str:
        if self.form.has_criteria:
            return "each criterion: `yes-no`, `four-way`, `five-way`, `support`, one of its own"
        if self.has_cells:
            return "nuggets in items: `support`, one of its own"
        if not self.form.asks(GRADES):
            return "nothing"
        own = [] if self.form.may_be_silent or not self.form.pools else ["one of its own"]
        return ", ".join([*(f"`{name}`" for name in scales_of(self.form, SCALES)), *own])

    @property
    def _pages(self) -> str:
        return ", ".join(
            f"{stage.name} ({', '.join(task.name for task in stage.tasks)})" for stage in self.form.stages
        )


def combinations() -> Iterator[Combination]:
    """All that there are; those with ranks where responses are graded one by one."""
    for form in FORMS:
        if not form.has_criteria:
            yield Combination(form, 0 if form.entry else 1)
        if not form.is_whole and not form.may_be_silent:
            yield Combination(form, 5)
        if form.asks(MATCHING):
            yield Combination(form, 0, has_cells=True)


def table() -> str:
    """The table in Markdown."""
    rows = (_HEAD, ("---",) * len(_HEAD), *(one.cells for one in combinations()))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    print(table(), end="")
