// Carom for JavaScript and TypeScript. Written by bindings/generate from api.json.

/** An address in the module's memory; 0 is null. */
export type Pointer = number;

/** What is passed for a structure: the fields that are missing keep their defaults, or are 0. */
export type In<T> = T extends (infer E)[] ? In<E>[]
  : T extends (...given: never[]) => unknown ? T
  : T extends object ? { [K in keyof T]?: In<T[K]> }
  : T extends bigint ? bigint | number
  : T extends Pointer ? Pointer | Memory | boolean : T;

/** A call was refused and changed nothing. */
export class Refused extends Error {
  /** The name of the C function. */
  readonly function: string;
  /** A value ERROR_… */
  readonly error: number;
}

export type Scalar = "f64" | "f32" | "i64" | "u64" | "i32" | "u32" | "u16" | "u8";

/**
 * An array in the module's memory, for calls that fill or read many structures or numbers at once. The typed arrays
 * (f64, …) are views, not copies. Take them anew after any call: they end when the memory grows.
 */
export interface Memory<T = unknown> {
  readonly pointer: Pointer;
  readonly count: number;
  /** [B] of all. */
  readonly bytes: number;
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly u16: Uint16Array;
  readonly u8: Uint8Array;
  get(index: number): T;
  set(index: number, value: In<T>): void;
  /** Returns the memory to the module. */
  free(): void;
}

/** What JavaScript needs beside the functions of the C headers. */
export interface Runtime {
  /** Allocates an array of structures ("CaromHit") or of numbers ("f64"). Free it. */
  alloc<K extends keyof Structs>(kind: K, count: number): Memory<Structs[K]>;
  alloc(kind: Scalar, count: number): Memory<number>;
  /** Reads an array that a structure names by address and count, such as the hits of CaromEvents. */
  list<K extends keyof Structs>(kind: K, pointer: Pointer, count: number): Structs[K][];
  /** The module's memory and exports, for those who need them. */
  readonly memory: WebAssembly.Memory;
  readonly exports: Record<string, Function>;
}

export interface LoadOptions {
  /** The WebAssembly module: bytes, a compiled module, or where it is. Default: carom.wasm beside this file. */
  wasm?: BufferSource | WebAssembly.Module | URL | string;
  /** Takes what C prints: by default refused calls, once each, to console.warn. */
  print?: (text: string) => void;
}

/** Loads the module. Each call makes an instance with a memory of its own. */
export function load(options?: LoadOptions): Promise<Carom>;

