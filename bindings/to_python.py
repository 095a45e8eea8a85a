# SPDX-License-Identifier: MIT
"""Declarations for Python's ctypes."""
from api import ARRAY, FUNCTION_POINTER, documentationOf, groupsOf, parametersOf, targetOf, writeFile

BASIC = {"void": "None", "bool": "c_bool", "int": "c_int", "double": "c_double", "float": "c_float",
         "size_t": "c_size_t", "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64",
         "uint64_t": "c_uint64", "uint16_t": "c_uint16", "uint8_t": "c_uint8"}


class Python:
    def __init__(self, api):
        self.api = api

    def value(self, kind):
        """A C type as ctypes has it, as a field, an element or a result."""
        kind = kind.strip()
        pointer = FUNCTION_POINTER.match(kind)
        if pointer:
            arguments = [self.value(each) for each in pointer.group(2).split(",")]
            return f"CFUNCTYPE({', '.join([self.value(pointer.group(1))] + arguments)})"
        array = ARRAY.match(kind)
        if array:
            return f"{self.value(array.group(1))} * {array.group(2)}"
        if kind.endswith("*"):
            target = targetOf(kind)
            if target in self.api.callbacks:
                return target
            return {"void": "c_void_p", "char": "c_char_p"}.get(target, f"POINTER({self.value(target)})")
        kind = kind.replace("const ", "").strip()
        return BASIC.get(kind) or ("c_int" if kind in self.api.enums else kind)

    def argument(self, kind):
        """The same as the parameter of a function, where tuples, arrays and numpy's arrays will do."""
        target = targetOf(kind)
        if target:
            if target in self.api.callbacks:
                return f"CallbackOf({target})"
            if target == "char":
                return "c_char_p"
            if target == "void":
                return "MemoryOf(None)"
            return f"MemoryOf({self.value(target)})"
        return self.value(kind)

    def fields(self, struct):
        """The fields of a structure; those of a union are in a Union without a name."""
        listed, out = [], []
        for group in groupsOf(struct):
            fields = [f"({each['name']!r}, {self.value(each['type'])})" for each in group]
            if len(group) > 1:
                name = f"_{struct['name']}{len(listed)}"
                out += [f"class {name}(Union):", f"    _fields_ = [{', '.join(fields)}]",
                        f"{struct['name']}._anonymous_ = ('_{len(listed)}',)"]
                fields = [f"('_{len(listed)}', {name})"]
            listed += fields
        return out + [f"{struct['name']}._fields_ = [{', '.join(listed)}]"]

    def write(self, folder):
        out = ['"""Carom\'s declarations for ctypes. Written by bindings/generate from api.json."""',
               "from ctypes import *", "", "from ._convert import CallbackOf, MemoryOf, Struct", ""]
        for name, value in self.api.constants():
            out.append(f"{name} = {value}")
        for enum in self.api.enums:
            out.append(f"{enum} = c_int")
        for name in self.api.opaque:
            out.append(f"\n\nclass {name}(Structure):\n    pass")
        for struct in self.api.structs:
            out.append(f"\n\nclass {struct['name']}(Struct):\n    {struct['doc'].strip()!r}")
        # A callback may take any structure, and structures hold callbacks: so the fields come last.
        out.append("\n")
        for name, callback in self.api.callbacks.items():
            kinds = [callback["returns"]] + [each["type"] for each in parametersOf(callback)]
            out.append(f"{name} = CFUNCTYPE({', '.join(self.value(each) for each in kinds)})")
        for struct in self.api.structs:
            out += self.fields(struct)
        out.append("\nFUNCTIONS = {")
        for function in self.api.functions:
            parameters = parametersOf(function)
            arguments = "".join(f"{self.argument(each['type'])}, " for each in parameters)
            names = tuple(each["name"] for each in parameters)
            out.append(f"    {function['name']!r}: ({self.value(function['returns'])}, ({arguments}), "
                       f"{function['returns']!r}, {names!r}, {documentationOf(function, self.api)!r}),")
        out.append("}\n")
        writeFile(f"{folder}/_api.py", "\n".join(out))
