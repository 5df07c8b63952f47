/** The lift over real configurations, where their folder lies beside the project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import {
  brokenLaw,
  CORPUS,
  corpusFiles,
  differences,
  lawfulFiles,
  LIFT_OPTIONS as OPTIONS,
  olderTypes,
  opened,
  PAIRS,
  pairsOf,
  read,
  refusedAnew,
} from './real.ts';

describe.skipIf(!existsSync(CORPUS))('16.1 real configurations', () => {
  it('are lifted whole, or left with reasons', () => {
    const counts = { lifted: 0, asTheyWere: 0, left: 0, replayed: 0 };
    for (const name of corpusFiles()) {
      const before = read(join(CORPUS, name));
      if (before === undefined) continue;
      const lifted = liftConfiguration(before, OPTIONS);
      expect(lifted.equivalent, name).toBe(true);
      if (lifted.left.length > 0) {
        counts.left++;
        expect(lifted.text, name).toBe(before.file.text);
        expect(
          lifted.left.every(({ reason }) => reason.length > 20),
          name,
        ).toBe(true);
        continue;
      }
      if (!lifted.changed) {
        counts.asTheyWere++;
        continue;
      }
      counts.lifted++;
      counts.replayed += lifted.replayed ?? 0;
      expect(olderTypes(lifted.text), name).toEqual([]);
      const after = opened(name, lifted.text, 'v3');
      expect(liftConfiguration(after, OPTIONS), name).toMatchObject({ changed: false, left: [] });
      expect(refusedAnew(before, after), name).toEqual([]);
      if (before.api === 'v2') expect(differences(before, after), name).toEqual([]);
    }
    expect(counts.lifted).toBeGreaterThan(180);
    expect(counts.left).toBeLessThan(90);
    expect(counts.replayed).toBeGreaterThan(300);
  });
});

describe.skipIf(!existsSync(CORPUS))('31.4 the law of the lift, read as nobody says in which version', () => {
  it('holds for every tenth file of both corpora; npm run corpus tries all', () => {
    const tried = [...lawfulFiles()].filter((_, index) => index % 10 === 3);
    expect(tried.length).toBeGreaterThan(100);
    expect(tried.flatMap(([name, text]) => brokenLaw(name, text))).toEqual([]);
  });
});

describe.skipIf(!existsSync(PAIRS))('16.2 what people and generators lifted', () => {
  it('each pair has a verdict', async () => {
    const lines = pairsOf(PAIRS).map(([older, newer]) => {
      const before = read(join(PAIRS, older));
      const after = read(join(PAIRS, newer));
      const name = newer.replace('.v3.', '.');
      if (before === undefined || after === undefined) return `${name}: cannot be read`;
      const found = differences(before, opened(newer, after.file.text, 'v3'));
      const lifted = liftConfiguration(before, OPTIONS);
      const own =
        lifted.left.length > 0
          ? `left: ${[...new Set(lifted.left.map(({ reason }) => reason))].join('; ')}`
          : differences(before, opened(older, lifted.text, 'v3')).join(', ') || 'equal';
      return [
        `${name}: ${found.length === 0 ? 'equal' : 'differs'}; lifted: ${own}`,
        ...found.map((each) => `  ${each}`),
      ].join('\n');
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('pairs.txt');
  });
});
