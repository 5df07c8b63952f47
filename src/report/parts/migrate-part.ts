/** What a migration comes to for one file, as plain data: without the text, which only a few formats need. */

import type { Operation } from '../../migrate/convert.ts';
import type { Applied, FileMigration } from '../../migrate/index.ts';
import { migratedObject } from '../migrate/json.ts';
import type { MigratedFile } from '../migrate/migrated-file.ts';
import type { Redact } from '../redact.ts';
import { detached } from './detached.ts';
import { range } from './places.ts';
import {
  anything,
  count,
  flag,
  list,
  object,
  oneOf,
  optional,
  type Shape,
  ShapeError,
  text,
} from './shape.ts';

const change = object({
  migration: text,
  pointer: text,
  range,
  reason: text,
  document: optional(count),
  embedded: optional(text),
});

const operation: Shape<Operation> = (data, at) => {
  const { op } = object({ op: oneOf('add', 'replace', 'remove', 'move') })(data, at);
  if (op === 'remove') return { op, ...object({ path: text })(data, at) };
  if (op === 'move') return { op, ...object({ from: text, path: text })(data, at) };
  return { op, ...object({ path: text, value: anything })(data, at) };
};

const written = object({
  file: text,
  changed: flag,
  applied: list(change),
  left: list(change),
  warnings: list(text),
  waiting: optional(count),
  patch: list(operation),
  patches: optional(list(object({ document: count, embedded: optional(text), patch: list(operation) }))),
  equivalent: flag,
  difference: optional(text),
});

/** A file as {@link migratedObject} wrote it; its text and the changes in it are not there. */
export const migratedPart: Shape<MigratedFile> = (data, at) => {
  const { file, patch, patches, ...rest } = written(data, at);
  if (patches !== undefined && patch.length > 0) throw new ShapeError(`${at}/patch`, 'beside patches');
  const severalDocuments =
    patches?.every(({ embedded }) => embedded === undefined) === true ||
    [...rest.applied, ...rest.left].some(({ document }) => document !== undefined);
  const placed = (each: (typeof rest.applied)[number]): Applied => ({ document: 0, ...each });
  const migration: FileMigration = {
    waiting: 0,
    ...rest,
    file,
    text: '',
    changes: [],
    applied: rest.applied.map(placed),
    left: rest.left.map(placed),
    patches: patches ?? (patch.length === 0 ? [] : [{ document: 0, patch }]),
  };
  return { name: file, before: '', documents: severalDocuments ? 2 : 1, migration };
};

/** A file without its text, cut loose from everything. */
export function withoutText(file: MigratedFile, redact: Redact): MigratedFile {
  const light = migratedPart(detached(migratedObject(file), redact), '');
  return { ...light, documents: file.documents };
}

/** The same under the name of another file with the same content. */
export function renamedMigration(file: MigratedFile, name: string): MigratedFile {
  return { ...file, name, migration: { ...file.migration, file: name } };
}

/** What is counted of a file. */
export function migrationCounts({ migration }: MigratedFile) {
  const { changed, applied, left } = migration;
  return { changed: changed ? 1 : 0, applied: applied.length, left: left.length };
}
