"""How far the ranking of a campaign's runs can be trusted: studies of its scores, kept as versions."""
