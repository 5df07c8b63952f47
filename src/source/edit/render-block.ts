/** Renders a changed map or list in block style where it stands. */
import { endOf, kindOf, NodeKind, scalarText, startOf } from '../tree.ts';
import { type BlockLayout, type BlockSlot, isBlock, isBlockScalar, tailOf } from './block-layout.ts';
import { commentsInGap } from './comments.ts';
import { refuse } from './edit.ts';
import { leftoversOf } from './leftovers.ts';
import type { Output } from './output.ts';
import { type Container, type Entry, isContainer } from './overlay.ts';
import { lineKind } from './page.ts';
import {
  type BlockPlace,
  becomesBlock,
  commentLines,
  entryLines,
  type Placed,
  placeInBlock,
  yamlKey,
} from './place-block.ts';
import { quoted, yamlQuotedAs } from './print.ts';
import { editsOf, heirOf, holdsItsOwn, placeOf, wasMoved } from './provenance.ts';
import { renderFlow } from './render-flow.ts';
import type { RenderContext } from './rendering-context.ts';

/**
 * Renders the entries of a container from its first line to its last. Where it begins behind a dash, so does the
 * result.
 */
export function renderBlock(context: RenderContext, container: Container, out: Output): void {
  const layout = context.block(container.node);
  const frame: Frame = { context, container, layout, out, cursor: layout.start, held: undefined, bare: true };
  if (layout.slots[0]?.inLine) out.beginInLine();
  for (let entry = container.first; entry; entry = entry.next) {
    const slot = entry.home && layout.slots[entry.home.index];
    if (slot && entry.gone) goneEntry(frame, entry, slot);
    else if (slot) presentEntry(frame, entry, slot);
    else if (!entry.gone) newEntry(frame, entry);
  }
  const { page } = context;
  const isFollowedByBlank = layout.end >= page.text.length || lineKind(page, layout.end) === 'blank';
  if (!isFollowedByBlank || frame.bare) release(frame);
}

function goneEntry(frame: Frame, entry: Entry, slot: BlockSlot): void {
  const { context, out } = frame;
  const comments = heirOf(entry) ? [] : leftoversOf(context, entry);
  const isBlankGap = context.tree.text.slice(frame.cursor, slot.start).trim() === '';
  if (comments.length > 0 || !isBlankGap) gapBefore(frame, slot);
  else if (frame.cursor < slot.start && !frame.bare) frame.held ??= { start: frame.cursor, end: slot.start };
  out.drop(entry.edits);
  writeLines(frame, commentLines(comments, frame.layout.column), entry.edits);
  frame.cursor = slot.end;
}

function newEntry(frame: Frame, entry: Entry): void {
  const { context, layout, out } = frame;
  const { page, tree } = context;
  const old = placeOf(entry);
  const slot = old?.home && layout.slots[old.home.index];
  const edits = editsOf(entry);
  let tail = '';
  let comments: readonly string[] = [];
  if (old && slot) {
    gapBefore(frame, slot);
    if (!slot.inLine) {
      frame.cursor = page.lineStart(slot.head);
      out.keep(slot.start, frame.cursor);
    }
    tail = wasMoved(context.overlay, old) && isBlockScalar(tree, slot.value) ? '' : tailOf(tree, page, slot);
    comments = leftoversOf(context, old);
  } else release(frame);
  const placed = placeInBlock(
    context,
    entry.value,
    placeIn(frame, slot?.value ?? frame.container.node, tail),
  );
  const { column } = layout;
  writeLines(frame, commentLines([...comments, ...placed.lead], column), edits);
  writeLines(frame, entryLines(entry, placed, column), edits);
}

function presentEntry(frame: Frame, entry: Entry, slot: BlockSlot): void {
  const { context, out } = frame;
  const { value } = entry;
  gapBefore(frame, slot);
  frame.cursor = slot.end;
  if (!holdsItsOwn(entry) || (isContainer(value) && becomesBlock(context, value))) {
    replacedValue(frame, entry, slot);
    return;
  }
  beginEntry(frame, slot, entry.edits);
  const from = writeKey(frame, entry, slot);
  if (!isContainer(value) || !value.changed) {
    out.keep(from, slot.end);
    return;
  }
  if (!isBlock(context.tree, value.node)) {
    out.keep(from, startOf(context.tree, value.node));
    renderFlow(context, value, out);
    out.keep(endOf(context.tree, value.node), slot.end);
    return;
  }
  const layout = context.block(value.node);
  if (value.count === 0) emptied(frame, entry, value, slot, from);
  else {
    out.keep(from, layout.start);
    renderBlock(context, value, out);
  }
  out.keep(layout.end, slot.end);
}

/** A container that lost all its entries becomes a pair of brackets behind its key. */
function emptied(frame: Frame, entry: Entry, value: Container, slot: BlockSlot, from: number): void {
  const { context, out } = frame;
  const layout = context.block(value.node);
  const edits = editsOf(entry);
  const brackets = value.kind === 'map' ? '{}' : '[]';
  if (layout.slots[0]?.inLine) {
    out.keep(from, layout.start);
    out.text(brackets + context.page.eol, edits);
  } else {
    const after = slot.properties?.end ?? slot.intro;
    out.keep(from, after);
    out.text(` ${brackets}`, edits);
    out.keep(after, layout.start);
  }
  keptComments(context, value, out);
}

/** The comments of a container that lost all its entries, those of the entries themselves left out. */
export function keptComments(context: RenderContext, value: Container, out: Output): void {
  const layout = context.block(value.node);
  const { eol } = context.page;
  let cursor = layout.start;
  for (const entry of value.original) {
    const slot = layout.slots[entry.home?.index ?? -1];
    if (!slot) continue;
    if (context.tree.text.slice(cursor, slot.start).includes('#')) out.keep(cursor, slot.start);
    out.drop(entry.edits);
    for (const comment of commentLines(leftoversOf(context, entry), layout.column)) {
      out.startLine(eol);
      out.text(comment + eol, entry.edits);
    }
    cursor = slot.end;
  }
}

