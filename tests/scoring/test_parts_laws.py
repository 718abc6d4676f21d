"""What must hold of scores of lists and nuggets, whatever was judged."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.records import Evaluation, Match
from tests.scoring.parts import item, report
from tests.scoring.whole import campaigns


@given(campaigns())
def test_every_value_is_between_0_and_1_and_within_its_bounds(made: Evaluation) -> None:
    for scored in report(made).runs.values():
        values = [scored.score, scored.by_type, *scored.measures.values()]
        values += [value for parts in (scored.series or {}).values() for value in parts.values()]
        assert all(value is None or 0 <= value <= 1 for value in values)
        assert scored.low == scored.score
        assert scored.score is None or (scored.high is not None and scored.high >= scored.score)


@given(campaigns(), st.randoms(use_true_random=False))
def test_no_order_of_rows_has_a_part_in_the_scores(made: Evaluation, random: Any) -> None:
    def mixed(rows: Any) -> Any:
        return tuple(random.sample(rows, len(rows)))

    tables = ("pool", "judgments", "known_answers", "nuggets", "nugget_votes", "matches", "runs")
    other = made._replace(**{name: mixed(getattr(made, name)) for name in tables})
    responses = {
        name: tuple(sorted(mixed(lines), key=lambda line: line.qid in ("1.1", "2.1", "2.2") and line.rank))
        for name, lines in made.responses.items()
    }
    assert report(other._replace(responses=responses)).as_text() == report(made).as_text()


@given(campaigns())
def test_the_checksum_covers_classes_votes_and_matches(made: Evaluation) -> None:
    def checksum(evaluation: Evaluation) -> str:
        return report(evaluation).inputs_sha256

    base = checksum(made)
    assert checksum(made._replace(nugget_votes=made.nugget_votes[1:])) != base
    assert checksum(made._replace(nuggets=made.nuggets[1:], matches=())) != base
    assert checksum(made._replace(matches=(*made.matches, Match(item("1.3", "new"), "A", "ann")))) != base
    renamed = tuple(nugget._replace(text="Other words") for nugget in made.nuggets)
    assert checksum(made._replace(nuggets=renamed)) == base
