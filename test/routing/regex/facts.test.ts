import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fullMatch } from '../../../src/routing/regex/match.ts';
import { type Grammar, parseRegex, problemFor } from '../../../src/routing/regex/parse.ts';

type Fact = readonly [pattern: string, taken: string | null, error?: string];

function readFacts(name: string): { readonly texts: readonly string[]; readonly facts: readonly Fact[] } {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'facts', `${name}.json`), 'utf8'));
}

/** Texts are kept as one character a byte. */
function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function isTaken(taken: string, index: number): boolean {
  const digit = Number.parseInt(taken[Math.floor(index / 4)] ?? '0', 16);
  return ((digit >> (3 - (index % 4))) & 1) === 1;
}

/** All that is said otherwise than by the library; patterns that are not read here are counted instead. */
function differences(
  name: string,
  grammar: Grammar,
): { readonly wrong: string[]; readonly unread: string[] } {
  const { texts, facts } = readFacts(name);
  const asBytes = texts.map(bytes);
  const wrong: string[] = [];
  const unread: string[] = [];
  for (const [pattern, taken, error] of facts) {
    const parsed = parseRegex(pattern, grammar);
    if (!parsed.ok && parsed.kind === 'unsupported') unread.push(pattern);
    else if ((parsed.ok && !isTooNew(pattern, grammar)) !== (taken !== null))
      wrong.push(parsed.ok ? `${pattern} is an error: ${error}` : `${pattern} ${parsed.problem}`);
    if (!parsed.ok || taken === null || taken === 'P') continue;
    const differing = texts.filter((_, i) => fullMatch(parsed.tree, asBytes[i] ?? '') !== isTaken(taken, i));
    if (differing.length > 0) wrong.push(`${pattern} differs on ${JSON.stringify(differing)}`);
  }
  return { wrong, unread };
}

/** The facts are of a library of 2022. */
function isTooNew(pattern: string, grammar: Grammar): boolean {
  return grammar === 're2' && problemFor('oldest', pattern) !== undefined;
}

describe('patterns mean what the library says', () => {
  test('std::regex of the GNU C++ library', () => {
    const { wrong, unread } = differences('libstdcxx', 'ecmascript');
    expect(wrong).toEqual([]);
    // Groups of a lookahead seen from outside, the spelled names of characters, and counts that wrap around.
    expect(new Set(unread)).toEqual(
      new Set([
        '(?=(a))\\1',
        '(?=(a)).\\1',
        '(?!(a))\\1b',
        '[[.hyphen.]]',
        '[[.zero.]]',
        '[[.ab.]]',
        '[[.space.]]',
        '[[=ab=]]',
        '[[=zero=]]',
        '(?=(a|b))\\1',
        '(?=(a*))a\\1',
        'a{4294967298}',
        'a{18446744073709551618}',
      ]),
    );
  });

  test('RE2', () => {
    const { wrong, unread } = differences('re2', 're2');
    expect(wrong).toEqual([]);
    expect(unread).toEqual([]);
  });
});
