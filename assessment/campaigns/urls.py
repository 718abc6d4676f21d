from django.urls import path

from assessment.campaigns.views import (
    archiving,
    campaigns,
    candidates,
    collections,
    document_lists,
    imports,
    people,
    questions,
    series,
    settings,
)

app_name = "campaigns"
urlpatterns = [
    path("collections/", collections.collections, name="collections"),
    path("collections/<slug:slug>/", collections.collection, name="collection"),
    path("campaigns/", campaigns.campaigns, name="list"),
    path("campaigns/new/", campaigns.new, name="new"),
    path("campaigns/<slug:slug>/settings/", settings.settings, name="settings"),
    path("campaigns/<slug:slug>/state/", settings.state, name="state"),
    path("campaigns/<slug:slug>/archive/", archiving.archive, name="archive"),
    path("campaigns/<slug:slug>/unarchive/", archiving.unarchive, name="unarchive"),
    path("campaigns/<slug:slug>/deadline/", settings.deadline, name="deadline"),
    path("campaigns/<slug:slug>/guidelines/", campaigns.guidelines, name="guidelines"),
    path("campaigns/<slug:slug>/import-questions/", questions.import_questions, name="import-questions"),
    path("campaigns/<slug:slug>/drop/", questions.drop, name="drop"),
    path("campaigns/<slug:slug>/restore/", questions.restore, name="restore"),
    path("campaigns/<slug:slug>/settle-nil/", questions.settle_nil, name="settle-nil"),
    path("campaigns/<slug:slug>/questions/", questions.questions, name="questions"),
    path("campaigns/<slug:slug>/questions/<path:qid>/", questions.question, name="question"),
    path("campaigns/<slug:slug>/series/<path:key>/add/", series.add_question, name="add-question"),
    path("campaigns/<slug:slug>/series/<path:key>/", series.series, name="series"),
    path("campaigns/<slug:slug>/candidates/", candidates.candidates, name="candidates"),
    path("campaigns/<slug:slug>/candidates/new/", candidates.new, name="new-candidate"),
    path("campaigns/<slug:slug>/candidates/<int:pk>/", candidates.candidate, name="candidate"),
    path("campaigns/<slug:slug>/candidates/<int:pk>/edit/", candidates.edit, name="edit-candidate"),
    path("campaigns/<slug:slug>/candidates/<int:pk>/reject/", candidates.reject, name="reject-candidate"),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/reconsider/",
        candidates.reconsider,
        name="reconsider-candidate",
    ),
    path("campaigns/<slug:slug>/lists/", document_lists.lists, name="document-lists"),
    path(
        "campaigns/<slug:slug>/lists/<path:target>/texts.zip", document_lists.archive, name="document-archive"
    ),
    path("campaigns/<slug:slug>/lists/<path:target>/", document_lists.document_list, name="document-list"),
    path(
        "campaigns/<slug:slug>/import-document-lists/",
        document_lists.import_lists,
        name="import-document-lists",
    ),
    path("campaigns/<slug:slug>/accept-licence/", document_lists.accept, name="accept-licence"),
    path("campaigns/<slug:slug>/imports/", imports.imports, name="imports"),
    path("campaigns/<slug:slug>/imports/<int:number>/", imports.file_import, name="file-import"),
    path("campaigns/<slug:slug>/imports/<int:number>/undo/", imports.undo, name="undo-import"),
    path(
        "campaigns/<slug:slug>/imports/<int:number>/files/<int:position>/",
        imports.file,
        name="imported-file",
    ),
    path("campaigns/<slug:slug>/people/", people.people, name="people"),
    path("campaigns/<slug:slug>/people/add/", people.add_member, name="add-member"),
    path("campaigns/<slug:slug>/people/invite/", people.invite, name="invite"),
    path(
        "campaigns/<slug:slug>/people/invitations/renew/",
        people.renew_invitations,
        name="renew-invitations",
    ),
    path(
        "campaigns/<slug:slug>/people/invitations/<int:pk>/withdraw/",
        people.withdraw_invitation,
        name="withdraw-invitation",
    ),
    path("campaigns/<slug:slug>/people/<int:pk>/roles/", people.member_roles, name="member-roles"),
]
