/**
 * A deterministic automaton that is built only where somebody walks. States are numbers that stay valid; steps once
 * taken are remembered, so an automaton may be shared, while the work of a new step is paid by whoever takes it.
 */
import type { ByteClasses } from './byte-classes.ts';
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
