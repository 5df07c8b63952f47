/** The edits of a migration one by one, what a choice of them comes to, as plain data. */
import { liftConfiguration, offerLift } from '../../engine/lift.ts';
import {
  type Applied,
  type FileMigration,
  LIFT,
  type LiftChoice,
  type MigrateOptions,
  migrateConfiguration,
  migrations,
} from '../../migrate/index.ts';
import type { Configuration } from '../../model/index.ts';
import { noPaint } from '../../present/text.ts';
import { diffName } from '../../report/migrate.ts';
import { unifiedDiff } from '../../report/text-diff.ts';
import { bothTexts, type Redact, redactionOf } from '../../results/secrets/redact.ts';
import type { SourceFile } from '../../source/load.ts';
import type { OpenedInput } from './input.ts';

/** One change that a migration offers. */
export interface OfferedEdit {
  /** Tells it from all others of the side, also after others were made. */
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
  /** Which document of the file it is in, and the pointer of the text, where it is embedded in one. */
  readonly document: number;
  readonly embedded?: string;
  readonly migration: string;
  readonly reason: string;
  /** Whether `cfgtool migrate` makes it always, only where its migration is asked for, or with `--to v3`. */
  readonly made: 'always' | 'optional' | 'lift';
}

export interface EditOffer {
  /** In the order of the text, file by file; after them the optional ones, then the resources that can be lifted. */
  readonly edits: readonly OfferedEdit[];
  /** What stays as it is, and why, in a line each. */
  readonly left: readonly string[];
  /** What to look at in what is converted. */
  readonly warnings: readonly string[];
}

/** What a choice of edits makes of one file. */
export interface MigratedText {
  readonly file: string;
  readonly path?: string;
  /** What was read, to see whether the file is still the same when it is written. */
  readonly before: string;
  readonly text: string;
  /** As `patch -p1` and `git apply` take it, unless secrets had to be hidden in it. */
  readonly patch: string;
  readonly hidesSecrets: boolean;
  readonly edits: number;
  readonly equivalent: boolean;
  readonly difference?: string;
}

const OPTIONS = { older: false } as const;

const OPTIONAL: ReadonlySet<string> = new Set(
  migrations.filter(({ optional }) => optional).map(({ id }) => id),
);

/** Everything that migrations would change: those that always run, the optional ones, and the lift to version 3. */
export function exploreEdits({ side, input }: OpenedInput): EditOffer {
  const edits: OfferedEdit[] = [];
  const left: string[] = [];
  const warnings: string[] = [];
  side.forEach((configuration, index) => {
    const { name } = configuration.file;
    const { redact } = redactionOf([configuration], input.showSecrets);
    const seen = new Set<string>();
    const take = (change: Applied): boolean => {
      const key = keyOf(index, change);
      const { migration, pointer, reason, range, document, embedded } = change;
      if (seen.has(key)) return true;
      seen.add(key);
      edits.push({
        key,
        file: name,
        line: range.start.line,
        pointer,
        document,
        ...(embedded === undefined ? {} : { embedded }),
        migration,
        reason: redact(reason),
        made: migration === LIFT ? 'lift' : OPTIONAL.has(migration) ? 'optional' : 'always',
      });
      return true;
    };
    const always = migrateConfiguration(configuration, { ...OPTIONS, accept: take });
    const all = migrateConfiguration(configuration, {
      ...OPTIONS,
      also: ['all'],
      accept: (change) => !OPTIONAL.has(change.migration) || take(change),
    });
    const lift = offerLift(configuration);
    lift.resources.forEach(take);
    const stays = [
      ...always.left,
      ...all.left.filter(({ migration }) => OPTIONAL.has(migration)),
      ...lift.left,
    ];
    const told = stays.map(
      ({ range, migration, reason }) => `${name}:${range.start.line}: ${migration}: ${redact(reason)}`,
    );
    left.push(...new Set(told));
    for (const each of new Set([...always.warnings, ...all.warnings]))
      warnings.push(`${name}: ${redact(each)}`);
  });
  return { edits: inOrder(edits, side), left, warnings };
}

