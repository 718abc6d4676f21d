"""How far a ranking of runs can be trusted (studies of TREC-8 QA, section 3; question series, section 3; and their kin)."""