/** An entry that stays where it is, with another value. */
function replacedValue(frame: Frame, entry: Entry, slot: BlockSlot): void {
  const { context, out } = frame;
  const { tree, page } = context;
  const edits = editsOf(entry);
  const old = slot.value;
  const own = holdsItsOwn(entry);
  const tail = tailOf(tree, page, slot);
  // What stood in empty brackets here begins anew in lines.
  const value = own && isContainer(entry.value) ? { ...entry.value, node: -1 } : entry.value;
  const placed = placeInBlock(context, value, placeIn(frame, old, tail));
  const leftovers = own ? [] : leftoversOf(context, entry);
  const text = leftovers.length > 0 ? undefined : swapped(frame, entry, slot, placed);
  const isKept = isBlock(tree, old) || text !== undefined || leftovers.length > 0;
  const between = isKept ? [] : commentsInGap(page.text, slot.intro, startOf(tree, old));
  const comments = [...leftovers, ...between.map((comment) => comment.text), ...placed.lead];
  writeLines(frame, commentLines(comments, frame.layout.column), edits);
  beginEntry(frame, slot, edits);
  const from = writeKey(frame, entry, slot);
  if (text !== undefined) {
    out.keep(from, slot.properties?.start ?? startOf(tree, old));
    out.text(text, edits);
    out.keep(slot.bodyEnd, slot.end);
    return;
  }
  out.keep(from, slot.intro);
  out.text([placed.head, ...placed.lines].join(page.eol), edits);
  out.keep(page.lineEnd(slot.bodyEnd), slot.end);
}

/** The text that takes the place of a value alone, where what stands around it can stay. */
function swapped(frame: Frame, entry: Entry, slot: BlockSlot, placed: Placed): string | undefined {
  const { tree } = frame.context;
  const old = slot.value;
  if (entry.value.kind !== 'data' || placed.inline === undefined) return undefined;
  if (isBlock(tree, old) || isBlockScalar(tree, old) || kindOf(tree, old) === NodeKind.Empty)
    return undefined;
  const { data } = entry.value;
  return typeof data === 'string' ? yamlQuotedAs(data, kindOf(tree, old)) : placed.inline;
}

// The state of rendering a map or list in block style, and the small steps that it is made of.

/** The container being rendered, and how far its old text was taken up. */
export interface Frame {
  readonly context: RenderContext;
  readonly container: Container;
  readonly layout: BlockLayout;
  readonly out: Output;
  cursor: number;
  /** Blank lines before an entry that went away, kept unless more of them follow. */
  held: { readonly start: number; readonly end: number } | undefined;
  /** Whether all entries so far went away. */
  bare: boolean;
}

/** Keeps what stands between the last entry and this one. */
function gapBefore(frame: Frame, slot: BlockSlot): void {
  const { page } = frame.context;
  let start = frame.cursor;
  if (start >= slot.start) {
    release(frame);
    return;
  }
  const isBlank = lineKind(page, start) === 'blank';
  if (frame.held && isBlank) frame.held = undefined;
  release(frame);
  // Blank lines that stood between an entry that went away and this one, which is the first now.
  if (frame.bare && start > frame.layout.start) {
    while (start < slot.start && lineKind(page, start) === 'blank') start = page.nextLine(start);
  }
  if (page.text.slice(start, slot.start).trim() !== '') frame.bare = false;
  frame.out.keep(start, slot.start);
  frame.cursor = slot.start;
}

export function release(frame: Frame): void {
  if (frame.held) frame.out.keep(frame.held.start, frame.held.end);
  frame.held = undefined;
}

export function placeIn(frame: Frame, near: number, tail: string): BlockPlace {
  const { context, layout, container } = frame;
  const dash = container.kind === 'list';
  const style = context.styleNear(near);
  const first = layout.slots[0];
  const start = first && (first.properties?.start ?? startOf(context.tree, first.value));
  const dashGap =
    dash && first && start !== undefined && start > first.intro && start <= context.page.lineEnd(first.intro)
      ? start - first.intro
      : style.dashGap;
  return { column: layout.column, dash, style: { ...style, dashGap }, tail };
}

/** Writes whole lines. */
function writeLines(frame: Frame, lines: readonly string[], edits: readonly number[]): void {
  const { eol } = frame.context.page;
  for (const line of lines) {
    frame.out.startLine(eol);
    frame.out.text(line + eol, edits);
    frame.bare = false;
  }
}

/** Begins the line of an entry that stood behind a dash, where something stands there now. */
export function beginEntry(frame: Frame, slot: BlockSlot, edits: readonly number[]): void {
  frame.bare = false;
  if (!slot.inLine || frame.out.isInLine()) return;
  frame.out.startLine(frame.context.page.eol);
  frame.out.text(' '.repeat(frame.layout.column), edits);
}

/** Writes the key where it was renamed; returns from where on the old text is to be kept. */
export function writeKey(frame: Frame, entry: Entry, slot: BlockSlot): number {
  const { tree } = frame.context;
  const key = entry.home?.key ?? -1;
  if (key === -1 || scalarText(tree, key) === entry.key) return slot.start;
  if (slot.head !== startOf(tree, key)) refuse('a key with an anchor or tag is not renamed');
  frame.out.keep(slot.start, slot.head);
  frame.out.text(kindOf(tree, key) === NodeKind.Double ? quoted(entry.key) : yamlKey(entry.key), entry.edits);
  return endOf(tree, key);
}
