"""What pitui writes is one line of JSON that pi can read, in pi's spelling."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.codec import encode_command
from pitui.protocol.commands import Bash, GetEntries, Prompt, SetModel
from pitui.protocol.content import ImageContent
from pitui.protocol.extension_ui import ExtensionUIResponse


def test_fields_are_spelled_as_pi_does_and_what_is_not_set_is_left_out() -> None:
    image = ImageContent(data="QQ==", mime_type="image/png")
    prompt = Prompt(id="1", message="hi", images=[image], streaming_behavior="followUp")

    assert json.loads(encode_command(prompt)) == {
        "id": "1",
        "type": "prompt",
        "message": "hi",
        "images": [{"type": "image", "data": "QQ==", "mimeType": "image/png"}],
        "streamingBehavior": "followUp",
    }
    assert json.loads(encode_command(GetEntries())) == {"type": "get_entries"}
    assert json.loads(encode_command(SetModel(provider="p", model_id="m")))["modelId"] == "m"
    assert (
        json.loads(encode_command(Bash(command="ls", exclude_from_context=True)))["excludeFromContext"]
        is True
    )


def test_a_refusal_is_sent_although_it_is_false() -> None:
    assert json.loads(encode_command(ExtensionUIResponse(id="d", confirmed=False))) == {
        "type": "extension_ui_response",
        "id": "d",
        "confirmed": False,
    }


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_one_line_of_utf8(text: str) -> None:
    line = encode_command(Prompt(message=text))

    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    sent = json.loads(line.decode())["message"]
    assert sent == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def test_a_lone_surrogate_becomes_a_replacement_character_and_a_pair_joins() -> None:
    line = encode_command(Prompt(message="a\ud83d b\ud83c\udf89"))

    assert json.loads(line)["message"] == "a\ufffd b🎉"
