"""Addresses of judging."""

from django.urls import URLPattern, path

from assessment.judging.views import annotation, classes, judge, nuggets, parts, save

urlpatterns: list[URLPattern] = [
    path("", judge.my_work, name="my-work"),
    path("judge/<int:assignment>/", judge.judge, name="judge"),
    path("judge/<int:assignment>/document/", judge.document, name="judge-document"),
    path("judge/<int:assignment>/save/", save.save, name="save"),
    path("judge/<int:assignment>/undo/", save.undo, name="undo"),
    path("judge/<int:assignment>/sheet/", save.notes, name="notes"),
    path("judge/<int:assignment>/finish/", save.finish, name="finish"),
    path("judge/<int:assignment>/annotation/<slug:stage>/", annotation.annotation, name="annotation"),
    path("judge/<int:assignment>/classes/", classes.classes, name="classes"),
    path("judge/<int:assignment>/classes/<slug:action>/", parts.change_classes, name="change-classes"),
    path("judge/<int:assignment>/nuggets/", nuggets.nugget_list, name="nugget-list"),
    path("judge/<int:assignment>/nuggets/<slug:action>/", parts.change_nuggets, name="change-nuggets"),
]
