# SPDX-License-Identifier: MIT
"""JavaScript over a WebAssembly module: api.js, index.d.ts, glue.c.

The layout of structures is that of wasm32: pointers and size_t have 4 bytes, every type is aligned to its size.
By the C ABI for wasm32 a structure is passed by its address, and returned in memory whose address comes first.
glue.c asserts all sizes and offsets, so a compiler that differs does not build it.
"""
import re

from api import ANSWER_ERRORS, ARRAY, FUNCTION_POINTER, IDS, documentationOf, groupsOf, parametersOf, targetOf, writeFile

# C type: size [B], name of the view of memory, TypeScript's type
SCALARS = {"bool": (1, "u8", "boolean"), "uint8_t": (1, "u8", "number"), "uint16_t": (2, "u16", "number"),
           "int": (4, "i32", "number"), "int32_t": (4, "i32", "number"), "uint32_t": (4, "u32", "number"),
           "size_t": (4, "u32", "number"), "float": (4, "f32", "number"), "double": (8, "f64", "number"),
           "int64_t": (8, "i64", "bigint"), "uint64_t": (8, "u64", "bigint")}
POINTER = (4, "u32", "number")


def shortName(name):
    """caromWorldStep is worldStep, CAROM_HIT_DIE is HIT_DIE: the module is the prefix."""
    if name.startswith("CAROM_"):
        return name[6:]
    return name[5].lower() + name[6:]


def comment(text, indent=""):
    if not text:
        return []
    lines = text.replace("*/", "* /").split("\n")
    return [f"{indent}/** {lines[0]}{' */' if len(lines) == 1 else ''}"] + \
        [f"{indent} * {line}" for line in lines[1:]] + ([f"{indent} */"] if len(lines) > 1 else [])


