# SPDX-License-Identifier: MIT
"""Carom, a 2D collision world for games, by ctypes. Names and documentation are those of the C headers.

    import carom
    world = carom.caromWorldCreate(carom.caromWorldDef(), None)

Structures take tuples: `def_.velocity = (300, 400)`. Pointers take one structure, a list, a ctypes array, or a
contiguous numpy array, which is not copied. A refused call raises carom.Refused. CAROM_LIBRARY names another
libcarom than the one that came with this package.
"""
import ctypes
import glob
import os


from . import _api
from ._api import *


class Refused(Exception):
    """A call was refused and changed nothing. `error` is the CAROM_ERROR_ value."""

    def __init__(self, function, error):
        super().__init__(f"{function}: {caromErrorText(error).decode()} ({caromErrorName(error).decode()})")
        self.error = error


def _openLibrary():
    own = os.path.dirname(os.path.abspath(__file__))
    found = sorted(glob.glob(f"{own}/*carom*.so*") + glob.glob(f"{own}/*carom*.dylib") + glob.glob(f"{own}/*carom*.dll"))
    return ctypes.CDLL(os.environ.get("CAROM_LIBRARY") or (found[0] if found else "libcarom.so"))


def _raiseError(name):
    """A check of a result that is an error."""

    def check(result, _function, _arguments):
        if result != CAROM_OK:
            raise Refused(name, result)
        return result

    return check


def _raiseNull(name):
    """A check of what was to be made: a null id or pointer raises the error that was stored."""

    def check(result, _function, arguments):
        if isinstance(result, ctypes._Pointer):
            good, last = bool(result), arguments[-1]
            error = last.value if isinstance(last, ctypes.c_int) else CAROM_ERROR_NULL
        else:
            good = result.index != 0
            error = CAROM_OK if good else caromWorldLastError(arguments[0])
        if not good:
            raise Refused(name, error)
        return result

    return check


_TELL_ERRORS = ("caromWorldLastError", "caromQueryError", "caromRecorderError") # their answer is an error
_IDS = ("CaromBodyId", "CaromShapeId", "CaromProjectileId")


def _makes(name, returns):
    return "Create" in name and (returns in _IDS or returns.endswith("*")) or name == "caromProjectileFire"


def _bind(library):
    missing = []
    for name, (result, arguments, returns, parameters, text) in _api.FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None: # caromThreadPool…: in a library of its own
            missing.append(name)
            continue
        function.restype, function.argtypes = result, arguments
        function.__name__, function.__doc__ = name, f"{name}({', '.join(parameters)}) -> {returns}\n\n{text}"
        if returns == "CaromError" and name not in _TELL_ERRORS:
            function.errcheck = _raiseError(name)
        elif _makes(name, returns):
            function.errcheck = _raiseNull(name)
        globals()[name] = function
    return tuple(missing)


missing = _bind(_openLibrary()) # names of functions that this library does not have


def array(pointer, count):
    """What a pointer and a count of events or results name, as a list of structures."""
    return pointer[:count] if count else []


def numpyArray(pointer, count):
    """The same as a numpy array of records, without a copy: valid as long as the C array is."""
    import numpy
    kind = numpy.dtype(pointer._type_)
    if not count:
        return numpy.empty(0, kind)
    size = count * ctypes.sizeof(pointer._type_)
    return numpy.frombuffer((ctypes.c_char * size).from_address(ctypes.addressof(pointer.contents)), kind)
