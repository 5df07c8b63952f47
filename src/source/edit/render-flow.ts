/** Renders a changed map or list in brackets where it stands. */
import { endOf, kindOf, NodeKind, scalarText, startOf } from '../tree.ts';
import { refuse } from './edit.ts';
import type { FlowLayout, FlowSlot } from './flow-layout.ts';
import { type BracketStyle, bracketStyle } from './flow-style.ts';
import { leftoversOf } from './leftovers.ts';
import type { Output } from './output.ts';
import { type Container, type Entry, isContainer } from './overlay.ts';
import { flowKey, placeEntry, placeInFlow } from './place-flow.ts';
import { yamlQuotedAs } from './print.ts';
import { editsOf, heirOf, holdsItsOwn, placeOf } from './provenance.ts';
import type { Sheet } from './rendering-context.ts';

interface Frame {
  readonly sheet: Sheet;
  readonly layout: FlowLayout;
  readonly style: BracketStyle;
  readonly out: Output;
  /** Entries still to come. */
  left: number;
  /** Entries written. */
  written: number;
  /** Whether a comment was written that the next entry must not follow on its line. */
  needsBreak: boolean;
  /** Whether anything but the opening bracket was kept. */
  bare: boolean;
}

/** Renders from the opening bracket to the closing one. */
export function renderFlow(sheet: Sheet, container: Container, out: Output): void {
  const layout = sheet.flow(container.node);
  const style = bracketStyle(sheet, container.node, layout);
  const { text } = sheet.page;
  out.keep(layout.open, layout.start);
  const bare = layout.start === layout.open + 1;
  const frame: Frame = {
    sheet,
    layout,
    style,
    out,
    left: container.count,
    written: 0,
    needsBreak: !bare,
    bare,
  };
  for (let entry = container.first; entry; entry = entry.next) {
    const home = entry.home ?? placeOf(entry)?.home;
    const slot = home && layout.slots[home.index];
    if (!entry.gone) presentEntry(frame, entry, slot);
    else if (slot && !heirOf(entry)) goneEntry(frame, entry, slot);
    else out.drop(entry.edits);
  }
  const last = layout.slots[layout.slots.length - 1]?.end ?? layout.start;
  const end = text.slice(last, layout.close);
  if (
    end.includes('#') ||
    (last > layout.start && frame.written > 0 && (!frame.needsBreak || end.includes('\n')))
  ) {
    if (frame.needsBreak && !/^[ \t]*\r?\n/.test(end)) out.text(breakTo(frame, style.outer), []);
    out.keep(last, layout.close + 1);
  } else if (frame.written === 0 && !frame.needsBreak) out.keep(layout.close, layout.close + 1);
  else {
    const isOpen = style.spread || frame.needsBreak;
    out.text(
      isOpen ? breakTo(frame, closingMargin(frame)) : container.kind === 'map' ? style.entries.padding : '',
      [],
    );
    out.keep(layout.close, layout.close + 1);
  }
}

function breakTo(frame: Frame, margin: string): string {
  return frame.sheet.page.eol + margin;
}

function closingMargin(frame: Frame): string {
  const { outer, entries } = frame.style;
  return outer.length >= entries.floor ? outer : ' '.repeat(entries.floor);
}

/** What is left of an entry that went away: comments above it that are not its own, and leftovers of its parts. */
function goneEntry(frame: Frame, entry: Entry, slot: FlowSlot): void {
  const { sheet, out } = frame;
  if (sheet.page.text.slice(slot.start, slot.lead).includes('#')) {
    out.keep(slot.start, slot.lead);
    frame.needsBreak = true;
    frame.bare = false;
  }
  out.drop(entry.edits);
  for (const comment of leftoversOf(sheet, entry)) {
    out.text(breakTo(frame, frame.style.entries.margin) + comment, entry.edits);
    frame.needsBreak = true;
    frame.bare = false;
  }
}

