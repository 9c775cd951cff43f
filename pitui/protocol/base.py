"""What every model of a record shares: pi's camelCase on the wire, and unknown fields kept, never refused.

A module with models does without `from __future__ import annotations`: pydantic would compile each annotation again
from its text, a quarter of the time that it takes to make a model.
"""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, core_schema

from pitui.protocol.json_object import JsonObject


def _camel(name: str) -> str:
    """`tool_call_id` is `toolCallId`: what pydantic's own `to_camel` does with regular expressions."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


class Model(BaseModel):
    """A record or a part of one. Fields that pi adds later stay readable in `model_extra`."""

    model_config = ConfigDict(
        extra="allow",
        alias_generator=_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        protected_namespaces=(),
        defer_build=True,
    )

    def wire(self) -> JsonObject:
        """The JSON object pi reads or wrote: camelCase, without the fields that were never set."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Variants:
    """The members of one tagged union: which model a tag means, and the model for everything else.

    The type of a field is annotated with it: `Annotated[TextContent | UnknownContent, CONTENT]`.
    """

    def __init__(self, tag: str, known: Mapping[str, type[Model]], unknown: type[Model]) -> None:
        """Name the members.

        Args:
            tag: the field that tells the members apart: `type`, `role` or `method`.
            known: the model for each tag.
            unknown: the model that takes an object whose tag is unknown or whose fields do not fit its tag. Its own
                fields are texts, or of any type.
        """
        self.tag = tag
        self.known = dict(known)
        self.unknown = unknown
        fields = {name: field for name, field in unknown.model_fields.items() if field.annotation is not Any}
        self._texts = {*fields, *(field.alias for field in fields.values())}

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Have pydantic decode a field by `decode`, and write it as what it is.

        Unlike `PlainValidator` it leaves the members alone: each is built when one comes, not all for every field.
        """
        return core_schema.no_info_plain_validator_function(self.decode)

    def decode(self, data: Any) -> Model:
        """Take one object of the union; what does not fit becomes the unknown member, nothing raises.

        Of the unknown member's own fields those that are no texts are left out.

        Args:
            data: what the JSON parser made, or a model already decoded; anything that is neither is kept
                in the unknown member's `raw`.
        """
        match data:
            case Model():
                return data
            case dict():
                return self._decode_object(cast("JsonObject", data))
            case _:
                return _constructed(self.unknown, {self.tag: "", "raw": data})

    def _decode_object(self, data: JsonObject) -> Model:
        tag = data.get(self.tag)
        model = self.known.get(tag, self.unknown) if isinstance(tag, str) else self.unknown
        try:
            return model.model_validate(data)
        except ValidationError:
            fit = {
                name: data[name] for name in data if name not in self._texts or isinstance(data[name], str)
            }
            return _constructed(self.unknown, {self.tag: "", **fit})


def _constructed(model: type[Model], data: JsonObject) -> Model:
    """Build without validation; names that clash with the parameters of `model_construct` become extra fields."""
    clashing = {name: data[name] for name in ("cls", "_fields_set") if name in data}
    built = model.model_construct(None, **{name: data[name] for name in data if name not in clashing})
    if clashing and built.model_extra is not None:
        built.model_extra.update(clashing)
    return built
