"""Who judges what in the API: one person of a campaign, and the work that everybody has."""
