# SPDX-License-Identifier: MIT
"""api.json, for those who generate declarations from it."""
import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUNCTION_POINTER = re.compile(r"^(.*?)\(\*\)\((.*)\)$")
ARRAY = re.compile(r"^(.*?)\[(\d+)\]$")
MACRO = re.compile(r"^\(?(-?[0-9][0-9a-fA-FxX.eE+-]*)[uUlL]*\)?$")
ANSWER_ERRORS = ("caromWorldLastError", "caromQueryError", "caromRecorderError") # their answer is an error
IDS = ("CaromBodyId", "CaromShapeId", "CaromProjectileId")


class Api:
    """api.json, with structures in an order in which each follows those that it holds by value."""

    def __init__(self):
        with open(f"{ROOT}/api.json", encoding="utf-8") as stream:
            self.data = json.load(stream)
        self.functions = self.data["functions"]
        self.callbacks = {each["name"]: each for each in self.data["callbacks"]}
        self.enums = {each["name"]: each for each in self.data["enums"]}
        structs = {each["name"]: each for each in self.data["structs"]}
        self.opaque = [name for name, each in structs.items() if not each.get("fields")]
        self.structs = []
        placed = set()

        def place(name):
            if name in placed or name not in structs or name in self.opaque:
                return
            placed.add(name)
            for field in structs[name]["fields"]:
                kind = field["type"]
                if "(" in kind: # callbacks take structures by value
                    for part in re.findall(r"\bCarom\w+", kind):
                        place(part)
                elif "*" not in kind:
                    place(ARRAY.sub(r"\1", kind).strip())
            self.structs.append(structs[name])

        for name in structs:
            place(name)

    def constants(self):
        """Name and value of each number: constants of enums, then macros that are plain numbers."""
        for enum in self.enums.values():
            for constant in enum["constants"]:
                yield constant["name"], constant["value"]
        for constant in self.data["constants"]:
            number = MACRO.match(str(constant["value"]))
            if number:
                yield constant["name"], number.group(1)


def parametersOf(function):
    return function.get("parameters") or []


def groupsOf(struct):
    """Its fields as a list of lists: those of a union in one list, each other field in a list of its own."""
    groups, inUnion = [], False
    for field in struct["fields"]:
        if inUnion and field.get("union"):
            groups[-1].append(field)
        else:
            groups.append([field])
        inUnion = bool(field.get("union"))
    return groups


def documentationOf(function, api):
    """Its documentation, or that of the function with which it shares one."""
    for each in api.functions:
        if each["name"] == function.get("with"):
            return each.get("doc", "")
    return function.get("doc", "")


def targetOf(kind):
    """The type that a pointer points to, without const; None if it is no pointer to data."""
    if not kind.endswith("*") or FUNCTION_POINTER.match(kind):
        return None
    return kind[:-1].replace("const ", "").strip()


def writeFile(path, text):
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
