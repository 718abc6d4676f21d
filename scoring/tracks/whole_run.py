"""Rules about a run file as a whole: its tag, its documents, and how many responses each question has."""

import re

from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RUN_ID, RUN_ID_FORM
from scoring.records import NIL
from scoring.tracks.base import GivenOut, KnownDocids
from scoring.tracks.linecheck import LineCheck


def check_tags(check: LineCheck) -> None:
    """One tag a file, fit for a run id, and beginning with the team's id where the track says so."""
    (tag, (line, _)), *others = check.tags.items()
    for other, (first, count) in others:
        message = f"The run tag is {shown(other)} {_from(first, count)}; line {line} has {shown(tag)}."
        check.problems.add(first, "run_tag_mixed", message, "Submit each run as a file of its own.")
    if check.declaration.run_id is None and not RUN_ID.fullmatch(tag):
        message = f"The run tag {shown(tag)} cannot be the run's id."
        hint = f"Use {RUN_ID_FORM}, or declare another run id."
        check.problems.add(line, "run_tag_form", message, hint)
    team = check.declaration.team
    if check.rules.priority_tag:
        _check_priority_tag(check, line, tag, team)
    elif check.rules.team_tag and team and not tag.casefold().startswith(team.casefold()):
        message = f"The run tag {shown(tag)} does not start with the team's id {shown(team)}."
        hint = f"Name the run {team} and its priority."
        check.relaxed("free_run_tag").add(line, "run_tag_team", message, hint)


def _check_priority_tag(check: LineCheck, line: int, tag: str, team: str) -> None:
    """A run tag is the team's id and the run's priority; of an unknown team, anything and a priority there is."""
    priority, most = check.declaration.priority, check.settings.get("max_runs") or 9
    message = f"The run tag {shown(tag)} is not the team's id and the run's priority, {team}{priority}."
    sound = tag.casefold() == f"{team}{priority}".casefold()
    if not team:
        message = f"The run tag {shown(tag)} is not a team's id and a priority from 1 to {most}."
        sound = len(tag) > 1 and tag[-1] in "123456789"[:most]
    if not sound:
        hint = "Correct the tag, or declare the team and priority that it names."
        check.relaxed("free_run_tag").add(line, "run_tag_team", message, hint)


def check_declaration(check: LineCheck) -> None:
    """What the team said of its run: a priority there is, the first one automatic, a manual run described."""
    run, rules, most = check.declaration, check.rules, check.settings.get("max_runs")
    if run.accepted:
        return
    if rules.priority_tag and (run.priority < 1 or (most and run.priority > most)):
        message = f"The priority is {run.priority}; runs have priorities from 1 to {most or 'any'}."
        check.problems.add(0, "priority", message, "Declare another priority.")
    if rules.first_automatic and run.priority == 1 and not run.automatic:
        message = "The first-priority run is declared manual."
        check.problems.add(0, "first_manual", message, "Give an automatic run the first priority.")
    if not run.automatic and not run.description.strip():
        message = "The run is manual, and nothing says what was done by hand."
        check.problems.add(0, "manual_undescribed", message, "Describe the manual processing.")


def check_docid_form(check: LineCheck) -> None:
    """Ids of the family name documents that may support an answer, not feeds and the like."""
    family, form = check.rules.docid_family.casefold(), re.compile(check.rules.docid_form)
    for docid, (first, count) in check.docids.items():
        if family and docid.casefold().startswith(family) and not form.fullmatch(docid):
            message = f"{shown(docid)} {_from(first, count)} is not the id of a permalink document."
            hint = "Name a permalink, as BLOG06-20060105-012-0034567890."
            check.problems.add(first, "not_permalink", message, hint)


def check_many(check: LineCheck) -> None:
    """One response to a question of a type that takes one (setting many_per_factoid)."""
    allowed = check.settings.get("many_per_factoid", "none")
    where = check.problems if allowed == "none" else check.warnings
    kept = {"first": " The first is scored.", "any": " The best is scored."}.get(allowed, "")
    for question in check.topics.questions:
        found = list(check.given.get(question.qid, {}).values())
        if len(found) > 1 and check.track.type_of(question).single:
            message = f"Question {question.qid} has {len(found)} responses, from line {found[0]} to {found[-1]}.{kept}"
            hint = "Give exactly one response." if not kept else ""
            where.add(found[1], "factoid_many", message, hint)


def check_missing(check: LineCheck) -> None:
    """A response to every question (setting missing_questions)."""
    for question in check.topics.questions:
        if question.qid not in check.given:
            nil = " NIL where no answer was found." if check.track.type_of(question).nil_allowed else ""
            message = f"Question {question.qid} has no response."
            hint = f"Give at least one response to every question.{nil}"
            check.relaxed("missing_questions").add(0, "missing_question", message, hint)


def check_docids(check: LineCheck, known_docids: KnownDocids | None) -> None:
    """Every document is one of the collection (setting unknown_docids)."""
    asked = [docid for docid in check.docids if docid != NIL]
    if known_docids is None:
        message = "There is no list of the collection's documents here, so document ids were not checked."
        check.warnings.add(0, "documents_unchecked", message)
        return
    known = known_docids(asked)
    nil_allowed = any(kind.nil_allowed for kind in check.track.question_types.values())
    nil = '; "no answer" is spelled NIL' if nil_allowed else ""
    where: Problems = check.relaxed("unknown_docids")
    for docid in asked:
        if docid not in known:
            message = f"The collection has no document {shown(docid)} ({_from(*check.docids[docid])})."
            hint = f"Take the ids from the collection{nil}."
            where.add(check.docids[docid][0], "unknown_document", message, hint)


def check_given_out(check: LineCheck, given_out: GivenOut | None) -> None:
    """A run that declares scope top50 names only documents that were given out for the question or its series."""
    if check.declaration.scope != "top50":
        return
    if not given_out:
        message = "There are no document lists here, so it was not checked that the run keeps to the top 50."
        check.warnings.add(0, "lists_unchecked", message)
        return
    without = [question.qid for question in check.topics.questions if question.qid not in given_out]
    if without:
        more = f" and {len(without) - 1:,} more" if len(without) > 1 else ""
        message = f"Question {without[0]}{more} had no document list to be checked against."
        check.warnings.add(0, "list_missing", message)
    for (qid, docid), place in check.cited.items():
        if qid in given_out and docid not in given_out[qid]:
            message = f"{shown(docid)} ({_from(*place)}) is not among the top documents given out for question {qid}."
            hint = "Take the response out, or declare that the whole collection was searched."
            check.problems.add(place[0], "outside_top50", message, hint)


def _from(line: int, count: int) -> str:
    return f"in line {line}" if count == 1 else f"in {count} lines from line {line}"
