"""What pages and programs take away of a campaign, each as one file: what it is, its name, and how it is written."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.people.selectors.access import Access
from assessment.results.selectors import bundle
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import load_topics
from assessment.results.selectors.exports import FORMS, trec_eval_runs, write_qrels_file
from assessment.results.services.annotation_export import write_annotations
from assessment.results.services.downloads import (
    has_parts,
    write_answers,
    write_judged_files,
    write_pyramid,
)
from assessment.results.services.drift import refuse_other_than_released
from assessment.results.services.errors import RuleRefused
from assessment.results.services.export import bundle_in_temporary_folder, called, note_export, noted_export
from assessment.shared.zips import begun, stream_zip, write_zip
from scoring.formats.tables import TABLES
from scoring.rules import PLAIN, RuleError


class ExportedFile(NamedTuple):
    """A file to take away. `what` names it in the log."""

    what: str
    name: str
    write: Callable[[Campaign, IO[bytes]], None]


def written(access: Access, file: ExportedFile) -> IO[bytes]:
    """The file, written as a whole before any of it is sent, and in the log. Raises RuleRefused where its rule gives none."""
    target = tempfile.TemporaryFile()  # noqa: SIM115  # whoever sends it closes it
    try:
        file.write(access.campaign, target)
        note_export(campaign=access.campaign, what=file.what, by=access.account, file=target)
    except RuleError as error:
        target.close()
        qids = access.campaign.questions.in_order().values_list("qid", flat=True)
        raise RuleRefused(error, qids) from error
    except BaseException:
        target.close()
        raise
    target.seek(0)
    return target


def runs_in_pieces(access: Access) -> Iterator[bytes]:
    """All runs rewritten for trec_eval, as a ZIP file that is made while it is sent; in the log once it is begun."""
    pieces = begun(stream_zip(trec_eval_runs(access.campaign)))
    what = "the runs for trec_eval"
    return noted_export(campaign=access.campaign, what=what, by=access.account, pieces=pieces)


def bundle_file(campaign: Campaign, *, without_names: bool = False, released: bool = False) -> ExportedFile:
    """The bundle as a ZIP file, the same bytes for the same state; `without_names`, with pseudonyms for people.

    `released`, it is refused unless what there is now is what was released.
    """
    if released:
        refuse_other_than_released(campaign)
    name = f"{campaign.slug}-bundle{'-without-names' if without_names else ''}.zip"
    return ExportedFile(called(without_names), name, partial(_pack_bundle, without_names))


def _pack_bundle(without_names: bool, campaign: Campaign, target: IO[bytes]) -> None:
    with bundle_in_temporary_folder(campaign, without_names=without_names) as folder:
        write_zip(folder, target)


def table_file(campaign: Campaign, table: str) -> ExportedFile | None:
    """One table of the bundle, or the topics file; None where it has none of that name."""
    if table not in {campaign.track.questions_file, *(f"{name}.csv" for name in TABLES)}:
        return None
    return ExportedFile(table, f"{campaign.slug}-{table}", partial(_write_table, table))


def _write_table(table: str, campaign: Campaign, target: IO[bytes]) -> None:
    if table == campaign.track.questions_file:
        target.write(campaign.track.write_topics(load_topics(campaign)))
    else:
        with consistent_campaign(campaign):
            target.writelines(bundle.table(campaign, table.removesuffix(".csv")))


def annotations_file(campaign: Campaign) -> ExportedFile | None:
    """The annotations that count, in the corpus's very layout, without pages; None where nothing is annotated."""
    if not campaign.track.marks_places:
        return None
    return ExportedFile("the annotations", f"{campaign.slug}-annotations.jsonl.gz", _pack_annotations)


def _pack_annotations(campaign: Campaign, target: IO[bytes]) -> None:
    write_annotations(campaign, target, packed=True)


def qrels_file(campaign: Campaign, rule: str, form: str) -> ExportedFile | None:
    """The qrels by one of the four rules as the judgments are now; None of another rule or form."""
    if rule not in PLAIN or form not in FORMS:
        return None

    def write(campaign: Campaign, target: IO[bytes]) -> None:
        write_qrels_file(campaign, rule, form, target)

    return ExportedFile(f"qrels by the rule {rule}", f"{campaign.slug}-{form}-{rule}.txt", write)


def judged_file(campaign: Campaign, rule: str, seed: int | None) -> ExportedFile | None:
    """Every run's judged lists and nuggets, under its own tag or one dealt out by a seed; None without such questions."""
    if not has_parts(campaign.track) or rule not in PLAIN:
        return None
    tags = "with their own run tags" if seed is None else f"with run tags dealt out by the seed {seed}"
    # The name of the file does not say the seed: whoever has it can tell which run is which.
    name = f"{campaign.slug}-judged-{rule}{'' if seed is None else '-anonymous'}.zip"
    return ExportedFile(f"judged runs by the rule {rule}, {tags}", name, partial(_pack_judged, rule, seed))


def _pack_judged(rule: str, seed: int | None, campaign: Campaign, target: IO[bytes]) -> None:
    with tempfile.TemporaryDirectory(prefix="assize-judged-") as folder:
        write_judged_files(campaign, rule, seed, Path(folder))
        write_zip(Path(folder), target)


def answers_file(campaign: Campaign, rule: str) -> ExportedFile | None:
    """The final answer sets by one of the four rules, as the judgments are now; None where there are no lists."""
    if not has_parts(campaign.track) or rule not in PLAIN:
        return None
    what, name = f"final answer sets by the rule {rule}", f"{campaign.slug}-answers-{rule}.txt"
    return ExportedFile(what, name, partial(write_answers, rule=rule))


def pyramid_file(campaign: Campaign) -> ExportedFile | None:
    """The nuggets of all questions with their weights, as the votes are now; None where there are none."""
    if not has_parts(campaign.track):
        return None
    return ExportedFile("the pyramid", f"{campaign.slug}-pyramid.txt", write_pyramid)
