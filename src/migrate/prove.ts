/**
 * Proves that an edited text says what it should: read again it equals the patched value, and its normalized form is
 * what it was. Only the messages that were edited are looked at; everything else is the same text.
 */
import { applyInPlace, type Operation } from '../canonical/apply-patch.ts';
import { applicable, convert } from '../canonical/convert.ts';
import { canonicalForm } from '../canonical/form.ts';
import type { Migration } from '../canonical/migration/migration.ts';
import { bindMessage } from '../model/bind.ts';
import { type BoundMessage, NODE, STRUCT, versionOf } from '../model/bound.ts';
import type { Configuration, Root } from '../model/open.ts';
import { reopened } from '../model/reopen.ts';
import { firstDifference } from '../model/same.ts';
import { parseTypeUrl } from '../model/type-url.ts';
import type { Frame } from '../model/walk.ts';
import { replay } from '../replay/index.ts';
import { grouped } from '../source/counted.ts';
import type { Data } from '../source/data.ts';
import { applyChanges, type Edit, sameData, type TextChange } from '../source/edit/index.ts';
import { InputError } from '../source/errors.ts';
import { readJson } from '../source/json.ts';
import { nodeFinder } from '../source/pointer.ts';
import { firstIndex } from '../source/sorted.ts';
import {
  endOf,
  isFlow,
  plainValue,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
  valueUnder,
} from '../source/tree.ts';
import { readYaml } from '../source/yaml.ts';
import { isNearLimit } from './obstacles.ts';
import type { PlannedChange } from './plan.ts';

/** One outermost message that was edited, with the edits on it (pointers from the document's root). */
export interface EditedMessage {
  readonly frame: Frame;
  readonly pointer: string;
  readonly edits: readonly Edit[];
}

interface ProofInput {
  readonly root: Root;
  readonly namespace: string;
  readonly migrations: readonly Migration[];
  readonly edited: readonly EditedMessage[];
  /** All changes of the document's text, in order. */
  readonly changes: readonly TextChange[];
}

/** Where an edited text says something else than it should; undefined where it does not. */
export function findDifference(input: ProofInput): string | undefined {
  // A message by itself does not show how deep it stands.
  if (input.edited.length > 0 && isNearLimit(input.root.tree)) return differenceInWhole(input);
  for (let from = 0; from < input.edited.length; from += BATCH) {
    const batch = input.edited.slice(from, from + BATCH);
    const slices = batch.map((edited) => sliceOf(input, edited.frame));
    const trees = readSlices(input.root.tree, slices);
    for (const [index, edited] of batch.entries()) {
      const tree = trees[index];
      const again = tree && messageOf(input, edited, tree, ROOT);
      if (again && differenceOf(input, edited, again) === undefined) continue;
      // Some message cannot be judged alone (its aliases lie outside, say): read the whole text again.
      return differenceInWhole(input);
    }
  }
  return undefined;
}

/** Slices that are read at once: enough to share the cost of a call, few enough to stay small. */
const BATCH = 500;

function differenceInWhole(input: ProofInput): string | undefined {
  const { tree } = input.root;
  const whole = readAgain(applyChanges(tree.text, input.changes), tree)?.[tree.document];
  const find = whole && nodeFinder(whole);
  for (const edited of input.edited) {
    const node = find?.(edited.pointer);
    if (whole === undefined || node === undefined)
      return `${edited.pointer} cannot be found in the edited text`;
    const difference = differenceOf(input, edited, messageOf(input, edited, whole, node));
    if (difference !== undefined) return difference;
  }
  return undefined;
}

interface Again {
  readonly tree: SourceTree;
  readonly node: number;
  readonly message: BoundMessage;
}

