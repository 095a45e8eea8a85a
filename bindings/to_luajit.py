# SPDX-License-Identifier: MIT
"""Declarations for LuaJIT's ffi."""
from api import ARRAY, FUNCTION_POINTER, groupsOf, parametersOf, writeFile


def declaration(kind, name):
    """A C declaration of a name."""
    pointer = FUNCTION_POINTER.match(kind)
    if pointer:
        return f"{pointer.group(1)}(*{name})({pointer.group(2)})"
    array = ARRAY.match(kind)
    if array:
        return f"{array.group(1)} {name}[{array.group(2)}]"
    return f"{kind} {name}"


def writeLua(api, folder):
    out = ["-- Carom's declarations for LuaJIT. Written by bindings/generate from api.json.",
           'local ffi = require("ffi")', "ffi.cdef[["]
    out += [f"typedef int {name};" for name in api.enums]
    out += [f"typedef struct {name} {name};" for name in api.opaque + [each["name"] for each in api.structs]]
    for callback in api.callbacks.values():
        parameters = ", ".join(declaration(each["type"], each["name"]) for each in parametersOf(callback))
        out.append(f"typedef {callback['returns']} {callback['name']}({parameters or 'void'});")
    for struct in api.structs:
        groups = ["".join(declaration(each["type"], each["name"]) + "; " for each in group) for group in groupsOf(struct)]
        fields = " ".join(f"union {{ {each}}};" if each.count(";") > 1 else each for each in groups)
        out.append(f"struct {struct['name']} {{ {fields} }};")
    for function in api.functions:
        parameters = ", ".join(declaration(each["type"], each["name"]) for each in parametersOf(function))
        out.append(f"{function['returns']} {function['name']}({parameters or 'void'});")
    out += ["]]", "return {", "    constants = {"]
    out += [f"        {name} = {value}," for name, value in api.constants()]
    out += ["    },", "    functions = {"]
    for function in api.functions:
        kinds = ", ".join(f'"{each["type"]}"' for each in parametersOf(function))
        out.append(f"        {function['name']} = {{ returns = \"{function['returns']}\", {kinds} }},")
    out += ["    },", "}", ""]
    writeFile(f"{folder}/carom_api.lua", "\n".join(out))
