"""`fala soak`: a whole simulated night at one table, with a schedule of faults drawn from a seed, and what held."""
