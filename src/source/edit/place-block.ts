/** Lays out a value behind a key or dash in block style. */
import { isList } from '../data.ts';
import { endOf, kindOf, NodeKind, parentOf, startOf } from '../tree.ts';
import { isBlock, isBlockScalar } from './block-layout.ts';
import { refuse } from './edit.ts';
import { type Fragment, fragmentOf } from './fragment.ts';
import { type Container, type Entry, isContainer, type Value } from './overlay.ts';
import { holdsEntries, yamlInline, yamlLines, yamlScalar } from './print.ts';
import type { RenderContext } from './rendering-context.ts';
import { shiftDeeper, shiftLine } from './shift.ts';
import type { BlockStyle } from './style.ts';

/** Where a value goes. */
export interface BlockPlace {
  /** Column of its key or dash. */
  readonly column: number;
  readonly dash: boolean;
  readonly style: BlockStyle;
  /** A comment, with the blanks before it, that is to stand on the line of the key or dash. */
  readonly tail: string;
}

export interface Placed {
  /** Comments to stand above the entry, from their `#` on. */
  readonly lead: readonly string[];
  /** What follows the colon or dash on its line. */
  readonly head: string;
  /** Further lines, with their indentation. */
  readonly lines: readonly string[];
  /** The value alone, where it needs no further line. */
  readonly inline: string | undefined;
}

/** Keys longer than this need another notation. */
const LONGEST_KEY = 1000;

export function yamlKey(key: string): string {
  const text = yamlScalar(key);
  if (text.length > LONGEST_KEY) refuse('a key is too long to be written in YAML');
  return text;
}

export function placeInBlock(context: RenderContext, value: Value, place: BlockPlace): Placed {
  if (isContainer(value) && becomesBlock(context, value)) {
    const fragment = fragmentOf(context, value);
    const { tail, lead } = joinTails(fragment, place);
    const placed = placeInBlock(context, { ...value, node: -1 }, { ...place, tail });
    const below = fragment.below.map((line) => shiftLine(line, place.column - fragment.column));
    return { ...placed, lead: [...lead, ...placed.lead], lines: [...placed.lines, ...below] };
  }
  if (value.kind === 'old' || (isContainer(value) && value.node >= 0)) {
    const fragment = fragmentOf(context, value);
    return fragment.shape === 'body'
      ? placeBody(context, value.node, fragment, place)
      : placeInline(context, value.node, fragment, place);
  }
  if (value.kind === 'data') {
    if (!holdsEntries(value.data)) return inlinePlaced(yamlInline(value.data), place);
    const column = entriesColumn(place, isList(value.data));
    const { step, listOffset, dashGap } = place.style;
    return linesPlaced(
      [],
      yamlLines(value.data, { indent: column, step, listOffset, dashGap }),
      column,
      place,
    );
  }
  if (value.count === 0) return inlinePlaced(value.kind === 'map' ? '{}' : '[]', place);
  const column = entriesColumn(place, value.kind === 'list');
  const { lead, lines } = containerLines(context, value, column, place);
  return linesPlaced(lead, lines, column, place);
}

/** Column of the entries of a new map or list. */
function entriesColumn(place: BlockPlace, list: boolean): number {
  const { column, dash, style } = place;
  if (dash) return column + 1 + style.dashGap;
  return column + (list ? style.listOffset : style.step);
}

function inlinePlaced(
  text: string,
  place: BlockPlace,
  lead: readonly string[] = [],
  lines: readonly string[] = [],
): Placed {
  const gap = text === '' ? '' : place.dash ? ' '.repeat(place.style.dashGap) : ' ';
  return { lead, head: gap + text + place.tail, lines, inline: lines.length === 0 ? text : undefined };
}

/** New lines below a key, or beginning on the line of a dash. */
function linesPlaced(
  lead: readonly string[],
  lines: readonly string[],
  column: number,
  place: BlockPlace,
): Placed {
  if (!place.dash) return { lead, head: place.tail, lines, inline: undefined };
  const [first = '', ...others] = lines;
  const comment = place.tail.trim();
  if (comment !== '' && others.length === 0 && !/(?:^|\s)#/.test(first)) {
    const head = ' '.repeat(place.style.dashGap) + first.slice(column) + place.tail;
    return { lead, head, lines: [], inline: undefined };
  }
  return {
    lead: comment === '' ? lead : [comment, ...lead],
    head: ' '.repeat(place.style.dashGap) + first.slice(column),
    lines: others,
    inline: undefined,
  };
}

