"""Settings of the whole site. What an installation may choose is read in one place: docs/configuration.md lists it."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from assize import environment
from assize.environment import env, networks, passwords, provider, secret_key, site_url
from assize.languages import ENGLISH, FOLDER, NAMES, offered

BASE_DIR, DATA_DIR = environment.BASE_DIR, environment.DATA_DIR
BACKUP_NOTE = DATA_DIR / "last-backup.json"  # when the last backup was made, and where it is
SECRET_KEY = secret_key()
DEBUG = env.bool("ASSIZE_DEBUG", default=False)
HTTPS = env.bool("ASSIZE_HTTPS", default=False)
PREFIX = environment.prefix()
FORCE_SCRIPT_NAME = PREFIX or None
DOCUMENT_ORIGIN = env.str("ASSIZE_DOCUMENT_ORIGIN", default="").rstrip("/")
# Where pictures and style sheets of archived pages are fetched from, as https://archive.example/{date}/{url}
ARCHIVE_URL = env.str("ASSIZE_ARCHIVE_URL", default="")
ALLOWED_HOSTS: list[str] = environment.hosts("ASSIZE_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
ALLOWED_HOSTS.append("127.0.0.1")  # the machine itself asks /healthz, whatever names the site has
if DOCUMENT_ORIGIN:
    ALLOWED_HOSTS.append(urlsplit(DOCUMENT_ORIGIN).hostname or "")

# Applications

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "assessment.people",
    "assessment.jobs",
    "assessment.campaigns",
    "assessment.submissions",
    "assessment.judging",
    "assessment.training",
    "assessment.assignments",
    "assessment.development",
    "assessment.imports",
    "assessment.adjudication",
    "assessment.results",
    "assessment.studies",
    "assessment.notices",
    "assessment.privacy",
    "assessment.webhooks",
    "assessment.home",
    "documents",
    "assize.keeping",
    "assize.demo",
]

MIDDLEWARE = [
    "assize.logs.log_requests",
    "assize.metrics.count_requests",
    "assize.encodings.refuse_unknown",
    "django.middleware.security.SecurityMiddleware",
    "assize.assets.serve_assets",
    "assize.middleware.CompressTexts",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "assize.middleware.content_security_policy",
    "assize.middleware.no_nul_in_addresses",
    "assize.middleware.documents_apart",
    "assize.signed_in.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "assize.signed_in.SignedIn",
    "assize.middleware.language_of_reader",
    "assize.middleware.zone_of_reader",
    "django.contrib.messages.middleware.MessageMiddleware",
    "assize.second_step.ask_to_set_up",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "assize.middleware.page_for_forms_alone",
    "assize.middleware.budget_of_reading",
    "assize.middleware.page_for_refusals",
]

ROOT_URLCONF = "assize.urls"
WSGI_APPLICATION = "assize.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["django.templatetags.i18n", "assessment.shared.templatetags.assize"],
            "libraries": {"figures": "assessment.shared.figures.tags"},
        },
    },
]

# Data

for _address in ("ASSIZE_DATABASE_URL", "ASSIZE_REDIS_URL", "ASSIZE_MAIL_URL", "ASSIZE_SEARCH_URL"):
    environment.refuse_unreadable(_address)
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("ASSIZE_DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'assize.sqlite3'}"),
}
if DATABASES["default"].get("ENGINE") not in ("django.db.backends.sqlite3", "django.db.backends.postgresql"):
    raise ImproperlyConfigured(
        "ASSIZE_DATABASE_URL names neither SQLite nor PostgreSQL. Nothing was started. "
        "Write sqlite:////folder/file or postgres://user:password@host:5432/database."
    )
# When SQLite has a transaction written through to the disk; see docs/decisions/0001.
SQLITE_SYNC = env.str("ASSIZE_SQLITE_SYNC", default="normal")
if SQLITE_SYNC not in ("normal", "full"):
    raise ImproperlyConfigured(
        f"ASSIZE_SQLITE_SYNC={SQLITE_SYNC} is neither normal nor full. Nothing was started."
    )
DATABASES["default"].setdefault("OPTIONS", {})
DATABASES["default"]["CONN_MAX_AGE"] = 60
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "assize.fair_sqlite"  # whose writers take turns: docs/decisions/0033
    # IMMEDIATE takes the write lock at the start of a transaction, so that two writers wait for each other
    # instead of failing with "database is locked"; see docs/decisions/0001.
    DATABASES["default"]["OPTIONS"] |= {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNC};",
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A server that hangs, or a network that is cut, counts as away: nobody waits for minutes to hear so.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 4,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
        # Where tables hold millions of rows, PostgreSQL would spend fifty milliseconds on compiling statements that
        # take one, or on starting processes to share their work; and it would plan a prepared statement five times.
        "options": "-c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=force_generic_plan",
    } | DATABASES["default"]["OPTIONS"]

# What all processes must know of each other, such as how often somebody tried to sign in. One process without Redis
# has it in its memory, which is large enough that nobody pushes such a count out of it; several have it in files.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.str("ASSIZE_REDIS_URL", default="")
if REDIS_URL:
    from redis.backoff import NoBackoff  # a tenth of a start, which most installations do without
    from redis.retry import Retry

    CACHES["default"] = {
        "BACKEND": "assize.redis_away.Cache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1.0, "socket_timeout": 1.0, "retry": Retry(NoBackoff(), 0)},
    }
SEARCH_URL = environment.search_url()
PROCESSES = env.int("ASSIZE_PROCESSES", default=1)  # of `assize.serve`
if not 1 <= PROCESSES <= 64:
    raise ImproperlyConfigured(
        f"ASSIZE_PROCESSES={PROCESSES} is no number of processes. Nothing was started. Give one from 1 to 64."
    )
if PROCESSES > 1 and not REDIS_URL:
    CACHES["default"] |= {"BACKEND": "assize.shared_counts.Cache", "LOCATION": str(DATA_DIR / "counts")}

# Folders from which site admins may import collections over the pages

COLLECTION_ROOTS: list[Path] = [
    BASE_DIR / name
    for name in env.list("ASSIZE_COLLECTION_ROOTS", default=["collections", str(DATA_DIR / "collections")])
]

# Background jobs: threads of the serving process, or Celery's workers where there is a Redis

JOB_SENDER = "assize.celery.send" if REDIS_URL else ""
JOBS_INLINE = False  # whoever waits for a job does it: for tests of pages
JOB_LEASE_SECONDS = env.float("ASSIZE_JOB_LEASE", default=20.0)
JOB_RESEND_SECONDS = JOB_LEASE_SECONDS / 2
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 2.0
# All four together: the visibility timeout alone left messages of killed workers unread (docs/decisions/0010).
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "unacked_mutex_expire": 10,
}

# Accounts and sessions

AUTH_USER_MODEL = "people.Account"
AUTHENTICATION_BACKENDS = ["assize.signed_in.Accounts"]
SESSION_ENGINE = "assize.signed_in"
LOGIN_URL = f"{PREFIX}/sign-in/"
LOGIN_REDIRECT_URL = f"{PREFIX}/"
LOGOUT_REDIRECT_URL = LOGIN_URL
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = f"{PREFIX}/"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "assize.origins.refuse_form"

# Transport

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # asked for on the machine itself
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
TRUSTED_PROXIES = env.int("ASSIZE_TRUSTED_PROXIES", default=0)  # see assessment/shared/places.py
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        f"frame-src 'self' {DOCUMENT_ORIGIN}".strip(),
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
    ]
)

# Uploads

MAX_RUN_BYTES = 64 * 1024 * 1024
MAX_CORPUS_BYTES = 960 * 1024 * 1024  # of files that jobs read as a stream
READING_SECONDS = 60.0  # for what a request sends; a sound run of a million responses (53 MB) took 20 of them
FILE_UPLOAD_HANDLERS = ["assize.uploads.LimitedUploadHandler"]
DATA_UPLOAD_MAX_NUMBER_FIELDS, DATA_UPLOAD_MAX_NUMBER_FILES = 10_000, None  # files: assize/uploads takes fewer

# Language and time

# A page is in one language: that of the account, else of the browser, else English (assize.middleware).
LANGUAGE_CODE = ENGLISH
LANGUAGES = offered(env.list("ASSIZE_LANGUAGES", default=list(NAMES)))
LOCALE_PATHS = [FOLDER]
USE_I18N = USE_TZ = True
FORMAT_MODULE_PATH = ["assize.formats"]
TIME_ZONE = "UTC"

# Static files: served from where they lie, so that no step has to copy them first; ours put together in memory (assets)

STATIC_URL = f"{PREFIX}/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "assize.assets.AddressedFiles"},
}

# Of whom signing in takes a code of their phone, beside those who want it.

REQUIRE_SECOND_STEP = env.str("ASSIZE_REQUIRE_SECOND_STEP", default="")
if REQUIRE_SECOND_STEP not in ("", "admins", "organizers"):
    raise ImproperlyConfigured(
        f"ASSIZE_REQUIRE_SECOND_STEP={REQUIRE_SECOND_STEP} is neither admins nor organizers. Nothing was started."
    )

# Where people may sign in elsewhere (OpenID Connect), and whether with a password, too

OIDC = provider()
PASSWORDS = passwords(OIDC)

# Mail: without ASSIZE_MAIL_URL nothing is sent, and links are shown to admins to hand over

MAIL_URL = env.str("ASSIZE_MAIL_URL", default="")
# Where links in mail lead: jobs know of no request.
SITE_URL = site_url(ALLOWED_HOSTS[0], https=HTTPS)
DEFAULT_FROM_EMAIL = env.str("ASSIZE_MAIL_FROM", default="assize@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10  # seconds for each step: a server that hangs keeps neither people nor jobs
if MAIL_URL:
    _mail = env.email_url("ASSIZE_MAIL_URL")
    EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
    EMAIL_HOST = _mail["EMAIL_HOST"]
    EMAIL_PORT = _mail["EMAIL_PORT"] or (465 if MAIL_URL.startswith(("smtps:", "smtp+ssl:")) else 25)
    EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"]
    EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"]
    EMAIL_FILE_PATH = _mail["EMAIL_FILE_PATH"]
    # smtp+tls asks for encryption once it is connected; smtps, as everywhere, is encrypted from the start.
    EMAIL_USE_SSL = MAIL_URL.startswith(("smtps:", "smtp+ssl:"))
    EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False) and not EMAIL_USE_SSL
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

# API

API_RATE = env.int("ASSIZE_API_RATE", default=600)  # requests of an account in a minute; 0: any number
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "assessment.people.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "assessment.people.api.authentication.MayWrite",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["assessment.people.api.throttling.PerAccount"],
    "DEFAULT_PARSER_CLASSES": ["assessment.people.api.parsing.StorableJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "assessment.shared.api.explain_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Assize",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "assize.api_schema.say_of_all",
    ],
    # One name for the states of each kind of row, wherever they stand.
    "ENUM_NAME_OVERRIDES": {
        "FileImportState": "assessment.campaigns.models.FileImportState",
        "JobState": "assessment.jobs.models.JobState",
        "RunState": "assessment.submissions.models.RunState",
    },
    # The page's scripts come from a locked package, not from elsewhere on the net.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# Webhooks: where messages of campaigns may be sent

WEBHOOK_HTTP = env.bool("ASSIZE_WEBHOOK_HTTP", default=False)  # whether unencrypted, too
WEBHOOK_NETWORKS = networks("ASSIZE_WEBHOOK_NETWORKS")  # of the organization, beside the open net

# Numbers for Prometheus, which nobody may read unless one of these says who: behind a proxy on the same machine everybody
# comes from a local address, so none is trusted by itself.

METRICS_TOKEN = env.str("ASSIZE_METRICS_TOKEN", default="")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured(
        "ASSIZE_METRICS_TOKEN is too short to be a secret. Nothing was started. Give at least 16 characters."
    )
METRICS_ADDRESSES = networks("ASSIZE_METRICS_ADDRESSES")

LOG_FORM = env.str("ASSIZE_LOG", default="text")
if LOG_FORM not in ("text", "json"):
    raise ImproperlyConfigured(f"ASSIZE_LOG={LOG_FORM} is neither text nor json. Nothing was started.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "without_outages": {"()": "assize.outages.WithoutOutages"},
        "wrong_hosts": {"()": "assize.logs.WrongHosts"},
    },
    "formatters": {
        "text": {
            "()": "assize.logs.TextLines",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "assize.logs.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORM}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.request": {"filters": ["without_outages"]},
        "django.security.DisallowedHost": {"filters": ["wrong_hosts"]},
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
    },
}
