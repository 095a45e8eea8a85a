// SPDX-License-Identifier: MIT
// Loads carom.wasm and converts between JavaScript's values and its memory. All functions are in api.js.
import { bind } from './api.js';

const SCRATCH = 1 << 18; // [B] for structures of one call and of those within its callbacks

export class Refused extends Error {
  constructor(name, error, text) {
    super(`${name}: ${text}`);
    this.name = 'Refused';
    this.function = name;
    this.error = error;
  }
}

class Memory {
  constructor(machine, type, count) {
    this.machine = machine;
    this.type = type;
    this.count = count;
    this.bytes = type.size * count;
    this.pointer = machine.exports.malloc(Math.max(1, this.bytes)) >>> 0;
    if (this.pointer === 0) throw new RangeError('out of memory');
    machine.refresh();
    machine.u8.fill(0, this.pointer, this.pointer + this.bytes);
  }

  view(Kind) {
    return new Kind(this.machine.exports.memory.buffer, this.pointer, Math.floor(this.bytes / Kind.BYTES_PER_ELEMENT));
  }

  get f64() { return this.view(Float64Array); }
  get f32() { return this.view(Float32Array); }
  get i32() { return this.view(Int32Array); }
  get u32() { return this.view(Uint32Array); }
  get u16() { return this.view(Uint16Array); }
  get u8() { return this.view(Uint8Array); }

  place(index) {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`no element ${index} of ${this.count}`);
    this.machine.refresh();
    return this.pointer + this.type.size * index;
  }

  get(index) { return this.type.get(this.place(index)); }
  set(index, value) { this.type.put(this.place(index), value); }

  free() {
    this.machine.exports.free(this.pointer);
    this.pointer = this.count = this.bytes = 0;
  }
}

// What api.js calls: views of the memory, a stack of scratch memory, callbacks, strings, errors.
class Machine {
  start(exports) {
    this.exports = exports;
    this.functions = [null]; // by the number that C keeps as context
    this.numbers = new Map();
    this.scratch = exports.malloc(SCRATCH) >>> 0;
    this.top = this.scratch;
    this.stack = exports.__stack_pointer.value;
    this.refresh();
  }

  refresh() { // views end when the memory grows
    const buffer = this.exports.memory.buffer;
    if (this.f64?.buffer === buffer) return;
    this.u8 = new Uint8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.i64 = new BigInt64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
  }

  enter() {
    this.refresh();
    return this.top;
  }

  leave(top) {
    this.top = top;
    if (top === this.scratch) this.exports.__stack_pointer.value = this.stack; // a callback may have thrown
  }

  room(size) {
    const place = this.top;
    this.top += (size + 7) & ~7;
    if (this.top > this.scratch + SCRATCH) {
      this.top = place;
      throw new RangeError('too much for one call: use alloc');
    }
    return place;
  }

  /** Writes a structure, over its defaults, and returns its address. */
  put(type, value) {
    const place = this.room(type.size);
    if (type.default) this.exports[type.default](place);
    else this.u8.fill(0, place, place + type.size);
    this.refresh();
    type.put(place, value ?? {});
    return place;
  }

  /** The address for a pointer: null, an address, Memory, one structure, or an array of them. */
  pass(type, value) {
    if (value === null || value === undefined) return 0;
    if (typeof value === 'number' || value instanceof Memory) return this.address(value);
    if (!Array.isArray(value)) return this.put(type, value);
    const place = this.room(type.size * value.length);
    this.u8.fill(0, place, place + type.size * value.length);
    value.forEach((each, i) => type.put(place + type.size * i, each));
    return place;
  }

  address(value) {
    if (value === null || value === undefined) return 0;
    if (typeof value === 'number') return value;
    if (value instanceof Memory && value.pointer !== 0) return value.pointer;
    throw new TypeError('expected an address, Memory that is not freed, or null');
  }

  text(value) {
    if (value === null || value === undefined) return 0;
    const bytes = new TextEncoder().encode(`${value}\0`);
    const place = this.room(bytes.length);
    this.u8.set(bytes, place);
    return place;
  }

  string(place) {
    this.refresh();
    return place === 0 ? '' : new TextDecoder().decode(this.u8.subarray(place, this.u8.indexOf(0, place)));
  }

  list(type, place, count) {
    this.refresh();
    return Array.from({ length: count }, (_, i) => type.get(place + type.size * i));
  }

  /** A function as C sees it: one of C's for its type, which finds this one by its context. */
  callback(name, value) {
    return typeof value === 'function' ? this.trampoline(name) : this.address(value);
  }

  trampoline(name) { return this.exports[`trampoline_${name}`](); }

  keep(value) {
    if (typeof value !== 'function') return 0;
    if (!this.numbers.has(value)) this.numbers.set(value, this.functions.push(value) - 1);
    return this.numbers.get(value);
  }

  kept(number) { return this.functions[number]; }

  errorRoom(value) { // where a call writes its error
    if (value !== null && value !== undefined) return this.address(value);
    const place = this.room(4);
    this.i32[place >> 2] = 0;
    return place;
  }

  refuse(name, error) {
    throw new Refused(name, error, this.string(this.exports.caromErrorText(error)));
  }
}

async function bytesOf(wasm) {
  const place = wasm ?? new URL('./carom.wasm', import.meta.url);
  if (!(place instanceof URL) && typeof place !== 'string') return place;
  if (`${place}`.startsWith('file:')) {
    const files = 'node:fs/promises'; // a variable, so that bundlers for browsers let it be
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)).readFile(new URL(place));
  }
  return (await fetch(place)).arrayBuffer();
}

export async function load({ wasm, print = text => console.warn(text.trimEnd()) } = {}) {
  const machine = new Machine();
  const { api, types, imports } = bind(machine);
  let line = '';
  const printed = (place, length) => {
    machine.refresh();
    line += new TextDecoder().decode(machine.u8.slice(place, place + length));
    if (line.endsWith('\n')) {
      print(line);
      line = '';
    }
  };
  const source = await bytesOf(wasm);
  const result = await WebAssembly.instantiate(source, { carom: { ...imports, print: printed } });
  machine.start((result.instance ?? result).exports);
  for (const [name, Kind] of Object.entries({ f64: 8, f32: 4, i64: 8, u64: 8, i32: 4, u32: 4, u16: 2, u8: 1 }))
    types[name] = { size: Kind, get: p => machine[name][p / Kind], put: (p, v) => { machine[name][p / Kind] = v; } };
  const typeOf = kind => {
    if (!Object.hasOwn(types, kind)) throw new TypeError(`no structure is called ${kind}`);
    return types[kind];
  };
  api.alloc = (kind, count) => new Memory(machine, typeOf(kind), count);
  api.list = (kind, pointer, count) => machine.list(typeOf(kind), pointer, count);
  api.memory = machine.exports.memory;
  api.exports = machine.exports;
  return Object.freeze(api);
}
