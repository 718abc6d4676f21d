"""The address of the first page; its name is that of the judging pages, to which it leads assessors."""

from django.urls import URLPattern, path

from assessment.home import views

urlpatterns: list[URLPattern] = [path("", views.my_work, name="my-work")]
