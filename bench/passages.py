"""A run of 200 whole paragraphs held against a collection: by the site, and offline from the files."""

import random
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from assessment.campaigns.services import SourceFile, create_campaign, import_questions
from assessment.submissions.services.checking import check_run
from bench.site import Figures, timed
from scoring import evaluations
from scoring.formats.paragraph_files import ParagraphFiles
from scoring.tracks.base import Declaration, RunChecks

RUN_ID, QUESTIONS = "lake101PSenen", 200
_TRACK = evaluations.get("respubliqa2010")


def checked(folder: Path, collection: str, docids: Sequence[str]) -> Figures:
    """Check a run of 200 paragraphs of documents chosen by chance; docids are those in English.

    Targets: 2 s for the site, which has the collection indexed, and 2 s offline besides listing the files once.
    """
    chosen = random.Random(7).sample(docids, QUESTIONS)
    files = ParagraphFiles(folder)
    listing, _ = timed(lambda: files.known(chosen))
    texts = files.texts([(docid, "9") for docid in chosen])
    run = SourceFile(f"{RUN_ID}.xml", _run(chosen, texts))
    topics, _ = _TRACK.read_topics(_topics(), "topics.xml")
    campaign = create_campaign(slug="acts", track=_TRACK.slug, title="Acts", collection=collection, by=None)
    import_questions(campaign=campaign, topics=SourceFile("topics.xml", _topics()), by=None)
    declared = Declaration("lake")
    site, report = timed(
        lambda: check_run(by=None, campaign=campaign, declaration=declared, file=run, organizer=True)
    )
    offline, of_bundle = timed(
        lambda: _TRACK.check_run(
            run.data, run.name, RunChecks(topics, declared, {}, files.known, None, files.texts)
        )
    )
    if report.problems or of_bundle.problems:
        raise AssertionError(str([*report.problems, *of_bundle.problems][0]))
    return {
        "check_run_seconds": site.wall,
        "check_run_cpu_seconds": site.cpu,
        "check_offline_seconds": offline.wall,
        "check_offline_cpu_seconds": offline.cpu,
        "list_files_seconds": listing.wall,
    }


def _topics() -> bytes:
    lines = (
        f'<q q_id="{number:04d}" source_lang="EN" target_lang="EN">Question {number}?</q>\n'
        for number in range(1, QUESTIONS + 1)
    )
    return f"<input>\n{''.join(lines)}</input>\n".encode()


def _run(docids: Sequence[str], texts: dict[tuple[str, str], str]) -> bytes:
    lines = (
        f'<a q_id="{number:04d}" run_id="{RUN_ID}" answered="YES">'
        f'<passage_string p_id="9" docid="{docid}.xml">{escape(texts[docid, "9"])}</passage_string></a>\n'
        for number, docid in enumerate(docids, 1)
    )
    return f"<output>\n<task_PS>\n{''.join(lines)}</task_PS>\n</output>\n".encode()
