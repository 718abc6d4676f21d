"""Addresses of what the site keeps of a person."""

from django.urls import path

from assessment.privacy import views

app_name = "privacy"
urlpatterns = [
    path("account/data/", views.own_data, name="own-data"),
    path("account/data/file/", views.own_data_file, name="own-data-file"),
    path("account/data/remove/", views.remove_own, name="remove-own"),
    path("accounts/<int:pk>/remove/", views.remove, name="remove"),
]
