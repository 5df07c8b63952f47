/**
 * Brings a bound message to current forms as plain values: the same migrations, applied by RFC 6902 instead of to
 * text. Nothing is shared with the input but data that no edit touches.
 */

import type { BoundMessage, OpenMessage } from '../model/bound.ts';
import { isObject, type Typed, tableOf, VERSION, versionOf } from '../model/bound.ts';
import { deepCopy } from '../model/copy.ts';
import { configTable } from '../model/extension-config.ts';
import { noteOrigin } from '../model/origin.ts';
import { typeNameOf } from '../model/type-url.ts';
import { type Frame, isDownstream, typedIn, walkInsideOut } from '../model/walk.ts';
import { type CompiledMessage, compiledMessage } from '../schema/compiled.ts';
import type { Release } from '../schema/release.ts';
import type { Edit } from '../source/edit/index.ts';
import { segmentsOf } from '../source/pointer.ts';
import type { Operation } from './apply-patch.ts';
import { applyInPlace } from './apply-patch.ts';
import { concerns, questionsOf } from './concerns.ts';
import type { Migration } from './migration/migration.ts';
import { planned } from './migration/planned.ts';
import { runtimeKeysAround } from './migration/runtime-keys.ts';
import { canonicalPointer, canonicalView, type ViewOptions } from './migration/view.ts';

export function operationOf(edit: Edit): Operation {
  switch (edit.op) {
    case 'add':
    case 'replace':
      return { op: edit.op, path: edit.path, value: edit.value };
    case 'remove':
      return { op: edit.op, path: edit.path };
    case 'move':
      return { op: edit.op, from: edit.from, path: edit.path };
  }
}

/** Operations that may be applied: applying changes the values of earlier ones, so these have values of their own. */
export function applicable(edits: readonly Edit[]): Operation[] {
  return edits.map((edit) => {
    const operation = operationOf(edit);
    return 'value' in operation ? { ...operation, value: deepCopy(operation.value) } : operation;
  });
}

export interface ConvertOptions extends Omit<ViewOptions, 'runtime' | 'migrations'> {
  /** The release that has to take the result, where one does. */
  readonly release?: Release | undefined;
}

/** A copy of a message in its place, with every migration applied that can be. */
export function convert(
  frame: Frame,
  migrations: readonly Migration[],
  { release, ...given }: ConvertOptions,
): BoundMessage {
  const options: ViewOptions = { ...given, migrations, runtime: runtimeKeysAround(frame, given.namespace) };
  const root = deepCopy(frame.message) as OpenMessage;
  const top: Frame = { ...frame, message: root };
  const elsewhere = pendingEdits();
  const asked = questionsOf(migrations);
  const visit = (each: Frame): void => {
    retypeStructs(each, options.namespace);
    const moved: { from: string; to: string }[] = [];
    for (const migration of asked.of(each)) {
      if (!concerns(migration, each)) continue;
      elsewhere.applyInside(each);
      const view = canonicalView(each, moved, options);
      for (const outcome of planned(migration, view, release)) {
        if (outcome.kind === 'left') continue;
        apply(each, outcome.edits);
        for (const edit of outcome.edits) {
          if (edit.op === 'move') moved.push({ from: edit.from, to: edit.path });
          note(each.message, edit, migration.id);
        }
        elsewhere.add(applyAround(each, top, outcome.elsewhere ?? []));
      }
    }
  };
  walkInsideOut(top, options.namespace, visit, asked.paths);
  elsewhere.applyInside(top);
  return root;
}

/**
 * Makes the edits on fields of the messages around one, which what is visited next goes by.
 *
 * @param top the outermost message that is a copy
 * @returns those on anything else
 */
function applyAround(frame: Frame, top: Frame, edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit) => {
    const end = edit.path.lastIndexOf('/');
    for (let at: Frame | undefined = frame; at !== undefined; at = at === top ? undefined : at.parent) {
      if (at === frame || canonicalPointer(at) !== edit.path.slice(0, end)) continue;
      apply(at, [{ ...edit, path: edit.path.slice(end) }]);
      return false;
    }
    return true;
  });
}

