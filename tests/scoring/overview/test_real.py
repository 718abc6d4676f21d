"""Tables over real topics and answers, against the numbers that the papers give. Skipped where the files are absent."""

from scoring.formats import target_types
from tests.scoring.overview.test_tables import row, rows, tables
from tests.scoring.realdata import real
from tests.scoring.test_real_parts import RUNS, Year


def test_the_tables_of_trec_2004_are_those_of_its_paper() -> None:
    """Question series, sections 1 and 2."""
    year = Year("trec13", True, False)
    typed = target_types.read(real("trec13targettypes"), "types", year.topics)
    evaluation = year.evaluation(RUNS)
    found = tables(evaluation._replace(topics=typed.topics))
    per_series = {one["Type"]: one for one in rows(found["questions-per-series"])}
    assert {name: one["Questions"] for name, one in per_series.items()} == {
        "Factoid": 230,
        "List": 56,
        "Other": 65,
        "All": 351,
    }
    assert per_series["All"]["Series"] == 65
    assert (per_series["Other"]["Min"], per_series["Other"]["Max"]) == (1, 1)
    lists = row(found["list-answers"], "Final answer sets")
    assert (lists["Lists"], lists["Min"], lists["Max"]) == (55, 2, 41)
    assert f"{float(lists['Mean']):.1f}" == "8.8"
    types = {one["Type of target"]: one["Questions"] for one in rows(found["questions-by-target-type"])}
    assert types.keys() == {"PERSON", "ORGANIZATION", "THING", "All"}
    assert sum(types.values()) == 2 * 351
