"""Pages of runs, teams and pools."""