function presentEntry(frame: Frame, entry: Entry, slot: FlowSlot | undefined): void {
  const { sheet, out, layout, style } = frame;
  const { text } = sheet.page;
  const isLast = --frame.left === 0;
  const hasTrailing = layout.slots[layout.slots.length - 1]?.hasComma === true;
  const isNew = !entry.home;
  // What holds changed entries is not changed itself; only text of its own is put down to edits.
  const edits = isNew || !holdsItsOwn(entry) ? editsOf(entry) : entry.edits;
  // New text first, so that its comments can stand above the entry.
  const placed = isNew ? placeEntry(sheet, entry, style.entries) : { text: '', lead: [] };
  const old = placeOf(entry);
  const comments = [...(old ? leftoversOf(sheet, old) : []), ...placed.lead];
  for (const comment of comments) {
    out.text(breakTo(frame, style.entries.margin) + comment, edits);
    frame.needsBreak = true;
    frame.bare = false;
  }
  before(frame, slot, edits);
  if (isNew) out.text(placed.text, edits);
  else if (slot) oldEntry(frame, entry, slot);
  frame.needsBreak = false;
  const wantsComma = !isLast || hasTrailing;
  if (slot?.hasComma && wantsComma) out.keep(slot.bodyEnd, slot.comma + 1);
  else {
    if (wantsComma) out.text(',', edits);
    if (slot) out.keep(slot.bodyEnd, slot.comma);
  }
  if (slot) {
    out.keep(slot.hasComma ? slot.comma + 1 : slot.comma, slot.end);
    frame.needsBreak = text.slice(slot.bodyEnd, slot.end).includes('#');
  }
  frame.written++;
  frame.bare = false;
}

/** The blanks, line break and comments before an entry. */
function before(frame: Frame, slot: FlowSlot | undefined, edits: readonly number[]): void {
  const { sheet, out, layout, style } = frame;
  const { text } = sheet.page;
  const first = layout.slots[0];
  const old = slot ? text.slice(slot.start, slot.head) : '';
  const opening = first ? text.slice(first.start, first.head) : '';
  const canShare = !old.includes('#') && !opening.includes('#');
  if (slot && frame.written === 0 && frame.bare && slot !== first && first && canShare) {
    out.keep(first.start, first.head);
    return;
  }
  const breaks = old.includes('\n');
  if (slot && (breaks || (!frame.needsBreak && (frame.written === 0 || slot !== first)))) {
    out.keep(slot.start, slot.head);
    return;
  }
  if (frame.needsBreak || style.spread) out.text(breakTo(frame, style.entries.margin), edits);
  else if (frame.written > 0) out.text(style.entries.space, edits);
  else out.text(style.entries.padding, edits);
}

/** An entry that stays in its place. */
function oldEntry(frame: Frame, entry: Entry, slot: FlowSlot): void {
  const { sheet, out } = frame;
  const { tree } = sheet;
  const { value } = entry;
  const from = writeKey(frame, entry, slot);
  if (!holdsItsOwn(entry)) {
    const placed = placeInFlow(sheet, value, frame.style.entries);
    if (placed.lead.length > 0) refuse('a value with comments cannot take the place of one in brackets');
    const edits = editsOf(entry);
    const text = textLike(frame, entry, slot, placed.text);
    if (kindOf(tree, slot.value) === NodeKind.Empty && !slot.properties) {
      out.keep(from, slot.intro);
      out.text((slot.hasColon ? ' ' : ': ') + text, edits);
      return;
    }
    out.keep(from, slot.properties?.start ?? startOf(tree, slot.value));
    out.text(text, edits);
    return;
  }
  if (!isContainer(value) || !value.changed) {
    out.keep(from, slot.bodyEnd);
    return;
  }
  out.keep(from, startOf(tree, value.node));
  renderFlow(sheet, value, out);
}

/** A string in the quotes of the one it replaces. */
function textLike(frame: Frame, entry: Entry, slot: FlowSlot, text: string): string {
  if (entry.value.kind !== 'data' || typeof entry.value.data !== 'string' || frame.style.entries.quoted)
    return text;
  return yamlQuotedAs(entry.value.data, kindOf(frame.sheet.tree, slot.value));
}

function writeKey(frame: Frame, entry: Entry, slot: FlowSlot): number {
  const { tree } = frame.sheet;
  const key = entry.home?.key ?? -1;
  if (key === -1 || scalarText(tree, key) === entry.key) return slot.head;
  if (slot.head !== startOf(tree, key)) refuse('a key with an anchor or tag is not renamed');
  const isQuotedKey = kindOf(tree, key) === NodeKind.Double;
  frame.out.text(
    flowKey(entry.key, { ...frame.style.entries, quoted: isQuotedKey || frame.style.entries.quoted }),
    entry.edits,
  );
  return endOf(tree, key);
}
