/** JSON into trees: values as JSON.parse gives them, exact places, and what the proxy reads over. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/source/data.ts';
import { InputError } from '../../src/source/errors.ts';
import { looksLikeJson, readJson } from '../../src/source/json.ts';
import { pointerOf } from '../../src/source/pointer.ts';
import { endOf, plainValue, ROOT, startOf } from '../../src/source/tree.ts';

function valuesOf(text: string): unknown[] {
  return readJson('in.json', text).map((tree) => plainValue(tree, ROOT));
}

function failure(text: string): string {
  try {
    readJson('in.json', text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.message, error.details.excerpt, error.details.hint ?? '(no hint)'].join('\n');
  }
  return 'no error';
}

/** JSON values whose whole numbers survive a double, so that none becomes an exact one. */
const value = fc.jsonValue({ maxDepth: 5, depthSize: 'small' });
const indent = fc.constantFrom('', ' ', '\t', '    ');

test('generated values are those of JSON.parse, in any layout', () => {
  fc.assert(
    fc.property(value, indent, fc.boolean(), (data, space, crlf) => {
      const printed = JSON.stringify(data, null, space);
      const text = crlf ? printed.replaceAll('\n', '\r\n') : printed;
      expect(valuesOf(text)).toEqual([JSON.parse(text)]);
    }),
    { numRuns: 500 },
  );
});

test("every node's text, read alone, gives its value", () => {
  fc.assert(
    fc.property(value, indent, (data, space) => {
      for (const tree of readJson('in.json', JSON.stringify(data, null, space))) {
        for (let node = 0; node < tree.size; node++) {
          const text = tree.text.slice(startOf(tree, node), endOf(tree, node));
          expect([plainValue(tree, node)]).toEqual([JSON.parse(text)]);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('any text gives what JSON.parse gives, or an error where that fails too', () => {
  const sign = fc.constantFrom(...'{}[]:,"\\ \n0123456789.eE+-truefalsn u');
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 14 }), (text) => {
      let strict: unknown;
      try {
        strict = JSON.parse(text);
      } catch {
        return;
      }
      expect(valuesOf(text)).toEqual([strict]);
    }),
    { numRuns: 5000 },
  );
});

describe('what strict JSON is not', () => {
  test('a comma before a closing bracket is read over and noted', () => {
    const [tree] = readJson('in.json', '{"a": [1, 2, ], "b": {"c": 3,\n},}');
    expect(tree && plainValue(tree, ROOT)).toEqual({ a: [1, 2], b: { c: 3 } });
    expect(tree?.notices.map(({ rule }) => rule)).toEqual(Array(3).fill('loose-spelling'));
    expect(tree?.notices.map(({ node }) => pointerOf(tree, node))).toEqual(['/a/1', '/b/c', '/b']);
  });

  test('several texts in a row are several documents', () => {
    expect(valuesOf('\uFEFF{"a":1}\n[2]\n\n3 "four"')).toEqual([{ a: 1 }, [2], 3, 'four']);
  });

  test('duplicate keys are noted and the last one counts', () => {
    const [tree] = readJson('in.json', '{"a":1,"b":{"a":9},"a":2}');
    expect(tree && plainValue(tree, ROOT)).toEqual({ a: 2, b: { a: 9 } });
    expect(tree?.notices).toMatchObject([{ rule: 'duplicate-key', message: 'the key "a" stands twice' }]);
  });

  test('keys that JavaScript treats apart are data', () => {
    const [value] = valuesOf('{"__proto__":{"a":1},"constructor":2}') as [{ [key: string]: unknown }];
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('whole numbers beyond a double keep their digits', () => {
    expect(valuesOf('[9223372036854775807,9007199254740993,9007199254740992,1e400]')).toEqual([
      [
        new ExactNumber('9223372036854775807'),
        new ExactNumber('9007199254740993'),
        9007199254740992,
        Infinity,
      ],
    ]);
  });
});

test('errors say where, what and what to do', () => {
  const texts = [
    ...[
      '',
      '{"a": [1,\n  2',
      '{"a": "b\n}',
      '{"a": "b',
      '{"a": 1\n "b": 2}',
      '[1,\n,2]',
      '{a: 1}',
      '{"a" 1}',
    ],
    ...['{"a": yes}', '["\\x41"]', '[01]', '{"a": [1}', '{"a": {{ .Values.a }}}'],
  ];
  expect(texts.map(failure).join('\n\n')).toMatchInlineSnapshot(`
    "in.json:1:1: this is not JSON: the JSON text ends too early
    1 | 
      | ^
    is the file whole?

    in.json:2:4: this is not JSON: the JSON text ends too early
    1 | {"a": [1,
    2 |   2
      |    ^
    is the file whole?

    in.json:1:9: this is not JSON: a control character or line break stands inside a string
    1 | {"a": "b
      |         ^
    close the string before it, or write it as \\n, \\t or \\u00XX

    in.json:1:7: this is not JSON: this string has no closing quote
    1 | {"a": "b
      |       ^
    is the file whole?

    in.json:2:2: this is not JSON: a comma or "}" is missing here
    1 | {"a": 1
    2 |  "b": 2}
      |  ^
    compare this line with the one before it

    in.json:1:3: this is not JSON: a value is missing between two commas
    1 | [1,
      |   ^
    remove one of them

    in.json:1:2: this is not JSON: a key in double quotes should stand here
    1 | {a: 1}
      |  ^
    put double quotes around it

    in.json:1:6: this is not JSON: a colon is missing after the key
    1 | {"a" 1}
      |      ^
    an entry is a key, a colon and a value

    in.json:1:7: this is not JSON: a value should stand here: an object, a list, a string in double quotes, a number, true, false or null
    1 | {"a": yes}
      |       ^
    put double quotes around text; numbers have no zeros in front

    in.json:1:2: this is not JSON: this string holds an escape that JSON does not know
    1 | ["\\x41"]
      |  ^
    JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX; a backslash itself is \\\\

    in.json:1:2: this is not JSON: a value should stand here: an object, a list, a string in double quotes, a number, true, false or null
    1 | [01]
      |  ^
    put double quotes around text; numbers have no zeros in front

    in.json:1:9: this is not JSON: a comma or "]" is missing here
    1 | {"a": [1}
      |         ^
    compare this line with the one before it

    in.json:1:8: this is not JSON: a key in double quotes should stand here
    1 | {"a": {{ .Values.a }}}
      |        ^
    it looks like a template: render it first, then give cfgtool the result"
  `);
});

test('what looks like JSON', () => {
  expect(['{', ' \r\n\t[', '\uFEFF{}'].map(looksLikeJson)).toEqual([true, true, true]);
  expect(['', 'a', '- {', '"{"', '# {'].map(looksLikeJson)).toEqual([false, false, false, false, false]);
});