interface PendingEdits {
  add(edits: readonly Edit[]): void;
  /** Makes those inside a message, before its own edits move what they point at. */
  applyInside(frame: Frame): void;
}

/** Edits beyond the messages that caused them, each made once: several policies may share a runtime key. */
function pendingEdits(): PendingEdits {
  const seen = new Set<string>();
  let pending: Edit[] = [];
  return {
    add(edits) {
      for (const edit of edits) if (!seen.has(edit.path)) pending.push(edit);
      for (const { path } of edits) seen.add(path);
    },
    applyInside(frame) {
      const latest = pending[pending.length - 1];
      if (latest === undefined) return;
      const base = `${canonicalPointer(frame)}/`;
      // What is inside a message was visited just before it, so its edits are the latest.
      if (!latest.path.startsWith(base)) return;
      const inside = pending.filter(({ path }) => path.startsWith(base));
      pending = pending.filter(({ path }) => !path.startsWith(base));
      const relative = inside.map((edit) => ({ ...edit, path: edit.path.slice(base.length - 1) }) as Edit);
      apply(frame, relative);
    },
  };
}

function apply({ message, type }: Typed, edits: readonly Edit[]): void {
  applyInPlace(message, applicable(edits));
  if (message[VERSION] === undefined) return;
  for (const edit of edits)
    if (edit.op !== 'remove') takeVersionAt({ message, type }, segmentsOf(edit.path) ?? []);
}

/** Gives what an edit put somewhere below a message the version of that message. */
function takeVersionAt({ message, type }: Typed, path: readonly string[]): void {
  let held: Typed = { message, type };
  for (let at = 0; at < path.length; at++) {
    const field = tableOf(held).byName.get(path[at] ?? '');
    if (field === undefined) return;
    let value = held.message[field.name];
    if (field.shape !== 'one') {
      at++;
      // The last entry has a name of its own in a path, and a list that is new holds only what is new.
      if (at >= path.length || path[at] === '-') break;
      value = (value as BoundMessage | undefined)?.[path[at] ?? ''];
    }
    const inner = typedIn(field, value);
    if (inner === undefined) return;
    if (inner.message[VERSION] === undefined) break;
    held = inner;
  }
  takeVersion(held.message, tableOf(held));
}

/** Gives the messages in a message that have none its version. */
function takeVersion(message: BoundMessage, { containers, version }: CompiledMessage): void {
  if (version === 'v2') return;
  for (const field of containers) {
    const value = message[field.name];
    if (value === undefined) continue;
    for (const each of field.shape === 'one' ? [value] : Object.values(value as object)) {
      const inner = typedIn(field, each);
      if (inner === undefined || inner.message[VERSION] !== undefined) continue;
      (inner.message as OpenMessage)[VERSION] = version;
      takeVersion(inner.message, compiledMessage(inner.type, version));
    }
  }
}

function note(message: BoundMessage, edit: Edit, migration: string): void {
  if (edit.op === 'remove') return;
  const [field] = segmentsOf(edit.path) ?? [];
  if (field !== undefined) noteOrigin(message, field, { kind: 'migrated', migration });
}

/** Gives the type of its extension to a Struct inside `typed_config`, an older encoding of the same thing. */
function retypeStructs(frame: Frame, namespace: string): void {
  const any = frame.message.typed_config;
  if (!isObject(any) || any['@type'] !== 'google.protobuf.Struct' || !isObject(any.value)) return;
  const table = configTable(frame.type, frame.message.name, namespace, isDownstream(frame));
  if (table === undefined) return;
  const open = frame.message as OpenMessage;
  open.typed_config = { '@type': typeNameOf(table, versionOf(frame.message)), ...any.value };
}
