/**
 * A deterministic automaton that is built only where somebody walks. States are numbers that stay valid; steps once
 * taken are remembered, so an automaton may be shared, while the work of a new step is paid by whoever takes it.
 */
import type { Meter } from './meter.ts';

/** No text leads on from here. Every automaton has this state under this number. */
export const DEAD = 0;
/** Every text of the alphabet is accepted from here, the empty one too. Likewise. */
export const FULL = 1;
/** In place of a state: the meter ran out. */
export const OUT = -1;

export interface Automaton {
  readonly classes: ByteClasses;
  readonly start: number;
  /** The state after a byte of the class; OUT when the meter ran out. */
  readonly step: (state: number, byteClass: number, meter: Meter) => number;
  readonly accepts: (state: number) => boolean;
  /** False when it accepts more than the expression, for the sake of back references. */
  readonly exact: boolean;
}

/** Whether a text is accepted. */
export function runAutomaton(automaton: Automaton, bytes: Uint8Array, meter: Meter): boolean | 'undecided' {
  let state = automaton.start;
  for (const byte of bytes) {
    if (state === DEAD) return false;
    const byteClass = automaton.classes.of[byte] ?? -1;
    if (byteClass < 0) return false;
    state = automaton.step(state, byteClass, meter);
    if (state === OUT) return 'undecided';
  }
  return automaton.accepts(state);
}

/** Remembers steps, by state and class. */
export interface StepTable {
  /** −2 when it was not taken yet. */
  readonly get: (state: number, byteClass: number) => number;
  readonly set: (state: number, byteClass: number, next: number) => void;
}

export function startStepTable(classes: number): StepTable {
  const rows: Int32Array[] = [];
  return {
    get: (state, byteClass) => rows[state]?.[byteClass] ?? -2,
    set: (state, byteClass, next) => {
      const row = rows[state] ?? new Int32Array(classes).fill(-2);
      while (rows.length < state) rows.push(new Int32Array(0));
      rows[state] = row.length === 0 ? new Int32Array(classes).fill(-2) : row;
      rows[state][byteClass] = next;
    },
  };
}

// Bytes that an automaton, or several walked together, never tell apart.

interface ByteClasses {
  /** The class of each byte, −1 for bytes that no text holds. */
  readonly of: Int16Array;
  /** For each class the byte that reads best. Classes are numbered so that these stand in the order of reading. */
  readonly bytes: readonly number[];
}

/** Letters and digits, then `-_.~/`, then what else can be printed, then the bytes of other characters, then controls. */
export const BY_READING: readonly number[] = [...Array(256).keys()].sort(
  (a, b) => readingRank(a) - readingRank(b) || a - b,
);

/** 0 for the best to read. */
export function readingRank(byte: number): number {
  const char = String.fromCharCode(byte);
  if (/[a-z]/.test(char)) return 0;
  if (/[0-9]/.test(char)) return 1;
  if (/[A-Z]/.test(char)) return 2;
  if (/[-_.~/]/.test(char)) return 3;
  if (byte > 0x20 && byte < 0x7f) return 4;
  return byte >= 0x80 ? 5 : 6;
}

/** Maps tell bytes apart by numbers from −1 to 255. */
const VALUES = 257;
/** Scratch tables of {@link classesOf}, which is asked so often that clearing them would show. */
const ID_OF_PAIR = new Int32Array(256 * VALUES);
const ROUND_OF_PAIR = new Float64Array(256 * VALUES);
let round = 0;

/**
 * The coarsest classes that keep apart what one of the given maps tells apart.
 * @param maps one number from −1 to 255 a byte each
 * @param alphabet one flag a byte: whether texts may hold it
 */
export function classesOf(maps: readonly ArrayLike<number>[], alphabet: Uint8Array): ByteClasses {
  let ids = new Int32Array(256);
  let count = 1;
  for (const map of maps) {
    if (count === 256) break;
    const finer = new Int32Array(256);
    round++;
    count = 0;
    for (let byte = 0; byte < 256; byte++) {
      const pair = (ids[byte] ?? 0) * VALUES + (map[byte] ?? 0) + 1;
      if (ROUND_OF_PAIR[pair] !== round) {
        ROUND_OF_PAIR[pair] = round;
        ID_OF_PAIR[pair] = count++;
      }
      finer[byte] = ID_OF_PAIR[pair] ?? 0;
    }
    ids = finer;
  }
  const numbers = new Map<number, number>();
  const bytes: number[] = [];
  const of = new Int16Array(256).fill(-1);
  for (const byte of BY_READING) {
    if (alphabet[byte] !== 1) continue;
    const id = ids[byte] ?? 0;
    const number = numbers.get(id) ?? numbers.size;
    if (number === bytes.length) bytes.push(byte);
    numbers.set(id, number);
    of[byte] = number;
  }
  return { of, bytes };
}
