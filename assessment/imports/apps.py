from django.apps import AppConfig


class ImportsConfig(AppConfig):
    name = "assessment.imports"
    label = "imports"
