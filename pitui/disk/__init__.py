"""pi's own files: sessions, settings, keybindings, themes, trust."""
