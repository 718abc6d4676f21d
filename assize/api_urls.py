"""Addresses of the API, version 1."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import path, re_path, reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

import assessment.shared.addresses  # noqa: F401  # <run:…>
from assessment.adjudication.api import agreement, classes, disputes, majorities
from assessment.assignments.api import moves, post_editing, progress, thirds, work
from assessment.assignments.api import people as members
from assessment.campaigns.api import (
    campaigns,
    deadlines,
    document_lists,
    guidelines,
    imports,
    people,
    questions,
    schedule,
    searching,
)
from assessment.development.api import candidates, checks, known
from assessment.imports.api import patterns, programs
from assessment.imports.api import people as from_files
from assessment.jobs import api as jobs
from assessment.judging.api import acts, annotation, parts, rulings
from assessment.judging.api import work as judging
from assessment.results.api import annotators, answers, bundles, exports, release, scores, sheets
from assessment.shared.pages import takes_corpora
from assessment.shared.refusals import NOT_FOUND, plain_problem
from assessment.studies.api import machines, overview, sample, studies
from assessment.submissions.api import documents, registrations, runs, tables, teams, topics
from assessment.training import api as training
from assessment.webhooks import api as webhooks
from assize import api_schema


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    """Answer addresses that are none in the shape of the API; one without its slash leads to the one with it.

    It does so for the same method and body (308): behind a 301 clients go on by GET, and a POST would look as if it had stored
    what it sent.
    """
    if not request.path.endswith("/"):
        return HttpResponsePermanentRedirect(
            request.get_full_path(force_append_slash=True), preserve_request=True
        )
    code, message, _ = NOT_FOUND
    return plain_problem(404, code, message, f"All addresses are listed at {reverse('api:docs')}.")


app_name = "api"
urlpatterns = [
    # The renderers of these two cannot write errors, so that nothing but reading comes to them, and no token is looked at.
    path(
        "schema/",
        require_safe(
            SpectacularAPIView.as_view(authentication_classes=(), generator_class=api_schema.OneSchema)
        ),
        name="schema",
    ),
    path(
        "docs/",
        require_safe(SpectacularSwaggerSplitView.as_view(url_name="api:schema", authentication_classes=())),
        name="docs",
    ),
    path("campaigns/", campaigns.CampaignList.as_view(), name="campaigns"),
    path("bundles/", bundles.Bundles.as_view(), name="bundles"),
    path("jobs/", jobs.SiteJobList.as_view(), name="site-jobs"),
    path("jobs/<int:pk>/", jobs.SiteJobDetail.as_view(), name="site-job"),
    path("campaigns/<slug:slug>/", campaigns.CampaignDetail.as_view(), name="campaign"),
    path("campaigns/<slug:slug>/clones/", bundles.Clones.as_view(), name="clones"),
    path("campaigns/<slug:slug>/collections/", campaigns.CollectionList.as_view(), name="collections"),
    path("campaigns/<slug:slug>/questions/", campaigns.QuestionList.as_view(), name="questions"),
    path("campaigns/<slug:slug>/questions/<path:qid>/", questions.QuestionDetail.as_view(), name="question"),
    path("campaigns/<slug:slug>/known/<path:qid>/", known.KnownOfQuestion.as_view(), name="known"),
    path("campaigns/<slug:slug>/candidates/", candidates.Candidates.as_view(), name="candidates"),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/",
        candidates.CandidateDetail.as_view(),
        name="candidate",
    ),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/decision/",
        candidates.DecisionOnCandidate.as_view(),
        name="candidate-decision",
    ),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/languages/",
        candidates.Translations.as_view(),
        name="candidate-languages",
    ),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/checks/",
        checks.CandidateChecks.as_view(),
        name="candidate-checks",
    ),
    path("campaigns/<slug:slug>/series/", questions.SeriesList.as_view(), name="series-list"),
    path(
        "campaigns/<slug:slug>/series/<path:key>/questions/",
        questions.QuestionsOfSeries.as_view(),
        name="series-questions",
    ),
    path("campaigns/<slug:slug>/series/<path:key>/", questions.SeriesDetail.as_view(), name="series"),
    path("campaigns/<slug:slug>/schedule/", schedule.ScheduleOfCampaign.as_view(), name="schedule"),
    path("campaigns/<slug:slug>/guidelines/", guidelines.GuidelinesOfCampaign.as_view(), name="guidelines"),
    path("campaigns/<slug:slug>/rulings/", rulings.Rulings.as_view(), name="rulings"),
    path("campaigns/<slug:slug>/deadlines/", deadlines.Deadlines.as_view(), name="deadlines"),
    path("campaigns/<slug:slug>/runs/", runs.RunList.as_view(), name="runs"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/", runs.RunDetail.as_view(), name="run"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/file/", runs.RunFile.as_view(), name="run-file"),
    path("campaigns/<slug:slug>/scores/", scores.Scores.as_view(), name="scores"),
    path("campaigns/<slug:slug>/scores/versions/", scores.Versions.as_view(), name="versions"),
    path(
        "campaigns/<slug:slug>/scores/<int:version>/changes/",
        answers.ScoreChanges.as_view(),
        name="score-changes",
    ),
    path(
        "campaigns/<slug:slug>/scores/<int:version>/own-runs/",
        sheets.OwnRuns.as_view(),
        name="own-runs",
    ),
    path(
        "campaigns/<slug:slug>/scores/<int:version>/book/",
        sheets.BookOfRuns.as_view(),
        name="score-book",
    ),
    path(
        "campaigns/<slug:slug>/scores/<int:version>/judged-runs/",
        answers.JudgedRuns.as_view(),
        name="judged-runs",
    ),
    path(
        "campaigns/<slug:slug>/scores/<int:version>/runs/<run:run_id>/answers/",
        answers.RunAnswers.as_view(),
        name="run-answers",
    ),
    path("campaigns/<slug:slug>/qrels/", scores.Qrels.as_view(), name="qrels"),
    path("campaigns/<slug:slug>/assignments/", judging.AssignmentList.as_view(), name="assignments"),
    path(
        "campaigns/<slug:slug>/assignments/<int:pk>/", judging.AssignmentDetail.as_view(), name="assignment"
    ),
    path("campaigns/<slug:slug>/assignments/<int:pk>/items/", judging.ItemList.as_view(), name="items"),
    path(
        "campaigns/<slug:slug>/assignments/<int:pk>/items/<int:item>/document/",
        judging.ItemDocument.as_view(),
        name="item-document",
    ),
    path("campaigns/<slug:slug>/assignments/<int:pk>/classes/", parts.Classes.as_view(), name="own-classes"),
    path("campaigns/<slug:slug>/assignments/<int:pk>/nuggets/", parts.Nuggets.as_view(), name="own-nuggets"),
    path("campaigns/<slug:slug>/assignments/<int:pk>/drafts/", parts.Drafts.as_view(), name="own-drafts"),
    path("campaigns/<slug:slug>/assignments/<int:pk>/matches/", parts.Matches.as_view(), name="own-matches"),
    path(
        "campaigns/<slug:slug>/assignments/<int:pk>/annotation/",
        annotation.Annotation.as_view(),
        name="own-annotation",
    ),
    path("campaigns/<slug:slug>/assignments/<int:pk>/boxes/", annotation.Boxes.as_view(), name="own-boxes"),
    path("campaigns/<slug:slug>/assignments/<int:pk>/asked/", rulings.Asked.as_view(), name="own-asked"),
    path("campaigns/<slug:slug>/assignments/<int:pk>/undo/", parts.Undo.as_view(), name="own-undo"),
    path("campaigns/<slug:slug>/assignments/<int:pk>/finish/", parts.Finish.as_view(), name="own-finish"),
    path("campaigns/<slug:slug>/settings/", campaigns.Settings.as_view(), name="settings"),
    path("campaigns/<slug:slug>/people/", people.People.as_view(), name="people"),
    path("campaigns/<slug:slug>/people/<int:pk>/", members.Person.as_view(), name="person"),
    path("campaigns/<slug:slug>/invitations/", people.Invitations.as_view(), name="invitations"),
    path(
        "campaigns/<slug:slug>/invitations/renew/",
        people.RenewedInvitations.as_view(),
        name="renew-invitations",
    ),
    path("campaigns/<slug:slug>/invitations/<int:pk>/", people.InvitationDetail.as_view(), name="invitation"),
    path("campaigns/<slug:slug>/work/", work.WorkList.as_view(), name="work"),
    path("campaigns/<slug:slug>/work/<int:pk>/", work.Work.as_view(), name="work-of-one"),
    path("campaigns/<slug:slug>/people/<int:pk>/work/", moves.WorkOfPerson.as_view(), name="work-of-person"),
    path(
        "campaigns/<slug:slug>/people/<int:pk>/imported-judgments/undo/",
        from_files.ImportedJudgmentsTakenBack.as_view(),
        name="judgments-taken-back",
    ),
    path("campaigns/<slug:slug>/moves/<int:pk>/undo/", moves.MoveUndone.as_view(), name="undo-move"),
    path("campaigns/<slug:slug>/finishing/", progress.Finishing.as_view(), name="finishing"),
    path("campaigns/<slug:slug>/checks/", progress.Checks.as_view(), name="checks"),
    path("campaigns/<slug:slug>/experts/", progress.Experts.as_view(), name="experts"),
    path("campaigns/<slug:slug>/third-assessors/", thirds.Thirds.as_view(), name="third-assessors"),
    path("campaigns/<slug:slug>/imports/", takes_corpora(imports.Imports.as_view()), name="imports"),
    path("campaigns/<slug:slug>/imports/<int:number>/", imports.OneImport.as_view(), name="import"),
    path("campaigns/<slug:slug>/imports/<int:number>/undo/", imports.Undo.as_view(), name="undo-import"),
    path(
        "campaigns/<slug:slug>/imports/<int:number>/files/<int:position>/",
        imports.ImportFile.as_view(),
        name="imported-file",
    ),
    path("campaigns/<slug:slug>/teams/", teams.TeamList.as_view(), name="teams"),
    path("campaigns/<slug:slug>/teams/<int:pk>/", teams.TeamDetail.as_view(), name="team"),
    path("campaigns/<slug:slug>/people-table/", tables.PeopleTable.as_view(), name="people-table"),
    path("campaigns/<slug:slug>/teams-table/", tables.TeamsTable.as_view(), name="teams-table"),
    path("campaigns/<slug:slug>/registrations/", registrations.Registrations.as_view(), name="registrations"),
    path(
        "campaigns/<slug:slug>/registrations/<int:pk>/",
        registrations.RegistrationDetail.as_view(),
        name="registration",
    ),
    path(
        "campaigns/<slug:slug>/registration-requests/",
        registrations.ApplicationList.as_view(),
        name="registration-requests",
    ),
    path(
        "campaigns/<slug:slug>/registration-requests/<int:pk>/decision/",
        registrations.DecisionOnApplication.as_view(),
        name="request-decision",
    ),
    path("campaigns/<slug:slug>/pairs/", registrations.PairList.as_view(), name="pairs"),
    path("campaigns/<slug:slug>/pairs/<str:pair>/", registrations.Pair.as_view(), name="pair"),
    path("campaigns/<slug:slug>/topics/", topics.Topics.as_view(), name="topics"),
    path("campaigns/<slug:slug>/topics/<str:pair>/", topics.TopicsOfPair.as_view(), name="topics-of-pair"),
    path("campaigns/<slug:slug>/topics-file/", topics.TopicsFile.as_view(), name="topics-file"),
    path("campaigns/<slug:slug>/search/", searching.Search.as_view(), name="search"),
    path("campaigns/<slug:slug>/searches/", searching.Searches.as_view(), name="searches"),
    path("campaigns/<slug:slug>/lists/", document_lists.Lists.as_view(), name="lists"),
    path(
        "campaigns/<slug:slug>/lists/<path:target>/texts/",
        document_lists.TextsOfTarget.as_view(),
        name="list-texts",
    ),
    path("campaigns/<slug:slug>/lists/<path:target>/", document_lists.ListOfTarget.as_view(), name="list"),
    path("campaigns/<slug:slug>/documents/", documents.DocumentList.as_view(), name="documents"),
    path("campaigns/<slug:slug>/documents/<path:docid>/", documents.Document.as_view(), name="document"),
    path(
        "campaigns/<slug:slug>/flagged-documents/",
        documents.FlaggedDocuments.as_view(),
        name="flagged-documents",
    ),
    path("campaigns/<slug:slug>/pools/", runs.Pools.as_view(), name="pools"),
    path("campaigns/<slug:slug>/pool-cuts/", acts.PoolCuts.as_view(), name="pool-cuts"),
    path("campaigns/<slug:slug>/pool-answers/", programs.PoolAnswers.as_view(), name="pool-answers"),
    path(
        "campaigns/<slug:slug>/machine-judgments/",
        programs.MachineJudgments.as_view(),
        name="machine-judgments",
    ),
    path("campaigns/<slug:slug>/pool-matches/", programs.PoolMatches.as_view(), name="pool-matches"),
    path(
        "campaigns/<slug:slug>/machine-matches/",
        programs.MachineMatches.as_view(),
        name="machine-matches",
    ),
    path("campaigns/<slug:slug>/patterns/", patterns.PatternList.as_view(), name="patterns"),
    path(
        "campaigns/<slug:slug>/patterns/<path:qid>/trial/",
        patterns.TriedPatterns.as_view(),
        name="tried-patterns",
    ),
    path(
        "campaigns/<slug:slug>/patterns/<path:qid>/",
        patterns.QuestionPatternsDetail.as_view(),
        name="question-patterns",
    ),
    path("campaigns/<slug:slug>/pattern-file/", patterns.PatternFile.as_view(), name="pattern-file"),
    path(
        "campaigns/<slug:slug>/pattern-judgments/",
        patterns.PatternJudgments.as_view(),
        name="pattern-judgments",
    ),
    path(
        "campaigns/<slug:slug>/machine-nuggets/",
        programs.MachineNuggets.as_view(),
        name="machine-nuggets",
    ),
    path("campaigns/<slug:slug>/jobs/", jobs.JobList.as_view(), name="jobs"),
    path("campaigns/<slug:slug>/jobs/<int:pk>/", jobs.JobDetail.as_view(), name="job"),
    path("campaigns/<slug:slug>/disputes/", disputes.Disputes.as_view(), name="disputes"),
    path(
        "campaigns/<slug:slug>/disputes/<int:item>/decision/",
        disputes.Decision.as_view(),
        name="decision",
    ),
    path("campaigns/<slug:slug>/class-disputes/", classes.ClassDisputes.as_view(), name="class-disputes"),
    path(
        "campaigns/<slug:slug>/class-disputes/<path:qid>/",
        classes.ClassDisputeDetail.as_view(),
        name="class-dispute",
    ),
    path("campaigns/<slug:slug>/agreement/", agreement.AgreementOfAssessors.as_view(), name="agreement"),
    path(
        "campaigns/<slug:slug>/agreement/items/",
        agreement.AgreementItems.as_view(),
        name="agreement-items",
    ),
    path("campaigns/<slug:slug>/annotators/", annotators.Annotating.as_view(), name="annotators"),
    path("campaigns/<slug:slug>/majorities/", majorities.Majorities.as_view(), name="majorities"),
    path("campaigns/<slug:slug>/acts/", acts.Acts.as_view(), name="acts"),
    path("campaigns/<slug:slug>/acts/<int:pk>/undo/", acts.UndoneAct.as_view(), name="undo-act"),
    path("campaigns/<slug:slug>/studies/", studies.StudyList.as_view(), name="studies"),
    path(
        "campaigns/<slug:slug>/scores/<int:version>/report/",
        overview.OverviewDetail.as_view(),
        name="score-report",
    ),
    path("campaigns/<slug:slug>/studies/<int:version>/", studies.StudyDetail.as_view(), name="study"),
    path("campaigns/<slug:slug>/machines/", machines.MachineList.as_view(), name="machines"),
    path(
        "campaigns/<slug:slug>/machines/<path:name>/comparison/",
        machines.MachineComparison.as_view(),
        name="machine-comparison",
    ),
    path(
        "campaigns/<slug:slug>/machines/<path:name>/trial/",
        machines.MachineTrial.as_view(),
        name="machine-trial",
    ),
    path("campaigns/<slug:slug>/sample/", sample.Sample.as_view(), name="sample"),
    path("campaigns/<slug:slug>/sample/estimates/", sample.SampleEstimates.as_view(), name="estimates"),
    path("campaigns/<slug:slug>/post-editing/", post_editing.PostEditing.as_view(), name="post-editing"),
    path("campaigns/<slug:slug>/exports/", exports.ExportList.as_view(), name="exports"),
    path("campaigns/<slug:slug>/exports/<str:name>/", exports.Export.as_view(), name="export"),
    path("campaigns/<slug:slug>/release/", release.ReleaseOfScores.as_view(), name="release"),
    path("campaigns/<slug:slug>/release/preview/", release.Preview.as_view(), name="release-preview"),
    path("campaigns/<slug:slug>/judgments/", judging.Judgments.as_view(), name="judgments"),
    path("campaigns/<slug:slug>/training/", training.Training.as_view(), name="training"),
    path("campaigns/<slug:slug>/training/files/", training.SampleFiles.as_view(), name="training-files"),
    path(
        "campaigns/<slug:slug>/training/samples/<str:name>/",
        training.SampleQuestion.as_view(),
        name="training-sample",
    ),
    path(
        "campaigns/<slug:slug>/training/samples/<str:name>/move/",
        training.MovedSample.as_view(),
        name="training-sample-move",
    ),
    path("campaigns/<slug:slug>/webhooks/", webhooks.WebhookList.as_view(), name="webhooks"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/", webhooks.WebhookDetail.as_view(), name="webhook"),
    path(
        "campaigns/<slug:slug>/webhooks/<int:pk>/secret/",
        webhooks.WebhookSecret.as_view(),
        name="webhook-secret",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/<int:pk>/trial/",
        webhooks.WebhookTrial.as_view(),
        name="webhook-trial",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/<int:pk>/deliveries/",
        webhooks.DeliveryList.as_view(),
        name="deliveries",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/<int:pk>/deliveries/<int:delivery>/",
        webhooks.DeliveryDetail.as_view(),
        name="delivery",
    ),
    re_path(r"", nothing_here, name="nothing"),
]
