import { expect, it } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { looksAt } from '../../../src/canonical/concerns.ts';
import { neededMigrations } from '../../../src/migrate/lift/lift.ts';

it('16.1 every migration comes before the lift but those whose forms version 3 kept', () => {
  const needed = neededMigrations(migrations);
  const older = migrations.filter((each) => looksAt(each, 'v2'));
  expect(older.filter((each) => !needed.includes(each)).map(({ id }) => id)).toEqual([
    'original-dst-flag-to-filter',
  ]);
});
