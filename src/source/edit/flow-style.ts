/** How the entries of a bracket are written, for new ones among them. */
import { endOf, isFlow, kindOf, NodeKind, parentOf, ROOT, startOf } from '../tree.ts';
import type { FlowLayout, FlowSlot } from './flow-layout.ts';
import type { FlowStyle } from './place-flow.ts';
import { isQuoted } from './place-flow.ts';
import type { Sheet } from './rendering-context.ts';

export interface BracketStyle {
  /** For the entries; their margin is that of the entries' lines. */
  readonly entries: FlowStyle;
  /** Blanks at the beginning of the line that the bracket opens on. */
  readonly outer: string;
  /** Whether entries stand on lines of their own. */
  readonly spread: boolean;
}

export function bracketStyle(sheet: Sheet, node: number, layout: FlowLayout): BracketStyle {
  const { tree, page } = sheet;
  const { text } = page;
  const outer = page.margin(layout.open);
  const ownLine = layout.slots.find((slot) => text.slice(slot.start, slot.head).includes('\n'));
  const spread = layout.slots.length > 0 ? ownLine !== undefined : isSpreadAround(sheet, node);
  const floor = floorOf(sheet, node);
  const margin = (ownLine ? page.margin(ownLine.head) : outer + sheet.flowStep()).padEnd(floor);
  const colon = colonOf(sheet, node);
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
      quoted: isQuoted(sheet, node),
      spread,
      margin,
      step: sheet.flowStep(),
      colon,
      space: second ? text.slice(second.start, second.head) : isMinified ? '' : ' ',
      padding: padding.trim() === '' ? padding : ' ',
      floor,
    },
  };
}

/** The colon as the first pair writes it; in YAML a blank has to follow unless the key stands in quotes. */
function colonOf(sheet: Sheet, node: number): string {
  const { tree, page } = sheet;
  for (const find of [pairIn, nearPair]) {
    const pair = find(sheet, node);
    if (!pair) continue;
    const from = endOf(tree, pair.value - 1);
    const text = page.text.slice(from, pair.properties?.start ?? startOf(tree, pair.value));
    if (/^[ \t]*:[ \t]*$/.test(text) && (/[ \t]$/.test(text) || isQuoted(sheet, node))) return text;
  }
  return ': ';
}

function pairIn(sheet: Sheet, node: number): FlowSlot | undefined {
  if (kindOf(sheet.tree, node) !== NodeKind.Map) return undefined;
  return sheet.flow(node).slots.find((slot) => slot.hasColon);
}

/** A pair of the nearest braces around a bracket. */
function nearPair(sheet: Sheet, node: number): FlowSlot | undefined {
  const { tree } = sheet;
  for (let at = parentOf(tree, node); at !== -1 && isFlow(tree, at); at = parentOf(tree, at)) {
    const found = pairIn(sheet, at);
    if (found) return found;
  }
  return undefined;
}

/** Whether the brackets around an empty one have their entries on lines of their own. */
function isSpreadAround(sheet: Sheet, node: number): boolean {
  const { tree, page } = sheet;
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
function floorOf(sheet: Sheet, node: number): number {
  const { tree, page } = sheet;
  let at = node;
  while (at !== -1 && isFlow(tree, at)) at = parentOf(tree, at);
  return at === -1 ? 0 : page.column(startOf(tree, at)) + 1;
}
