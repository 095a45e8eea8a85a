-- SPDX-License-Identifier: MIT
-- What the binding promises: every function can be called, callbacks run, refused calls raise errors.
local carom = require("carom")
local api = require("carom_api")
local ffi = carom.ffi

--- Returns 0, a zeroed structure or a pointer to zeroed memory; null for worlds and the like.
local function zeroOf(kind)
    local target = kind:match("^const (Carom%w+) %*$") or kind:match("^(Carom%w+) %*$")
    local known = target and pcall(ffi.sizeof, target) and ffi.sizeof(target)
    if known then
        return ffi.new(target .. "[64]")
    elseif kind:find("%*") then
        return nil
    end
    return kind == "bool" and false or kind:find("^Carom") and ffi.new(kind) or 0
end

local called = 0
for name, declared in pairs(api.functions) do
    if not name:find("^caromThreadPool") then
        local arguments = {}
        for i, kind in ipairs(declared) do
            arguments[i] = zeroOf(kind)
        end
        local good, text = pcall(function() return carom[name](unpack(arguments, 1, #declared)) end)
        assert(good or tostring(text):find("^.*carom%w+: "), name .. ": " .. tostring(text))
        called = called + 1
    end
end
assert(called > 280)

local function room()
    local world = carom.caromWorldCreate(carom.caromWorldDef(), nil)
    local body = carom.caromBodyCreate(world, carom.caromBodyDef())
    for _, y in ipairs { -1, 2 } do
        carom.caromShapeCreateSegment(world, body, carom.caromShapeDef(), { -100, y }, { 100, y })
    end
    return world
end

local world = room()
local heights = {}
local onHit = ffi.cast("CaromHitFunction *", function(_, _, hit)
    heights[#heights + 1] = hit.point.y
    return #heights < 3 and carom.CAROM_HIT_BOUNCE or carom.CAROM_HIT_DIE
end)
carom.caromWorldSetHitCallback(world, onHit, nil)
local shot = carom.caromProjectileDef()
shot.velocity, shot.onHit = { 0, 100 }, carom.CAROM_HIT_ASK
carom.caromProjectileFire(world, shot)
carom.caromWorldStepTo(world, 1)
assert(#heights == 3)
for i, y in ipairs { 2, -1, 2 } do
    assert(math.abs(heights[i] - y) < 1e-9)
end
local good, text = pcall(carom.caromWorldSetGravity, world, { 1 / 0, 0 })
assert(not good and text:find("caromWorldSetGravity"))
for frame = 1, 300 do -- long enough for the compiler to notice the loop
    shot.time = frame
    heights = {}
    carom.caromProjectileFire(world, shot)
    carom.caromWorldStepTo(world, 1 + frame)
    assert(#heights == 3)
end
carom.caromWorldDestroy(world)
onHit:free()
print(called .. " functions called")
