from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    name = "assessment.adjudication"
    label = "adjudication"
