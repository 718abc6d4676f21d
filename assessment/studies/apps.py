from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "assessment.studies"
    label = "studies"
