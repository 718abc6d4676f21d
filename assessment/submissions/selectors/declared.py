"""What a team declared of its run, as its page, its sheet and its receipt list it; the description stands apart."""

from typing import NamedTuple

from assessment.shared.say import say
from assessment.submissions.models import Run
from scoring.tracks.base import Track
from scoring.tracks.rankings import only_ranks


class Declared(NamedTuple):
    """One thing that was declared."""

    title: str
    answer: str


def declared_of(run: Run, track: Track) -> list[Declared]:
    """What is declared of all runs where the track has it, then what it asks besides and was answered."""
    found = [Declared(say("Made"), say("automatically") if run.automatic else say("with people's help"))]
    if track.document_lists:
        whole = run.scope == "all"
        searched = say("the whole collection") if whole else say("only the top 50 documents")
        found.append(Declared(say("Searched"), searched))
    if run.length_limit:
        found.append(Declared(say("Longest string"), f"{run.length_limit} {say(track.length_unit)}"))
    if track.ranking and only_ranks(run.declared):
        kind = track.question_types[track.ranking]
        judged = say("a ranking, and no answers: judged for {task} alone", task=say(kind.label))
        found.append(Declared(say("Holds"), judged))
    asked = [(one, run.declared.get(one.name)) for one in track.asked]
    return [*found, *(Declared(say(one.short), one.said(answer)) for one, answer in asked if answer)]
