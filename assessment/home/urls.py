"""The addresses of the first page and of the way to all others; their names are those of the judging pages."""

from django.urls import URLPattern, path

from assessment.home import views

urlpatterns: list[URLPattern] = [
    path("", views.my_work, name="my-work"),
    path("go/", views.go, name="go"),
    path("campaigns/<slug:slug>/go/", views.go, name="go-in"),
    path("manual/<slug:page>/", views.manual, name="manual"),
]
