/** Migrates a configuration: plans, edits the text, proves that nothing else changed. */

import type { Operation } from '../canonical/apply-patch.ts';
import { operationOf } from '../canonical/convert.ts';
import type { Migration } from '../canonical/migration/migration.ts';
import { runtimeKeys } from '../canonical/migration/runtime-keys.ts';
import type { ViewOptions } from '../canonical/migration/view.ts';
import { NODE } from '../model/bound.ts';
import { type Configuration, heldTo, type Root } from '../model/open.ts';
import { embeddedAt, spanOf } from '../model/place.ts';
import { rootFrames } from '../model/walk.ts';
import type { Release } from '../schema/release.ts';
import { applyChanges, type Edit, type TextChange } from '../source/edit/index.ts';
import type { Range } from '../source/lines.ts';
import { ROOT } from '../source/tree.ts';
import { type EditedDocument, editPlanned, outermost } from './apply.ts';
import { fileChanges, NOT_HELD } from './file-changes.ts';
import { hiddenFields } from './hidden-fields.ts';
import { obstaclesAllTheSame, obstaclesOf } from './obstacles.ts';
import { type DocumentPlan, type PlannedChange, type PlannedLeft, planDocument } from './plan.ts';
import { findDifference, type ReplayedChanges, reachesRouting, replayChanges } from './prove.ts';
import { assumedNamespace, wordDifference } from './prove-namespace.ts';

/** A deprecated form that was converted, or stays. */
export interface Applied {
  readonly migration: string;
  /** The message (or the field that is left), in the file's own spelling. */
  readonly pointer: string;
  readonly range: Range;
  readonly reason: string;
  readonly document: number;
  /** Pointer of the text that the configuration is embedded in. */
  readonly embedded?: string;
}

export type Left = Applied;

export interface DocumentPatch {
  readonly document: number;
  readonly embedded?: string;
  readonly patch: readonly Operation[];
}

export interface FileMigration {
  readonly file: string;
  /** The version of the API that it is written in. */
  readonly api: Configuration['api'];
  /** The release of the proxy that it is held to; absent for version 2. */
  readonly release?: Release;
  readonly changed: boolean;
  /** The migrated text; the input where the meaning would have changed. */
  readonly text: string;
  readonly changes: readonly TextChange[];
  readonly applied: readonly Applied[];
  readonly left: readonly Left[];
  readonly warnings: readonly string[];
  /** Changes that optional migrations would make which the options do not select. */
  readonly waiting: number;
  readonly patches: readonly DocumentPatch[];
  /** How many requests were sent through the old and the new text, as neither is converted; those that meet an edit. */
  readonly replayed?: number;
  /** Whether the meaning before and after was compared and is the same. */
  readonly equivalent: boolean;
  readonly difference?: string;
}

export interface MigrateOptions {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Optional migrations to run too, or `all`. */
  readonly also?: readonly string[];
  readonly older: boolean;
  /** No requests are replayed: whoever asks replays them through what it makes of the result. */
  readonly isReplayedLater?: true;
  /** Asked for each change before it is made. */
  readonly accept?: (change: Applied) => boolean;
}

/** The migrations that the options select, in their order. */
export function selected(migrations: readonly Migration[], options: MigrateOptions): readonly Migration[] {
  const { only, skip = [], also = [] } = options;
  return migrations.filter(({ id, optional }) => {
    if (skip.includes(id)) return false;
    if (only && only.length > 0) return only.includes(id);
    return !optional || also.includes(id) || also.includes('all');
  });
}

/**
 * Migrates every configuration in a file. Nothing is written; where the result would mean something else, the text
 * is the input's and `equivalent` is false.
 *
 * @param all every migration there is, which the comparison of meanings needs
 */
