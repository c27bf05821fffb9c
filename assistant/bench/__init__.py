"""Measurements that `fala bench` prints: everything claimed for speed or accuracy is measured here."""
