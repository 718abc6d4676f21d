"""Addresses of the adjudicator's pages and of agreement."""

from django.urls import URLPattern, path

from assessment.adjudication.views import adjudicate, agreement, majorities, settle, table_files

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/adjudicate/", adjudicate.adjudicate, name="adjudicate"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/classes/", settle.classes, name="settle-classes"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/settle/", settle.settle, name="settle"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/decide/", adjudicate.decide, name="decide"),
    path(
        "campaigns/<slug:slug>/adjudicate/<path:qid>/withdraw/", adjudicate.withdraw, name="withdraw-decision"
    ),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/undo/", adjudicate.undo, name="undo-decision"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/", adjudicate.question, name="adjudicate-question"),
    path("campaigns/<slug:slug>/majorities/", majorities.majorities, name="majorities"),
    path("campaigns/<slug:slug>/majorities/accept/", majorities.accept, name="accept-majorities"),
    *(address for page in table_files.PAGES for address in page.paths()),
    path("campaigns/<slug:slug>/agreement/", agreement.agreement, name="agreement"),
    path("campaigns/<slug:slug>/agreement/items/", agreement.agreement_items, name="agreement-items"),
    path("campaigns/<slug:slug>/agreement/table.csv", agreement.agreement_table, name="agreement-table"),
]
