import { describe, expect, test } from 'vitest';
import { takesRequest } from '../traced.ts';

function holds(matcher: string, path: string): boolean {
  return takesRequest(`{ prefix: /, query_parameters: [${matcher}] }`, { path });
}

describe('query parameters', () => {
  test('fact 27: split at & and the first =, raw, names case sensitive, a key alone has the empty value', () => {
    expect(holds('{ name: a, value: "b=c" }', '/x?a=b=c')).toBe(true);
    expect(holds('{ name: a, value: "1" }', '/x?z=0&a=1')).toBe(true);
    expect(holds('{ name: A }', '/x?a=1')).toBe(false);
    expect(holds('{ name: a, value: "b c" }', '/x?a=b%20c')).toBe(false);
    expect(holds('{ name: a, value: "b%20c" }', '/x?a=b%20c')).toBe(true);
    expect(holds('{ name: a, string_match: { exact: "" } }', '/x?a')).toBe(true);
    expect(holds('{ name: "c?d", value: e }', '/x?a=b&c?d=e')).toBe(true);
    expect(holds('{ name: a }', '/x')).toBe(false);
    expect(holds('{ name: __proto__ }', '/x')).toBe(false);
  });

  test('fact 28: the first occurrence of a key counts', () => {
    expect(holds('{ name: a, value: "1" }', '/x?a=1&a=2')).toBe(true);
    expect(holds('{ name: a, value: "2" }', '/x?a=1&a=2')).toBe(false);
    expect(holds('{ name: a, value: "1" }, { name: a, value: "2" }', '/x?a=1&a=2')).toBe(false);
  });

  test('fact 29: an absent or empty value asks for presence, also with regex; a regex is a full match', () => {
    expect(holds('{ name: a }', '/x?a=1')).toBe(true);
    expect(holds('{ name: a }', '/x?a')).toBe(true);
    expect(holds('{ name: a, value: "" }', '/x?a=1')).toBe(true);
    expect(holds('{ name: a, value: "", regex: true }', '/x?a=1')).toBe(true);
    expect(holds('{ name: a, value: "\\\\d+", regex: true }', '/x?a=12')).toBe(true);
    expect(holds('{ name: a, value: "\\\\d+", regex: true }', '/x?a=12b')).toBe(false);
    expect(holds('{ name: a, value: ".", regex: false }', '/x?a=1')).toBe(false);
  });

  test('all of them must hold', () => {
    expect(holds('{ name: a }, { name: b }', '/x?a')).toBe(false);
    expect(holds('{ name: a }, { name: b }', '/x?a&b')).toBe(true);
  });

  test('string_match and present_match of the full API', () => {
    expect(holds('{ name: a, present_match: true }', '/x?a=1')).toBe(true);
    expect(holds('{ name: a, present_match: true }', '/x?b=1')).toBe(false);
    expect(holds('{ name: a, string_match: { exact: V, ignore_case: true } }', '/x?a=v')).toBe(true);
    expect(holds('{ name: a, string_match: { exact: V } }', '/x?a=v')).toBe(false);
    expect(holds('{ name: a, string_match: { prefix: V, ignore_case: true } }', '/x?a=vw')).toBe(true);
    expect(holds('{ name: a, string_match: { prefix: w } }', '/x?a=vw')).toBe(false);
    expect(holds('{ name: a, string_match: { suffix: W, ignore_case: true } }', '/x?a=vw')).toBe(true);
    expect(holds('{ name: a, string_match: { suffix: W } }', '/x?a=vw')).toBe(false);
    expect(holds('{ name: a, string_match: { regex: "v+" } }', '/x?a=vv')).toBe(true);
    expect(
      holds('{ name: a, string_match: { safe_regex: { google_re2: {}, regex: "v+" } } }', '/x?a=w'),
    ).toBe(false);
  });
});
