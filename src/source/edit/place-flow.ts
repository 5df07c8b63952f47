/** Prints a value for a place in brackets: JSON, and YAML's flow style. */
import { isFlow, kindOf, NodeKind, parentOf, plainValue, ROOT, skipOf, startOf } from '../tree.ts';
import { isBlock, isBlockScalar, propertiesOf } from './block-layout.ts';
import { refuse } from './edit.ts';
import { type Fragment, fragmentOf } from './fragment.ts';
import { type Container, type Entry, isContainer, type Leaf, open, type Value } from './overlay.ts';
import { yamlKey } from './place-block.ts';
import { holdsEntries, jsonScalar, quoted, yamlInline, yamlScalar } from './print.ts';
import type { RenderContext } from './rendering-context.ts';
import { indentOf, shiftLine } from './shift.ts';

export interface FlowStyle {
  /** Whether keys and strings stand in double quotes. */
  readonly quoted: boolean;
  /** Whether each entry stands on a line of its own. */
  readonly spread: boolean;
  /** Blanks at the beginning of the line that the value begins on. */
  readonly margin: string;
  readonly step: string;
  /** The colon with the blanks around it. */
  readonly colon: string;
  /** Blanks after a comma, where entries share a line. */
  readonly space: string;
  /** Blanks inside brackets, where entries share a line. */
  readonly padding: string;
  /** Columns that further lines have to be indented at least. */
  readonly floor: number;
}

export interface FlowPlaced {
  readonly text: string;
  /** Comments to stand above it. */
  readonly lead: readonly string[];
}

export function placeInFlow(context: RenderContext, value: Value, style: FlowStyle): FlowPlaced {
  if (value.kind === 'old' || (isContainer(value) && value.node >= 0)) return placeOld(context, value, style);
  const container =
    value.kind === 'data' && !holdsEntries(value.data) ? undefined : open(context.overlay, value);
  if (!container) {
    if (value.kind !== 'data') return { text: '', lead: [] };
    const { data } = value;
    return { text: style.quoted && typeof data === 'string' ? jsonScalar(data) : yamlInline(data), lead: [] };
  }
  const inner = style.spread ? { ...style, margin: style.margin + style.step } : style;
  const texts: string[] = [];
  const lead: string[] = [];
  for (let entry = container.first; entry; entry = entry.next) {
    if (entry.gone) continue;
    const placed = placeEntry(context, entry, inner);
    for (const comment of placed.lead) lead.push(comment);
    texts.push(placed.text);
  }
  return { text: bracketed(context, container.kind, texts, style), lead };
}

function bracketed(
  context: RenderContext,
  kind: 'map' | 'list',
  texts: readonly string[],
  style: FlowStyle,
): string {
  const [open, close] = kind === 'map' ? ['{', '}'] : ['[', ']'];
  if (texts.length === 0) return open + close;
  if (!style.spread) {
    const padding = kind === 'map' ? style.padding : '';
    return open + padding + texts.join(`,${style.space}`) + padding + close;
  }
  const line = context.page.eol + style.margin;
  return `${open}${texts.map((text) => line + style.step + text).join(',')}${line}${close}`;
}

/** A new entry: its key where it stands in a map, and its value. */
export function placeEntry(context: RenderContext, entry: Entry, style: FlowStyle): FlowPlaced {
  const placed = placeInFlow(context, entry.value, style);
  if (entry.container.kind === 'list') return placed;
  return { text: flowKey(entry.key, style) + style.colon + placed.text, lead: placed.lead };
}

export function flowKey(key: string, style: FlowStyle): string {
  return style.quoted ? quoted(key) : yamlKey(key);
}

