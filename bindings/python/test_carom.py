# SPDX-License-Identifier: MIT
"""What the binding promises: every function can be called, callbacks run, numpy's arrays are used in place."""
import ctypes
import unittest

import carom

try:
    import numpy
except ImportError:
    numpy = None


def zeroOf(kind):
    """For a parameter 0, a zeroed structure, or a pointer to zeroed memory; null for worlds and the like."""
    if hasattr(kind, "kind"): # a pointer or a callback
        target = kind.kind
        isMemory = type(kind) is type(carom._api.MemoryOf(None)) and target and ctypes.sizeof(target) > 0
        return (target * 64)() if isMemory else None
    if kind is ctypes.c_char_p:
        return None
    return kind() if issubclass(kind, ctypes.Structure) else kind().value


def room():
    """A world with a floor at y = -1 and a ceiling at y = 2."""
    world = carom.caromWorldCreate(carom.caromWorldDef(), None)
    body = carom.caromBodyCreate(world, carom.caromBodyDef())
    for y in -1, 2:
        carom.caromShapeCreateSegment(world, body, carom.caromShapeDef(), (-100, y), (100, y))
    return world


def fire(world, **fields):
    shot = carom.caromProjectileDef()
    for name, value in fields.items():
        setattr(shot, name, value)
    return carom.caromProjectileFire(world, shot)


class Binding(unittest.TestCase):
    def testEveryFunctionCanBeCalled(self):
        called = 0
        for name, (_, kinds, *_) in carom._api.FUNCTIONS.items():
            if name in carom.missing:
                self.assertTrue(name.startswith("caromThreadPool"))
                continue
            try:
                getattr(carom, name)(*(zeroOf(kind) for kind in kinds))
            except carom.Refused as refused: # as nulls should be
                self.assertNotEqual(refused.error, carom.CAROM_OK)
            called += 1
        self.assertGreater(called, 280)

    def testRefusalsRaise(self):
        world = room()
        with self.assertRaises(carom.Refused) as raised:
            fire(world, velocity=(float("nan"), 0))
        self.assertEqual(raised.exception.error, carom.CAROM_ERROR_NOT_FINITE)
        with self.assertRaises(carom.Refused):
            carom.caromBodyDestroy(world, (7, 7, 7))
        carom.caromWorldDestroy(world)

    def testArgumentsOfWrongTypesRaise(self):
        world = room()
        with self.assertRaises(ctypes.ArgumentError):
            carom.caromBodyCreate(world, carom.caromShapeDef())
        carom.caromWorldDestroy(world)

    def testHitCallback(self):
        world, seen = room(), []

        def onHit(_context, _world, hit):
            seen.append((hit.contents.time, hit.contents.point.y))
            return carom.CAROM_HIT_BOUNCE if len(seen) < 3 else carom.CAROM_HIT_DIE

        carom.caromWorldSetHitCallback(world, onHit, None)
        fire(world, velocity=(0, 100), onHit=carom.CAROM_HIT_ASK)
        carom.caromWorldStepTo(world, 1.0)
        self.assertEqual([round(y, 9) for _, y in seen], [2, -1, 2])
        self.assertEqual([round(t, 9) for t, _ in seen], [0.02, 0.05, 0.08])
        carom.caromWorldDestroy(world)

    def testLogCallbackOfADef(self):
        said = []
        log = carom.CaromLogFunction(lambda _context, error, function, _text: said.append((error, function)))
        definition = carom.caromWorldDef()
        definition.log = log
        world = carom.caromWorldCreate(definition, None)
        with self.assertRaises(carom.Refused):
            carom.caromWorldSetGravity(world, (float("inf"), 0))
        self.assertIn((carom.CAROM_ERROR_NOT_FINITE, b"caromWorldSetGravity"), said)
        carom.caromWorldDestroy(world)

    def testCallbacksTakeStructuresByValue(self):
        world, segments = room(), []
        draw = carom.CaromDebugDraw()
        draw.segment = type(draw.segment)(lambda _context, a, b, _shape: segments.append((a.x, a.y, b.x, b.y)))
        carom.caromWorldDraw(world, draw)
        self.assertEqual(sorted(segments), [(-100, -1, 100, -1), (-100, 2, 100, 2)])
        carom.caromWorldDestroy(world)

    def testEventsAreListed(self):
        world = room()
        fire(world, velocity=(300, 400))
        carom.caromWorldStepTo(world, 1 / 60)
        events = carom.caromWorldEvents(world)
        self.assertEqual([round(hit.point.x, 9) for hit in carom.array(events.hits, events.hitCount)], [1.5, 3.75])
        self.assertEqual(carom.array(events.ends, events.endCount), [])
        carom.caromWorldDestroy(world)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def testNumpyArraysAreUsedInPlace(self):
        world = room()
        ids = [fire(world, velocity=(i, 0)) for i in range(100)]
        carom.caromWorldStepTo(world, 1.0)
        places = numpy.zeros((100, 2))
        count = carom.caromWorldPositions(world, places, None, 100)
        self.assertEqual(count, 100)
        self.assertTrue((places[:, 0] == numpy.arange(100)).all())
        with self.assertRaises(ctypes.ArgumentError):
            carom.caromWorldPositions(world, places[:, ::2], None, 50)
        self.assertEqual(len(ids), count)
        carom.caromWorldDestroy(world)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def testEventsAsNumpyRecords(self):
        world = room()
        fire(world, velocity=(300, 400))
        carom.caromWorldStepTo(world, 1 / 60)
        events = carom.caromWorldEvents(world)
        hits = carom.numpyArray(events.hits, events.hitCount)
        self.assertEqual(hits["point"]["x"].round(9).tolist(), [1.5, 3.75])
        self.assertEqual(len(carom.numpyArray(events.ends, events.endCount)), 0)
        carom.caromWorldDestroy(world)


if __name__ == "__main__":
    unittest.main()
