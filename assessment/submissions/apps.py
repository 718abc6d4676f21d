from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "assessment.submissions"
    label = "submissions"