function placeOld(context: RenderContext, value: Leaf | Container, style: FlowStyle): FlowPlaced {
  const { tree } = context;
  const { node } = value;
  const fragment = fragmentOf(context, value);
  const kind = kindOf(tree, node);
  if (fragment.shape === 'body' || isBlockScalar(tree, node) || isBlock(tree, node)) {
    if (hasComments(fragment))
      refuse('lines with comments cannot be moved into brackets; write the brackets out in lines');
    return { text: asFlow(context, value, style), lead: [] };
  }
  const lead = [
    ...fragment.lead,
    ...(fragment.tail === '' ? [] : [fragment.tail.trim()]),
    ...commentsIn(fragment.below),
  ];
  if (kind === NodeKind.Plain && fragment.margin === undefined)
    return { text: plainInFlow(context, node), lead };
  if (kind === NodeKind.Empty) return { text: emptyInFlow(fragment.text), lead };
  return { text: [fragment.text, ...shifted(fragment, style)].join(context.page.eol), lead };
}

function shifted(fragment: Fragment, style: FlowStyle): string[] {
  const { margin } = fragment;
  const lines = fragment.lines.map((line) => {
    if (margin === undefined) return shiftLine(line, style.margin.length - fragment.column);
    return line.startsWith(margin) ? style.margin + line.slice(margin.length) : line;
  });
  const lowest = Math.min(
    ...lines.slice(0, 10_000).map((line) => indentOf(line) ?? Number.POSITIVE_INFINITY),
  );
  const more = lowest < style.floor ? style.floor - lowest : 0;
  return lines.map((line) => shiftLine(line, more));
}

function hasComments(fragment: Fragment): boolean {
  const inside = [...fragment.lines, fragment.text, ...fragment.below];
  return fragment.lead.length > 0 || fragment.tail !== '' || inside.some((line) => /(?:^|\s)#/.test(line));
}

function commentsIn(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** A plain scalar from a block: some of its signs mean something in brackets. */
function plainInFlow(context: RenderContext, node: number): string {
  const { tree } = context;
  const properties = propertiesOf(tree, node);
  const text = tree.text.slice(startOf(tree, node), tree.ends[node]);
  const value = plainValue(tree, node);
  const safe = typeof value === 'string' ? (yamlScalar(text) === text ? text : quoted(value)) : text;
  return properties ? `${properties.text} ${safe}` : safe;
}

function emptyInFlow(properties: string): string {
  return properties === '' ? 'null' : `${properties} `;
}

/** A value that stood in lines, written in brackets on one line. */
function asFlow(context: RenderContext, value: Value, style: FlowStyle): string {
  const { tree, overlay } = context;
  const inner = { ...style, spread: false };
  if (value.kind === 'data' || (isContainer(value) && value.node < 0))
    return placeInFlow(context, value, inner).text;
  const { node } = value;
  const properties = propertiesOf(tree, node)?.text;
  const before = properties === undefined ? '' : `${properties} `;
  const container = open(overlay, value);
  if (container && isFlow(tree, node)) return placeInFlow(context, value, inner).text;
  if (container) {
    const texts: string[] = [];
    for (let entry = container.first; entry; entry = entry.next) {
      if (entry.gone) continue;
      const text = asFlow(context, entry.value, style);
      texts.push(container.kind === 'list' ? text : `${flowKey(entry.key, style)}: ${text}`);
    }
    return before + bracketed(context, container.kind, texts, inner);
  }
  switch (kindOf(tree, node)) {
    case NodeKind.Plain:
      return plainInFlow(context, node);
    case NodeKind.Empty:
      return emptyInFlow(properties ?? '');
    case NodeKind.Alias:
      return tree.text.slice(startOf(tree, node), tree.ends[node]);
    default: {
      const decoded = plainValue(tree, node);
      return before + (typeof decoded === 'string' ? quoted(decoded) : yamlInline(decoded));
    }
  }
}

/** Whether the first key in a container, or around it, stands in double quotes, or the whole document is JSON. */
export function isQuoted(context: RenderContext, node: number): boolean {
  const { tree } = context;
  if (tree.format === 'json') return true;
  for (let at = node; at < skipOf(tree, node); at++) {
    if (kindOf(tree, at) === NodeKind.Map && skipOf(tree, at) > at + 1)
      return kindOf(tree, at + 1) === NodeKind.Double;
  }
  return node !== ROOT && isFlow(tree, parentOf(tree, node))
    ? isQuoted(context, parentOf(tree, node))
    : false;
}
