"""The verbs of the event log and the sentence that each makes of its subject."""

from collections.abc import Mapping

VERBS: Mapping[str, str] = {
    # people
    "account:created": "created the account {subject}",
    "account:edited": "edited the account {subject}",
    "account:closed": "closed the account {subject}",
    "account:reopened": "reopened the account {subject}",
    "member:added": "added {subject}",
    "member:roles_changed": "changed the roles of {subject}",
    "invitation:made": "invited {subject}",
    "invitation:accepted": "accepted the invitation for {subject}",
    "password:link_made": "made a password link for {subject}",
    # campaigns
    # submissions
    # judging
    "assignment:made": "assigned questions to assessors",
    "assignment:added": "added an assessor to {subject}",
    "assignment:removed": "took an assessor off {subject}",
    "assignment:handed_over": "handed {subject} over",
    "assignment:reopened": "reopened {subject}",
    "adjudication:decided": "decided {subject}",
    "adjudication:withdrawn": "withdrew the decision on {subject}",
    "adjudication:undone": "undid a decision on {subject}",
    "adjudication:imported": "imported decisions from {subject}",
    # results
}
