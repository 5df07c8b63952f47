/** Matchers of metadata as what they ask (type.matcher.MetadataMatcher). */
import { type BoundMessage, isObject } from '../model/bound.ts';
import { lowerText, type TextTest } from './text.ts';

/** What a value is asked for. What is missing meets nothing. */
export type DataTest =
  | { readonly kind: 'text'; readonly test: TextTest }
  | { readonly kind: 'bool'; readonly wanted: boolean }
  /** `present_match: false` is never met. */
  | { readonly kind: 'present'; readonly wanted: boolean }
  /** One of a list's items meets it. */
  | { readonly kind: 'item'; readonly test: DataTest }
  | { readonly kind: 'or'; readonly tests: readonly DataTest[] }
  | { readonly kind: 'number'; readonly exact: number }
  /** `start <= v < end` */
  | { readonly kind: 'range'; readonly start: number; readonly end: number }
  /** A number that is asked for in a way nobody here knows. */
  | { readonly kind: 'unknown-number' }
  | { readonly kind: 'null' }
  | { readonly kind: 'unknown' };

export interface MetadataTest {
  readonly namespace: string;
  readonly path: readonly string[];
  /** Undefined where it cannot be read. */
  readonly test: DataTest | undefined;
  readonly inverted: boolean;
}

export function lowerMetadata({ filter, path, value, invert }: BoundMessage): MetadataTest {
  return {
    namespace: typeof filter === 'string' ? filter : '',
    path: (Array.isArray(path) ? path : []).map((segment) =>
      isObject(segment) && typeof segment.key === 'string' ? segment.key : '',
    ),
    test: isObject(value) ? lowerData(value) : undefined,
    inverted: invert === true,
  };
}

function lowerData(matcher: BoundMessage): DataTest {
  const { null_match: isNull, double_match: double, string_match: text, bool_match: bool } = matcher;
  const { present_match: present, list_match: list, or_match: or } = matcher;
  if (isObject(text)) return { kind: 'text', test: lowerText(text) };
  if (typeof bool === 'boolean') return { kind: 'bool', wanted: bool };
  if (present !== undefined) return { kind: 'present', wanted: present === true };
  if (isObject(list))
    return isObject(list.one_of) ? { kind: 'item', test: lowerData(list.one_of) } : { kind: 'unknown' };
  if (isObject(or)) {
    const all = Array.isArray(or.value_matchers) ? or.value_matchers.filter(isObject) : [];
    return { kind: 'or', tests: all.map(lowerData) };
  }
  if (isObject(double)) {
    const { exact, range } = double;
    if (exact !== undefined) return { kind: 'number', exact: Number(exact) };
    if (!isObject(range)) return { kind: 'unknown-number' };
    return { kind: 'range', start: Number(range.start ?? 0), end: Number(range.end ?? 0) };
  }
  return { kind: isNull === undefined ? 'unknown' : 'null' };
}