function messageOf(
  { namespace, root }: ProofInput,
  { frame }: EditedMessage,
  tree: SourceTree,
  node: number,
): Again {
  const { value } = bindMessage(
    tree,
    node,
    frame.type,
    namespace,
    frame.parent?.type,
    versionOf(frame.message),
    undefined,
    root.release && { release: root.release, from: 'given' },
  );
  // A message inside an Any carries its type, which binding it alone leaves out.
  const { '@type': named, [STRUCT]: around } = frame.message;
  if (around !== undefined) return { tree, node, message: { ...value, '@type': named } };
  const type = named === undefined ? -1 : valueUnder(tree, resolve(tree, node), '@type');
  const message = type === -1 ? value : { ...value, '@type': parseTypeUrl(scalarText(tree, type)).name };
  return { tree, node, message };
}

function differenceOf(input: ProofInput, edited: EditedMessage, again: Again): string | undefined {
  const { frame, edits, pointer } = edited;
  const written = plainValue(input.root.tree, frame.message[NODE] ?? ROOT);
  const relative = applicable(edits).map((operation) => relativeTo(pointer, operation));
  const patched: { message: Data } = { message: written };
  applyInPlace(patched, relative);
  const plain = firstDifference(patched.message, plainValue(again.tree, again.node));
  if (plain !== undefined) return `${pointer}: ${plain || 'the value'} reads differently after the edit`;
  const forms = [frame, { ...frame, message: again.message }];
  // What is the same before defaults are filled in is the same after; filling is for what is not, such as sets.
  const [left, right] = forms.map((each) =>
    convert(each, input.migrations, { namespace: input.namespace, older: false }),
  );
  if (sameData(left, right)) return undefined;
  const [before, after] = forms.map((each) =>
    canonicalForm(each, { namespace: input.namespace, migrations: input.migrations, synonyms: false }),
  );
  const meaning = firstDifference(before, after);
  return meaning === undefined
    ? undefined
    : `${pointer}: ${meaning || 'the message'} would mean something else`;
}

/** An operation on the document as one on `{message: …}`. */
function relativeTo(pointer: string, operation: Operation): Operation {
  const path = `/message${operation.path.slice(pointer.length)}`;
  return operation.op === 'move'
    ? { ...operation, path, from: `/message${operation.from.slice(pointer.length)}` }
    : { ...operation, path };
}

/** The text of one message after the changes, read on its own; undefined where it cannot stand alone. */
function sliceOf({ root, changes }: ProofInput, frame: Frame): string | undefined {
  const at = frame.message[NODE];
  const { text } = root.tree;
  if (at === undefined || root.tree.aliases.size > 0) return undefined;
  const start = startOf(root.tree, at);
  const end = endOf(root.tree, at);
  // Block lines have to keep their columns; brackets need none, and may stand far out in a long line.
  const isBlock = !isFlow(root.tree, at);
  const pieces = [isBlock ? ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1)) : ''];
  let cursor = start;
  for (let index = firstInside(changes, start); index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || change.start > end) break;
    if (change.start < start) return undefined;
    pieces.push(text.slice(cursor, change.start), change.text);
    cursor = change.end;
  }
  if (cursor < end) pieces.push(text.slice(cursor, end));
  return pieces.join('');
}

/** Index of the first change that reaches beyond an offset. */
function firstInside(changes: readonly TextChange[], start: number): number {
  return firstIndex(changes.length, (index) => {
    const change = changes[index];
    return change === undefined || change.end > start || change.start >= start;
  });
}

/** Reads each slice as a document of its own; nothing for one that cannot be. */
function readSlices(
  like: SourceTree,
  slices: readonly (string | undefined)[],
): readonly (SourceTree | undefined)[] {
  if (slices.some((slice) => slice === undefined)) return slices.map(() => undefined);
  try {
    const trees = readLike(slices.join(like.format === 'json' ? '\n' : '\n---\n'), like);
    return trees.length === slices.length ? trees : slices.map(() => undefined);
  } catch (error) {
    if (error instanceof InputError) return slices.map(() => undefined);
    throw error;
  }
}

