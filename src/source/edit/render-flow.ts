/** Renders a changed map or list in brackets where it stands. */
import { endOf, isFlow, kindOf, NodeKind, parentOf, ROOT, scalarText, startOf } from '../tree.ts';
import { refuse } from './edit.ts';
import type { FlowLayout, FlowSlot } from './flow-layout.ts';
import { leftoversOf } from './leftovers.ts';
import type { Output } from './output.ts';
import { type Container, type Entry, isContainer } from './overlay.ts';
import { type FlowStyle, flowKey, isQuoted, placeEntry, placeInFlow } from './place-flow.ts';
import { yamlQuotedAs } from './print.ts';
import { editsOf, heirOf, holdsItsOwn, placeOf } from './provenance.ts';
import type { RenderContext } from './rendering-context.ts';

interface Frame {
  readonly context: RenderContext;
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
export function renderFlow(context: RenderContext, container: Container, out: Output): void {
  const layout = context.flow(container.node);
  const style = bracketStyle(context, container.node, layout);
  const { text } = context.page;
  out.keep(layout.open, layout.start);
  const bare = layout.start === layout.open + 1;
  const frame: Frame = {
    context,
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
  return frame.context.page.eol + margin;
}

function closingMargin(frame: Frame): string {
  const { outer, entries } = frame.style;
  return outer.length >= entries.floor ? outer : ' '.repeat(entries.floor);
}

/** What is left of an entry that went away: comments above it that are not its own, and leftovers of its parts. */
function goneEntry(frame: Frame, entry: Entry, slot: FlowSlot): void {
  const { context, out } = frame;
  if (context.page.text.slice(slot.start, slot.lead).includes('#')) {
    out.keep(slot.start, slot.lead);
    frame.needsBreak = true;
    frame.bare = false;
  }
  out.drop(entry.edits);
  for (const comment of leftoversOf(context, entry)) {
    out.text(breakTo(frame, frame.style.entries.margin) + comment, entry.edits);
    frame.needsBreak = true;
    frame.bare = false;
  }
}

function presentEntry(frame: Frame, entry: Entry, slot: FlowSlot | undefined): void {
  const { context, out, layout, style } = frame;
  const { text } = context.page;
  const isLast = --frame.left === 0;
  const hasTrailing = layout.slots[layout.slots.length - 1]?.hasComma === true;
  const isNew = !entry.home;
  // What holds changed entries is not changed itself; only text of its own is put down to edits.
  const edits = isNew || !holdsItsOwn(entry) ? editsOf(entry) : entry.edits;
  // New text first, so that its comments can stand above the entry.
  const placed = isNew ? placeEntry(context, entry, style.entries) : { text: '', lead: [] };
  const old = placeOf(entry);
  const comments = [...(old ? leftoversOf(context, old) : []), ...placed.lead];
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
  const { context, out, layout, style } = frame;
  const { text } = context.page;
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
  const { context, out } = frame;
  const { tree } = context;
  const { value } = entry;
  const from = writeKey(frame, entry, slot);
  if (!holdsItsOwn(entry)) {
    const placed = placeInFlow(context, value, frame.style.entries);
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
  renderFlow(context, value, out);
}

/** A string in the quotes of the one it replaces. */
function textLike(frame: Frame, entry: Entry, slot: FlowSlot, text: string): string {
  if (entry.value.kind !== 'data' || typeof entry.value.data !== 'string' || frame.style.entries.quoted)
    return text;
  return yamlQuotedAs(entry.value.data, kindOf(frame.context.tree, slot.value));
}

function writeKey(frame: Frame, entry: Entry, slot: FlowSlot): number {
  const { tree } = frame.context;
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

// How the entries of a bracket are written, for new ones among them.

interface BracketStyle {
  /** For the entries; their margin is that of the entries' lines. */
  readonly entries: FlowStyle;
  /** Blanks at the beginning of the line that the bracket opens on. */
  readonly outer: string;
  /** Whether entries stand on lines of their own. */
  readonly spread: boolean;
}

function bracketStyle(context: RenderContext, node: number, layout: FlowLayout): BracketStyle {
  const { tree, page } = context;
  const { text } = page;
  const outer = page.margin(layout.open);
  const ownLine = layout.slots.find((slot) => text.slice(slot.start, slot.head).includes('\n'));
  const spread = layout.slots.length > 0 ? ownLine !== undefined : isSpreadAround(context, node);
  const floor = floorOf(context, node);
  const margin = (ownLine ? page.margin(ownLine.head) : outer + context.flowStep()).padEnd(floor);
  const colon = colonOf(context, node);
  const isMinified = tree.format === 'json' && !colon.includes(' ');
  const second = layout.slots.find(
    (slot, index) => index > 0 && !text.slice(slot.start, slot.head).includes('\n'),
  );
  const first = layout.slots[0];
  const padding = first && !spread ? text.slice(layout.open + 1, first.head) : '';
  return {
    outer,
    spread,
    entries: {
      quoted: isQuoted(context, node),
      spread,
      margin,
      step: context.flowStep(),
      colon,
      space: second ? text.slice(second.start, second.head) : isMinified ? '' : ' ',
      padding: padding.trim() === '' ? padding : ' ',
      floor,
    },
  };
}

/** The colon as the first pair writes it; in YAML a blank has to follow unless the key stands in quotes. */
function colonOf(context: RenderContext, node: number): string {
  const { tree, page } = context;
  for (const find of [pairIn, nearPair]) {
    const pair = find(context, node);
    if (!pair) continue;
    const from = endOf(tree, pair.value - 1);
    const text = page.text.slice(from, pair.properties?.start ?? startOf(tree, pair.value));
    if (/^[ \t]*:[ \t]*$/.test(text) && (/[ \t]$/.test(text) || isQuoted(context, node))) return text;
  }
  return ': ';
}

function pairIn(context: RenderContext, node: number): FlowSlot | undefined {
  if (kindOf(context.tree, node) !== NodeKind.Map) return undefined;
  return context.flow(node).slots.find((slot) => slot.hasColon);
}

/** A pair of the nearest braces around a bracket. */
function nearPair(context: RenderContext, node: number): FlowSlot | undefined {
  const { tree } = context;
  for (let at = parentOf(tree, node); at !== -1 && isFlow(tree, at); at = parentOf(tree, at)) {
    const found = pairIn(context, at);
    if (found) return found;
  }
  return undefined;
}

/** Whether the brackets around an empty one have their entries on lines of their own. */
function isSpreadAround(context: RenderContext, node: number): boolean {
  const { tree, page } = context;
  if (node === ROOT) return page.text.slice(startOf(tree, node), endOf(tree, node)).includes('\n');
  for (let at = node; at !== ROOT; ) {
    const parent = parentOf(tree, at);
    if (!isFlow(tree, parent)) return false;
    if (page.lineStart(startOf(tree, parent + 1)) > startOf(tree, parent)) return true;
    at = parent;
  }
  return false;
}

/** Columns that further lines of a bracket inside a block have to be indented at least. */
function floorOf(context: RenderContext, node: number): number {
  const { tree, page } = context;
  let at = node;
  while (at !== -1 && isFlow(tree, at)) at = parentOf(tree, at);
  return at === -1 ? 0 : page.column(startOf(tree, at)) + 1;
}
