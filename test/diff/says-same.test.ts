/** What says the same on both sides is not compared, and nothing would come of comparing it. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { compareSides } from '../../src/engine/compare.ts';
import { refusedSides } from '../../src/engine/refused.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { behaviourResult, refusedResult } from '../../src/results/comparison.ts';
import { sourceFile } from '../../src/source/load.ts';
import { saysTheSame } from '../../src/source/says-same.ts';
import { ROOT } from '../../src/source/tree.ts';
import { messageOf } from '../arbitraries/message.ts';

const clock = { now: () => 0, milliseconds: 1 };

/** The same without passing over anything. */
function compared(before: readonly Configuration[], after: readonly Configuration[]) {
  const refused = refusedSides(before, after, undefined, clock.now);
  const behaviour = compareBehaviour(before, after, { refused });
  const { beyond, ...result } = diffConfigurations(before, after, {
    refused,
    cosmetic: true,
    deadRoutes: true,
    isSettled: behaviour.isSettled,
  });
  return { result, ...refusedResult(refused), behaviour: behaviourResult(behaviour, beyond) };
}

/** The data in other layouts, each with a name that says how the proxy reads it. */
function layouts(data: unknown): readonly (readonly [text: string, name: string])[] {
  const plain = JSON.parse(JSON.stringify(data)) as unknown;
  return [
    [stringify(plain, { aliasDuplicateObjects: false }), 'a.yaml'],
    [stringify(plain, { sortMapEntries: true, defaultStringType: 'QUOTE_DOUBLE' }), 'a.yaml'],
    [JSON.stringify(plain), 'a.yaml'],
    [JSON.stringify(plain, null, 2), 'a.json'],
  ];
}

/** Holds each layout beside the first. Returns how many say the same as that. */
function holds(texts: readonly (readonly [string, string])[], type?: string): number {
  const files = texts.map(([text, name]) => sourceFile(name, text, 'named'));
  const opened = files.map((file) => openConfiguration(file, type === undefined ? {} : { type }));
  const [first] = opened;
  let same = 0;
  for (const each of opened) {
    if (first === undefined) continue;
    const [one, other] = [first.file.trees[0], each.file.trees[0]];
    if (one !== undefined && other !== undefined && saysTheSame(one, ROOT, other, ROOT, true)) same++;
    const { pair } = compareSides([first], [each], { clock, cosmetic: true });
    const { name: _, before: __, after: ___, ...told } = pair;
    expect(told).toEqual(compared([first], [each]));
  }
  return same;
}

test('of real configurations', () => {
  const folder = new URL('../../examples/', import.meta.url);
  let same = 0;
  for (const name of readdirSync(folder)) {
    if (
      !/^(?:bank|clusters|config-dump|discovery-response|front-proxy|listeners|routes)\.(?:yaml|json)$/.test(
        name,
      )
    )
      continue;
    const text = readFileSync(new URL(name, folder), 'utf8');
    if (sourceFile(name, text, 'named').trees.length === 1)
      same += holds([[text, name], ...layouts(load(text))]);
  }
  expect(same).toBeGreaterThan(8);
});

test('of generated messages, right and wrong', () => {
  const message = fc
    .constantFrom('Cluster', 'Listener', 'RouteConfiguration', 'route.VirtualHost')
    .chain((type) => messageOf(type).map((value) => ({ type, value })));
  let same = 0;
  fc.assert(
    fc.property(message, ({ type, value }) => {
      same += holds(layouts(value), type);
    }),
    { numRuns: 60 },
  );
  expect(same).toBeGreaterThan(150);
});
