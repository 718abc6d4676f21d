"""Makes candidates of the queries of a log."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, source_of_any_size
from assessment.development.services.query_filters import FILTERS, TAGGED
from assessment.development.services.query_log_choice import choose
from assessment.development.services.query_logs import (
    LEAST_PEOPLE,
    LEAST_WORDS,
    TOP,
    Wanted,
    enter_queries,
    own_filters,
)
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.say import say, say_n


class Command(AssizeCommand):
    """`query_log CAMPAIGN FILE [--sample N --seed S] [--filters 1a 1b] [--own NAME=PATTERN] [--top 5] [--check]`."""

    help = (
        "Make candidates of the queries of a log that look like questions: a query a line, after a tab how many people "
        "asked it, after another which filters a tagger found it to fit. Prints which filter fits how many. "
        "Example: manage.py query_log quest log.tsv --sample 500 --seed 7"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = [*FILTERS, *TAGGED]
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the log")
        parser.add_argument(
            "--filters", nargs="*", default=names, metavar="F", help=f"of: {' '.join(names)} (default: all)"
        )
        parser.add_argument(
            "--own",
            action="append",
            default=[],
            metavar="NAME=PATTERN",
            help="a filter of your own: queries, in lower case, in which the pattern is found",
        )
        parser.add_argument(
            "--words", type=int, default=LEAST_WORDS, help=f"at least so many words (default {LEAST_WORDS})"
        )
        parser.add_argument(
            "--people",
            type=int,
            default=LEAST_PEOPLE,
            help=f"asked at least so often (default {LEAST_PEOPLE})",
        )
        parser.add_argument("--sample", type=int, help="draw so many of them")
        parser.add_argument("--seed", type=int, default=1, help="of the draw (default 1)")
        parser.add_argument(
            "--top",
            type=int,
            default=TOP,
            metavar="N",
            help="where pages are annotated: keep those for which one is among the first N documents that the search "
            f"finds, and take the best (default {TOP})",
        )
        parser.add_argument("--type", default="", help="of the questions (default: the first of the track)")
        parser.add_argument(
            "--source", default="question log", help="what the candidates name as their source"
        )
        parser.add_argument("--check", action="store_true", help="say what would be done, and do nothing")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        wanted = Wanted(options["filters"], own_filters(options["own"]), options["words"], options["people"])
        how = {name: options[name] for name in ("sample", "seed", "top")}
        file = source_of_any_size(options["file"])
        log, chosen, known, similar, is_all = choose(campaign=campaign, file=file, wanted=wanted, **how)
        entered = 0
        if not options["check"]:
            named = {name: options[name] for name in ("source", "type")}
            named["counted"] = log.counted
            entered = enter_queries(campaign=campaign, queries=chosen, by=None, **named)
        lines = [
            say(
                "{queries} different queries, {considered} of them long and frequent enough, {fitting} fit a filter.",
                queries=f"{log.queries:,}",
                considered=f"{log.considered:,}",
                fitting=f"{len(log.fitting):,}",
            ),
            *(
                f"{one.name:>4} {one.queries:>9,} {one.alone:>9,}  {one.example}".rstrip()
                for one in log.counts
            ),
        ]
        if known:
            lines.append(
                say_n(
                    "{n} query is passed over: a candidate asks it already.",
                    "{n} queries are passed over: candidates ask them already.",
                    known,
                )
            )
        lines += [
            say("“{query}” repeats “{other}”.", query=query, other=other)
            if is_equal
            else say("“{query}” is nearly “{other}”.", query=query, other=other)
            for query, other, is_equal in similar
        ]
        if not is_all:
            lines.append("…")
        data = {"log": log.counted, "chosen": chosen, "entered": entered, "known": known}
        done = say_n(
            "{n} query would become a candidate.", "{n} queries would become candidates.", len(chosen)
        )
        if not options["check"]:
            done = say_n("{n} query became a candidate.", "{n} queries became candidates.", entered)
        return Outcome(done, data, lines)
