-- SPDX-License-Identifier: MIT
-- firefight.lua WAD [MAP]: the firefight of samples/firefight.c, with the same shots and, with --crates 0 in C,
-- the same hash.
-- A Doom map is a cave seen from the side. Shots are drawn by the same random numbers as in C, and every
-- computation that matters is Carom's, so that the state has the same bits after 3 s.
local bit = require("bit")
local carom = require("carom")
local ffi = carom.ffi

local SCALE = 1 / 32 -- [m] of a map unit
local ROOM, BURST, PAUSE, FIRING, FULL_TURN = 0.3, 5, 0.06, 0.75, 6.283185307179586
local BULLETS, GRENADES, SECONDS, HZ = 200, 80, 3, 60
local SHOTS = 2 -- the category of all that is fired: blasts do not push it
local NO_SIDE = 0xffff

-- ---- random numbers: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014)

local state = 1ULL

local function bits()
    state = state + 0x9e3779b97f4a7c15ULL
    local z = state
    z = bit.bxor(z, bit.rshift(z, 30)) * 0xbf58476d1ce4e5b9ULL
    z = bit.bxor(z, bit.rshift(z, 27)) * 0x94d049bb133111ebULL
    return bit.bxor(z, bit.rshift(z, 31))
end

local function between(low, high)
    return low + (high - low) * (tonumber(bit.rshift(bits(), 11)) * 2 ^ -53)
end

local function index(count) -- from 1, as tables count
    return tonumber(bit.rshift(bit.rshift(bits(), 32) * count, 32)) + 1
end

-- ---- the map

local function lumpsOf(path, name)
    local file = assert(io.open(path, "rb"))
    local wad = file:read("*a")
    file:close()
    local bytes = ffi.cast("const uint8_t *", wad)
    local function int(place) return ffi.cast("const int32_t *", bytes + place)[0] end
    local lumps, wanted = { wad = wad }, 0
    for i = 0, int(4) - 1 do
        local entry = int(8) + 16 * i
        local lump = wad:sub(entry + 9, entry + 16):gsub("%z.*", "")
        if lump == name then
            wanted = 11
        elseif wanted > 0 then
            lumps[lump] = { at = bytes + int(entry), size = int(entry + 4) }
        end
        wanted = wanted - 1
    end
    return lumps
end

local function words(lump, kind, stride) -- an iterator over records, as arrays of 16-bit numbers
    local i, count = -1, lump.size / stride
    return function()
        i = i + 1
        return i < count and ffi.cast(kind, lump.at + i * stride) or nil
    end
end

local function pointOf(record)
    return ffi.new("CaromVec2", record[0] * SCALE, record[1] * SCALE)
end

--- Lines from a to b with the front to the right. Sectors count from 1, 0 is solid.
local function linesOf(lumps)
    local vertices, sectors, lines = {}, { [NO_SIDE] = 0 }, {}
    for record in words(lumps.VERTEXES, "const int16_t *", 4) do
        vertices[#vertices + 1] = pointOf(record)
    end
    local side = 0
    for record in words(lumps.SIDEDEFS, "const uint16_t *", 30) do
        sectors[side], side = record[14] + 1, side + 1
    end
    for record in words(lumps.LINEDEFS, "const uint16_t *", 14) do
        local line = { a = vertices[record[0] + 1], b = vertices[record[1] + 1],
            front = sectors[record[5]], back = sectors[record[6]] }
        if line.front == 0 then
            line = { a = line.b, b = line.a, front = line.back, back = line.front }
        end
        if line.front ~= 0 and (line.a.x ~= line.b.x or line.a.y ~= line.b.y) then
            lines[#lines + 1] = line
        end
    end
    return lines
end

local function isInSolid(lines, point)
    local number = 0
    for _, line in ipairs(lines) do
        local up = line.b.y > point.y
        if (line.a.y > point.y) ~= up and not (line.a.x < point.x and line.b.x < point.x) and
            carom.caromOrientation(line.a, line.b, point) == (up and 1 or -1) then
            number = bit.bxor(number, line.front, line.back)
        end
    end
    return number == 0
end

local function hasRoom(lines, point)
    for _, line in ipairs(lines) do
        if line.back == 0 and carom.caromNearestOnSegment(point, line.a, line.b).distance < ROOM then
            return false
        end
    end
    return true
end

local function spotsOf(lumps, lines)
    local spots = {}
    for record in words(lumps.THINGS, "const int16_t *", 10) do
        local point = pointOf(record)
        if not isInSolid(lines, point) and hasRoom(lines, point) then
            spots[#spots + 1] = point
        end
    end
    return spots
end

-- ---- shots

local function heading(angle, speed)
    local rotation = carom.caromRotation(angle)
    return { rotation.c * speed, rotation.s * speed }
end

local function fireBullets(world, spots)
    local shot = carom.caromProjectileDef()
    local begin, angle
    shot.gravityScale, shot.mass, shot.filter.category = 0, 0.08, SHOTS
    for i = 0, BULLETS - 1 do
        local elastic = math.floor(i / BURST) % 2 == 0
        if i % BURST == 0 then
            shot.position = spots[index(#spots)]
            begin = between(0, FIRING * SECONDS)
            angle = between(0, FULL_TURN)
        end
        shot.time = begin + i % BURST * PAUSE
        shot.velocity = heading(angle + between(-0.06, 0.06), 70)
        shot.restitution = elastic and 1 or 0.6
        shot.friction = elastic and 0 or 0.1
        shot.bounces = elastic and carom.CAROM_UNLIMITED or 12
        carom.caromProjectileFire(world, shot)
    end
end

local function throwGrenades(world, spots)
    local shot = carom.caromProjectileDef()
    shot.radius, shot.restitution, shot.friction = 0.12, 0.5, 0.2
    shot.filter.category, shot.fuse = SHOTS, 1.3
    shot.blast.radius, shot.blast.impulse, shot.blast.filter.mask = 4, 300, bit.bnot(0ULL + SHOTS)
    for _ = 1, GRENADES do
        local angle = FULL_TURN * between(0.08, 0.42) -- upwards
        shot.position = spots[index(#spots)]
        shot.velocity = heading(angle, between(9, 18))
        shot.time = between(0, FIRING * SECONDS)
        carom.caromProjectileFire(world, shot)
    end
end

local lumps = lumpsOf(arg[1], arg[2] or "MAP24")
local lines = linesOf(lumps)
local def = carom.caromWorldDef()
def.gravity = { 0, -9.80665 }
def.tag = 1
def.projectileCapacity = BULLETS + GRENADES
local world = carom.caromWorldCreate(def, nil)
local ground = carom.caromBodyCreate(world, carom.caromBodyDef())
for _, line in ipairs(lines) do
    if line.back == 0 then
        carom.caromShapeCreateOneSided(world, ground, carom.caromShapeDef(), line.a, line.b)
    end
end
local spots = spotsOf(lumps, lines)
fireBullets(world, spots)
throwGrenades(world, spots)
for k = 1, SECONDS * HZ do
    carom.caromWorldStepTo(world, k / HZ)
end
print(string.format("events=%d hash=%s", tonumber(carom.caromWorldCounters(world).events),
    bit.tohex(carom.caromWorldHash(world))))
carom.caromWorldDestroy(world)
