from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "assessment.jobs"
    label = "jobs"
