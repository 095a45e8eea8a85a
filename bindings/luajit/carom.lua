-- SPDX-License-Identifier: MIT
-- Carom for LuaJIT. Names are those of the C headers:
--
--     local carom = require("carom")
--     local world = carom.caromWorldCreate(carom.caromWorldDef(), nil)
--
-- A call that returns an error other than CAROM_OK raises it as a Lua error. Structures of defs are passed
-- as they are where C takes their address; tables stand for structures that C takes by value.
-- CAROM_LIBRARY names the library; by default it is libcarom where the system finds it.
-- LuaJIT has no callbacks with structures by value: caromWorldDraw can't be used from it. It runs callbacks
-- from interpreted code only: steps are, and so must be a function of yours that makes queries with a
-- predicate (jit.off).
local ffi = require("ffi")
local api = require("carom_api")
local library = ffi.load(os.getenv("CAROM_LIBRARY") or "carom")

local carom = { ffi = ffi, library = library }
local answersAnError = { caromWorldLastError = true, caromQueryError = true, caromRecorderError = true }

--- Returns a function that turns a table into a structure of a type that C takes by value.
local function converter(kind)
    if not kind:find("^Carom") or kind:find("%*") or ffi.sizeof(kind) == 4 then
        return nil
    end
    local make = ffi.typeof(kind)
    return function(value) return type(value) == "table" and make(value) or value end
end

local function withConversions(call, kinds)
    local converters, last = {}, 0
    for i, kind in ipairs(kinds) do
        converters[i] = converter(kind)
        last = converters[i] and i or last
    end
    if last == 0 then
        return call
    end
    return function(...)
        local arguments = { ... }
        for i = 1, last do
            if converters[i] then
                arguments[i] = converters[i](arguments[i])
            end
        end
        return call(unpack(arguments, 1, #kinds))
    end
end

local function raising(name, call)
    return function(...)
        local result = call(...)
        if result ~= 0 then
            error(name .. ": " .. ffi.string(library.caromErrorText(result)), 2)
        end
    end
end

-- Functions are looked up when they are first used: the pool of threads is in a library of its own.
setmetatable(carom, { __index = function(self, name)
    local value = api.constants[name]
    local declared = api.functions[name]
    if declared then
        value = withConversions(library[name], declared)
        if name:find("^caromWorldStep") then
            local call = value
            value = function(world, time) return call(world, time) end
            jit.off(value)
        end
        if declared.returns == "CaromError" and not answersAnError[name] then
            value = raising(name, value)
        end
    end
    self[name] = value
    return value
end })

return carom
