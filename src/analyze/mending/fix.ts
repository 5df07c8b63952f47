/**
 * `--fix`: the mends that findings carry, then the migrations that end deprecated forms, made in the file's own text.
 * Nothing is written here.
 */

import { fileChanges, NOT_HELD } from '../../migrate/file-changes.ts';
import { migrateConfiguration } from '../../migrate/index.ts';
import { speller } from '../../migrate/spelling.ts';
import { type Configuration, type OpenableFile, openConfiguration, type Root } from '../../model/open.ts';
import { typeOf } from '../../model/reopen.ts';
import { locator } from '../../model/walk.ts';
import { applyChanges, type Edit, editText, type TextChange } from '../../source/edit/index.ts';
import { sourceFile } from '../../source/load.ts';
import { pointerOf } from '../../source/pointer.ts';
import { type NodeId, parentOf, startOf } from '../../source/tree.ts';
import type { Finding, Fix, FixOperation } from '../finding.ts';
import { nodeOf } from '../place.ts';
import { composed } from './fix-compose.ts';
import { proved, takesAway } from './unnoticed.ts';

export interface FixedFile {
  readonly changed: boolean;
  readonly text: string;
  /** Of the text as it was, in its order. */
  readonly changes: readonly TextChange[];
  /** What was mended, in words. */
  readonly done: readonly string[];
  /** What could not be, with the reason. */
  readonly left: readonly string[];
  /** Findings whose mend was not made, since requests would notice it, or nobody could prove that they do not. */
  readonly noticed: ReadonlySet<Finding>;
}

/** A finding's mend as edits of the document that it is in. */
interface Mend {
  readonly finding: Finding;
  readonly root: Root;
  readonly edits: readonly Edit[];
  readonly start: number;
  /** It takes away what has no effect, and corrects nothing. */
  readonly removes: boolean;
}

/**
 * Mends what findings of one file say can be mended. What a mend takes away no request notices: that is proved by
 * replay, and what cannot be proved is left.
 *
 * @param findings of this configuration, those that nobody suppressed
 * @param deprecated whether the migrations run too
 */
export function fixFile(
  configuration: Configuration,
  findings: readonly Finding[],
  deprecated: boolean,
): FixedFile {
  const { file, word } = configuration;
  const mends = mendsOf(configuration, findings);
  const corrections = mends.filter(({ removes }) => !removes);
  const textWith = (taken: readonly Mend[]): string =>
    applyChanges(file.text, changesOf(file, [...corrections, ...taken]).changes);
  const { unnoticed, refused } = proved(
    configuration,
    mends.filter(({ removes }) => removes),
    textWith,
  );
  const made = changesOf(file, [...corrections, ...unnoticed]);
  const noticed = new Set(refused.map(({ fix }) => fix.finding));
  const left = [...made.left, ...refused.map(({ fix, reason }) => `${said(fix.finding)}: ${reason}`)];
  const mended = applyChanges(file.text, made.changes);
  const alone = { changes: made.changes, done: made.done, left, noticed };
  if (!deprecated) return fixed(file.text, mended, alone);
  const again = openConfiguration(sourceFile(file.name, mended, 'named'), {
    namespace: word,
    ...typeOf(configuration),
  });
  const migration = migrateConfiguration(again, { older: false });
  if (!migration.equivalent) return fixed(file.text, mended, alone);
  return fixed(file.text, migration.text, {
    changes: composed(made.changes, migration.changes, mended),
    done: [...made.done, ...migration.applied.map(({ migration: id, reason }) => `${id}: ${reason}`)],
    left: [...left, ...migration.left.map(({ migration: id, reason }) => `${id}: ${reason}`)],
    noticed,
  });
}

/** The changes that the mend of one finding makes, without a proof. */
export function changesOfFix(configuration: Configuration, finding: Finding): readonly TextChange[] {
  return changesOf(configuration.file, mendsOf(configuration, [finding])).changes;
}

function mendsOf({ roots }: Configuration, findings: readonly Finding[]): readonly Mend[] {
  const own = new Set(roots);
  return findings.flatMap((finding) =>
    finding.fix === undefined || !own.has(finding.fix.at.document.root) ? [] : [mendOf(finding, finding.fix)],
  );
}

function fixed(before: string, text: string, made: Omit<FixedFile, 'changed' | 'text'>): FixedFile {
  return { changed: text !== before, text, ...made };
}

