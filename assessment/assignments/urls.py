"""Addresses of the pages of who judges what."""

from django.urls import URLPattern, path

from assessment.assignments.views import assign as views
from assessment.assignments.views import people, post_editing, progress, removing, thirds

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/assign/", views.assign, name="assign"),
    path("campaigns/<slug:slug>/progress/", progress.progress, name="progress"),
    path("campaigns/<slug:slug>/progress/finish/", progress.finish, name="progress-finish"),
    path("campaigns/<slug:slug>/progress/check/", progress.check, name="progress-check"),
    path("campaigns/<slug:slug>/assign/experts/", views.experts, name="experts"),
    path("campaigns/<slug:slug>/assign/post-editing/", post_editing.post_editing, name="post-editing"),
    path("campaigns/<slug:slug>/assign/third/", thirds.thirds, name="thirds"),
    path(
        "campaigns/<slug:slug>/assign/post-editing/withdraw/",
        post_editing.withdraw,
        name="post-editing-withdraw",
    ),
    path("campaigns/<slug:slug>/assign/remove/", views.remove, name="assign-remove"),
    path("campaigns/<slug:slug>/assign/hand-over/", views.hand_over, name="assign-hand-over"),
    path("campaigns/<slug:slug>/assign/relieve/", views.relieve, name="assign-relieve"),
    path("campaigns/<slug:slug>/assign/reopen/", views.reopen, name="assign-reopen"),
    path("campaigns/<slug:slug>/people/<int:pk>/", removing.person, name="person"),
    path("campaigns/<slug:slug>/people/<int:pk>/remove/", removing.remove, name="person-remove"),
    path("campaigns/<slug:slug>/people/<int:pk>/put-back/", removing.back, name="person-put-back"),
    path("campaigns/<slug:slug>/people/<int:pk>/remove-name/", removing.nameless, name="person-remove-name"),
    path("campaigns/<slug:slug>/assign/person/<int:pk>/", people.person, name="assign-person"),
    path("campaigns/<slug:slug>/assign/give-back/<int:pk>/", people.give_back, name="assign-give-back"),
    path("campaigns/<slug:slug>/assign/question/<path:qid>/add/", views.add, name="assign-add"),
    path("campaigns/<slug:slug>/assign/question/<path:qid>/", views.unit, name="assign-unit"),
]
