from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "assessment.results"
    label = "results"