const MADE: readonly OfferedEdit['made'][] = ['always', 'optional', 'lift'];

function inOrder(
  edits: readonly OfferedEdit[],
  side: readonly Configuration<SourceFile>[],
): readonly OfferedEdit[] {
  const fileAt = new Map(side.map(({ file }, index) => [file.name, index]));
  return [...edits].sort(
    (left, right) =>
      MADE.indexOf(left.made) - MADE.indexOf(right.made) ||
      (fileAt.get(left.file) ?? 0) - (fileAt.get(right.file) ?? 0) ||
      left.line - right.line,
  );
}

/** One edit alone, as the lines of a unified diff without its head. */
export interface EditText {
  readonly key: string;
  readonly lines: readonly string[];
}

export function exploreEditText(opened: OpenedInput, key: string): EditText {
  const { side, input } = opened;
  for (const [index, configuration] of side.entries()) {
    if (!key.startsWith(`${index} `)) continue;
    const one = migrateWith(configuration, index, new Set([key]));
    // Where it cannot stand alone, what it needs is shown along with it.
    const shown = one.changes.length > 0 ? one : migrateConfiguration(configuration, optionsFor([key]));
    const { redact } = redactionOf(bothTexts(configuration, shown), input.showSecrets);
    const show = (line: string): string => redact(line).replace(/\r$/, '');
    return { key, lines: diffOf(configuration, shown, show).split('\n').slice(2, -1) };
  }
  return { key, lines: [] };
}

/** What comes of the accepted edits, file by file; files without any are left out. */
export function exploreMigrated(
  { side, input }: OpenedInput,
  accepted: ReadonlySet<string>,
): readonly MigratedText[] {
  return side.flatMap((configuration, index): readonly MigratedText[] => {
    const migration = migrateWith(configuration, index, accepted);
    const { name, path, text: before } = configuration.file;
    if (!migration.changed && migration.equivalent) return [];
    const { redact, hidAnything } = redactionOf(bothTexts(configuration, migration), input.showSecrets);
    const patch = diffOf(configuration, migration, redact);
    return [
      {
        file: name,
        ...(path === undefined ? {} : { path }),
        before,
        text: migration.text,
        patch,
        hidesSecrets: hidAnything(),
        edits: migration.applied.length,
        equivalent: migration.equivalent,
        ...(migration.difference === undefined ? {} : { difference: migration.difference }),
      },
    ];
  });
}

function migrateWith(
  configuration: Configuration<SourceFile>,
  file: number,
  accepted: ReadonlySet<string>,
): FileMigration {
  const accept = (change: Applied): boolean => accepted.has(keyOf(file, change));
  const own = [...accepted].filter((key) => key.startsWith(`${file} `));
  const only = own.map(migrationOf);
  if (!only.includes(LIFT)) return migrateConfiguration(configuration, { ...optionsFor(own), accept });
  const lifts: LiftChoice['lifts'] = (resource) =>
    accepted.has(keyOf(file, { ...resource, migration: LIFT }));
  const choice = { lifts, only, accept };
  return liftConfiguration(configuration, { partial: true, keepTransport: false, choice });
}

/** With the optional migrations of these edits: another one could look at what they make. */
function optionsFor(keys: Iterable<string>): MigrateOptions {
  const also = new Set([...keys].map(migrationOf).filter((id) => OPTIONAL.has(id)));
  return { ...OPTIONS, also: [...also] };
}

/** An edit is the same while its migration and its place are, whatever else is accepted. */
function keyOf(
  file: number,
  {
    migration,
    pointer,
    document,
    embedded,
  }: Pick<Applied, 'migration' | 'pointer' | 'document' | 'embedded'>,
): string {
  return `${file} ${JSON.stringify([migration, pointer, document, embedded ?? null])}`;
}

/** The migration that a key was made of. */
function migrationOf(key: string): string {
  return String(JSON.parse(key.slice(key.indexOf(' ') + 1))[0]);
}

function diffOf({ file }: Configuration<SourceFile>, { changes }: FileMigration, show: Redact): string {
  return unifiedDiff(diffName(file), file.text, changes, { paint: noPaint, show });
}
