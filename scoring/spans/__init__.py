"""Answers that are places on a page (Kwiatkowski et al., Natural Questions, TACL 2019): reading, scores, agreement of people."""
