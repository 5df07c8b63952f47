/** Binds one scalar or enum value from its node. */
import type { Element, Scalar } from '../schema/compiled.ts';
import { unhidden } from '../schema/hidden.ts';
import { isBased, plainInteger } from '../source/scalar.ts';
import {
  isNull,
  isPassedOver,
  isQuoted,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  untypedPlain,
} from '../source/tree.ts';
import { nearest } from './near-miss.ts';
import {
  durationText,
  type Read,
  readBoolean,
  readBytes,
  readDouble,
  readDuration,
  readInteger,
  type Unreadable,
} from './values.ts';

export type ScalarResult = Read<string | number | boolean> | Unreadable;

/** What a scalar is where nothing sets it. */
const UNSET: { readonly [scalar in Scalar]: string | number | boolean } = {
  string: '',
  bool: false,
  uint32: 0,
  int32: 0,
  uint64: 0,
  int64: 0,
  double: 0,
  bytes: '',
  duration: '0s',
  timestamp: '1970-01-01T00:00:00Z',
};

/** The canonical value of a scalar's node; maps are taken where the proxy takes them (durations, wrappers). */
export function bindScalar(tree: SourceTree, node: NodeId, scalar: Scalar, wrapper: boolean): ScalarResult {
  const target = resolve(tree, node);
  const kind = kindOf(tree, target);
  if (kind === NodeKind.Map) return bindMapAsScalar(tree, target, scalar, wrapper);
  if (kind === NodeKind.List) return { problem: `is a list where ${named(scalar)} should stand` };
  if (isNull(tree, target)) return { value: UNSET[scalar] };
  const text = scalarText(tree, target);
  const quoted = isQuoted(tree, target);
  switch (scalar) {
    case 'string': {
      const read = untypedPlain(tree, target) ?? text;
      if (typeof read === 'string') return { value: read };
      const what = typeof read === 'boolean' ? 'a boolean' : 'a number';
      return { problem: `is ${what} where text should stand: put it in quotes`, meant: text };
    }
    case 'bool':
      return readBoolean(text, quoted);
    case 'uint32':
    case 'int32':
    case 'uint64':
    case 'int64':
      return readInteger(text, scalar, quoted);
    case 'double':
      return readDouble(text, quoted);
    case 'bytes':
      return readBytes(text);
    case 'duration':
      return readDuration(text);
    case 'timestamp':
      return { value: text };
  }
}

const NAMES: { readonly [scalar in Scalar]: string } = {
  string: 'text',
  bool: 'true or false',
  uint32: 'a whole number',
  int32: 'a whole number',
  uint64: 'a whole number',
  int64: 'a whole number',
  double: 'a number',
  bytes: 'base64 text',
  duration: 'a duration such as 1.5s',
  timestamp: 'a time',
};

/** What should stand where a scalar stands, in words. */
function named(scalar: Scalar): string {
  return NAMES[scalar];
}

function isMapInstead(scalar: Scalar): Unreadable {
  return { problem: `is a map where ${named(scalar)} should stand` };
}

function bindMapAsScalar(tree: SourceTree, map: NodeId, scalar: Scalar, wrapper: boolean): ScalarResult {
  if (scalar === 'duration') return bindDurationMap(tree, map);
  let result: ScalarResult = { value: UNSET[scalar] };
  for (const key of keys(tree, map)) {
    if (isPassedOver(tree, key)) continue;
    if (!wrapper || scalarText(tree, key) !== 'value') return isMapInstead(scalar);
    result = bindScalar(tree, key + 1, scalar, false);
  }
  if (!wrapper) return isMapInstead(scalar);
  return 'problem' in result
    ? result
    : { value: result.value, loose: 'a wrapped value is written as a map; write the value alone' };
}

function bindDurationMap(tree: SourceTree, map: NodeId): ScalarResult {
  let nanos = 0n;
  for (const key of keys(tree, map)) {
    if (isPassedOver(tree, key)) continue;
    const name = scalarText(tree, key);
    const scale = name === 'seconds' ? 1_000_000_000n : name === 'nanos' ? 1n : undefined;
    const part = scale && bindScalar(tree, key + 1, 'int64', false);
    if (!scale || !part || 'problem' in part) return isMapInstead('duration');
    nanos += BigInt(part.value) * scale;
  }
  const text = durationText(nanos);
  const checked = readDuration(text);
  return 'problem' in checked
    ? checked
    : { value: text, loose: `a duration is written as a map; the usual form is ${text}` };
}

/** The canonical name of an enum value written by name, in other case, or by number. */
export function bindEnum(
  tree: SourceTree,
  node: NodeId,
  element: Element & { readonly kind: 'enum' },
): ScalarResult {
  const target = resolve(tree, node);
  const kind = kindOf(tree, target);
  const { values } = element.spec;
  if (kind === NodeKind.Map || kind === NodeKind.List)
    return { problem: `should be one of ${Object.keys(values).join(', ')}` };
  if (isNull(tree, target)) {
    for (const [name, value] of Object.entries(values)) if (value.number === 0) return { value: name };
    return { problem: 'is null, and no value has the number 0' };
  }
  const written = scalarText(tree, target);
  const text = unhidden(written)?.name ?? written;
  if (Object.hasOwn(values, text)) return { value: text };
  if (/^[-+]?\d+$/.test(text)) {
    const number = Number(!isQuoted(tree, target) && isBased(text) ? plainInteger(text) : text);
    for (const [name, value] of Object.entries(values)) if (value.number === number) return { value: name };
    return { problem: `is the number of no value; known are ${knownValues(values)}`, isNumber: true };
  }
  const upper = text.toUpperCase();
  for (const name of Object.keys(values)) {
    if (name.toUpperCase() === upper)
      return { value: name, loose: `"${text}" is written in other case than ${name}` };
  }
  const meant = nearest(upper, Object.keys(values));
  return {
    problem: `is no value of ${element.name}${meant ? `; did you mean ${meant}?` : `; known are ${knownValues(values)}`}`,
    ...(meant === undefined ? {} : { meant }),
  };
}

function knownValues(values: { readonly [name: string]: { readonly number: number } }): string {
  return Object.keys(values).join(', ');
}
