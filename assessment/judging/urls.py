"""Addresses of judging."""

from django.urls import URLPattern, path

from assessment.judging.views import judge

app_name = "judging"

urlpatterns: list[URLPattern] = [
    path("", judge.my_work, name="my-work"),
    path("judge/<int:assignment>/", judge.judge, name="judge"),
    path("judge/<int:assignment>/document/", judge.document, name="judge-document"),
    path("judge/<int:assignment>/save/", judge.save, name="save"),
    path("judge/<int:assignment>/undo/", judge.undo, name="undo"),
    path("judge/<int:assignment>/sheet/", judge.sheet, name="sheet"),
    path("judge/<int:assignment>/finish/", judge.finish, name="finish"),
]
