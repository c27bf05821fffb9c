"""The machine proved: many deals with faults, power cuts at any instant, garbage on the line; counts are given."""
