/**
 * `--fix`: the fixes that findings carry, then the migrations that end deprecated forms, made in the file's own text.
 * Nothing is written here.
 */
import { speller } from '../../canonical/migration/spelling.ts';
import { fileChanges, NOT_HELD } from '../../migrate/file-changes.ts';
import { migrateConfiguration } from '../../migrate/index.ts';
import { type Configuration, type OpenableFile, openConfiguration, type Root } from '../../model/open.ts';
import type { PlainForm } from '../../model/problem.ts';
import { apiOf, releaseOf, typeOf } from '../../model/reopen.ts';
import { locator } from '../../model/walk.ts';
import { applyChanges, type Edit, editText, type TextChange } from '../../source/edit/index.ts';
import { sourceFile } from '../../source/load.ts';
import { pointerOf } from '../../source/pointer.ts';
import { firstIndex } from '../../source/sorted.ts';
import { type NodeId, parentOf, startOf } from '../../source/tree.ts';
import type { Finding, Fix, FixOperation } from '../finding.ts';
import { nodeOf } from '../place.ts';
import { proved, takesAway } from './unnoticed.ts';

interface FixedFile {
  readonly changed: boolean;
  readonly text: string;
  /** Of the text as it was, in its order. */
  readonly changes: readonly TextChange[];
  /** What was fixed, in words. */
  readonly done: readonly string[];
  /** What could not be, with the reason. */
  readonly left: readonly string[];
  /** Findings whose fix was not made, since requests would notice it, or nobody could prove that they do not. */
  readonly noticed: ReadonlySet<Finding>;
}

/** What the fix of a finding does: edits of the document that it is in, or a change of the text between its values. */
type PlannedFix = {
  readonly finding: Finding;
  /** It takes away what has no effect, and corrects nothing. */
  readonly removes: boolean;
} & (
  | { readonly root: Root; readonly edits: readonly Edit[]; readonly start: number }
  | { readonly change: TextChange }
);

type Edited = Extract<PlannedFix, { readonly root: Root }>;

/**
 * Fixes what findings of one file say can be fixed. What a fix takes away no request notices: that is proved by
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
  const { file, namespace } = configuration;
  const fixes = plannedFixes(configuration, findings);
  const corrections = fixes.filter(({ removes }) => !removes);
  const textWith = (taken: readonly PlannedFix[]): string =>
    applyChanges(file.text, changesOf(file, [...corrections, ...taken]).changes);
  const { unnoticed, refused } = proved(
    configuration,
    fixes.filter(({ removes }) => removes),
    textWith,
  );
  const made = changesOf(file, [...corrections, ...unnoticed]);
  const noticed = new Set(refused.map(({ fix }) => fix.finding));
  const left = [...made.left, ...refused.map(({ fix, reason }) => `${said(fix.finding)}: ${reason}`)];
  const corrected = applyChanges(file.text, made.changes);
  const alone = { changes: made.changes, done: made.done, left, noticed };
  if (!deprecated) return fixed(file.text, corrected, alone);
  const again = openConfiguration(sourceFile(file.name, corrected, 'named'), {
    namespace: namespace,
    ...apiOf(configuration),
    ...releaseOf(configuration),
    ...typeOf(configuration),
  });
  const migration = migrateConfiguration(again, { older: false });
  if (!migration.equivalent) return fixed(file.text, corrected, alone);
  return fixed(file.text, migration.text, {
    changes: composed(made.changes, migration.changes, corrected),
    done: [...made.done, ...migration.applied.map(({ migration: id, reason }) => `${id}: ${reason}`)],
    left: [...left, ...migration.left.map(({ migration: id, reason }) => `${id}: ${reason}`)],
    noticed,
  });
}

/** The changes that the fix of one finding makes, without a proof. */
export function changesOfFix(configuration: Configuration, finding: Finding): readonly TextChange[] {
  return changesOf(configuration.file, plannedFixes(configuration, [finding])).changes;
}

