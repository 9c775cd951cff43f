"""Finding or installing pi, and the two extensions that pitui hands to it."""
