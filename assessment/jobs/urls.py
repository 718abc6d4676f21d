"""Addresses of the jobs app."""

from django.urls import path

from assessment.jobs.views import jobs as views

app_name = "jobs"
urlpatterns = [
    path("campaigns/<slug:slug>/jobs/", views.job_list, name="list"),
    path("campaigns/<slug:slug>/jobs/<int:pk>/", views.job, name="job"),
    path("campaigns/<slug:slug>/jobs/<int:pk>/progress/", views.part, name="part"),
    path("campaigns/<slug:slug>/jobs/<int:pk>/cancel/", views.cancel, name="cancel"),
    path("jobs/", views.job_list, name="site-list"),
    path("jobs/<int:pk>/", views.job, name="site-job"),
    path("jobs/<int:pk>/progress/", views.part, name="site-part"),
    path("jobs/<int:pk>/cancel/", views.cancel, name="site-cancel"),
]
