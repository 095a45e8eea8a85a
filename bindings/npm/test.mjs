// SPDX-License-Identifier: MIT
// What the package promises, run by Node's test runner in a project that has installed it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { load, Refused } from 'carom';

const said = [];
const carom = await load({ print: text => said.push(text) });

function room() {
  const world = carom.worldCreate({});
  const body = carom.bodyCreate(world, {});
  for (const y of [-1, 2]) carom.shapeCreateSegment(world, body, {}, { x: -100, y }, { x: 100, y });
  return world;
}

const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test('the program of the README of Carom', () => {
  const world = room(), lines = [];
  carom.projectileFire(world, { velocity: { x: 300, y: 400 } });
  for (const frame of [1, 2]) {
    carom.worldStepTo(world, frame / 60);
    const events = carom.worldEvents(world);
    for (const hit of carom.list('CaromHitEvent', events.hits, events.hitCount))
      lines.push(`frame ${frame}: ${hit.time.toFixed(4)} s, x = ${hit.point.x.toFixed(2)}`);
  }
  assert.deepEqual(lines, ['frame 1: 0.0050 s, x = 1.50', 'frame 1: 0.0125 s, x = 3.75',
    'frame 2: 0.0200 s, x = 6.00', 'frame 2: 0.0275 s, x = 8.25']);
  carom.worldDestroy(world);
});

test('a def keeps the defaults of fields that are not given', () => {
  const world = room();
  const id = carom.projectileFire(world, { velocity: { y: 3 } });
  assert.deepEqual(carom.projectileVelocity(world, id), { x: 0, y: 3 });
  carom.worldDestroy(world);
});

test('refused calls throw, and say so once', () => {
  const world = room();
  assert.throws(() => carom.projectileFire(world, { velocity: { x: NaN, y: 0 } }),
    error => error instanceof Refused && error.error === carom.ERROR_NOT_FINITE && error.function === 'caromProjectileFire');
  assert.throws(() => carom.bodyDestroy(world, { index: 7, age: 7, world: 7 }), Refused);
  assert.throws(() => carom.worldCreate({ eventLimit: -5 }), error => error.error === carom.ERROR_COUNT ||
    error.error === carom.ERROR_OUT_OF_RANGE);
  assert.ok(said.some(text => text.includes('caromProjectileFire')));
  carom.worldDestroy(world);
});

test('a callback decides hits', () => {
  const world = room(), heights = [];
  carom.worldSetHitCallback(world, (_world, hit) => {
    heights.push(hit.point.y);
    return heights.length < 3 ? carom.HIT_BOUNCE : carom.HIT_DIE;
  });
  carom.projectileFire(world, { velocity: { x: 0, y: 100 }, onHit: carom.HIT_ASK });
  carom.worldStepTo(world, 1);
  assert.equal(heights.length, 3);
  [2, -1, 2].forEach((y, i) => close(heights[i], y));
  carom.worldDestroy(world);
});

test('callbacks within structures, with structures by value', () => {
  const world = room(), segments = [];
  carom.worldDraw(world, { segment: (a, b) => segments.push([a.x, a.y, b.x, b.y]) });
  assert.deepEqual(segments.sort(), [[-100, -1, 100, -1], [-100, 2, 100, 2]]);
  carom.worldDestroy(world);
});

test('a callback that throws leaves the module usable', () => {
  const world = room();
  carom.worldSetHitCallback(world, () => { throw new Error('mine'); });
  carom.projectileFire(world, { velocity: { x: 0, y: 100 }, onHit: carom.HIT_ASK });
  assert.throws(() => carom.worldStepTo(world, 1), /mine/);
  const other = room(); // the first one is in the middle of its step for good
  carom.worldStepTo(other, 1);
  carom.worldDestroy(other);
});

test('events of all kinds through the union', () => {
  const world = room();
  carom.projectileFire(world, { velocity: { x: 0, y: 100 }, bounces: 1 });
  carom.worldStepTo(world, 1);
  const walk = carom.alloc('CaromEventIterator', 1), event = carom.alloc('CaromEvent', 1);
  walk.set(0, carom.eventsBegin(carom.worldEvents(world)));
  const kinds = [];
  while (carom.eventsNext(walk, event)) {
    const { kind, hit } = event.get(0);
    kinds.push(kind);
    if (kind === carom.EVENT_HIT) assert.ok(Math.abs(carom.list('CaromHitEvent', hit, 1)[0].point.y) <= 2);
  }
  assert.ok(kinds.includes(carom.EVENT_HIT) && kinds.includes(carom.EVENT_END));
  walk.free();
  event.free();
  carom.worldDestroy(world);
});

test('bulk calls fill typed arrays', () => {
  const world = room(), places = carom.alloc('CaromVec2', 100);
  for (let i = 0; i < 100; i++) carom.projectileFire(world, { velocity: { x: i, y: 0 } });
  carom.worldStepTo(world, 1);
  assert.equal(carom.worldPositions(world, places, null, places.count), 100);
  assert.deepEqual([...places.f64].filter((_, i) => i % 2 === 0), Array.from({ length: 100 }, (_, i) => i));
  assert.throws(() => places.get(100), RangeError);
  places.free();
  carom.worldDestroy(world);
});

test('memory that grows in the middle of a call is seen', () => {
  const world = room();
  const before = carom.memory.buffer.byteLength;
  for (let i = 0; i < 60000; i++) carom.projectileFire(world, { velocity: { x: 1, y: i % 7 } });
  assert.ok(carom.memory.buffer.byteLength > before);
  close(carom.bodyTransform(world, carom.bodyCreate(world, { position: { x: 3, y: 4 } })).position.y, 4);
  carom.worldDestroy(world);
});

test('a million rays leave the heap flat', { skip: !globalThis.gc && 'needs --expose-gc' }, () => {
  const world = room(), hit = carom.alloc('CaromHit', 1);
  const origin = { x: 0, y: 0 }, way = { x: 0, y: 5 }, options = {};
  const cast = count => {
    for (let i = 0; i < count; i++) carom.worldCastRay(world, origin, way, options, hit, 1);
  };
  cast(20000);
  globalThis.gc();
  const heap = process.memoryUsage().heapUsed, module = carom.memory.buffer.byteLength;
  cast(1000000);
  globalThis.gc();
  assert.ok(process.memoryUsage().heapUsed - heap < 200000);
  assert.equal(carom.memory.buffer.byteLength, module);
  close(hit.get(0).point.y, 2);
  hit.free();
  carom.worldDestroy(world);
});

test('a worker has an instance of its own', async () => {
  const worker = new Worker(`import('carom').then(async ({ load }) => {
    const carom = await load();
    const world = carom.worldCreate({});
    carom.worldStepTo(world, 1);
    (await import('node:worker_threads')).parentPort.postMessage(carom.worldTime(world));
  })`, { eval: true });
  assert.equal(await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject)), 1);
});
