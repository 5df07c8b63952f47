/**
 * Languages of the whole `:path`, query included, for where a condition looks at it as a whole (a prefix with `?`, a
 * header matcher on `:path`) and others look at the path or at query parameters.
 */

import { once } from '../../source/once.ts';
import { complement, LAST_BYTE, unite } from '../regex/ranges.ts';
import { mapChildren } from '../regex/rewrite.ts';
import {
  ANY_BYTE,
  alternatives,
  charRange,
  chars,
  childrenOf,
  EMPTY,
  EVERYTHING,
  literal,
  lookahead,
  type Regex,
  repeat,
  sequence,
} from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';
import { queryParameters } from '../request/request.ts';
import type { Language } from './language.ts';

const QUESTION = charRange(0x3f, 0x3f);
const AND = charRange(0x26, 0x26);
const EQUALS = charRange(0x3d, 0x3d);

/** Targets whose path is in the language. */
export function withPath(language: Language): Language {
  // A regex that asks for a `?` never meets one in a path (fact 13).
  if (language.form?.kind === 'prefix' && !language.form.text.includes('?')) return language;
  return {
    key: `target with path ${language.key}`,
    holds: (target) => language.holds(target.split('?', 1)[0] ?? ''),
    tree: once(() => {
      const tree = language.tree();
      if (tree === undefined || !isPlain(tree)) return undefined;
      return sequence([withoutBytes(tree, [0x3f]), optional(sequence([QUESTION, EVERYTHING]))]);
    }),
    samples: language.samples,
  };
}

/** Targets whose query has the key, with a first value in the language where one is given (facts 27, 28). */
export function withParameter(key: string, value: Language | undefined): Language {
  return {
    key: `target with ${JSON.stringify(key)} ${value?.key ?? ''}`,
    holds: (target) => {
      const question = target.indexOf('?');
      const found = question === -1 ? undefined : queryParameters(target.slice(question + 1)).get(key);
      return found === undefined ? false : value === undefined || value.holds(found);
    },
    tree: once(() => parameterTree(key, value)),
    samples: [],
  };
}

function parameterTree(key: string, value: Language | undefined): Regex | undefined {
  const tree = value === undefined ? EVERYTHING : value.tree();
  if (tree === undefined || !isPlain(tree)) return undefined;
  const given = sequence([EQUALS, withoutBytes(tree, [0x26])]);
  const emptyHolds = value === undefined || value.holds('') === true;
  return sequence([
    withoutBytes(EVERYTHING, [0x3f]),
    QUESTION,
    // An empty query has no parameter, not even one with an empty key.
    key === '' ? lookahead(ANY_BYTE, false) : EMPTY,
    many(sequence([segmentWithoutKey(bytesOf(key)), AND])),
    literal(bytesOf(key)),
    emptyHolds ? optional(given) : given,
    optional(sequence([AND, EVERYTHING])),
  ]);
}

/** What stands between two `&` and has another key. */
function segmentWithoutKey(key: Uint8Array): Regex {
  const inKey = withoutBytes(EVERYTHING, [0x26, 0x3d]);
  const choices: Regex[] = [];
  for (const [at, byte] of key.entries()) {
    const head = literal(key.slice(0, at));
    const other = chars(
      complement(
        unite([
          [0x26, 0x26],
          [0x3d, 0x3d],
          [byte, byte],
        ]),
        LAST_BYTE,
      ),
    );
    choices.push(sequence([head, optional(sequence([other, inKey]))]));
  }
  const more = chars(complement([0x26, 0x26, 0x3d, 0x3d], LAST_BYTE));
  choices.push(sequence([literal(key), more, inKey]));
  return sequence([alternatives(choices), optional(sequence([EQUALS, withoutBytes(EVERYTHING, [0x26])]))]);
}

function withoutBytes(tree: Regex, bytes: readonly number[]): Regex {
  if (tree.kind !== 'chars') return mapChildren(tree, (child) => withoutBytes(child, bytes));
  const taken = bytes.map((byte) => [byte, byte]);
  return chars(complement(unite([complement(tree.set, LAST_BYTE), ...taken]), LAST_BYTE));
}

function many(body: Regex): Regex {
  return repeat(body, 0, Number.POSITIVE_INFINITY);
}

function optional(body: Regex): Regex {
  return alternatives([EMPTY, body]);
}

/** Whether a tree means the same inside another tree, once the bytes that may follow are taken out of its sets. */
function isPlain(tree: Regex): boolean {
  if (tree.kind === 'edge' || tree.kind === 'backreference') return false;
  return childrenOf(tree).every(isPlain);
}
