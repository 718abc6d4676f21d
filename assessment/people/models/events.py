"""The verbs of the event log and the sentence that each makes of its subject."""

from collections.abc import Mapping

from django.db import models

from assessment.people.models.people import Account

VERBS: Mapping[str, str] = {
    # people
    "account:created": "created the account {subject}",
    "account:edited": "edited the account {subject}",
    "account:keys_changed": "changed the keys of {subject}",
    "account:token_made": "made an API token for {subject}",
    "account:may_create": "let {subject} create campaigns",
    "account:may_not_create": "no longer lets {subject} create campaigns",
    "account:closed": "closed the account {subject}",
    "account:reopened": "reopened the account {subject}",
    "member:added": "added {subject}",
    "member:roles_changed": "changed the roles of {subject}",
    "member:removed": "removed {subject} from the campaign",
    "member:put_back": "put {subject} back into the campaign",
    "member:renamed": "removed the name of {subject}",
    "invitation:made": "invited {subject}",
    "invitation:renewed": "renewed the invitation for {subject}",
    "people:imported": "brought people in from {subject}",
    "teams:imported": "brought teams in from {subject}",
    "invitation:withdrawn": "withdrew the invitation for {subject}",
    "invitation:accepted": "accepted the invitation for {subject}",
    "password:link_made": "made a password link for {subject}",
    "site:restored": "restored the site from the backup of {subject}",
    # campaigns
    "campaign:created": "created the campaign {subject}",
    "campaign:edited": "changed the settings",
    "campaign:cloned": "made the campaign from {subject}",
    "campaign:archived": "archived the campaign {subject}",
    "campaign:unarchived": "un-archived the campaign {subject}",
    "campaign:deleted": "deleted the campaign {subject}",
    "campaign:collection_changed": "changed the collection {subject}",
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
    "series:edited": "edited series {subject}",
    "question:added": "added question {subject}",
    "candidate:entered": "entered the candidate {subject}",
    "candidate:edited": "edited the candidate {subject}",
    "candidate:rejected": "rejected the candidate {subject}",
    "candidate:reconsidered": "reconsidered the candidate {subject}",
    "candidate:accepted": "accepted the candidate {subject}",
    "document_lists:imported": "imported document lists from {subject}",
    "import:undone": "undid {subject}",
    "document_texts:downloaded": "downloaded texts of the list {subject}",
    "licence:accepted": "accepted the licence of {subject}",
    "collection:imported": "imported the collection {subject}",
    # jobs
    "job:cancelled": "cancelled {subject}",
    # submissions
    "team:created": "created the team {subject}",
    "team:renamed": "renamed the team {subject}",
    "team:deleted": "deleted the team {subject}",
    "team:anonymized": "took the name off the team that is now {subject}",
    "team:members_changed": "changed who belongs to the team {subject}",
    "registration:made": "registered the team {subject}",
    "registration:asked": "asked to register the team {subject}",
    "registration:refused": "refused to register the team {subject}",
    "registration:withdrawn": "withdrew the request to register the team {subject}",
    "registration:changed": "changed the registration of the team {subject}",
    "pair:changed": "changed the language pair {subject}",
    "topics:downloaded": "downloaded the questions of {subject}",
    "clock:started": "started the clock of the team {subject}",
    "run:submitted": "submitted the run {subject}",
    "run:replaced": "replaced the run {subject}",
    "run:withdrawn": "withdrew the run {subject}",
    "pool:made": "pooled runs, round {subject}",
    "pool:taken_out": "took runs out of the pool, round {subject}",
    # judging
    "ruling:asked": "asked about question {subject}",
    "ruling:made": "made a ruling on {subject}",
    "development:imported": "imported what is known of questions from {subject}",
    "known:added": "added what is known of question {subject}",
    "known:changed": "changed what is known of question {subject}",
    "known:removed": "removed what is known of question {subject}",
    "assignment:made": "assigned questions to assessors",
    "experts:asked": "asked {subject} to judge annotators’ answers",
    "assignment:added": "added an assessor to {subject}",
    "assignment:removed": "took an assessor off {subject}",
    "assignment:handed_over": "handed {subject} over",
    "assignment:relieved": "no longer asked {subject} for votes",
    "assignment:moved": "handed over the work of {subject}",
    "assignment:set_aside": "set aside the work of {subject}",
    "assignment:given_back": "gave {subject} their work back",
    "assignment:reopened": "reopened {subject}",
    "assessors:checked": "checked how assessors judge",
    "notes:saved": "wrote notes on question {subject}",
    "question:finished": "finished question {subject}",
    "question:no_answer_found": "found no answer to question {subject}",
    "question:finish_undone": "took back that question {subject} is finished",
    "judgments:imported": "imported judgments from {subject}",
    "patterns:written": "wrote answer patterns for question {subject}",
    "annotations:imported": "imported annotations from {subject}",
    "judgments:taken_back": "took back imported judgments: {subject}",
    "documents:old_copies_removed": "removed old copies of documents",
    "counters:fixed": "counted judgments and disputes anew",
    "adjudication:decided": "decided {subject}",
    "adjudication:withdrawn": "withdrew the decision on {subject}",
    "adjudication:undone": "undid a decision on {subject}",
    "classes:settled": "settled answer classes of question {subject}",
    "classes:unsettled": "undid a decision on the answer classes of question {subject}",
    "adjudication:imported": "imported decisions from {subject}",
    "adjudication:accepted": "accepted the majorities of {subject}",
    "batch:undone": "undid {subject}",
    "matches:imported": "imported nugget matches from {subject}",
    "votes:imported": "imported nugget votes from {subject}",
    # notices
    "message:sent": "wrote to people: {subject}",
    # training
    "training:sample_written": "wrote the sample question {subject}",
    "training:sample_moved": "moved the sample question {subject}",
    "training:sample_removed": "removed the sample question {subject}",
    "training:imported": "imported sample questions from {subject}",
    "training:required": "asked for training before judging",
    "training:not_required": "no longer asked for training before judging",
    "training:begun": "began to train on {subject}",
    "training:finished": "trained on {subject}",
    # results
    "qrels:frozen": "froze qrels, {subject}",
    "scores:made": "scored the runs, {subject}",
    "study:made": "made {subject}",
    "scores:released": "released the scores, {subject}",
    "scores:previewed": "looked at what a release would show, {subject}",
    "scores:told_teams": "told each team its own scores, {subject}",
    "scores:taken_back": "took the scores back, {subject}",
    "campaign:exported": "exported {subject}",
    "campaign:imported": "imported the campaign from {subject}",
}


class Event(models.Model):
    """Who did what, when. Written by services in the transaction of the change; never altered."""

    at = models.DateTimeField(auto_now_add=True)
    account = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, null=True, related_name="events", db_index=False
    )
    verb = models.CharField(max_length=40)  # one of VERBS
    subject = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["campaign", "-id"], name="event_of_campaign")]

    @property
    def sentence(self) -> str:
        """What was done, in words."""
        return VERBS.get(self.verb, self.verb).format(subject=self.subject)