class Npm:
    def __init__(self, api):
        self.api = api
        self.structs = {each["name"]: each for each in api.structs}
        self.layouts = {}
        for struct in api.structs:
            self.layOut(struct)
        self.defaults = {each["returns"]: each["name"] for each in api.functions
                         if not parametersOf(each) and each["name"] == "c" + each["returns"][1:]}
        self.trampolines = {} # C type of a callback: (name, returns, types of parameters)
        for name, callback in api.callbacks.items():
            self.trampolines[name] = (name, callback["returns"], [each["type"] for each in parametersOf(callback)])
        for struct in api.structs:
            for field in struct["fields"]:
                pointer = FUNCTION_POINTER.match(field["type"])
                if pointer and struct["name"] != "CaromAllocator":
                    self.trampolines[field["type"]] = (f"{struct['name']}_{field['name']}", pointer.group(1).strip(),
                                                       [each.strip() for each in pointer.group(2).split(",")])
        # Callbacks without a context of their own, or run by other threads, are left out.
        self.trampolines = {kind: each for kind, each in self.trampolines.items()
                            if each[2] and each[2][0] == "void *" and
                            each[0] not in ("CaromTaskFunction", "CaromRunFunction")}

    # ---- layout

    def scalar(self, kind):
        """Size, view and type of what is one number; None for structures and arrays."""
        kind = kind.replace("const ", "").strip()
        if kind in SCALARS:
            return SCALARS[kind]
        if kind in self.api.enums:
            return SCALARS["int"]
        return POINTER if kind.endswith("*") or FUNCTION_POINTER.match(kind) else None

    def measure(self, kind):
        """Size and alignment of a type."""
        array = ARRAY.match(kind) if not FUNCTION_POINTER.match(kind) else None
        if array:
            size, alignment = self.measure(array.group(1).strip())
            return size * int(array.group(2)), alignment
        scalar = self.scalar(kind)
        if scalar:
            return scalar[0], scalar[0]
        return self.layouts[kind][0], self.layouts[kind][1]

    def layOut(self, struct):
        offset, alignment, fields = 0, 1, {}
        for group in groupsOf(struct):
            sizes = [self.measure(each["type"]) for each in group]
            step = max(each[1] for each in sizes)
            offset = -(-offset // step) * step
            fields.update({each["name"]: offset for each in group})
            offset += max(each[0] for each in sizes)
            alignment = max(alignment, step)
        self.layouts[struct["name"]] = (-(-offset // alignment) * alignment, alignment, fields)

    def isStruct(self, kind):
        return kind in self.structs

    # ---- reading and writing memory

    def read(self, kind, place):
        """An expression for a value at an address."""
        array = ARRAY.match(kind) if not FUNCTION_POINTER.match(kind) else None
        if array:
            element = array.group(1).strip()
            size = self.measure(element)[0]
            return f"Array.from({{ length: {array.group(2)} }}, (_, i) => {self.read(element, f'{place} + {size} * i')})"
        scalar = self.scalar(kind)
        if not scalar:
            return f"get{kind}({place})"
        size, view, _ = scalar
        shift = {1: "", 2: " >> 1", 4: " >> 2", 8: " >> 3"}[size]
        value = f"m.{view}[({place}){shift}]"
        return f"{value} !== 0" if kind == "bool" else value

    def store(self, kind, place, value, contextPlace=None):
        """A statement that stores a value at an address."""
        array = ARRAY.match(kind) if not FUNCTION_POINTER.match(kind) else None
        if array:
            element = array.group(1).strip()
            size = self.measure(element)[0]
            store = self.store(element, f"{place} + {size} * i", f"{value}[i]")
            return f"for (let i = 0; i < {array.group(2)} && i < {value}.length; i++) {store}"
        scalar = self.scalar(kind)
        if not scalar:
            return f"put{kind}({place}, {value});"
        size, view, _ = scalar
        shift = {1: "", 2: " >> 1", 4: " >> 2", 8: " >> 3"}[size]
        target = f"m.{view}[({place}){shift}]"
        callback = self.callbackOf(kind)
        if callback and contextPlace:
            return (f"if (typeof {value} === 'function') {{ {target} = m.trampoline('{callback}'); "
                    f"m.u32[({contextPlace}) >> 2] = m.keep({value}); }} else {target} = {value} ?? 0;")
        if size == 8 and view != "f64":
            return f"{target} = BigInt({value});"
        if kind.endswith("*"):
            return f"{target} = m.address({value});"
        return f"{target} = {value};"

    def callbackOf(self, kind):
        """The name of the trampoline for a type, or None."""
        if FUNCTION_POINTER.match(kind):
            return self.trampolines.get(kind, (None,))[0]
        return self.trampolines.get(targetOf(kind) or "", (None,))[0]

    def contextOf(self, struct, field):
        """The field that holds the context of a callback."""
        names = [each["name"] for each in struct["fields"]]
        for name in (f"{field['name']}Context", "context", "drawContext"):
            if name in names:
                return name
        return None

    def structText(self, struct):
        name = struct["name"]
        size, _, offsets = self.layouts[name]
        out = [f"const put{name} = (p, v) => {{"]
        contexts = {self.contextOf(struct, each) for each in struct["fields"] if self.callbackOf(each["type"])}
        for field in sorted(struct["fields"], key=lambda each: each["name"] not in contexts): # contexts first
            context = None
            if self.callbackOf(field["type"]):
                context = f"p + {offsets[self.contextOf(struct, field)]}"
            store = self.store(field["type"], f"p + {offsets[field['name']]}", f"v.{field['name']}", context)
            out.append(f"  if (v.{field['name']} !== undefined) {{ {store} }}")
        out += ["};", f"const get{name} = p => ({{"]
        out += [f"  {each['name']}: {self.read(each['type'], 'p + %d' % offsets[each['name']])}," for each in struct["fields"]]
        default = f"'{self.defaults[name]}'" if name in self.defaults else "null"
        out += ["});", f"types.{name} = {{ size: {size}, put: put{name}, get: get{name}, default: {default} }};"]
        return out

    # ---- functions

    def functionText(self, function):
        name, returns = function["name"], function["returns"]
        parameters = parametersOf(function)
        names = [each["name"] for each in parameters]
        arguments, skip = [], set()
        for i, parameter in enumerate(parameters):
            kind, value = parameter["type"], self.safe(parameter["name"])
            target = targetOf(kind)
            callback = self.callbackOf(kind)
            if i in skip:
                continue
            if callback:
                # The function and its context are one argument in JavaScript.
                index = next((j for j in (i + 1, i - 1) if 0 <= j < len(parameters) and "ontext" in names[j]), None)
                arguments.append(f"m.callback('{callback}', {value})")
                if index == i + 1:
                    skip.add(index)
                    arguments.append(f"m.keep({value})")
            elif self.isStruct(kind):
                arguments.append(f"m.put(types.{kind}, {value})")
            elif target in self.structs:
                arguments.append(f"m.pass(types.{target}, {value})")
            elif target == "char":
                arguments.append(f"m.text({value})")
            elif target == "CaromError":
                arguments.append("e")
            elif target:
                arguments.append(f"m.address({value})")
            elif kind in ("int64_t", "uint64_t"):
                arguments.append(f"BigInt({value})")
            else:
                arguments.append(value)
        skipped = {names[i] for i in skip}
        visible = [self.safe(each) for each in names if each not in skipped]
        call, after = f"m.exports.{name}({', '.join(arguments)})", ""
        if self.isStruct(returns):
            call = f"m.exports.{name}({', '.join(['r'] + arguments)})"
            body = f"const r = m.room(types.{returns}.size); {call}; m.refresh(); const out = get{returns}(r);"
        elif returns == "void":
            body = f"{call}; const out = undefined;"
        elif returns == "const char *":
            body = f"const out = m.string({call});"
        elif returns == "bool":
            body = f"const out = {call} !== 0;"
        elif targetOf(returns):
            body = f"const out = {call} >>> 0;"
        else:
            body = f"const out = {call};"
        if "e" in arguments:
            body = f"const e = m.errorRoom({visible[-1]}); {body}"
        if returns == "CaromError" and name not in ANSWER_ERRORS:
            after = f"if (out !== 0) m.refuse('{name}', out);"
        elif returns in IDS and ("Create" in name or name == "caromProjectileFire"):
            after = f"if (out.index === 0) m.refuse('{name}', m.exports.caromWorldLastError({visible[0]}));"
        elif targetOf(returns) in self.api.opaque and "Create" in name:
            after = f"if (out === 0) m.refuse('{name}', {'m.i32[e >> 2]' if 'e' in arguments else 1});"
        return [f"api.{shortName(name)} = ({', '.join(visible)}) => {{",
                f"  const top = m.enter(); try {{ {body} {after} return out; }} finally {{ m.leave(top); }}", "};"]

    def safe(self, name):
        return name + "_" if name in ("function", "in", "new", "default", "delete", "with") else name

    # ---- files

    def scriptText(self):
        out = ["// Written by bindings/generate from api.json.", "export function bind(m) {",
               "const api = {}, types = {};"]
        for struct in self.api.structs:
            out += self.structText(struct)
        for name, value in self.api.constants():
            out.append(f"api.{shortName(name)} = {value};")
        for function in self.api.functions:
            if not function["name"].startswith("caromThreadPool"):
                out += self.functionText(function)
        # What a module imports: one function for each type of callback.
        out.append("const imports = {")
        for name, returns, kinds in self.trampolines.values():
            values = []
            for i, kind in enumerate(kinds[1:], 1):
                target = targetOf(kind)
                if self.isStruct(kind):
                    values.append(f"get{kind}(a{i})")
                elif target in self.structs and len(kinds) > i + 1 and kinds[i + 1] == "int": # an array and its count
                    values.append(f"m.list(types.{target}, a{i}, a{i + 1})")
                elif target in self.structs:
                    values.append(f"get{target}(a{i})")
                elif target == "char":
                    values.append(f"m.string(a{i})")
                elif kind == "bool":
                    values.append(f"a{i} !== 0")
                else:
                    values.append(f"a{i}")
            parameters = ", ".join(f"a{i}" for i in range(len(kinds)))
            result = {"void": ";", "bool": " ? 1 : 0;"}.get(returns, " ?? 0;")
            call = f"m.kept(a0)({', '.join(values)})"
            out.append(f"  {name}: ({parameters}) => {{ m.refresh(); {'return ' if returns != 'void' else ''}{call}{result} }},")
        out += ["};", "return { api, types, imports };", "}", ""]
        return "\n".join(out)

    def glueText(self):
        out = ["// Written by bindings/generate from api.json.", '#include "carom.h"', "#include <stddef.h>",
               '#define IMPORT(name) __attribute__((import_module("carom"), import_name(#name)))',
               "#define EXPORT(name) __attribute__((export_name(#name)))"]
        for name, (size, _, offsets) in self.layouts.items():
            out.append(f'_Static_assert(sizeof({name}) == {size}, "{name}");')
            out += [f'_Static_assert(offsetof({name}, {field}) == {offset}, "{name}.{field}");'
                    for field, offset in offsets.items()]
        for name, returns, kinds in self.trampolines.values():
            passed = [f"const {kind} *" if self.isStruct(kind) else kind for kind in kinds]
            out.append(f"IMPORT({name}) {returns} import_{name}({', '.join(passed)});")
            parameters = ", ".join(f"{kind} a{i}" for i, kind in enumerate(kinds))
            values = ", ".join(f"&a{i}" if self.isStruct(kind) else f"a{i}" for i, kind in enumerate(kinds))
            out += [f"static {returns} call_{name}({parameters})", "{",
                    f"    {'return ' if returns != 'void' else ''}import_{name}({values});", "}",
                    f"EXPORT(trampoline_{name}) void *trampoline_{name}(void)", "{",
                    f"    return (void *)call_{name};", "}"]
        # What the C library would ask of a system: text for stderr goes to the host, the rest does nothing.
        out += ["IMPORT(print) void import_print(const char *text, int length);",
                "int __imported_wasi_snapshot_preview1_fd_write(int file, int parts, int count, int written)", "{",
                "    int sum = 0;", "    (void)file;",
                "    for (int i = 0; i < count; i++) {",
                "        const int *part = (const int *)parts + 2 * i;",
                "        import_print((const char *)part[0], part[1]);",
                "        sum += part[1];", "    }", "    *(int *)written = sum;", "    return 0;", "}",
                "int __imported_wasi_snapshot_preview1_fd_close(int file)", "{", "    (void)file;", "    return 0;", "}",
                "int __imported_wasi_snapshot_preview1_fd_seek(int file, long long offset, int whence, int out)", "{",
                "    (void)file, (void)offset, (void)whence, (void)out;", "    return 70;", "}",
                "int __imported_wasi_snapshot_preview1_fd_fdstat_get(int file, int out)", "{",
                "    (void)file, (void)out;", "    return 8;", "}", ""]
        return "\n".join(out)

    def exportsText(self):
        """Names of functions for the linker."""
        names = [each["name"] for each in self.api.functions if not each["name"].startswith("caromThreadPool")]
        return "\n".join(names + ["malloc", "free", ""])

    # ---- TypeScript

    def typeOf(self, kind, isParameter):
        array = ARRAY.match(kind) if not FUNCTION_POINTER.match(kind) else None
        if array:
            return f"{self.typeOf(array.group(1).strip(), isParameter)}[]"
        callback = self.callbackOf(kind)
        if callback:
            returns, kinds = next(each[1:] for each in self.trampolines.values() if each[0] == callback)
            given = []
            for i, each in enumerate(kinds[1:], 1):
                target = targetOf(each)
                isArray = target in self.structs and len(kinds) > i + 1 and kinds[i + 1] == "int"
                given.append(f"a{i}: " + (f"{target}[]" if isArray else target if target in self.structs
                                          else "string" if target == "char" else self.typeOf(each, False)))
            result = {"void": "void", "bool": "boolean"}.get(returns, "number")
            return f"(({', '.join(given)}) => {result}) | number | null"
        target = targetOf(kind)
        if target in self.structs:
            return f"In<{target}> | In<{target}>[] | Memory | Pointer | null" if isParameter else "Pointer"
        if target == "char":
            return "string | null" if isParameter else "Pointer"
        if target or FUNCTION_POINTER.match(kind):
            return "Memory | Pointer | null" if isParameter and target not in self.api.opaque else "Pointer"
        scalar = self.scalar(kind)
        if scalar:
            return scalar[2] if not (isParameter and scalar[2] == "bigint") else "bigint | number"
        return f"In<{kind}>" if isParameter else kind

    def typesText(self):
        with open(__file__.replace("to_npm.py", "npm/head.d.ts"), encoding="utf-8") as stream:
            out = [stream.read()]
        for struct in self.api.structs:
            out += comment(struct["doc"]) + [f"export interface {struct['name']} {{"]
            for field in struct["fields"]:
                out += comment(field.get("doc", ""), "  ") + [f"  {field['name']}: {self.typeOf(field['type'], False)};"]
            out.append("}")
        out.append("export interface Structs {")
        out += [f"  {each['name']}: {each['name']};" for each in self.api.structs]
        out += ["}", "/** All of Carom: a function or constant of the C headers without its prefix. */",
                "export interface Carom extends Runtime {"]
        for name, value in self.api.constants():
            out.append(f"  readonly {shortName(name)}: {value if re.match(r'^-?[0-9.]+$', str(value)) else 'number'};")
        for function in self.api.functions:
            if function["name"].startswith("caromThreadPool"):
                continue
            parameters, text = [], []
            kinds = parametersOf(function)
            hasCallback = any(self.callbackOf(each["type"]) for each in kinds)
            for each in kinds:
                if hasCallback and "ontext" in each["name"]:
                    continue
                optional = "?" if each is kinds[-1] and targetOf(each["type"]) == "CaromError" else ""
                parameters.append(f"{self.safe(each['name'])}{optional}: {self.typeOf(each['type'], True)}")
            returns = function["returns"]
            result = "void" if returns == "void" else "string" if returns == "const char *" else self.typeOf(returns, False)
            text = documentationOf(function, self.api)
            out += comment(text, "  ") + [f"  {shortName(function['name'])}({', '.join(parameters)}): {result};"]
        return "\n".join(out + ["}", ""])

    def write(self, folder):
        writeFile(f"{folder}/api.js", self.scriptText())
        writeFile(f"{folder}/glue.c", self.glueText())
        writeFile(f"{folder}/exports.txt", self.exportsText())
        writeFile(f"{folder}/index.d.ts", self.typesText())
