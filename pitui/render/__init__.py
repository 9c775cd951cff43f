"""The conversation as lines on the screen: one block in, styled lines out."""
