"""The extension UI protocol: what extensions ask and tell, and the answers to the four that wait."""

from typing import Any, Literal

from pitui.protocol.base import Model, Variants


class ExtensionUIRequest(Model):
    """What all requests have. `timeout` is in ms from the record's arrival; at its end pi says nothing."""

    type: Literal["extension_ui_request"] = "extension_ui_request"
    id: str


class SelectRequest(ExtensionUIRequest):
    method: Literal["select"] = "select"
    title: str = ""
    options: list[str]
    timeout: float | None = None


class ConfirmRequest(ExtensionUIRequest):
    method: Literal["confirm"] = "confirm"
    title: str = ""
    message: str = ""
    timeout: float | None = None


class InputRequest(ExtensionUIRequest):
    method: Literal["input"] = "input"
    title: str = ""
    placeholder: str | None = None
    timeout: float | None = None


class EditorRequest(ExtensionUIRequest):
    """Never has a time limit (pi 1.6.0, docs/rpc-extension-ui.md)."""

    method: Literal["editor"] = "editor"
    title: str = ""
    prefill: str | None = None


class NotifyRequest(ExtensionUIRequest):
    method: Literal["notify"] = "notify"
    message: str = ""
    notify_type: str = "info"


class SetStatusRequest(ExtensionUIRequest):
    """A missing `status_text` clears the status of that key."""

    method: Literal["setStatus"] = "setStatus"
    status_key: str
    status_text: str | None = None


class SetWidgetRequest(ExtensionUIRequest):
    """Missing `widget_lines` clear the widget of that key."""

    method: Literal["setWidget"] = "setWidget"
    widget_key: str
    widget_lines: list[str] | None = None
    widget_placement: str = "aboveEditor"


class SetTitleRequest(ExtensionUIRequest):
    method: Literal["setTitle"] = "setTitle"
    title: str = ""


class SetEditorTextRequest(ExtensionUIRequest):
    method: Literal["set_editor_text"] = "set_editor_text"
    text: str = ""


class UnknownUIRequest(Model):
    """A method that pitui does not know."""

    type: Literal["extension_ui_request"] = "extension_ui_request"
    id: str = ""
    method: str = ""
    raw: Any = None


Dialog = SelectRequest | ConfirmRequest | InputRequest | EditorRequest
"""The requests that wait for an answer."""

UI_REQUESTS = Variants(
    "method",
    {
        "select": SelectRequest,
        "confirm": ConfirmRequest,
        "input": InputRequest,
        "editor": EditorRequest,
        "notify": NotifyRequest,
        "setStatus": SetStatusRequest,
        "setWidget": SetWidgetRequest,
        "setTitle": SetTitleRequest,
        "set_editor_text": SetEditorTextRequest,
    },
    UnknownUIRequest,
)


class ExtensionUIResponse(Model):
    """The answer to a dialog: exactly one of `value`, `confirmed` and `cancelled` is set."""

    type: Literal["extension_ui_response"] = "extension_ui_response"
    id: str
    value: str | None = None
    confirmed: bool | None = None
    cancelled: Literal[True] | None = None
