/** What a migration comes to for one file, as plain data: without the text, which only a few formats need. */
import type { Applied, FileMigration, Left } from '../migrate/index.ts';
import type { SourceFile } from '../source/load.ts';
import { detached } from './detached.ts';
import type { Redact } from './secrets/redact.ts';
import { documentPatch, form, operations } from './shapes/conversion.ts';
import { place } from './shapes/places.ts';
import { count, flag, list, object, optional, type Shape, ShapeError, text } from './shapes/shape.ts';

/** What a migration comes to. */
export type MigrationResult = Omit<FileMigration, 'file' | 'api' | 'text' | 'changes' | 'replayed'>;

/** What became of one file. */
export interface MigratedFile {
  /** As messages name it: the path, `REV:PATH` or `<stdin>`. */
  readonly name: string;
  /** The version of the API that it is written in. */
  readonly api: FileMigration['api'];
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
  changed: flag,
  applied: list(form),
  left: list(form),
  warnings: list(text),
  waiting: optional(count),
  patch: operations,
  patches: optional(list(documentPatch)),
  equivalent: flag,
  difference: optional(text),
});

/** A file as the report in JSON has it. */
export const migratedPart: Shape<MigratedFile> = (data, at) => {
  const { file, api, patch, patches, ...rest } = written(data, at);
  if (patches !== undefined && patch.length > 0) throw new ShapeError(`${at}/patch`, 'beside patches');
  const severalDocuments =
    patches?.every(({ embedded }) => embedded === undefined) === true ||
    [...rest.applied, ...rest.left].some(({ document }) => document !== undefined);
  const placed = (each: (typeof rest.applied)[number]): Applied => ({ document: 0, ...each });
  const migration: MigrationResult = {
    waiting: 0,
    ...rest,
    applied: rest.applied.map(placed),
    left: rest.left.map(placed),
    patches: patches ?? (patch.length === 0 ? [] : [{ document: 0, patch }]),
  };
  return { name: file, api, severalDocuments, migration };
};

export function migratedText(
  {
    name,
    path,
    text: before,
    trees,
  }: Pick<SourceFile, 'name' | 'text' | 'trees'> & { readonly path?: string },
  { file: _, api, replayed: __, ...migration }: FileMigration,
): MigratedText {
  const { length: documents } = trees;
  const place = path === undefined ? {} : { path };
  return { name, api, severalDocuments: documents > 1, before, documents, migration, ...place };
}

/** A file without its texts, cut loose from everything. */
export function withoutTexts(
  { name, api, severalDocuments, migration }: MigratedText,
  redact: Redact,
): MigratedFile {
  const { text: _, changes: __, ...rest } = migration;
  return detached({ name, api, severalDocuments, migration: rest }, redact);
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
export function migratedObject({ name, api, severalDocuments, migration }: MigratedFile) {
  const { changed, applied, left, warnings, waiting, equivalent, difference } = migration;
  const told = (one: Applied | Left) => formObject(one, severalDocuments);
  return {
    file: name,
    api,
    changed,
    applied: applied.map(told),
    left: left.map(told),
    warnings,
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
