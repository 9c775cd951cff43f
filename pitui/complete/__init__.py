"""What the editor offers while one types, and what it remembers: ranking, files, history, drafts. No screen in it."""
