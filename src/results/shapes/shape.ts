/** Data from a file as a value of a known type, or the place where it is none. Keys that nobody asks for are left out. */
import { type Data, ExactNumber } from '../../source/data.ts';

/** @throws ShapeError where the data is something else */
export type Shape<T> = (data: Data | undefined, at: string) => T;

/** What was expected, and at which pointer. */
export class ShapeError extends Error {
  constructor(at: string, expected: string) {
    super(`${at === '' ? 'it' : at} is ${expected}`);
    this.name = 'ShapeError';
  }
}

export const text: Shape<string> = (data, at) => {
  if (typeof data !== 'string') throw new ShapeError(at, 'no text');
  return data;
};

export const flag: Shape<boolean> = (data, at) => {
  if (typeof data !== 'boolean') throw new ShapeError(at, 'neither true nor false');
  return data;
};

/** A whole number from 0. */
export const count: Shape<number> = (data, at) => {
  if (typeof data !== 'number' || !Number.isSafeInteger(data) || data < 0)
    throw new ShapeError(at, 'no whole number');
  return data;
};

export const amount: Shape<number> = (data, at) => {
  if (typeof data !== 'number') throw new ShapeError(at, 'no number');
  return data;
};

/** Anything there is. */
export const anything: Shape<Data> = (data, at) => {
  if (data === undefined) throw new ShapeError(at, 'missing');
  return data;
};

/** Any object, as it stands. */
export const record: Shape<{ readonly [key: string]: Data }> = (data, at) => {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || data instanceof ExactNumber)
    throw new ShapeError(at, 'no object');
  return data as { readonly [key: string]: Data };
};

export function oneOf<const T extends string | number>(...choices: readonly T[]): Shape<T> {
  return (data, at) => {
    const found = choices.find((choice) => choice === data);
    if (found === undefined) throw new ShapeError(at, `none of ${choices.join(', ')}`);
    return found;
  };
}

export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return (data, at) => {
    if (!Array.isArray(data)) throw new ShapeError(at, 'no list');
    return data.map((each: Data, index) => item(each, `${at}/${index}`));
  };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (data, at) => (data === null ? null : shape(data, at));
}

const OPTIONAL = Symbol('optional');

/** A key that may be missing. */
export interface Optional<T> {
  readonly [OPTIONAL]: Shape<T>;
}

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { [OPTIONAL]: shape };
}

type Fields = { readonly [key: string]: Shape<unknown> | Optional<unknown> };

type Made<F extends Fields> = Flat<
  {
    readonly [K in keyof F as F[K] extends Shape<unknown> ? K : never]: F[K] extends Shape<infer T>
      ? T
      : never;
  } & {
    readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T>
      ? T
      : never;
  }
>;

/** One object type instead of an intersection, as people read it. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

export function object<F extends Fields>(fields: F): Shape<Made<F>> {
  const entries = Object.entries(fields);
  return (data, at) => {
    const given = record(data, at);
    const made: { [key: string]: unknown } = {};
    for (const [key, shape] of entries) {
      const value = Object.hasOwn(given, key) ? given[key] : undefined;
      const inner = typeof shape === 'function' ? shape : value === undefined ? undefined : shape[OPTIONAL];
      if (inner !== undefined) made[key] = inner(value, `${at}/${key}`);
    }
    return made as Made<F>;
  };
}
