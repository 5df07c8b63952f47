/** The figures of version 3's own deprecated forms in real configurations, for `npm run corpus`. */
import { listed } from '../test/analyze/corpus-v3.ts';
import { migratedNewer } from '../test/migrate/newer-corpus.ts';

/** Prints what `migrate` makes of the files that a proxy took. @returns whether all is as it should be */
export function migrateNewer(): boolean {
  if (listed().length === 0) return true;
  const { files, changed, replayed, applied, left, wrong } = migratedNewer();
  console.log(
    `migrate of version 3: ${files} files, ${changed} changed, ${sum(applied)} forms converted, ${sum(left)} left with a reason; ${replayed} requests replayed; ${wrong.length} that are not as they should be`,
  );
  for (const [migration, count] of sorted(applied)) console.log(`  converted ${count} ${migration}`);
  for (const [migration, count] of sorted(left)) console.log(`  left ${count} ${migration}`);
  for (const each of wrong) console.log(`    ${each}`);
  return wrong.length === 0;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, each) => total + each, 0);
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([, left], [, right]) => right - left);
}
