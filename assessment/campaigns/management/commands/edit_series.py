"""Change what a series is about, or the order of its questions."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import series_named
from assessment.campaigns.models import Series
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services.series import edit_series
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Changes what is given and leaves the rest."""

    help = (
        "Change the target of a series, its type, or the order of its questions; target and order only before runs come "
        'in. Example: manage.py edit_series comets 3 --target "Halden Observatory" --order 3.2,3.1,3.3'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("series", help="id of the series")
        parser.add_argument("--target", help="what the questions are about")
        parser.add_argument("--target-type", metavar="TYPE", help="such as PERSON")
        parser.add_argument("--order", metavar="QID,QID,…", help="all its questions in their new order")

    def do(self, **options: Any) -> str:
        series = series_named(campaign_named(options["campaign"]), options["series"])
        target, kind = options["target"], options["target_type"]
        changed = edit_series(
            series=series,
            target=series.target if target is None else target,
            target_type=series.target_type if kind is None else kind,
            places=_places(series, options["order"]),
            by=None,
        )
        return sentences.series_saved(changed)


def _places(series: Series, order: str | None) -> dict[str, int]:
    """The new place of each question; none where the order stays."""
    if order is None:
        return {}
    wanted = [qid.strip() for qid in order.split(",") if qid.strip()]
    there = list(series.questions.in_order().values_list("qid", flat=True))
    if sorted(wanted) != sorted(there):
        raise Refused(
            f"The order does not name each question of series {series.key} once. Nothing was changed.",
            "order",
            f"Its questions are {','.join(there)}.",
        )
    return {qid: place for place, qid in enumerate(wanted, 1)}