function readLike(text: string, like: SourceTree | undefined): readonly SourceTree[] {
  return like?.format === 'json' ? readJson('', text, like.readAs) : readYaml('', text);
}

/** The documents of an edited text; undefined where it cannot be read. */
export function readAgain(text: string, like: SourceTree | undefined): readonly SourceTree[] | undefined {
  try {
    return readLike(text, like);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

// Replays requests through the text before and after, neither of them converted, where edits may matter to them.

/** Messages of which routing knows no more than what {@link ROUTED_FIELDS} say. */
const BESIDE_ROUTING: ReadonlySet<string> = new Set(['Cluster', 'core.Node']);
/** What routing asks of a cluster. */
const ROUTED_FIELDS = /^\/(?:name|type|cluster_type|clusterType)(?:\/|$)/;

/** Whether a change may reach what requests are routed by. */
export function reachesRouting({ frame, pointer, edits }: PlannedChange): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (!BESIDE_ROUTING.has(at.type)) continue;
    return at === frame && edits.some(({ path }) => ROUTED_FIELDS.test(path.slice(pointer.length)));
  }
  return true;
}

export interface ReplayedChanges {
  readonly requests: number;
  readonly warnings: readonly string[];
  readonly difference?: string;
  /** Why the changes are not made: the edited text would be read as something that the file is not. */
  readonly obstacle?: string;
}

function errorsIn({ problems }: Configuration): number {
  return problems.filter(({ level }) => level === 'error').length;
}

/** @param changes of the file's text, all of them */
export function replayChanges(
  configuration: Configuration,
  parts: readonly { readonly isRouted: boolean }[],
  changes: readonly TextChange[],
): ReplayedChanges {
  const isRouted = parts.some((part) => part.isRouted);
  const isMixed = configuration.api === 'mixed';
  if (changes.length === 0 || !(isRouted || isMixed)) return { requests: 0, warnings: [] };
  try {
    const text = applyChanges(configuration.file.text, changes);
    // Of a file that mixes versions, what is left has to show by itself which one it is read in.
    const after = reopened(configuration, text, isMixed ? null : undefined);
    // What was the last sign of version 2 may be gone, around types of it that version 3 refuses.
    const refused = isMixed && errorsIn(after) > errorsIn(configuration);
    const other = refused ? readOtherwise(configuration, after) : undefined;
    if (other !== undefined) return { requests: 0, warnings: [], obstacle: other };
    if (!isRouted) return { requests: 0, warnings: [] };
    const { requests, unreplayed, difference } = replay(configuration, after);
    const obstacle = difference === undefined ? undefined : readOtherwise(configuration, after);
    if (obstacle !== undefined) return { requests, warnings: [], obstacle };
    const warnings =
      unreplayed === 0
        ? []
        : [
            `only ${grouped(requests)} requests were replayed through the old and the new text, within the budget for it: ${grouped(unreplayed)} virtual hosts were compared by their meaning alone`,
          ];
    return { requests, warnings, ...(difference === undefined ? {} : { difference }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      requests: 0,
      warnings: [],
      difference: `the edited text cannot be read: ${error.details.problem}`,
    };
  }
}

/** What the edited text no longer shows of the file, where that is why it says something else. */
function readOtherwise(before: Configuration, after: Configuration): string | undefined {
  if (before.namespace !== after.namespace)
    return `only the forms that would be converted show that the namespace is "${before.namespace}"; give it with --namespace ${before.namespace}`;
  const index = before.roots.findIndex(({ version }, at) => version !== after.roots[at]?.version);
  const [root, again] = [before.roots[index], after.roots[index]];
  if (root === undefined || again === undefined) return undefined;
  const [version, other] = [root, again].map((each) => each.version.slice(1));
  return `only the forms that would be converted show that the document is of version ${version} of the API; what would be left of it is of version ${other}: write all of it in one of the two first`;
}
