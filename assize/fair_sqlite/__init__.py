"""Django's SQLite, whose writers take turns: the engine of settings.DATABASES (docs/decisions/0033)."""
