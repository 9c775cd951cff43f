"""`python -m pitui` is `pitui`."""

from __future__ import annotations

from pitui.cli import main

if __name__ == "__main__":
    main()