function mendOf(finding: Finding, fix: Fix): Mend {
  const { document, node } = nodeOf(fix.at);
  const { root } = document;
  const { tree } = root;
  const base = pointerOf(tree, node);
  const placed = { finding, root, start: startOf(tree, targetOf(fix)), removes: takesAway(fix) };
  if (fix.kind === 'respelling') {
    const holder = pointerOf(tree, parentOf(tree, node));
    const path = `${holder}/${fix.respelled}`;
    return { ...placed, edits: [{ op: 'move', from: base, path, inPlaceOf: base }] };
  }
  const places = locator(tree);
  const { name } = speller(tree, node);
  const { message, type } = fix.at;
  const spelled = (path: string): string => {
    const [field = '', ...rest] = path.slice(1).split('/');
    const [index] = rest;
    if (message[field] === undefined) return `${base}/${[name(field), ...rest].join('/')}`;
    if (index !== undefined && /^\d+$/.test(index))
      return base + [places.relative({ message, type }, field, Number(index)), ...rest.slice(1)].join('/');
    return base + [places.relative({ message, type }, field), ...rest].join('/');
  };
  return { ...placed, edits: fix.operations.map((operation) => editOf(operation, spelled)) };
}

/** The node that a mend is really about: an entry of a list, where its first operation names one. */
function targetOf(fix: Fix): NodeId {
  if (fix.kind === 'respelling') return fix.at.node;
  const [, field = '', index = ''] = fix.operations[0]?.path.split('/') ?? [];
  const entry = /^\d+$/.test(index) ? { index: Number(index) } : {};
  return nodeOf(field === '' ? fix.at : { ...fix.at, field, ...entry }).node;
}

function editOf(operation: FixOperation, spelled: (path: string) => string): Edit {
  const path = spelled(operation.path);
  if (operation.op === 'move') return { op: 'move', from: spelled(operation.from), path };
  return { ...operation, path };
}

/** The changes of the file's text, and what came of each mend. */
function changesOf(
  file: OpenableFile,
  mends: readonly Mend[],
): Pick<FixedFile, 'done' | 'left'> & { readonly changes: readonly TextChange[] } {
  const done: string[] = [];
  const left: string[] = [];
  const parts = [...byRoot(mends)].map(([root, all]) => ({ root, ...edited(root, all) }));
  const { changes, refused } = fileChanges(file, parts);
  for (const part of parts) {
    for (const { finding } of part.made) {
      if (refused.has(part.root.embedded)) left.push(`${said(finding)}: ${NOT_HELD}`);
      else done.push(said(finding));
    }
    for (const { finding, reason } of part.refused) left.push(`${said(finding)}: ${reason}`);
  }
  return { done, left, changes };
}

function said({ rule, fix, resource }: Finding): string {
  const where = resource === undefined ? '' : ` (${resource.type} ${resource.name})`;
  return `${rule}: ${fix?.title ?? ''}${where}`;
}

/** Later places first, so that no removal moves what another one means. */
function byRoot(mends: readonly Mend[]): ReadonlyMap<Root, readonly Mend[]> {
  const found = new Map<Root, Mend[]>();
  for (const mend of mends) {
    const list = found.get(mend.root);
    if (list) list.push(mend);
    else found.set(mend.root, [mend]);
  }
  for (const list of found.values()) list.sort((left, right) => right.start - left.start);
  return found;
}

/** All mends in one go; where the text refuses, those that it takes one by one. */
function edited(root: Root, mends: readonly Mend[]) {
  const whole = editText(
    root.tree,
    mends.flatMap(({ edits }) => edits),
  );
  if (whole.ok) return { made: mends, refused: [], changes: whole.changes };
  const refused: { finding: Finding; reason: string }[] = [];
  const possible = mends.filter(({ finding, edits }) => {
    const alone = editText(root.tree, edits);
    if (!alone.ok) refused.push({ finding, reason: alone.reason });
    return alone.ok;
  });
  const rest = editText(
    root.tree,
    possible.flatMap(({ edits }) => edits),
  );
  if (rest.ok) return { made: possible, refused, changes: rest.changes };
  for (const { finding } of possible) refused.push({ finding, reason: rest.reason });
  return { made: [], refused, changes: [] };
}
