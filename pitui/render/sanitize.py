"""Foreign text made safe for the screen: what a terminal would obey or hide becomes something to see.

Pure text in, text out. Line breaks and tabs stay: whoever lays the text out deals with them.
"""

from __future__ import annotations

import re
import unicodedata

_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_SKIN = "\U0001f3fb-\U0001f3ff"
_IDEOGRAPH = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_JOINING = "\u0620-\u06ff\u0750-\u077f\u0840-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1820-\u18aa"
"""Letters and marks of the scripts (Arabic, Indic, ...) whose spelling needs the joiners U+200C and U+200D."""

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_SUSPECT = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff{_INVISIBLE}]")

_SCAN = re.compile(
    "(?P<keep>"
    "\U0001f3f4[\U000e0020-\U000e007e]{1,32}\U000e007f"  # a flag spelled with tag characters
    f"|(?<=[{_EMOJI}{_SKIN}\ufe0f])\u200d(?=[{_EMOJI}])"
    f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
    f"|(?<=[{_EMOJI}{_IDEOGRAPH}])[\ufe00-\ufe0f]"
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    f"|(?<=[{_IDEOGRAPH}])[\U000e0100-\U000e01ef]"
    ")"
    "|(?P<pair>[\ud800-\udbff][\udc00-\udfff])"
    f"|(?P<bad>[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff{_INVISIBLE}])"
)


def visible(text: str) -> str:
    """Make every control and invisible character of a foreign text visible.

    C0 and DEL become control pictures (ESC is "␛"), C1, bidi controls and zero-width characters become "<U+202E>",
    surrogates are joined, or U+FFFD when alone. "\\n" and "\\t" stay, and so do emoji sequences, combining marks and
    the joiners that Arabic and Indic spelling needs. Applying it twice changes nothing more.

    Args:
        text: any text, lone surrogates included.

    Returns:
        Text without a character that a terminal obeys (other than "\\n" and "\\t") or hides.
    """
    if _SUSPECT.search(text) is None:
        return text
    return _SCAN.sub(_show, text)


def _show(match: re.Match[str]) -> str:
    found = match.group()
    if match.lastgroup == "keep":
        return found
    if match.lastgroup == "pair":
        joined = found.encode("utf-16", "surrogatepass").decode("utf-16")
        return _SCAN.sub(_show, joined)
    code = ord(found)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"<U+{code:04X}>"


DEPENDENT = "\u200c\u200d\ufe0f\U000e0020-\U000e007e"
"""Characters (as inside a regex's brackets) that are kept or shown depending on what follows them."""
_DEPENDENT_END = re.compile(f"[{DEPENDENT}]+\\Z")


def without_dependent_end(text: str) -> str:
    """A growing text without the characters at its end that need what follows.

    Args:
        text: the text so far.

    Returns:
        The part whose look is decided.
    """
    return _DEPENDENT_END.sub("", text) if text and not text[-1].isascii() else text


_JOINED = re.compile(f"[{_SKIN}\U0001f1e6-\U0001f1ff\u20e3]")


def settled(text: str) -> int:
    """How much of a growing text can be made visible for itself, whatever follows.

    Args:
        text: the text so far.

    Returns:
        A length: the text may be cut there, also without dividing a character that is built of several.
    """
    for end in range(len(text) - 1, max(len(text) - 64, 0), -1):
        if _stands_alone(text[end - 1]) and _stands_alone(text[end]):
            return end
    return max(len(text) - 64, 0)


def _stands_alone(char: str) -> bool:
    if char <= "\x9f":
        return True
    return not (_SUSPECT.match(char) or _JOINED.match(char) or unicodedata.category(char)[0] == "M")
