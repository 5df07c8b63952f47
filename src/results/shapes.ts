/** Data from a file as a value of a known type, or the place where it is none. Keys that nobody asks for are left out. */
import { type Data, ExactNumber } from '../source/data.ts';
import { lookup } from '../source/lookup.ts';

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

/** A text that names something of ours, such as a rule, and is shown as it stands. */
export const word: Shape<string> = (data, at) => {
  if (typeof data !== 'string' || !/^[\w./:-]*$/.test(data))
    throw new ShapeError(at, 'no name of letters, digits and - . / : _');
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
      const value = lookup(given, key);
      const inner = typeof shape === 'function' ? shape : value === undefined ? undefined : shape[OPTIONAL];
      if (inner !== undefined) made[key] = inner(value, `${at}/${key}`);
    }
    return made as Made<F>;
  };
}

/** Lines and columns count from 1. */
export const position = object({ line: count, column: count });

export const range = object({ start: position, end: position });

/** The object that a control plane made something of. */
const source = object({
  kind: text,
  namespace: optional(text),
  name: text,
  rule: optional(count),
  section: optional(text),
});

/** The fields of what stands somewhere in a file. */
export const place = {
  file: text,
  /** The version of the API that the file is written in. */
  api: oneOf('v2', 'v3', 'mixed'),
  /** The release of the proxy that the file is held to; absent for version 2. */
  release: optional(word),
  /** Which document of several, from 0. */
  document: optional(count),
  /** The pointer of the text that it is in, where a configuration is embedded in another document. */
  embedded: optional(text),
  /** RFC 6901, in the file's own spelling of keys. */
  pointer: text,
  range,
  source: optional(source),
};

export const resource = object({ type: text, name: text });

/** A number, as digits where it is too long for one. */
const numeral: Shape<number | string> = (data, at) => (typeof data === 'string' ? data : amount(data, at));

const textsByName: Shape<{ readonly [name: string]: string }> = (data, at) => {
  const given = record(data, at);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, text(value, `${at}/${name}`)]),
  );
};

const listsByName: Shape<{ readonly [name: string]: readonly string[] }> = (data, at) => {
  const given = record(data, at);
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, list(text)(values, `${at}/${name}`)]),
  );
};

/** A request that shows something. */
export const request = object({
  method: text,
  authority: text,
  path: text,
  scheme: text,
  internal: flag,
  headers: textsByName,
  repeated: optional(listsByName),
  remote_address: optional(text),
  service_cluster: optional(text),
  random_value: optional(numeral),
  runtime: optional(record),
  listener: optional(text),
  server_name: optional(text),
  alpn: optional(text),
  destination_address: optional(text),
  source_port: optional(amount),
  client_certificate: optional(
    object({
      subject: optional(text),
      uri_sans: optional(list(text)),
      dns_sans: optional(list(text)),
      validated: optional(flag),
    }),
  ),
  claims: optional(object({ provider: text, payload: record })),
  dynamic_metadata: optional(record),
  filter_state: optional(textsByName),
  route_config: optional(text),
});

/** What is put where, as code scanning is handed it. */
const replacement = object({ range, text });

export const finding = object({
  rule: word,
  level: oneOf('error', 'warning', 'info'),
  message: text,
  ...place,
  resource: optional(resource),
  /** 12 hex digits; the same while the finding is the same, wherever it moves. */
  fingerprint: word,
  related: list(object({ message: text, ...place })),
  /** An example, where the rule has one. */
  request: optional(request),
  /** Facts in the form that the rule documents. */
  data: record,
  /** Where cfgtool can fix it: what it does in words, and what that replaces where the report is to tell. */
  fix: optional(object({ title: text, replacements: optional(list(replacement)) })),
});

export const findings = list(finding);

export type FindingResult = ReturnType<typeof finding>;

/** A value on one side. */
const side = object({
  value: anything,
  origin: oneOf('written', 'default', 'migrated'),
  /** Why a default holds, or which migration made the value. */
  why: optional(text),
  file: text,
  api: place.api,
  range,
  pointer: place.pointer,
  release: place.release,
  document: place.document,
  embedded: place.embedded,
  source: place.source,
});

export const change = object({
  rule: word,
  level: oneOf('breaking', 'warning', 'info', 'cosmetic'),
  kind: oneOf('added', 'removed', 'changed', 'moved', 'renamed'),
  resource,
  /** What the resource stands in, from the inside out; left out where it stands in nothing. */
  within: optional(list(resource)),
  /** Dotted snake_case, relative to the resource, in the normalized form. */
  path: text,
  before: orNull(side),
  after: orNull(side),
  fingerprint: word,
  message: text,
  reason: text,
});

export const undecided = object({
  reason: text,
  where: text,
  refused: optional(flag),
  /** What differs beyond routes: what decides which requests arrive, or what handles them before a route counts. */
  beyond: optional(oneOf('arrival', 'handling')),
});

export const reorder = object({
  virtual_host: text,
  moved: list(object({ before: count, after: count })),
  harmless: flag,
  proof: text,
});

/** Changes by level. */
export const levelCounts = object({ breaking: count, warning: count, info: count, cosmetic: count });

/** A deprecated form that was converted, or stays. */
export const form = object({
  migration: text,
  pointer: place.pointer,
  range,
  reason: text,
  document: place.document,
  embedded: place.embedded,
});

/** A change of the proxy that a lifted file meets. */
export const releaseRemark = object({
  change: text,
  release: text,
  message: text,
  pointer: place.pointer,
  range,
  document: place.document,
  embedded: place.embedded,
});

const kind = object({ op: oneOf('add', 'replace', 'remove', 'move') });
const [removal, move, put] = [
  object({ path: text }),
  object({ from: text, path: text }),
  object({ path: text, value: anything }),
];

type OperationResult =
  | ({ readonly op: 'remove' } & ReturnType<typeof removal>)
  | ({ readonly op: 'move' } & ReturnType<typeof move>)
  | ({ readonly op: 'add' | 'replace' } & ReturnType<typeof put>);

/** An operation of RFC 6902. */
const operation: Shape<OperationResult> = (data, at) => {
  const { op } = kind(data, at);
  if (op === 'remove') return { op, ...removal(data, at) };
  if (op === 'move') return { op, ...move(data, at) };
  return { op, ...put(data, at) };
};

export const operations = list(operation);

/** The operations on one of several documents, or on one that another holds as text. */
export const documentPatch = object({ document: count, embedded: optional(text), patch: operations });
