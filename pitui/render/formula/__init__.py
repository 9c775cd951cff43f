"""LaTeX as Unicode: formulas found in text and laid out in one row, or in as many as they take."""
