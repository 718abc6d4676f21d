"""Addresses of judging."""

from django.urls import URLPattern, path

from assessment.judging.views import (
    annotation,
    batches,
    classes,
    drafts,
    finishing,
    judge,
    nuggets,
    own_history,
    parts,
    rulings,
    save,
    searching,
    taking_out,
)

urlpatterns: list[URLPattern] = [
    path("judge/<int:assignment>/save/", save.save, name="save"),
    path("campaigns/<slug:slug>/take-out/", taking_out.take_out, name="take-out"),
    path("judge/<int:assignment>/", judge.judge, name="judge"),
    path("judge/<int:assignment>/document/", judge.document, name="judge-document"),
    path("judge/<int:assignment>/search/", searching.search, name="search"),
    path("judge/<int:assignment>/history/", own_history.history, name="item-history"),
    path("judge/<int:assignment>/ask/", rulings.ask, name="ask"),
    path("campaigns/<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("campaigns/<slug:slug>/rulings/read/", rulings.read, name="rulings-read"),
    path("campaigns/<slug:slug>/drafts/", drafts.drafts, name="drafts"),
    path("campaigns/<slug:slug>/drafts/<path:qid>/", drafts.of_question, name="question-drafts"),
    path("judged-today/", own_history.today, name="judged-today"),
    path("judge/<int:assignment>/undo/", save.undo, name="undo"),
    path("judge/<int:assignment>/sheet/", save.notes, name="notes"),
    path("judge/<int:assignment>/finish/", finishing.finish, name="finish"),
    path("judge/<int:assignment>/unfinish/", finishing.undo_finish, name="undo-finish"),
    path("judge/<int:assignment>/ending/", finishing.ending, name="ending"),
    path("judge/<int:assignment>/annotation/<slug:step>/", annotation.annotation, name="annotation"),
    path("judge/<int:assignment>/classes/", classes.classes, name="classes"),
    path("judge/<int:assignment>/classes/<slug:action>/", parts.change_classes, name="change-classes"),
    path("judge/<int:assignment>/nuggets/", nuggets.nugget_list, name="nugget-list"),
    path("campaigns/<slug:slug>/changes/<int:pk>/", batches.batch, name="batch"),
    path("campaigns/<slug:slug>/changes/<int:pk>/undo/", batches.undo, name="undo-batch"),
    path("judge/<int:assignment>/nuggets/<slug:action>/", parts.change_nuggets, name="change-nuggets"),
]
