"""What evaluations are made of: what each declares, its settings, its files, and how its runs are checked."""
