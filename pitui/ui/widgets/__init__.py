"""The panes and rows of the screen, one widget a module."""
