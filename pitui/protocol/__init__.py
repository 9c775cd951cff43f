"""The records on the wire, as pydantic models. No I/O."""
