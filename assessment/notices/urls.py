"""Addresses of the notices app."""

from django.urls import path

from assessment.notices import views

app_name = "notices"
urlpatterns = [
    path("campaigns/<slug:slug>/messages/", views.messages_page, name="messages"),
    path("campaigns/<slug:slug>/messages/handed-over/", views.handed_over, name="handed-over"),
    path("campaigns/<slug:slug>/messages/<int:pk>/send/", views.send, name="send"),
    path("account/notices/", views.choose_notices, name="choose"),
]
