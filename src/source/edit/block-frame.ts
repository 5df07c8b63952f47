/** The state of rendering a map or list in block style, and the small steps that it is made of. */
import { endOf, kindOf, NodeKind, scalarText, startOf } from '../tree.ts';
import type { BlockLayout, BlockSlot } from './block-layout.ts';
import { refuse } from './edit.ts';
import type { Output } from './output.ts';
import type { Container, Entry } from './overlay.ts';
import { lineKind } from './page.ts';
import { type BlockPlace, yamlKey } from './place-block.ts';
import { quoted } from './print.ts';
import type { Sheet } from './rendering-context.ts';

/** The container being rendered, and how far its old text was taken up. */
export interface Frame {
  readonly sheet: Sheet;
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
export function gapBefore(frame: Frame, slot: BlockSlot): void {
  const { page } = frame.sheet;
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
  const { sheet, layout, container } = frame;
  const dash = container.kind === 'list';
  const style = sheet.styleNear(near);
  const first = layout.slots[0];
  const start = first && (first.properties?.start ?? startOf(sheet.tree, first.value));
  const dashGap =
    dash && first && start !== undefined && start > first.intro && start <= sheet.page.lineEnd(first.intro)
      ? start - first.intro
      : style.dashGap;
  return { column: layout.column, dash, style: { ...style, dashGap }, tail };
}

/** Writes whole lines. */
export function writeLines(frame: Frame, lines: readonly string[], edits: readonly number[]): void {
  const { eol } = frame.sheet.page;
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
  frame.out.startLine(frame.sheet.page.eol);
  frame.out.text(' '.repeat(frame.layout.column), edits);
}

/** Writes the key where it was renamed; returns from where on the old text is to be kept. */
export function writeKey(frame: Frame, entry: Entry, slot: BlockSlot): number {
  const { tree } = frame.sheet;
  const key = entry.home?.key ?? -1;
  if (key === -1 || scalarText(tree, key) === entry.key) return slot.start;
  if (slot.head !== startOf(tree, key)) refuse('a key with an anchor or tag is not renamed');
  frame.out.keep(slot.start, slot.head);
  frame.out.text(kindOf(tree, key) === NodeKind.Double ? quoted(entry.key) : yamlKey(entry.key), entry.edits);
  return endOf(tree, key);
}