function plannedFixes(configuration: Configuration, findings: readonly Finding[]): readonly PlannedFix[] {
  const own = new Set(configuration.roots);
  return findings.flatMap((finding): readonly PlannedFix[] => {
    const { fix } = finding;
    if (fix === undefined || !isOwn(fix, configuration, own)) return [];
    const removes = takesAway(finding);
    if (fix.kind === 'text') return [{ finding, removes, change: { ...fix.change, edits: [] } }];
    return [{ finding, removes, ...editsOf(fix) }];
  });
}

/** Whether a fix is about this configuration, and not about another that was analysed with it. */
export function isOwn(fix: Fix, configuration: Configuration, roots: ReadonlySet<Root>): boolean {
  return fix.kind === 'text' ? fix.configuration === configuration : roots.has(fix.at.document.root);
}

function fixed(before: string, text: string, made: Omit<FixedFile, 'changed' | 'text'>): FixedFile {
  return { changed: text !== before, text, ...made };
}

function editsOf(fix: Exclude<Fix, { readonly kind: 'text' }>): Omit<Edited, 'finding' | 'removes'> {
  const { document, node } = nodeOf(fix.at);
  const { root } = document;
  const { tree } = root;
  const base = pointerOf(tree, node);
  const placed = { root, start: startOf(tree, targetOf(fix)) };
  if (fix.kind === 'respelling') {
    const holder = pointerOf(tree, parentOf(tree, node));
    const path = `${holder}/${fix.renamed}`;
    return { ...placed, edits: [{ op: 'move', from: base, path, inPlaceOf: base }] };
  }
  if (fix.kind === 'plain') return { ...placed, edits: plainEdits(fix.plain, base) };
  const places = locator(tree);
  const { message, type } = fix.at;
  const name = speller(tree, node);
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

/** The node that a fix is really about: an entry of a list, where its first operation names one. */
function targetOf(fix: Exclude<Fix, { readonly kind: 'text' }>): NodeId {
  if (fix.kind !== 'operations') return fix.at.node;
  const [, field = '', index = ''] = fix.operations[0]?.path.split('/') ?? [];
  const entry = /^\d+$/.test(index) ? { index: Number(index) } : {};
  return nodeOf(field === '' ? fix.at : { ...fix.at, field, ...entry }).node;
}

/** @param path of the value */
function plainEdits(plain: PlainForm, path: string): Edit[] {
  if (plain === 'absent') return [{ op: 'remove', path }];
  if (plain === 'without comma') return [];
  if (plain !== 'list') return [{ op: 'replace', path, value: plain.value }];
  // The value steps aside with its comments, the list takes its place, and the value goes in.
  const aside = `${path}~0`;
  return [
    { op: 'move', from: path, path: aside, inPlaceOf: path },
    { op: 'add', path, value: [], inPlaceOf: aside },
    { op: 'move', from: aside, path: `${path}/0` },
  ];
}

function editOf(operation: FixOperation, spelled: (path: string) => string): Edit {
  const path = spelled(operation.path);
  if (operation.op === 'move') return { op: 'move', from: spelled(operation.from), path };
  return { ...operation, path };
}

/** The changes of the file's text, and what came of each fix. */
function changesOf(
  file: OpenableFile,
  fixes: readonly PlannedFix[],
): Pick<FixedFile, 'done' | 'left'> & { readonly changes: readonly TextChange[] } {
  const done: string[] = [];
  const left: string[] = [];
  const parts = [...byRoot(fixes)].map(([root, all]) => ({ root, ...edited(root, all) }));
  const { changes, refused } = fileChanges(file, parts);
  const beside: TextChange[] = [];
  const known = new Set<string>();
  let behind = 0;
  for (const fix of fixes) {
    if (!('change' in fix)) continue;
    const { start, end } = fix.change;
    const near = changes[firstIndex(changes.length, (index) => (changes[index]?.end ?? end) >= start)];
    const what = `${start} ${end} ${fix.change.text}`;
    // Several findings may be about one comment.
    if (known.has(what)) done.push(said(fix.finding));
    else if ((near !== undefined && near.start <= end) || start < behind)
      left.push(`${said(fix.finding)}: another fix changes this place; run --fix once more`);
    else {
      beside.push(fix.change);
      behind = end;
      known.add(what);
      done.push(said(fix.finding));
    }
  }
  for (const part of parts) {
    for (const { finding } of part.made) {
      if (refused.has(part.root.embedded)) left.push(`${said(finding)}: ${NOT_HELD}`);
      else done.push(said(finding));
    }
    for (const { finding, reason } of part.refused) left.push(`${said(finding)}: ${reason}`);
  }
  const all = [...changes, ...beside].sort((one, other) => one.start - other.start);
  return { done, left, changes: all };
}

function said({ rule, fix, resource }: Finding): string {
  const where = resource === undefined ? '' : ` (${resource.type} ${resource.name})`;
  return `${rule}: ${fix?.title ?? ''}${where}`;
}

/** Later places first, so that no removal moves what another one means. */
function byRoot(fixes: readonly PlannedFix[]): ReadonlyMap<Root, readonly Edited[]> {
  const found = new Map<Root, Edited[]>();
  for (const fix of fixes) {
    if ('change' in fix) continue;
    const list = found.get(fix.root);
    if (list) list.push(fix);
    else found.set(fix.root, [fix]);
  }
  for (const list of found.values()) list.sort((left, right) => right.start - left.start);
  return found;
}

/** All fixes in one go; where the text refuses, those that it takes one after the other. */
function edited(root: Root, fixes: readonly Edited[]) {
  const whole = editText(
    root.tree,
    fixes.flatMap(({ edits }) => edits),
  );
  if (whole.ok) return { made: fixes, refused: [], changes: whole.changes };
  const refused: { finding: Finding; reason: string }[] = [];
  const made: Edited[] = [];
  const edits: Edit[] = [];
  let changes: readonly TextChange[] = [];
  let tries = Math.max(MIN_TRIES, Math.floor(MAX_CHARACTERS / (root.tree.text.length + 1)));
  for (const fix of fixes) {
    const result =
      tries-- > 0 ? editText(root.tree, [...edits, ...fix.edits]) : { ok: false as const, reason: TOO_MANY };
    if (!result.ok) refused.push({ finding: fix.finding, reason: result.reason });
    else {
      made.push(fix);
      edits.push(...fix.edits);
      changes = result.changes;
    }
  }
  return { made, refused, changes };
}

/** What is gone through of a text to find out which of its fixes contradict each other. */
const MAX_CHARACTERS = 50_000_000;
const MIN_TRIES = 20;
const TOO_MANY =
  'other fixes contradict each other here, and there are too many to try them all; run --fix once more';

// Two lists of changes, one after the other, as one list.

/** A change of the first list, with the stretch of the middle text that it made. */
interface Made {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Changes of the first text that have the effect of both lists.
 *
 * @param first changes of the first text, in its order
 * @param second changes of the middle text, in its order
 * @param middle the text between them
 */
export function composed(
  first: readonly TextChange[],
  second: readonly TextChange[],
  middle: string,
): readonly TextChange[] {
  const made = placesIn(first);
  const found: TextChange[] = [];
  let [one, two] = [0, 0];
  /** How far the middle text is ahead of the first one after the changes that were passed. */
  let shift = 0;
  while (one < made.length || two < second.length) {
    let [from, to] = [made[one]?.from ?? Number.POSITIVE_INFINITY, -1];
    from = Math.min(from, second[two]?.start ?? Number.POSITIVE_INFINITY);
    to = from;
    const before = shift;
    const inner: TextChange[] = [];
    for (;;) {
      const [next, other] = [made[one], second[two]];
      if (next !== undefined && next.from <= to) {
        to = Math.max(to, next.to);
        shift += next.to - next.from - (next.end - next.start);
        one++;
      } else if (other !== undefined && other.start <= to) {
        to = Math.max(to, other.end);
        inner.push({ ...other, start: other.start - from, end: other.end - from });
        two++;
      } else break;
    }
    found.push({
      start: from - before,
      end: to - shift,
      text: applyChanges(middle.slice(from, to), inner),
      edits: [],
    });
  }
  return found;
}

function placesIn(changes: readonly TextChange[]): Made[] {
  let shift = 0;
  return changes.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start, end, from, to: from + text.length };
  });
}
