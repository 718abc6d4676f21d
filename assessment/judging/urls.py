"""Addresses of judging."""

from django.urls import URLPattern, path

from assessment.judging.development_urls import development_urls
from assessment.judging.training_urls import training_urls
from assessment.judging.views import (
    adjudicate,
    agreement,
    assign,
    classes,
    judge,
    judgments,
    nuggets,
    parts,
    save,
    settle,
)

app_name = "judging"

urlpatterns: list[URLPattern] = [
    path("", judge.my_work, name="my-work"),
    path("judge/<int:assignment>/", judge.judge, name="judge"),
    path("judge/<int:assignment>/document/", judge.document, name="judge-document"),
    path("judge/<int:assignment>/save/", save.save, name="save"),
    path("judge/<int:assignment>/undo/", save.undo, name="undo"),
    path("judge/<int:assignment>/sheet/", save.notes, name="sheet"),
    path("judge/<int:assignment>/finish/", save.finish, name="finish"),
    path("judge/<int:assignment>/classes/", classes.classes, name="classes"),
    path("judge/<int:assignment>/classes/<slug:deed>/", parts.change_classes, name="change-classes"),
    path("judge/<int:assignment>/nuggets/", nuggets.nugget_list, name="nugget-list"),
    path("judge/<int:assignment>/nuggets/<slug:deed>/", parts.change_nuggets, name="change-nuggets"),
    # the organizer's and the adjudicator's pages
    path("campaigns/<slug:slug>/assign/", assign.assign, name="assign"),
    path("campaigns/<slug:slug>/judgments/", judgments.judgments, name="judgments"),
    path("campaigns/<slug:slug>/judgments/<int:check>/import/", judgments.confirm, name="judgments-confirm"),
    path("campaigns/<slug:slug>/judgments/<int:check>/discard/", judgments.discard, name="judgments-discard"),
    path("campaigns/<slug:slug>/judgments/imports/<int:pk>/", judgments.one_import, name="judgments-import"),
    path(
        "campaigns/<slug:slug>/judgments/imports/<int:pk>/take-back/",
        judgments.take_back,
        name="judgments-take-back",
    ),
    path(
        "campaigns/<slug:slug>/judgments/people/<int:pk>/remove/", judgments.remove, name="judgments-remove"
    ),
    path("campaigns/<slug:slug>/assign/remove/", assign.remove, name="assign-remove"),
    path("campaigns/<slug:slug>/assign/hand-over/", assign.hand_over, name="assign-hand-over"),
    path("campaigns/<slug:slug>/assign/relieve/", assign.relieve, name="assign-relieve"),
    path("campaigns/<slug:slug>/assign/reopen/", assign.reopen, name="assign-reopen"),
    path("campaigns/<slug:slug>/assign/question/<path:qid>/add/", assign.add, name="assign-add"),
    path("campaigns/<slug:slug>/assign/question/<path:qid>/", assign.unit, name="assign-unit"),
    path("campaigns/<slug:slug>/adjudicate/", adjudicate.adjudicate, name="adjudicate"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/classes/", settle.classes, name="settle-classes"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/settle/", settle.settle, name="settle"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/decide/", adjudicate.decide, name="decide"),
    path(
        "campaigns/<slug:slug>/adjudicate/<path:qid>/withdraw/", adjudicate.withdraw, name="withdraw-decision"
    ),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/undo/", adjudicate.undo, name="undo-decision"),
    path("campaigns/<slug:slug>/adjudicate/<path:qid>/", adjudicate.question, name="adjudicate-question"),
    path("campaigns/<slug:slug>/agreement/", agreement.agreement, name="agreement"),
    path("campaigns/<slug:slug>/agreement/table.csv", agreement.agreement_table, name="agreement-table"),
    *training_urls,
    *development_urls,
]
