"""Template tags of the way through a campaign."""
