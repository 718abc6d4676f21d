"""Which queries of a log become candidates, by what somebody wants of them; looked at before they are entered."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.files.uploadedfile import UploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.searching import pages_for
from assessment.campaigns.selectors.similar import Repeats
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import FileExample, lines_example, register_example
from assessment.development.services.query_logs import (
    TOP,
    Log,
    Query,
    Wanted,
    drawn,
    enter_queries,
    language_of_queries,
    not_entered,
    read_log,
    refuse_less,
    refuse_series,
)
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_upload
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.shared.errors import Refused
from assessment.shared.say import say

COUNTED = ("queries", "considered", "fitting", "counts")  # of Log.counted, in a preview
CHECK_LOG = "development.check_query_log"


def _example(campaign: Campaign) -> SourceFile:
    """Queries with how many people asked each."""
    return lines_example(
        "queries.tsv", "when was the lamp first lit\t12", "who built the north canal\t7", "lamp oil\t3"
    )


register_example(
    FileExample(
        "query-log", _example, "natural-questions#questions-from-a-query-log", Permission.EDIT_CAMPAIGN
    )
)


class Choice(NamedTuple):
    """What a log comes to, the queries to be entered with their pages, and which of them repeat something."""

    log: Log
    chosen: Sequence[tuple[Query, str]]
    known: int  # passed over, since a candidate asks them already
    similar: Sequence[tuple[str, str, bool]]  # a query, what is like it, and whether it is equal
    is_all: bool  # whether these are all such pairs


def choose(
    *,
    campaign: Campaign,
    file: SourceFile,
    wanted: Wanted,
    sample: int | None = None,
    seed: int = 1,
    top: int = TOP,
) -> Choice:
    """Choose the queries. Where pages are annotated, each needs one among the first `top` documents found."""
    refuse_series(campaign)
    refuse_less(top, 1)
    log = read_log(file, wanted)
    some = drawn(log, len(log.fitting) if sample is None else sample, seed)
    queries = not_entered(campaign, some)
    chosen = [(one, "") for one in queries]
    if campaign.track.marks_places:
        pages = pages_for(campaign, [one.text for one in queries], top)
        chosen = [(one, pages[one.text]) for one in queries if one.text in pages]
    texts = [query.text for query, _ in chosen]
    similar, is_all = Repeats(campaign).among(texts, language_of_queries(campaign))
    return Choice(log, chosen, len(some) - len(queries), similar, is_all)


def request_log_check(
    *, campaign: Campaign, upload: "UploadedFile[bytes]", wanted: dict[str, Any], by: Account | None
) -> Job:
    """Have an uploaded log read. `wanted`: the options of `choose`, and `source` and `type` of the candidates."""
    arguments = {"path": str(keep_upload(upload)), "wanted": wanted}
    return enqueue(kind=CHECK_LOG, by=by, campaign=campaign, arguments=arguments)


def log_preview(campaign: Campaign, file: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the page shows of a choice; its queries are entered as they stand here."""
    options = {name: wanted[name] for name in ("sample", "seed", "top")}
    which = Wanted(wanted["filters"], wanted["own"], wanted["words"], wanted["people"])
    choice = choose(campaign=campaign, file=SourceFile(file.name, path=file), wanted=which, **options)
    return {
        **choice.log.counted,
        "chosen": [{**query._asdict(), "page": page} for query, page in choice.chosen],
        "known": choice.known,
        "similar": choice.similar,
        "is_all": choice.is_all,
    }


def enter_checked(*, check: Job, by: Account | None) -> int:
    """Enter the queries that a preview showed; how many. Those that a candidate asks meanwhile are passed over."""
    assert check.campaign is not None
    if check.state != JobState.DONE:
        raise Refused(
            say("The log is not read yet. Nothing was stored."), "log_not_read", say("Wait for it.")
        )
    wanted = check.arguments["wanted"]
    preview = check.checkpoint["preview"]
    chosen = preview["chosen"]
    queries = [(Query(one["text"], one["people"], tuple(one["fits"])), one["page"]) for one in chosen]
    return enter_queries(
        campaign=check.campaign,
        queries=queries,
        source=wanted["source"],
        type=wanted["type"],
        by=by,
        counted={name: preview[name] for name in COUNTED},
    )
