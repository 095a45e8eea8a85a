# SPDX-License-Identifier: MIT
"""The README's program: a bullet that bounces several times within a frame."""
import carom

world = carom.caromWorldCreate(carom.caromWorldDef(), None)
room = carom.caromBodyCreate(world, carom.caromBodyDef())
wall = carom.caromShapeDef()
carom.caromShapeCreateSegment(world, room, wall, (0, -1), (100, -1)) # floor
carom.caromShapeCreateSegment(world, room, wall, (0, 2), (100, 2)) # ceiling
bullet = carom.caromProjectileDef() # from (0, 0)
bullet.velocity = (300, 400) # [m/s] 8 m a frame, in a room 3 m high
carom.caromProjectileFire(world, bullet)
for frame in 1, 2:
    carom.caromWorldStepTo(world, frame / 60)
    events = carom.caromWorldEvents(world)
    for hit in carom.array(events.hits, events.hitCount):
        print(f"frame {frame}: {hit.time:.4f} s, x = {hit.point.x:.2f}")
carom.caromWorldDestroy(world)
