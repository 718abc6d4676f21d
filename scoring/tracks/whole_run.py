"""Rules about a run file as a whole: its tag, its documents, and how many responses each question has."""

import re
from itertools import pairwise

from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RUN_ID, RUN_ID_FORM
from scoring.records import NIL
from scoring.say import say, say_n
from scoring.tracks.base import GivenOut, KnownDocids
from scoring.tracks.linecheck import ResponseCheck


def check_tags(check: ResponseCheck) -> None:
    """One tag a file, fit for a run id, and beginning with the team's id where the track says so."""
    (tag, (line, _)), *others = check.tags.items()
    for other, (first, count) in others:
        message = say(
            "The run tag is {other_tag} ({lines}); line {line} has {tag}.",
            other_tag=shown(other),
            lines=_from(first, count),
            line=str(line),
            tag=shown(tag),
        )
        check.problems.add(first, "run_tag_mixed", message, say("Submit each run as a file of its own."))
    if check.declaration.run_id is None and not RUN_ID.fullmatch(tag):
        message = say("The run tag {tag} cannot be the run's id.", tag=shown(tag))
        hint = say("Use {run_id_form}, or declare another run id.", run_id_form=RUN_ID_FORM)
        check.problems.add(line, "run_tag_form", message, hint)
    team = check.declaration.team
    if check.rules.priority_tag:
        _check_priority_tag(check, line, tag, team)
    elif check.rules.team_tag and team and not tag.casefold().startswith(team.casefold()):
        message = say(
            "The run tag {tag} does not start with the team's id {team}.", tag=shown(tag), team=shown(team)
        )
        hint = say("Name the run {team} and its priority.", team=team)
        check.relaxed("free_run_tag").add(line, "run_tag_team", message, hint)


def _check_priority_tag(check: ResponseCheck, line: int, tag: str, team: str) -> None:
    """A run tag is the team's id and the run's priority; of an unknown team, anything and a priority there is."""
    priority, most = check.declaration.priority, check.settings.get("max_runs") or 9
    message = say(
        "The run tag {tag} is not the team's id and the run's priority, {team}{priority}.",
        tag=shown(tag),
        team=team,
        priority=priority,
    )
    sound = tag.casefold() == f"{team}{priority}".casefold()
    if not team:
        message = say(
            "The run tag {tag} is not a team's id and a priority from 1 to {most}.", tag=shown(tag), most=most
        )
        sound = len(tag) > 1 and tag[-1] in "123456789"[:most]
    if not sound:
        hint = say("Correct the tag, or declare the team and priority that it names.")
        check.relaxed("free_run_tag").add(line, "run_tag_team", message, hint)


def check_declaration(check: ResponseCheck) -> None:
    """What the team said of its run: a priority there is, the first one automatic, a manual run described."""
    run, rules, most = check.declaration, check.rules, check.settings.get("max_runs")
    if run.accepted:
        return
    if rules.priority_tag and (run.priority < 1 or (most and run.priority > most)):
        message = (
            say(
                "The priority is {priority}; runs have priorities from 1 to {most}.",
                priority=run.priority,
                most=most,
            )
            if most
            else say("The priority is {priority}; runs have priorities from 1 on.", priority=run.priority)
        )
        check.problems.add(0, "priority", message, say("Declare another priority."))
    if rules.first_automatic and run.priority == 1 and not run.automatic:
        message = say("The first-priority run is declared manual.")
        check.problems.add(0, "first_manual", message, say("Give an automatic run the first priority."))
    if not run.automatic and not run.description.strip():
        message = say("The run is manual, and nothing says what was done by hand.")
        check.problems.add(0, "manual_undescribed", message, say("Describe the manual processing."))


def check_docid_form(check: ResponseCheck) -> None:
    """Ids of the family name documents that may support an answer, not feeds and the like."""
    family, form = check.rules.docid_family.casefold(), re.compile(check.rules.docid_form)
    for docid, (first, count) in check.docids.items():
        if family and docid.casefold().startswith(family) and not form.fullmatch(docid):
            message = say(
                "{docid} ({lines}) is not the id of a permalink document.",
                docid=shown(docid),
                lines=_from(first, count),
            )
            hint = say("Name a permalink, as BLOG06-20060105-012-0034567890.")
            check.problems.add(first, "not_permalink", message, hint)


