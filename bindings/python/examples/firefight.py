# SPDX-License-Identifier: MIT
"""firefight.py WAD [MAP]: the firefight of samples/firefight.c, with the same shots.

Its hash is that of samples/run firefight --crates 0.
A Doom map is a cave seen from the side. Shots are drawn by the same random numbers as in C, and every
computation that matters is Carom's, so that the state has the same bits after 3 s.
"""
import struct
import sys

import carom

SCALE = 1 / 32 # [m] of a map unit
ROOM, BURST, PAUSE, FIRING, FULL_TURN = 0.3, 5, 0.06, 0.75, 6.283185307179586
BULLETS, GRENADES, SECONDS, HZ = 200, 80, 3.0, 60.0
SHOTS = 2 # the category of all that is fired: blasts do not push it


class Random:
    """Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014)."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        mask = (1 << 64) - 1
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & mask
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    def between(self, low, high):
        return low + (high - low) * ((self.bits() >> 11) * 2.0**-53)

    def index(self, count):
        return (self.bits() >> 32) * count >> 32


def lumps(path, name):
    """The lumps of a map by name, as bytes."""
    with open(path, "rb") as stream:
        wad = stream.read()
    count, directory = struct.unpack_from("<ii", wad, 4)
    entries = [struct.unpack_from("<ii8s", wad, directory + 16 * i) for i in range(count)]
    names = [entry[2].rstrip(b"\0").decode() for entry in entries]
    first = names.index(name)
    return {names[i]: wad[entries[i][0]:entries[i][0] + entries[i][1]] for i in range(first + 1, first + 11)}


def linesOf(map_):
    """Lines as (a, b, front, back): from a to b the front is to the right. Sectors count from 1, 0 is solid."""
    vertices = [carom.CaromVec2(x * SCALE, y * SCALE) for x, y in struct.iter_unpack("<hh", map_["VERTEXES"])]
    sectors = [fields[5] + 1 for fields in struct.iter_unpack("<hh8s8s8sH", map_["SIDEDEFS"])] + [0]
    for a, b, _, _, _, right, left in struct.iter_unpack("<7H", map_["LINEDEFS"]):
        front, back = (sectors[-1 if side == 0xFFFF else side] for side in (right, left))
        if (front or back) and vertices[a] != vertices[b]:
            yield (vertices[a], vertices[b], front, back) if front else (vertices[b], vertices[a], back, front)


def isInSolid(lines, point):
    number = 0
    for a, b, front, back in lines:
        up = b.y > point.y
        if (a.y > point.y) != up and not (a.x < point.x and b.x < point.x):
            if carom.caromOrientation(a, b, point) == (1 if up else -1):
                number ^= front ^ back
    return number == 0


def spotsOf(map_, lines):
    """Things with room around them: where shooters stand."""
    for x, y, _, _, _ in struct.iter_unpack("<hhHHH", map_["THINGS"]):
        point = carom.CaromVec2(x * SCALE, y * SCALE)
        if not isInSolid(lines, point) and all(
                back or carom.caromNearestOnSegment(point, a, b).distance >= ROOM for a, b, _, back in lines):
            yield point


def heading(angle, speed):
    rotation = carom.caromRotation(angle)
    return rotation.c * speed, rotation.s * speed


def fireBullets(world, spots, random):
    shot = carom.caromProjectileDef()
    shot.gravityScale, shot.mass, shot.filter.category = 0, 0.08, SHOTS
    for i in range(BULLETS):
        elastic = i // BURST % 2 == 0
        if i % BURST == 0:
            shot.position = spots[random.index(len(spots))]
            begin = random.between(0, FIRING * SECONDS)
            angle = random.between(0, FULL_TURN)
        shot.time = begin + i % BURST * PAUSE
        shot.velocity = heading(angle + random.between(-0.06, 0.06), 70)
        shot.restitution, shot.friction = (1, 0) if elastic else (0.6, 0.1)
        shot.bounces = carom.CAROM_UNLIMITED if elastic else 12
        carom.caromProjectileFire(world, shot)


def throwGrenades(world, spots, random):
    shot = carom.caromProjectileDef()
    shot.radius, shot.restitution, shot.friction = 0.12, 0.5, 0.2
    shot.filter.category, shot.fuse = SHOTS, 1.3
    shot.blast.radius, shot.blast.impulse, shot.blast.filter.mask = 4, 300, 2**64 - 1 - SHOTS
    for _ in range(GRENADES):
        angle = FULL_TURN * random.between(0.08, 0.42) # upwards
        shot.position = spots[random.index(len(spots))]
        shot.velocity = heading(angle, random.between(9, 18))
        shot.time = random.between(0, FIRING * SECONDS)
        carom.caromProjectileFire(world, shot)


def main(path, name="MAP24", seed=1):
    map_ = lumps(path, name)
    lines = list(linesOf(map_))
    definition = carom.caromWorldDef()
    definition.gravity = 0, -9.80665
    definition.tag = 1
    definition.projectileCapacity = BULLETS + GRENADES
    world = carom.caromWorldCreate(definition, None)
    ground = carom.caromBodyCreate(world, carom.caromBodyDef())
    for a, b, _, back in lines:
        if not back:
            carom.caromShapeCreateOneSided(world, ground, carom.caromShapeDef(), a, b)
    spots, random = list(spotsOf(map_, lines)), Random(seed)
    fireBullets(world, spots, random)
    throwGrenades(world, spots, random)
    for k in range(1, int(SECONDS * HZ) + 1):
        carom.caromWorldStepTo(world, k / HZ)
    print(f"events={carom.caromWorldCounters(world).events} hash={carom.caromWorldHash(world):016x}")
    carom.caromWorldDestroy(world)


main(*sys.argv[1:])
