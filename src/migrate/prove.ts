/**
 * Proves that an edited text says what it should: read again it equals the patched value, and its normalized form is
 * what it was. Only the messages that were edited are looked at; everything else is the same text.
 */
import jsonPatch from 'fast-json-patch';
import { bindMessage } from '../model/bind.ts';
import type { BoundMessage } from '../model/bound.ts';
import { AT } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { firstDifference } from '../model/same.ts';
import { parseTypeUrl } from '../model/type-url.ts';
import type { Frame } from '../model/walk.ts';
import type { Data } from '../source/data.ts';
import type { TextChange } from '../source/edit/index.ts';
import { InputError } from '../source/errors.ts';
import { readJson } from '../source/json.ts';
import { nodeAt } from '../source/pointer.ts';
import {
  endOf,
  plainValue,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
  valueUnder,
} from '../source/tree.ts';
import { readYaml } from '../source/yaml.ts';
import type { Operation } from './convert.ts';
import type { Migration } from './migration.ts';
import { normalizeMessage } from './normalize.ts';

/** One outermost message that was edited, with the operations on it (pointers from the document's root). */
export interface EditedMessage {
  readonly frame: Frame;
  readonly pointer: string;
  readonly operations: readonly Operation[];
}

export interface ProofInput {
  readonly root: Root;
  readonly word: string;
  readonly migrations: readonly Migration[];
  readonly edited: readonly EditedMessage[];
  readonly changes: readonly TextChange[];
  /** The text with all changes made. */
  readonly text: string;
}

/** Where an edited text says something else than it should; undefined where it does not. */
export function findDifference(input: ProofInput): string | undefined {
  let whole: SourceTree | undefined;
  for (const edited of input.edited) {
    const quick = sliceOf(input, edited.frame);
    const again = quick === undefined ? undefined : messageOf(input, edited, quick.tree, ROOT);
    if (
      again !== undefined &&
      differenceOf(input, edited, again, plainValue(again.tree, again.node)) === undefined
    )
      continue;
    // The message alone cannot be judged (its aliases lie outside, say): read the whole text again.
    whole ??= readAgain(input.root, input.text);
    const node = whole === undefined ? undefined : nodeAt(whole, edited.pointer);
    if (whole === undefined || node === undefined)
      return `${edited.pointer} cannot be found in the edited text`;
    const found = messageOf(input, edited, whole, node);
    const difference = differenceOf(input, edited, found, plainValue(whole, node));
    if (difference !== undefined) return difference;
  }
  return undefined;
}

interface Again {
  readonly tree: SourceTree;
  readonly node: number;
  readonly message: BoundMessage;
}

function messageOf({ word }: ProofInput, { frame }: EditedMessage, tree: SourceTree, node: number): Again {
  const { value } = bindMessage(tree, node, frame.type, word, frame.parent?.type);
  // A message inside an Any carries its type, which binding it alone leaves out.
  const type = frame.message['@type'] === undefined ? -1 : valueUnder(tree, resolve(tree, node), '@type');
  const message = type === -1 ? value : { ...value, '@type': parseTypeUrl(scalarText(tree, type)).name };
  return { tree, node, message };
}

function differenceOf(
  input: ProofInput,
  edited: EditedMessage,
  again: Again,
  value: Data,
): string | undefined {
  const { frame, operations, pointer } = edited;
  const before = plainValue(input.root.tree, frame.message[AT] ?? ROOT);
  const relative = operations.map((operation) => relativeTo(pointer, operation));
  const patched = jsonPatch.applyPatch({ message: before } as object, relative as never, false, true, true)
    .newDocument as { message: Data };
  const plain = firstDifference(patched.message, value);
  if (plain !== undefined) return `${pointer}: ${plain || 'the value'} reads differently after the edit`;
  const meaning = firstDifference(
    normalizeMessage(frame, input.migrations, input.word),
    normalizeMessage({ ...frame, message: again.message }, input.migrations, input.word),
  );
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
function sliceOf(
  { root, changes, text }: ProofInput,
  frame: Frame,
): { readonly tree: SourceTree } | undefined {
  const at = frame.message[AT];
  if (at === undefined || root.tree.aliases.size > 0) return undefined;
  const start = startOf(root.tree, at);
  const end = endOf(root.tree, at);
  let low = 0;
  let high = changes.length;
  const shifts = shiftsOf(changes);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.end ?? 0) <= start && (changes[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const before = shifts[low] ?? 0;
  let newEnd = end;
  let inside = 0;
  for (let index = low; index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || change.start > end) break;
    if (change.start < start) return undefined;
    inside += change.text.length - (change.end - change.start);
    newEnd = Math.max(newEnd, change.end);
  }
  const from = start + before;
  const column = start - (root.tree.text.lastIndexOf('\n', start - 1) + 1);
  const slice = text.slice(from, newEnd + before + inside);
  return readSlice(root.tree.format, ' '.repeat(column) + slice);
}

const shiftTables = new WeakMap<readonly TextChange[], Int32Array>();

/** How far the text before each change has shifted. */
function shiftsOf(changes: readonly TextChange[]): Int32Array {
  let table = shiftTables.get(changes);
  if (!table) {
    table = new Int32Array(changes.length + 1);
    let shift = 0;
    for (const [index, change] of changes.entries()) {
      table[index] = shift;
      shift += change.text.length - (change.end - change.start);
    }
    table[changes.length] = shift;
    shiftTables.set(changes, table);
  }
  return table;
}

function readSlice(format: 'yaml' | 'json', text: string): { readonly tree: SourceTree } | undefined {
  try {
    const trees = format === 'json' ? readJson('', text) : readYaml('', text);
    const [tree] = trees;
    return trees.length === 1 && tree ? { tree } : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function readAgain(root: Root, text: string): SourceTree | undefined {
  try {
    const trees = root.tree.format === 'json' ? readJson('', text) : readYaml('', text);
    return trees[root.tree.document];
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
