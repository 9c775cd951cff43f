"""Texts that try to command or to deceive a terminal, and what must never be among the bytes that are written."""

from __future__ import annotations

MARK = "zq"
"""Stands in every text beside what is hostile, so that a test can see that the text was shown."""

HOSTILE = (
    "zq\x1b]0;owned\x07zq",
    "zq\x1b]2;owned\x1b\\zq",
    "zq\x1b]52;c;b3duZWQ=\x07zq",
    "zq\x1b]8;;http://evil.example/\x07link\x1b]8;;\x07zq",
    "zq\x1b]777;notify;owned;owned\x07zq",
    "zq\x1b[2J\x1b[3J\x1b[Hzq",
    "zq\x1b[6n\x1b[c\x1b[>q\x1b[21tzq",
    "zq\x1b[?1049l\x1b[?25l\x1b[?1000hzq",
    "zq\x1bPq#0;2;0;0;0~-\x1b\\zq",
    "zq\x1b_Gf=24;AAAA\x1b\\zq",
    "zq\x1b^private\x1b\\zq\x1bX start of string\x1b\\zq",
    "zq\x1bc\x1b7\x1b8\x1b(0zq",
    "zq\x9b31m\x9d0;owned\x9czq\x90q\x9c",
    "zq\a\b\b\bhidden\r overwritten\x7f\x00\x0e\x0fzq",
    "zq\v\f\x85zq",
    "zq\u202egnihton\u202c \u2066isolated\u2069 \u200fzq",
    "zq\u200bzero\u200cwidth\u200d\u2060\ufeff\u00adzq",
    "zq\U000e0041\U000e0042 tags\ufe0f\u180ezq",
    "zq\u2028line\u2029paragraph zq",
    "zq[red]not markup[/red] [@click=app.quit]quit[/] [link=http://evil.example/]zq",
    "zq\x1b[200~pasted\x1b[201~zq",
)

NEVER = (
    b"owned\x07",
    b"owned\x1b",
    b"\x1b]0;",
    b"\x1b]52",
    b"\x1b]8;;http://evil",
    b"\x1b]777",
    b"\x1b[3J",
    b"\x1b[6n",
    b"\x1b[>q",
    b"\x1b[21t",
    b"\x1bPq",
    b"\x1b_G",
    b"\x1b^",
    b"\x1bX",
    b"\x1bc",
    b"\x1b(0",
    b"\x1b[200~",
    b"\x00",
    b"\x0e",
    b"\x0f",
    b"\x7f",
    b"\x0b",
    b"\x0c",
    *(code.encode() for code in map(chr, range(0x80, 0xA0))),
    *(
        character.encode()
        for character in "\u202e\u202c\u2066\u2069\u200f\u200b\u200c\u2060\ufeff\u00ad\u180e\u2028\u2029"
    ),
    "\U000e0041".encode(),
)
"""None of these is written by pitui itself, so each of them would have come through."""
