/** What a migration comes to for one file, as plain data: without the text, which only a few formats need. */
import type { Finding } from '../analyze/index.ts';
import type { Applied, FileMigration, Left } from '../migrate/index.ts';
import type { SourceFile } from '../source/load.ts';
import { detached } from './detached.ts';
import type { Redact } from './secrets/redact.ts';
import {
  count,
  documentPatch,
  flag,
  form,
  list,
  object,
  operations,
  optional,
  place,
  releaseRemark,
  type Shape,
  ShapeError,
  text,
} from './shapes.ts';

/** A change of the proxy that a lifted file meets, at its place in the text before. */
export type ReleaseRemark = Pick<Applied, 'pointer' | 'range' | 'document' | 'embedded'> & {
  readonly change: string;
  readonly release: string;
  readonly message: string;
};

/** What a migration comes to. */
export type MigrationResult = Omit<
  FileMigration,
  'file' | 'api' | 'release' | 'text' | 'changes' | 'replayed'
> & {
  /** Only of a file that is lifted to version 3. */
  readonly releaseChanges?: readonly ReleaseRemark[];
};

/** What became of one file. */
export interface MigratedFile {
  /** As messages name it: the path, `REV:PATH` or `<stdin>`. */
  readonly name: string;
  /** The version of the API that it is written in. */
  readonly api: FileMigration['api'];
  /** The release of the proxy that it is held to; absent for version 2. */
  readonly release?: string;
  /** Whether it has to be said of what it holds in which document it stands. */
  readonly severalDocuments: boolean;
  readonly migration: MigrationResult;
}

/** The same with its texts, while they are at hand. */
export interface MigratedText extends MigratedFile {
  /** Where it is written back to; absent for standard input, pipes and `REV:PATH`. */
  readonly path?: string;
  /** The text before. */
  readonly before: string;
  /** Documents in the file. */
  readonly documents: number;
  readonly migration: MigrationResult & Pick<FileMigration, 'text' | 'changes'>;
}

const written = object({
  file: text,
  api: place.api,
  release: place.release,
  changed: flag,
  applied: list(form),
  left: list(form),
  warnings: list(text),
  release_changes: optional(list(releaseRemark)),
  waiting: optional(count),
  patch: operations,
  patches: optional(list(documentPatch)),
  equivalent: flag,
  difference: optional(text),
});

/** A file as the report in JSON has it. */
export const migratedPart: Shape<MigratedFile> = (data, at) => {
  const { file, api, release, patch, patches, release_changes: remarks, ...rest } = written(data, at);
  if (patches !== undefined && patch.length > 0) throw new ShapeError(`${at}/patch`, 'beside patches');
  const severalDocuments =
    patches?.every(({ embedded }) => embedded === undefined) === true ||
    [...rest.applied, ...rest.left, ...(remarks ?? [])].some(({ document }) => document !== undefined);
  const placed = <T extends object>(each: T) => ({ document: 0, ...each });
  const migration: MigrationResult = {
    waiting: 0,
    ...rest,
    applied: rest.applied.map(placed),
    left: rest.left.map(placed),
    ...(remarks === undefined ? {} : { releaseChanges: remarks.map(placed) }),
    patches: patches ?? (patch.length === 0 ? [] : [{ document: 0, patch }]),
  };
  return { name: file, ...held({ api, release }), severalDocuments, migration };
};

function held({
  api,
  release,
}: {
  readonly api: MigratedFile['api'];
  readonly release?: string | undefined;
}): Pick<MigratedFile, 'api' | 'release'> {
  return { api, ...(release === undefined ? {} : { release }) };
}

export function migratedText(
  {
    name,
    path,
    text: before,
    trees,
  }: Pick<SourceFile, 'name' | 'text' | 'trees'> & { readonly path?: string },
  { file: _, api, release, replayed: __, ...own }: FileMigration,
  releaseChanges?: readonly ReleaseRemark[],
): MigratedText {
  const { length: documents } = trees;
  const place = path === undefined ? {} : { path };
  const migration = releaseChanges === undefined ? own : { ...own, releaseChanges };
  return {
    name,
    ...held({ api, release }),
    severalDocuments: documents > 1,
    before,
    documents,
    migration,
    ...place,
  };
}

/** What the rule `release-change` found, as a migration tells of it. */
export function releaseRemarkOf({
  message,
  data,
  pointer,
  range,
  related,
  ...place
}: Finding): ReleaseRemark {
  const { document = 0, embedded } = place;
  const { change, release } = data;
  if (typeof change !== 'string' || typeof release !== 'string') throw new Error('no change of a release');
  return {
    change,
    release,
    message: `${message}${linesText(
      related.map((other) => other.range.start.line),
      Number(data.places) - 1,
    )}`,
    pointer,
    range,
    document,
    ...(embedded === undefined ? {} : { embedded }),
  };
}

/** Where else a remark holds: `: lines 12, 40, …`. @param count of all places, of which some may not be among the lines */
function linesText(lines: readonly number[], count: number): string {
  if (lines.length === 0) return '';
  return `: ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
}

/** A file without its texts, cut loose from everything. */
export function withoutTexts(
  { name, api, release, severalDocuments, migration }: MigratedText,
  redact: Redact,
): MigratedFile {
  const { text: _, changes: __, ...rest } = migration;
  return detached({ name, ...held({ api, release }), severalDocuments, migration: rest }, redact);
}

/** The same under the name of another file with the same content. */
export function renamedMigration(file: MigratedFile, name: string): MigratedFile {
  return { ...file, name };
}

/** What is counted of a file. */
export function migrationCounts({ migration }: MigratedFile) {
  const { changed, applied, left } = migration;
  return { changed: changed ? 1 : 0, applied: applied.length, left: left.length };
}

/** A file as the report in JSON has it (CONTRACT, migrate --format json). */
export function migratedObject({ name, api, release, severalDocuments, migration }: MigratedFile) {
  const { changed, applied, left, warnings, releaseChanges, waiting, equivalent, difference } = migration;
  const told = (one: Applied | Left) => formObject(one, severalDocuments);
  return {
    file: name,
    ...held({ api, release }),
    changed,
    applied: applied.map(told),
    left: left.map(told),
    warnings,
    ...(releaseChanges && {
      release_changes: releaseChanges.map((each) => remarkObject(each, severalDocuments)),
    }),
    waiting,
    ...patchesObject(migration, severalDocuments),
    equivalent,
    ...(difference === undefined ? {} : { difference }),
  };
}

function formObject(
  { migration, pointer, range, reason, document, embedded }: Applied | Left,
  severalDocuments: boolean,
) {
  return {
    migration,
    pointer,
    range,
    reason,
    ...(severalDocuments ? { document } : {}),
    ...(embedded === undefined ? {} : { embedded }),
  };
}

function remarkObject(
  { change, release, message, pointer, range, document, embedded }: ReleaseRemark,
  severalDocuments: boolean,
) {
  return {
    change,
    release,
    message,
    pointer,
    range,
    ...(severalDocuments ? { document } : {}),
    ...(embedded === undefined ? {} : { embedded }),
  };
}

/** `patch` is that of a lone document; where there are several, or embedded ones, `patches` tells them apart. */
function patchesObject({ patches }: MigrationResult, severalDocuments: boolean) {
  const plain = !severalDocuments && patches.every(({ embedded }) => embedded === undefined);
  if (plain) return { patch: patches.flatMap(({ patch }) => patch) };
  return {
    patch: [],
    patches: patches.map(({ document, embedded, patch }) => ({
      document,
      ...(embedded === undefined ? {} : { embedded }),
      patch,
    })),
  };
}
