"""Addresses of the studies app."""

from django.urls import path

from assessment.studies.views import compare, fewer, files, machines, overview, sample, studies

app_name = "studies"
urlpatterns = [
    path("campaigns/<slug:slug>/studies/", studies.all_studies, name="list"),
    path("campaigns/<slug:slug>/studies/what-if/", studies.ask_what_if, name="what-if"),
    path("campaigns/<slug:slug>/studies/machines/", machines.machines, name="machines"),
    path("campaigns/<slug:slug>/studies/fewer-judgments/", fewer.fewer_judgments, name="fewer-judgments"),
    path("campaigns/<slug:slug>/studies/sample/", sample.sample, name="sample"),
    path("campaigns/<slug:slug>/studies/sample/estimate/", sample.estimate, name="sample-estimate"),
    path("campaigns/<slug:slug>/studies/sample/withdraw/", sample.withdraw, name="sample-withdraw"),
    path("campaigns/<slug:slug>/studies/compare/", compare.compare, name="compare"),
    path("campaigns/<slug:slug>/studies/<int:version>/", studies.overview, name="study"),
    path("campaigns/<slug:slug>/studies/<int:version>/study.json", files.document, name="json"),
    path("campaigns/<slug:slug>/studies/<int:version>/report.html", files.report, name="report"),
    path(
        "campaigns/<slug:slug>/studies/<int:version>/figures/<slug:name>.<slug:form>",
        files.figure_file,
        name="figure",
    ),
    path("campaigns/<slug:slug>/results/<int:version>/report.html", overview.report, name="version-report"),
    path(
        "campaigns/<slug:slug>/results/<int:version>/report.zip",
        overview.archive,
        name="version-report-files",
    ),
    path("campaigns/<slug:slug>/studies/<int:version>/<slug:name>/", studies.page, name="page"),
]
