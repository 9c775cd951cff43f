"""One live pi over RPC: the Python API that others may import."""