/**
 * The lines of a new container's entries. Comments of its first entry are handed up, so that they come to stand above
 * the dash or key that begins with it; those of a list's first item only where it begins on another dash's line.
 */
function containerLines(
  context: RenderContext,
  container: Container,
  column: number,
  place: BlockPlace,
): { readonly lead: readonly string[]; readonly lines: readonly string[] } {
  const lines: string[] = [];
  let handedUp: readonly string[] = [];
  const dash = container.kind === 'list';
  for (let entry = container.first; entry; entry = entry.next) {
    if (entry.gone) continue;
    const placed = placeInBlock(context, entry.value, { column, dash, style: place.style, tail: '' });
    if (lines.length === 0 && (!dash || place.dash)) handedUp = placed.lead;
    else for (const line of commentLines(placed.lead, column)) lines.push(line);
    for (const line of entryLines(entry, placed, column)) lines.push(line);
  }
  return { lead: handedUp, lines };
}

/** The lines of a new entry. */
export function entryLines(entry: Entry, placed: Placed, column: number): string[] {
  const intro = entry.container.kind === 'list' ? '-' : `${yamlKey(entry.key)}:`;
  return [' '.repeat(column) + intro + placed.head, ...placed.lines];
}

export function commentLines(comments: readonly string[], column: number): string[] {
  return comments.map((comment) => ' '.repeat(column) + comment);
}

/** Whether a bare `{}` or `[]` that got entries is written in lines now. */
export function becomesBlock(context: RenderContext, value: Container): boolean {
  const { node } = value;
  const { tree } = context;
  if (node <= 0 || value.original.length > 0 || value.count === 0) return false;
  if (tree.propertyStarts.has(node) || !isBlock(tree, parentOf(tree, node))) return false;
  return /^[[{]\s*[\]}]$/.test(tree.text.slice(startOf(tree, node), endOf(tree, node)));
}

function placeBody(context: RenderContext, node: number, fragment: Fragment, place: BlockPlace): Placed {
  const list = kindOf(context.tree, node) === NodeKind.List;
  const { tail, lead } = joinTails(fragment, place);
  const column =
    place.dash || fragment.offset === undefined ? entriesColumn(place, list) : place.column + fragment.offset;
  const lines = fragment.lines.map((line) => shiftLine(line, column - fragment.column));
  const first = lines[0] ?? '';
  const startsAtOnce =
    first.length > column && first.slice(0, column).trim() === '' && !/[ \t#]/.test(first.charAt(column));
  if (place.dash && fragment.text === '' && tail === '' && startsAtOnce) {
    return linesPlaced(lead, lines, column, place);
  }
  const properties = fragment.text === '' ? '' : ` ${fragment.text}`;
  return { lead, head: properties + tail, lines, inline: undefined };
}

function placeInline(context: RenderContext, node: number, fragment: Fragment, place: BlockPlace): Placed {
  const { tail, lead } = joinTails(fragment, place);
  const by = place.column - fragment.column;
  const literal = isBlockScalar(context.tree, node);
  const further = literal
    ? fragment.lines.map((line) => shiftLine(line, by))
    : shiftDeeper(fragment.lines, by, place.column + 1, place.style.step);
  const below = fragment.below.map((line) => shiftLine(line, by));
  if (further.length === 0) return inlinePlaced(fragment.text, { ...place, tail }, lead, below);
  // A comment at the end of a value stays at its end; behind a block scalar it would be part of it.
  const last = literal ? '' : tail;
  const lines = further.map((line, index) => (index === further.length - 1 ? line + last : line));
  const above = literal && tail !== '' ? [...lead, tail.trim()] : lead;
  return inlinePlaced(fragment.text, { ...place, tail: '' }, above, [...lines, ...below]);
}

/** One comment can stand at the end of a line; a second one goes above. */
function joinTails(
  fragment: Fragment,
  place: BlockPlace,
): { readonly tail: string; readonly lead: readonly string[] } {
  if (fragment.tail === '' || place.tail === '')
    return { tail: fragment.tail || place.tail, lead: fragment.lead };
  return { tail: place.tail, lead: [...fragment.lead, fragment.tail.trim()] };
}
