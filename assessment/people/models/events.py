"""The verbs of the event log and the sentence that each makes of its subject."""

from collections.abc import Mapping

from django.db import models

from assessment.people.models.people import Account
from assessment.shared.say import say, say_n, sentence

VERBS: Mapping[str, str] = {
    # people
    "account:created": sentence("created the account {subject}"),
    "account:edited": sentence("edited the account {subject}"),
    "account:keys_changed": sentence("changed the keys of {subject}"),
    "account:token_made": sentence("made an API token for {subject}"),
    "account:token_revoked": sentence("revoked an API token of {subject}"),
    "account:may_create": sentence("let {subject} create campaigns"),
    "account:may_not_create": sentence("no longer lets {subject} create campaigns"),
    "account:signed_out": sentence("signed {subject} out in other browsers"),
    "account:second_step_on": sentence("switched the second step of signing in on for {subject}"),
    "account:second_step_off": sentence("switched the second step of signing in off for {subject}"),
    "account:recovery_codes_made": sentence("made new recovery codes for {subject}"),
    "account:recovery_code_used": sentence("signed in as {subject} with a recovery code"),
    "account:linked": sentence("linked {subject} to the provider"),
    "account:unlinked": sentence("unlinked {subject} from the provider"),
    "account:closed": sentence("closed the account {subject}"),
    "account:reopened": sentence("reopened the account {subject}"),
    "account:data_taken": sentence("took a copy of the data of {subject}"),
    "account:removed": sentence("removed the personal data of {subject}"),
    "member:added": sentence("added {subject}"),
    "member:roles_changed": sentence("changed the roles of {subject}"),
    "member:removed": sentence("removed {subject} from the campaign"),
    "member:put_back": sentence("put {subject} back into the campaign"),
    "member:renamed": sentence("removed the name of {subject}"),
    "invitation:made": sentence("invited {subject}"),
    "invitation:renewed": sentence("renewed the invitation for {subject}"),
    "people:imported": sentence("brought people in from {subject}"),
    "teams:imported": sentence("brought teams in from {subject}"),
    "invitation:withdrawn": sentence("withdrew the invitation for {subject}"),
    "invitation:accepted": sentence("accepted the invitation for {subject}"),
    "password:link_made": sentence("made a password link for {subject}"),
    "site:restored": sentence("restored the site from the backup of {subject}"),
    # campaigns
    "campaign:created": sentence("created the campaign {subject}"),
    "campaign:edited": sentence("changed the settings"),
    "campaign:cloned": sentence("made the campaign from {subject}"),
    "campaign:archived": sentence("archived the campaign {subject}"),
    "campaign:unarchived": sentence("un-archived the campaign {subject}"),
    "campaign:deleted": sentence("deleted the campaign {subject}"),
    "campaign:collection_changed": sentence("changed the collection {subject}"),
    "campaign:state": sentence("set the campaign to {subject}"),
    "deadline:set": sentence("set the deadline to {subject}"),
    "deadline:moved": sentence("moved the deadline {subject}"),
    "date:set": sentence("set a date: {subject}"),
    "date:moved": sentence("moved a date: {subject}"),
    "date:kept": sentence("kept the date “{subject}”"),
    "date:missed": sentence("could not keep the date “{subject}”"),
    "guidelines:written": sentence("wrote version {subject} of the guidelines"),
    "questions:imported": sentence("imported the questions from {subject}"),
    "question:edited": sentence("edited question {subject}"),
    "question:corrected": sentence("corrected question {subject}"),
    "question:dropped": sentence("dropped {subject}"),
    "question:restored": sentence("restored {subject}"),
    "question:nil_settled": sentence("settled NIL of question {subject}"),
    "series:edited": sentence("edited series {subject}"),
    "question:added": sentence("added question {subject}"),
    "query_log:entered": sentence("entered queries of a log from {subject}"),
    "candidate:entered": sentence("entered the candidate {subject}"),
    "candidate:edited": sentence("edited the candidate {subject}"),
    "candidate:translated": sentence("translated the candidate {subject}"),
    "candidate:read": sentence("read the candidate {subject}"),
    "candidate:rejected": sentence("rejected the candidate {subject}"),
    "candidate:reconsidered": sentence("reconsidered the candidate {subject}"),
    "candidate:accepted": sentence("accepted the candidate {subject}"),
    "document_lists:imported": sentence("imported document lists from {subject}"),
    "import:undone": sentence("undid {subject}"),
    "table:imported": sentence("brought a table in from {subject}"),
    "document_texts:downloaded": sentence("downloaded texts of the list {subject}"),
    "licence:accepted": sentence("accepted the licence of {subject}"),
    "collection:imported": sentence("imported the collection {subject}"),
    # jobs
    "job:cancelled": sentence("cancelled {subject}"),
    # submissions
    "team:created": sentence("created the team {subject}"),
    "team:renamed": sentence("renamed the team {subject}"),
    "team:deleted": sentence("deleted the team {subject}"),
    "team:anonymized": sentence("took the name off the team that is now {subject}"),
    "team:members_changed": sentence("changed who belongs to the team {subject}"),
    "registration:made": sentence("registered the team {subject}"),
    "registration:asked": sentence("asked to register the team {subject}"),
    "registration:refused": sentence("refused to register the team {subject}"),
    "registration:withdrawn": sentence("withdrew the request to register the team {subject}"),
    "registration:changed": sentence("changed the registration of the team {subject}"),
    "pair:changed": sentence("changed the language pair {subject}"),
    "topics:downloaded": sentence("downloaded the questions of {subject}"),
    "clock:started": sentence("started the clock of the team {subject}"),
    "run:submitted": sentence("submitted the run {subject}"),
    "run:replaced": sentence("replaced the run {subject}"),
    "run:withdrawn": sentence("withdrew the run {subject}"),
    "pool:made": sentence("pooled runs, round {subject}"),
    "pool:taken_out": sentence("took runs out of the pool, round {subject}"),
    # judging
    "ruling:asked": sentence("asked about question {subject}"),
    "ruling:made": sentence("made a ruling on {subject}"),
    "development:imported": sentence("imported what is known of questions from {subject}"),
    "known:added": sentence("added what is known of question {subject}"),
    "known:changed": sentence("changed what is known of question {subject}"),
    "known:removed": sentence("removed what is known of question {subject}"),
    "assignment:made": sentence("assigned questions to assessors"),
    "sample:drawn": sentence("drew the sample of questions that people judge"),
    "sample:withdrawn": sentence("withdrew the sample of questions"),
    "post_editing:declared": sentence(
        "declared that assessors see a machine’s grades first in some questions"
    ),
    "post_editing:withdrawn": sentence("withdrew post-editing"),
    "experts:asked": sentence("asked {subject} to judge annotators’ answers"),
    "assignment:added": sentence("added an assessor to {subject}"),
    "assignment:third": sentence("asked third assessors for the answers on which others differ"),
    "assignment:removed": sentence("took an assessor off {subject}"),
    "assignment:handed_over": sentence("handed {subject} over"),
    "assignment:relieved": sentence("no longer asked {subject} for votes"),
    "assignment:moved": sentence("handed over the work of {subject}"),
    "assignment:set_aside": sentence("set aside the work of {subject}"),
    "assignment:given_back": sentence("gave {subject} their work back"),
    "assignment:reopened": sentence("reopened {subject}"),
    "assessors:checked": sentence("checked how assessors judge"),
    "notes:saved": sentence("wrote notes on question {subject}"),
    "question:finished": sentence("finished question {subject}"),
    "question:no_answer_found": sentence("found no answer to question {subject}"),
    "question:finish_undone": sentence("took back that question {subject} is finished"),
    "judgments:imported": sentence("imported judgments from {subject}"),
    "machine:matched": sentence("imported nugget matches of a program from {subject}"),
    "machine:drafted": sentence("imported nugget drafts of a program from {subject}"),
    "patterns:written": sentence("wrote answer patterns for question {subject}"),
    "annotations:imported": sentence("imported annotations from {subject}"),
    "judgments:taken_back": sentence("took back imported judgments: {subject}"),
    "documents:old_copies_removed": sentence("removed old copies of documents"),
    "counters:fixed": sentence("counted judgments and disputes anew"),
    "adjudication:decided": sentence("decided {subject}"),
    "adjudication:withdrawn": sentence("withdrew the decision on {subject}"),
    "adjudication:undone": sentence("undid a decision on {subject}"),
    "classes:settled": sentence("settled answer classes of question {subject}"),
    "classes:unsettled": sentence("undid a decision on the answer classes of question {subject}"),
    "adjudication:imported": sentence("imported decisions from {subject}"),
    "adjudication:accepted": sentence("accepted the majorities of {subject}"),
    "batch:undone": sentence("undid {subject}"),
    "matches:imported": sentence("imported nugget matches from {subject}"),
    "votes:imported": sentence("imported nugget votes from {subject}"),
    # notices
    "message:sent": sentence("wrote to people: {subject}"),
    # webhooks
    "webhook:added": sentence("added a webhook to {subject}"),
    "webhook:changed": sentence("changed the webhook to {subject}"),
    "webhook:rotated": sentence("replaced the secret of the webhook to {subject}"),
    "webhook:removed": sentence("removed the webhook to {subject}"),
    "webhook:failing": sentence("could not deliver messages to the webhook {subject} for a day"),
    "webhook:gone": sentence("switched off the webhook to {subject}, which no longer exists"),
    "webhook:orphaned": sentence(
        "switched off the webhook to {subject}: the data of the person who added it were removed"
    ),
    # training
    "training:sample_written": sentence("wrote the sample question {subject}"),
    "training:sample_moved": sentence("moved the sample question {subject}"),
    "training:sample_removed": sentence("removed the sample question {subject}"),
    "training:imported": sentence("imported sample questions from {subject}"),
    "training:required": sentence("asked for training before judging"),
    "training:not_required": sentence("no longer asked for training before judging"),
    "training:begun": sentence("began to train on {subject}"),
    "training:finished": sentence("trained on {subject}"),
    # results
    "qrels:frozen": sentence("froze qrels, {subject}"),
    "scores:made": sentence("scored the runs, {subject}"),
    "study:made": sentence("made {subject}"),
    "scores:released": sentence("released the scores, {subject}"),
    "scores:previewed": sentence("looked at what a release would show, {subject}"),
    "scores:told_teams": sentence("told each team its own scores, {subject}"),
    "scores:taken_back": sentence("took the scores back, {subject}"),
    "campaign:exported": sentence("exported {subject}"),
    "campaign:imported": sentence("imported the campaign from {subject}"),
}

# What happens by itself: nobody did it, on a page or the command line.
BY_ITSELF = frozenset({"date:kept", "date:missed", "webhook:failing", "webhook:gone"})


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
    def who(self) -> str:
        """Whoever did it."""
        if self.account:
            return str(self.account)
        return say("the site") if self.verb in BY_ITSELF else say("the command line")

    @property
    def sentence(self) -> str:
        """What was done, in the reader's words."""
        names = self.data.get("names", ())
        if self.verb == "invitation:renewed" and len(names) > 1:
            return say_n(
                "renewed the invitation for {n} person", "renewed the invitation for {n} people", len(names)
            )
        return say(VERBS.get(self.verb, self.verb), subject=self.subject)
