"""Chips: found flat from above, named by colour, counted; stacks from the side; colours taught from one picture."""
