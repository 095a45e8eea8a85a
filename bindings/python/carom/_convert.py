# SPDX-License-Identifier: MIT
"""What may stand for a C argument: tuples for structures, numpy's arrays for memory, functions for callbacks."""
import ctypes


class Struct(ctypes.Structure):
    """A structure of Carom's. Tuples stand for it, and it prints its fields."""

    @classmethod
    def from_param(cls, value):
        return value if isinstance(value, cls) else cls(*value)

    def __repr__(self):
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name, _ in self._fields_)
        return f"{type(self).__name__}({fields})"

    def __iter__(self):
        return (getattr(self, name) for name, _ in self._fields_)

    def __eq__(self, other):
        return isinstance(other, type(self)) and tuple(self) == tuple(other)

    __hash__ = None


class _Memory:
    """The type of a parameter that is a pointer: see MemoryOf."""

    def __init__(self, kind):
        self.kind = kind

    def from_param(self, value):
        if value is None or isinstance(value, (ctypes._Pointer, ctypes.c_void_p)):
            return value
        if isinstance(value, int) and self.kind is None:
            return ctypes.c_void_p(value)
        if isinstance(value, ctypes.Array):
            return value
        if self.kind is not None and isinstance(value, self.kind):
            return ctypes.byref(value)
        if hasattr(value, "__array_interface__"):
            return self.ofNumpy(value)
        if isinstance(value, (bytes, bytearray)) and self.kind is None:
            return (ctypes.c_char * len(value)).from_buffer_copy(value)
        if isinstance(value, (list, tuple)) and self.kind is not None:
            return (self.kind * len(value))(*value)
        raise TypeError(f"expected {self.kind and self.kind.__name__} or an array of it, not {type(value).__name__}")

    def ofNumpy(self, value):
        """Numpy's array, uncopied. Its rows must have the size of the structure."""
        flags = value.flags
        if not flags.c_contiguous:
            raise TypeError("the array is not contiguous")
        size = 1 if self.kind is None else ctypes.sizeof(self.kind)
        if value.nbytes % size:
            raise TypeError(f"the array has {value.nbytes} bytes, not a multiple of {size}")
        return ctypes.c_void_p(value.ctypes.data)


def MemoryOf(kind):
    """The type of a parameter `kind *`: null, one, an array, a list, or a contiguous array of numpy's."""
    return _Memory(kind)


class _Callback:
    """The type of a parameter that is a callback: see CallbackOf."""

    def __init__(self, kind):
        self.kind = kind
        self.made = {}

    def from_param(self, value):
        if value is None:
            return self.kind()
        if isinstance(value, self.kind):
            return value
        if not callable(value):
            raise TypeError("expected a function or None")
        # Kept for as long as the program runs: C may call it at any time.
        return self.made.setdefault(value, self.kind(value))


def CallbackOf(kind):
    """The type of a parameter that takes a Python function, None, or an instance of the callback's type."""
    return _Callback(kind)