def check_many(check: ResponseCheck) -> None:
    """One response to a question of a type that takes one (setting many_per_factoid)."""
    allowed = check.settings.get("many_per_factoid", "none")
    where = check.problems if allowed == "none" else check.warnings
    kept = {"first": say("The first is scored."), "any": say("The best is scored.")}.get(allowed, "")
    for question in check.topics.questions:
        found = list(check.given.get(question.qid, {}).values())
        if len(found) > 1 and check.track.type_of(question).single:
            message = say(
                "Question {qid} has {count} responses, from line {first} to {last}.",
                qid=question.qid,
                count=len(found),
                first=str(found[0]),
                last=str(found[-1]),
            )
            hint = say("Give exactly one response.") if not kept else ""
            where.add(found[1], "factoid_many", f"{message} {kept}".rstrip(), hint)


def check_scores(check: ResponseCheck) -> None:
    """Warn of each question whose scores rise where its ranks fall: one of the two is not what was meant."""
    for qid, given in check.scores.items():
        ordered = sorted(given)
        if rise := next((pair for pair in pairwise(ordered) if pair[1][1] > pair[0][1]), None):
            (before, low, _), (after, high, line) = rise
            message = say(
                "Question {qid} has a higher score at rank {after} ({high}) than at rank {before} ({low}).",
                qid=qid,
                after=str(after),
                high=f"{high:g}",
                before=str(before),
                low=f"{low:g}",
            )
            hint = say("Ranks count, and scores do not; see whether the responses are in the order meant.")
            check.warnings.add(line, "score_order", message, hint)


def check_missing(check: ResponseCheck) -> None:
    """A response to every question (setting missing_questions)."""
    for question in check.topics.questions:
        if question.qid not in check.given:
            message = say("Question {qid} has no response.", qid=question.qid)
            hint = (
                say("Give at least one response to every question. NIL where no answer was found.")
                if check.track.type_of(question).nil_allowed
                else say("Give at least one response to every question.")
            )
            check.relaxed("missing_questions").add(0, "missing_question", message, hint)


def check_docids(check: ResponseCheck, known_docids: KnownDocids | None) -> None:
    """Every document is one of the collection (setting unknown_docids)."""
    asked = [docid for docid in check.docids if docid != NIL]
    if known_docids is None:
        message = say(
            "There is no list of the collection's documents here, so document ids were not checked."
        )
        check.warnings.add(0, "documents_unchecked", message)
        return
    known = known_docids(asked)
    nil_allowed = any(kind.nil_allowed for kind in check.track.question_types.values())
    where: Problems = check.relaxed("unknown_docids")
    for docid in asked:
        if docid not in known:
            message = say(
                "The collection has no document {docid} ({lines}).",
                docid=shown(docid),
                lines=_from(*check.docids[docid]),
            )
            hint = (
                say('Take the ids from the collection; "no answer" is spelled NIL.')
                if nil_allowed
                else say("Take the ids from the collection.")
            )
            where.add(check.docids[docid][0], "unknown_document", message, hint)


def check_given_out(check: ResponseCheck, given_out: GivenOut | None) -> None:
    """A run that declares scope top50 names only documents that were given out for the question or its series."""
    if check.declaration.scope != "top50":
        return
    if not given_out:
        message = say(
            "There are no document lists here, so it was not checked that the run keeps to the top 50."
        )
        check.warnings.add(0, "lists_unchecked", message)
        return
    without = [question.qid for question in check.topics.questions if question.qid not in given_out]
    if without:
        message = (
            say(
                "Question {qid} and {count} more had no document list to be checked against.",
                qid=without[0],
                count=len(without) - 1,
            )
            if len(without) > 1
            else say("Question {qid} had no document list to be checked against.", qid=without[0])
        )
        check.warnings.add(0, "list_missing", message)
    for (qid, docid), place in check.cited.items():
        if qid in given_out and docid not in given_out[qid]:
            message = say(
                "{docid} ({lines}) is not among the top documents given out for question {qid}.",
                docid=shown(docid),
                lines=_from(*place),
                qid=qid,
            )
            hint = say("Take the response out, or declare that the whole collection was searched.")
            check.problems.add(place[0], "outside_top50", message, hint)


def _from(line: int, count: int) -> str:
    if count == 1:
        return say("in line {line}", line=str(line))
    return say_n("in {n} line from line {line}", "in {n} lines from line {line}", count, line=str(line))
