/** A side that says the same is not looked into: what comes of it is what comes of looking into both. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { compareSides } from '../../src/engine/compare.ts';
import { openConfiguration, openedLike } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

const clock = { now: () => 0, milliseconds: 60_000 };
const CORPUS = '../shared/corpus-v3';

/** What comparing says where the second side is known to say the same; undefined where that is not known. */
function both(before: string, after: string, name: string) {
  const one = openConfiguration(sourceFile('before.yaml', before, 'named'));
  const file = sourceFile(name, after, 'named');
  const like = openedLike(file, one, {});
  const plain = openConfiguration(file);
  const said = (other: typeof plain) => compareSides([one], [other], { clock }).pair;
  return like && { quick: said(like), whole: said(plain), like, plain };
}

/** The same text in JSON; undefined for several documents. */
function inJson(text: string): string | undefined {
  try {
    return JSON.stringify(load(text), null, 2);
  } catch {
    return undefined;
  }
}

const files = [
  ...readdirSync('examples').map((name) => join('examples', name)),
  ...(existsSync(CORPUS)
    ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).map((name) => join(CORPUS, name))
    : []),
].filter((name) => /\.ya?ml$/.test(name));

test('real files beside themselves in other layouts', () => {
  let known = 0;
  for (const name of files.filter((_, at) => at < 20 || at % 7 === 0)) {
    const text = readFileSync(name, 'utf8');
    const layouts: readonly (readonly [string | undefined, string])[] = [
      [text, 'a.yaml'],
      [`# a comment\n${text}`, 'a.yaml'],
      [inJson(text), 'a.json'],
    ];
    for (const [other, as] of layouts) {
      if (other === undefined) continue;
      try {
        sourceFile('a.yaml', text, 'named');
        openConfiguration(sourceFile('a.yaml', text, 'named'));
      } catch {
        continue;
      }
      const found = both(text, other, as);
      if (found === undefined) continue;
      known++;
      expect(found.quick).toEqual(found.whole);
      expect({ ...found.like, saysLike: undefined }).toEqual({ ...found.plain, saysLike: undefined });
    }
  }
  expect(known).toBeGreaterThan(20);
});

describe('what is not known by reading alone', () => {
  const cluster = (more: string) =>
    `static_resources:\n  clusters:\n  - name: a\n    connect_timeout: 1s\n    type: STATIC\n${more}`;

  test('an error that a comment hides on the first side only', () => {
    const hidden = cluster('    # cfgtool-ignore unknown-enum-value: on purpose\n    lb_policy: NOPE\n');
    const shown = cluster('    lb_policy: NOPE\n');
    const found = both(hidden, shown, 'after.yaml');
    expect(found?.quick).toEqual(found?.whole);
    expect(found?.quick.refused?.after).toHaveLength(1);
  });

  test('another value, another order, a key that stands twice', () => {
    expect(both(cluster(''), cluster('').replace('1s', '2s'), 'after.yaml')).toBeUndefined();
    expect(
      both(cluster(''), cluster('').replace(/( +connect_timeout: 1s\n)( +type: STATIC\n)/, '$2$1'), 'a.yaml'),
    ).toBeUndefined();
    const twice = cluster('    type: EDS\n');
    expect(both(twice, twice, 'after.yaml')).toBeUndefined();
  });
});
