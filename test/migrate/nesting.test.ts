/** A file that nests nearly as deep as can be read is left as it is, with the reason. */
import { expect, test } from 'vitest';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

test.each([
  [100, true],
  [196, false],
])('a cluster whose hosts nest %i levels deep: migrated is %s', (levels, migrated) => {
  const text = `name: shop\nhosts: ${'{hosts: '.repeat(levels)}[]${'}'.repeat(levels)}\n`;
  const result = migrateConfiguration(
    openConfiguration(sourceFile('in.yaml', text, 'named'), { type: 'Cluster' }),
    { older: false },
  );
  expect(result.equivalent).toBe(true);
  expect(result.changed).toBe(migrated);
  if (migrated) return;
  expect(result.text).toBe(text);
  expect(result.left.map(({ reason }) => reason)).toEqual([expect.stringMatching(/200 levels/)]);
});
