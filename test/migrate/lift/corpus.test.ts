/** The lift over real configurations, where their folder lies beside the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { liftConfiguration } from '../../../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../../../src/model/index.ts';
import { messageOfType } from '../../../src/schema/version.ts';
import { InputError } from '../../../src/source/errors.ts';
import { sourceFile } from '../../../src/source/load.ts';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus');
const PAIRS = join(import.meta.dirname, '../../../../shared/corpus-v3/pairs');
const OPTIONS = { partial: false, keepTransport: false };

const opened = (file: string, text: string, api: 'v2' | 'v3'): Configuration =>
  openConfiguration(sourceFile(basename(file), text, 'named'), { api });

/** A file that holds a configuration; undefined for any other. */
function read(file: string): Configuration | undefined {
  try {
    return opened(file, readFileSync(file, 'utf8'), 'v2');
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** What differs between two configurations beside their version, a line each. */
function differences(before: Configuration, after: Configuration): readonly string[] {
  const { changes } = diffConfigurations([before], [after]);
  const moved = compareBehaviour([before], [after]).changes;
  const spoken = changes
    .filter(({ level }) => level !== 'cosmetic')
    .map(({ rule, path }) => `${rule} ${path}`.trim());
  return [...new Set(spoken), ...(moved.length === 0 ? [] : [`requests: ${moved.length}`])];
}

/** The types of version 2 that a text names. */
function olderTypes(text: string): readonly string[] {
  return [...text.matchAll(/type\.googleapis\.com\/\w+\.([\w.]+)/g)]
    .map(([, type = '']) => type)
    .filter((type) => messageOfType(type)?.version === 'v2');
}

describe.skipIf(!existsSync(CORPUS))('16.1 real configurations', () => {
  it('are lifted whole, or left with reasons', { timeout: 300_000 }, () => {
    const files = (readdirSync(CORPUS, { recursive: true }) as string[])
      .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/\.golden\.|^v1_negative|^invalid/.test(name))
      .sort();
    const counts = { lifted: 0, asTheyWere: 0, left: 0, replayed: 0 };
    for (const name of files) {
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
      if (before.api === 'v2') expect(differences(before, after), name).toEqual([]);
    }
    expect(counts.lifted).toBeGreaterThan(180);
    expect(counts.left).toBeLessThan(80);
    expect(counts.replayed).toBeGreaterThan(300);
  });
});

describe.skipIf(!existsSync(PAIRS))('16.2 what people and generators lifted', () => {
  it('each pair has a verdict', { timeout: 300_000 }, async () => {
    const pairs = readFileSync(join(PAIRS, 'PAIRS.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const lines = pairs.map(([older = '', newer = '']) => {
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
