"""Addresses of the webhooks app."""

from django.urls import path

from assessment.webhooks import views

app_name = "webhooks"
urlpatterns = [
    path("campaigns/<slug:slug>/webhooks/", views.webhooks, name="list"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/", views.webhook, name="webhook"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/messages/", views.part, name="messages"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/secret/", views.new_secret, name="secret"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/switch/", views.switch, name="switch"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/trial/", views.trial, name="trial"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/remove/", views.remove, name="remove"),
    path("campaigns/<slug:slug>/webhooks/<int:pk>/<int:delivery>/send/", views.send, name="send"),
]
