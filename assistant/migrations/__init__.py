"""Migrations of the database, run when it is opened; they travel in the wheel."""
