from django.apps import AppConfig


class DevelopmentConfig(AppConfig):
    name = "assessment.development"
    label = "development"
