import { expect, it } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { neededMigrations } from '../../../src/migrate/lift/needed.ts';

it('16.1 every migration comes before the lift but those whose forms version 3 kept', () => {
  const needed = neededMigrations(migrations);
  expect(migrations.filter((each) => !needed.includes(each)).map(({ id }) => id)).toEqual([
    'original-dst-flag-to-filter',
  ]);
});
