from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "assessment.judging"
    label = "judging"