export function migrateConfiguration(
  configuration: Configuration,
  all: readonly Migration[],
  options: MigrateOptions,
): FileMigration {
  const { file } = configuration;
  const chosen = selected(all, options);
  const { namespace } = configuration;
  const view = {
    namespace,
    older: options.older,
    runtime: runtimeKeys(configuration.roots.flatMap(rootFrames), namespace),
  };
  const planned = configuration.roots.map((root) =>
    migrateRoot(configuration, root, planDocument(root, chosen, view), {
      chosen,
      all,
      ...options,
    }),
  );
  const difference =
    planned.find((part) => part.difference !== undefined)?.difference ??
    wordDifference(
      configuration,
      planned.flatMap(({ edits }) => edits),
    );
  const { changes: wanted, refused } =
    difference === undefined ? fileChanges(file, planned) : { changes: [], refused: new Set() };
  const held = planned.map((part) => (refused.has(part.root.embedded) ? notMade(part, NOT_HELD) : part));
  const replayed: ReplayedChanges = options.isReplayedLater
    ? { requests: 0, warnings: [] }
    : replayChanges(configuration, held, wanted);
  const { obstacle } = replayed;
  const parts = obstacle === undefined ? held : held.map((part) => notMade(part, obstacle));
  const changes = replayed.difference === undefined && obstacle === undefined ? wanted : [];
  const wrong = difference ?? replayed.difference;
  let text: string | undefined;
  let waiting: number | undefined;
  return {
    file: file.name,
    ...heldTo(configuration),
    changed: changes.length > 0,
    // A check only counts what would change; the text is put together for those who want it.
    get text() {
      text ??= changes.length > 0 ? applyChanges(file.text, changes) : file.text;
      return text;
    },
    changes,
    applied: parts.flatMap((part) => part.applied),
    left: parts.flatMap((part) => part.left),
    warnings: [
      ...new Set([
        ...assumedNamespace(
          configuration,
          parts.flatMap(({ edits }) => edits),
        ),
        ...replayed.warnings,
        ...parts.flatMap((part) => part.warnings),
      ]),
    ],
    get waiting() {
      waiting ??= waitingIn(configuration.roots, all, chosen, options.skip ?? [], view);
      return waiting;
    },
    get patches() {
      return parts.flatMap((part) => (part.edits.length > 0 ? [patchOf(part)] : []));
    },
    replayed: replayed.requests,
    equivalent: wrong === undefined,
    ...(wrong === undefined ? {} : { difference: wrong }),
  };
}

/** How much is there for the optional migrations that were neither chosen nor skipped. */
function waitingIn(
  roots: readonly Root[],
  all: readonly Migration[],
  chosen: readonly Migration[],
  skip: readonly string[],
  view: Omit<ViewOptions, 'migrations'>,
): number {
  const others = all.filter(
    (migration) => migration.optional && !chosen.includes(migration) && !skip.includes(migration.id),
  );
  if (others.length === 0) return 0;
  return roots.reduce((sum, root) => sum + planDocument(root, others, view).changes.length, 0);
}

/** What came of one document or embedded text. */
interface Part {
  readonly changes: readonly TextChange[];
  readonly applied: readonly Applied[];
  readonly left: readonly Left[];
  readonly warnings: readonly string[];
  readonly root: Root;
  readonly edits: readonly Edit[];
  /** Whether an edit may reach what requests are routed by. */
  readonly isRouted: boolean;
  readonly difference?: string;
}

/** A part whose changes what is around it cannot take. */
function notMade(part: Part, reason: string): Part {
  const left = part.applied.map((each) => ({ ...each, reason }));
  return {
    ...part,
    changes: [],
    applied: [],
    left: inTextOrder([...part.left, ...left]),
    warnings: [],
    edits: [],
    isRouted: false,
  };
}

