-- SPDX-License-Identifier: MIT
-- The README's program: a bullet that bounces several times within a frame.
local carom = require("carom")

local world = carom.caromWorldCreate(carom.caromWorldDef(), nil)
local room = carom.caromBodyCreate(world, carom.caromBodyDef())
local wall = carom.caromShapeDef()
carom.caromShapeCreateSegment(world, room, wall, { 0, -1 }, { 100, -1 }) -- floor
carom.caromShapeCreateSegment(world, room, wall, { 0, 2 }, { 100, 2 }) -- ceiling
local bullet = carom.caromProjectileDef() -- from (0, 0)
bullet.velocity = { 300, 400 } -- [m/s] 8 m a frame, in a room 3 m high
carom.caromProjectileFire(world, bullet)
for frame = 1, 2 do
    carom.caromWorldStepTo(world, frame / 60)
    local events = carom.caromWorldEvents(world)
    for i = 0, events.hitCount - 1 do
        print(string.format("frame %d: %.4f s, x = %.2f", frame, events.hits[i].time, events.hits[i].point.x))
    end
end
carom.caromWorldDestroy(world)
