/** Configurations of version 3 before and after people moved deprecated fields on, where their folder lies beside the project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences, EVOLUTION, pairsOf, read } from '../migrate/lift/real.ts';

describe.skipIf(!existsSync(EVOLUTION))('16.3 what people moved on within version 3', () => {
  it('each pair has a verdict', async () => {
    const lines = pairsOf(EVOLUTION).map(([older, newer]) => {
      const [before, after] = [read(join(EVOLUTION, older), 'v3'), read(join(EVOLUTION, newer), 'v3')];
      const name = newer.replace('.new.', '.');
      if (before === undefined || after === undefined) return `${name}: cannot be read`;
      const found = differences(before, after);
      if (found.length === 0) return `${name}: equal`;
      return [`${name}: differs`, ...found.map((each) => `  ${each}`)].join('\n');
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('evolution.txt');
  });
});