function migrateRoot(
  configuration: Configuration,
  root: Root,
  plan: DocumentPlan,
  options: MigrateOptions & { readonly chosen: readonly Migration[]; readonly all: readonly Migration[] },
): Part {
  const { namespace } = configuration;
  const { accept, only = [], skip = [], chosen, all } = options;
  const ids = new Set(chosen.map(({ id }) => id));
  const hidden = only.length > 0 ? [] : hiddenFields(root, namespace, plan, ids, skip);
  const accepted = accept
    ? plan.changes.filter((change) => accept(placed(configuration, root, change)))
    : plan.changes;
  const whole = editAndProve(root, together(plan.changes, accepted), namespace, all);
  const obstacles =
    whole.difference === undefined ? obstaclesAllTheSame(root, accepted) : obstaclesOf(root, accepted);
  const refused = accepted.flatMap((change) => {
    const reason = obstacles.get(change);
    return reason === undefined ? [] : [refusedChange(change, reason)];
  });
  const free = accepted.filter((change) => !obstacles.has(change));
  const tried =
    refused.length === 0 ? whole : editAndProve(root, together(plan.changes, free), namespace, all);
  const kept = together(plan.changes, tried.edited.done);
  const { edited, difference } =
    kept.length === tried.edited.done.length ? tried : editAndProve(root, kept, namespace, all);
  const done = new Set(edited.done);
  const told = new Set([...refused, ...tried.edited.refused].map(({ frame }) => frame));
  const parted = free
    .filter((change) => !done.has(change) && !told.has(change.frame))
    .map((change) => refusedChange(change, change.together?.why ?? PARTED));
  return {
    changes: edited.changes,
    applied: inTextOrder(edited.done.map((change) => placed(configuration, root, change))),
    left: inTextOrder(
      [...plan.left, ...hidden, ...refused, ...tried.edited.refused, ...parted].map((left) =>
        placed(configuration, root, left),
      ),
    ),
    warnings: edited.done.flatMap((change) => change.warning ?? []),
    root,
    edits: [...edited.elsewhere, ...edited.done.flatMap((change) => change.edits)],
    isRouted: edited.elsewhere.length > 0 || edited.done.some(reachesRouting),
    ...(difference === undefined ? {} : { difference }),
  };
}

const PARTED =
  'another message that reads the same runtime value stays as it is, and the value can mean one thing only; convert both or none';

/** Changes without those that go with one that is not made: it edits the same runtime value, or says so. */
function together(all: readonly PlannedChange[], made: readonly PlannedChange[]): readonly PlannedChange[] {
  if (made.length === all.length) return made;
  const kept = new Set(made);
  const tiesOf = ({ migration, elsewhere, together }: PlannedChange): readonly string[] => [
    ...elsewhere.map(({ path }) => path),
    ...(together === undefined ? [] : [`${migration} ${together.key}`]),
  ];
  const parted = new Set(all.flatMap((change) => (kept.has(change) ? [] : tiesOf(change))));
  return parted.size === 0 ? made : made.filter((change) => !tiesOf(change).some((tie) => parted.has(tie)));
}

function editAndProve(
  root: Root,
  changes: readonly PlannedChange[],
  namespace: string,
  migrations: readonly Migration[],
): { readonly edited: EditedDocument; readonly difference: string | undefined } {
  const edited = editPlanned(root.tree, changes);
  const difference = findDifference({
    root,
    namespace,
    migrations,
    edited: outermost(root, edited.done, edited.elsewhere),
    changes: edited.changes,
  });
  return { edited, difference };
}

function refusedChange({ migration, frame, pointer }: PlannedChange, reason: string): PlannedLeft {
  return { migration, frame, pointer, node: frame.message[NODE] ?? ROOT, reason };
}

function patchOf({ root, edits }: Part): DocumentPatch {
  return { document: root.document, ...embeddedAt(root), patch: edits.map(operationOf) };
}

function inTextOrder(list: Applied[]): Applied[] {
  return list.sort(
    ({ range: { start: left } }, { range: { start: right } }) =>
      left.line - right.line || left.column - right.column,
  );
}

/** A change or a left field with its place in the file. */
function placed(configuration: Configuration, root: Root, what: PlannedChange | PlannedLeft): Applied {
  const node = 'node' in what ? what.node : (what.frame.message[NODE] ?? ROOT);
  return {
    migration: what.migration,
    pointer: what.pointer,
    range: configuration.file.lines.range(spanOf(root, node)),
    reason: what.reason,
    document: root.document,
    ...embeddedAt(root),
  };
}
