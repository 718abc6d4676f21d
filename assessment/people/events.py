"""The verbs of the event log and the sentence that each makes of its subject."""

from collections.abc import Mapping

VERBS: Mapping[str, str] = {
    # people
    "account:created": "created the account {subject}",
    "account:edited": "edited the account {subject}",
    "account:token_made": "made an API token for {subject}",
    "account:closed": "closed the account {subject}",
    "account:reopened": "reopened the account {subject}",
    "member:added": "added {subject}",
    "member:roles_changed": "changed the roles of {subject}",
    "invitation:made": "invited {subject}",
    "invitation:accepted": "accepted the invitation for {subject}",
    "password:link_made": "made a password link for {subject}",
    # campaigns
    "campaign:created": "created the campaign {subject}",
    "campaign:edited": "changed the settings",
    "campaign:state": "set the campaign to {subject}",
    "deadline:set": "set the deadline to {subject}",
    "deadline:moved": "moved the deadline {subject}",
    "guidelines:written": "wrote version {subject} of the guidelines",
    "questions:imported": "imported the questions from {subject}",
    "question:edited": "edited question {subject}",
    "question:corrected": "corrected question {subject}",
    "question:dropped": "dropped {subject}",
    "question:restored": "restored {subject}",
    "question:nil_settled": "settled NIL of question {subject}",
    "document_lists:imported": "imported document lists from {subject}",
    "licence:accepted": "accepted the licence of {subject}",
    # jobs
    "job:cancelled": "cancelled {subject}",
    # submissions
    "team:created": "created the team {subject}",
    "team:members_changed": "changed who belongs to the team {subject}",
    "run:submitted": "submitted the run {subject}",
    "run:replaced": "replaced the run {subject}",
    "run:withdrawn": "withdrew the run {subject}",
    "pool:made": "pooled runs, round {subject}",
    # judging
    "development:imported": "imported known answers from {subject}",
    "assignment:made": "assigned questions to assessors",
    "assignment:added": "added an assessor to {subject}",
    "assignment:removed": "took an assessor off {subject}",
    "assignment:handed_over": "handed {subject} over",
    "assignment:reopened": "reopened {subject}",
    "sheet:saved": "wrote on the sheet of question {subject}",
    "question:finished": "finished question {subject}",
    "question:no_answer_found": "found no answer to question {subject}",
    "judgments:imported": "imported judgments from {subject}",
    "counters:mended": "counted judgments and disputes anew",
    "adjudication:decided": "decided {subject}",
    "adjudication:withdrawn": "withdrew the decision on {subject}",
    "adjudication:undone": "undid a decision on {subject}",
    "adjudication:imported": "imported decisions from {subject}",
    # results
    "qrels:frozen": "froze qrels, {subject}",
    "scores:made": "scored the runs, {subject}",
    "scores:released": "released the scores, {subject}",
    "scores:taken_back": "took the scores back, {subject}",
    "campaign:exported": "exported {subject}",
    "campaign:imported": "imported the campaign from {subject}",
}
