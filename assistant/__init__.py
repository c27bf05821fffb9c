"""Fala o Ás: the dealer over a home poker table."""

__version__ = "0.1.0"
