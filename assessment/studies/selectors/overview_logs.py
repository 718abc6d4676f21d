"""The tables of a report that only the site can fill, since no bundle has what they are made of."""

from collections.abc import Mapping, Sequence
from typing import Any

from assessment.campaigns.models import Campaign
from assessment.development.services.query_logs import ENTERED
from assessment.people.models import Event
from scoring.overview.every import Part
from scoring.overview.tables import Column, Table

THEME = "questions"
COLUMNS = (
    Column("Filter"),
    Column("Asks for"),
    Column("Queries", "count"),
    Column("Only this filter", "count"),
    Column("Example"),
)


def query_logs_of(campaign: Campaign) -> list[Mapping[str, Any]]:
    """What the query logs came to whose queries became candidates, in the order in which they were entered."""
    events = Event.objects.filter(campaign=campaign, verb=ENTERED).order_by("pk")
    return [{**data, "source": source} for source, data in events.values_list("subject", "data")]


def with_query_logs(parts: Sequence[Part], logs: Sequence[Mapping[str, Any]]) -> list[Part]:
    """The parts of the report, with a table for each log among those about questions."""
    tables = [_table(number, log) for number, log in enumerate(logs, 1)]
    return [part._replace(tables=[*part.tables, *tables]) if part.name == THEME else part for part in parts]


def _table(number: int, log: Mapping[str, Any]) -> Table:
    rows = [[one["name"], one["says"], one["queries"], one["alone"], one["example"]] for one in log["counts"]]
    note = (
        f"{log['source']}: {log['queries']:,} different queries, {log['considered']:,} of them long and frequent enough, "
        f"{log['fitting']:,} fit a filter; {log['entered']:,} became candidates."
    )
    ending = "" if number == 1 else f"-{number}"
    return Table(
        f"query-log{ending}", "Filters of a query log", "Natural Questions, Table 1", COLUMNS, rows, note
    )
