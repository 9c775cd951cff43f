"""The parts of the tools pane: the list of calls, and one call whole."""
