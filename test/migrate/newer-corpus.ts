/** What `migrate` makes of the real configurations of version 3 that a proxy took. */
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { listed, openedV3 } from '../analyze/corpus-v3.ts';

export interface NewerFigures {
  readonly files: number;
  readonly changed: number;
  readonly replayed: number;
  readonly applied: ReadonlyMap<string, number>;
  readonly left: ReadonlyMap<string, number>;
  /** What must not be, each with its file. */
  readonly wrong: readonly string[];
}

/** Migrates every file; looks at the proof, at what stays, at a second run, and at what `diff` says. */
export function migratedNewer(): NewerFigures {
  const applied = new Map<string, number>();
  const left = new Map<string, number>();
  const wrong: string[] = [];
  let [files, changed, replayed] = [0, 0, 0];
  for (const { file, isNegative } of listed()) {
    const before = isNegative ? undefined : openedV3(file);
    if (before === undefined || before instanceof InputError) continue;
    files++;
    const result = migrateConfiguration(before, { older: false });
    if (!result.equivalent) wrong.push(`${file}: ${result.difference ?? 'the proof failed'}`);
    if (result.changed) changed++;
    replayed += result.replayed ?? 0;
    for (const { migration } of result.applied) count(applied, migration);
    for (const { migration } of result.left) count(left, migration);
    const after = openConfiguration(sourceFile(file, result.text, 'named'), { api: 'v3' });
    wrong.push(...afterwards(before, after, result.changed).map((what) => `${file}: ${what}`));
  }
  return { files, changed, replayed, applied, left, wrong };
}

/** What is wrong with a migrated file. */
function afterwards(before: Configuration, after: Configuration, isChanged: boolean): readonly string[] {
  const again = migrateConfiguration(after, { older: false });
  const stays = again.left.map(({ pointer }) => pointer);
  const silent = after.problems.flatMap(({ rule, pointer, message }) =>
    rule === 'deprecated-field' && !stays.some((each) => pointer.startsWith(each)) ? [message] : [],
  );
  const second = again.changed ? ['a second run changes it'] : [];
  if (!isChanged) return [...silent, ...second];
  const changes = diffConfigurations([before], [after]).changes.filter(({ level }) => level !== 'cosmetic');
  const moved = compareBehaviour([before], [after]).changes.map(
    () => 'diff: requests are handled differently',
  );
  return [...silent, ...second, ...changes.map(({ rule, path }) => `diff: ${rule} ${path}`), ...moved];
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
