/** A value of the old document cut out of its place, with its comments, to be put in elsewhere. */
import { isFlow, kindOf, NodeKind, startOf } from '../tree.ts';
import { type BlockSlot, isBlock, isBlockScalar, propertiesOf, tailOf } from './block-layout.ts';
import { commentsInGap } from './comments.ts';
import { refuse } from './edit.ts';
import type { FlowSlot } from './flow-layout.ts';
import { outputOf } from './output.ts';
import { type Container, type Entry, isContainer, type Leaf } from './overlay.ts';
import { heirOf } from './provenance.ts';
import { renderBlock } from './render-block.ts';
import { renderFlow } from './render-flow.ts';
import { homeOf, type RenderContext } from './rendering-context.ts';

export interface Fragment {
  /** Comments that stood above it, from their `#` on. */
  readonly lead: readonly string[];
  /** The comment at the end of its line, with the blanks before it. */
  readonly tail: string;
  /** A map or list in lines, or something that follows its key or dash on the line. */
  readonly shape: 'body' | 'inline';
  /** Inline: its first line. Body: its anchor and tag. */
  readonly text: string;
  /** Inline: its further lines. Body: all lines. With their old indentation. */
  readonly lines: readonly string[];
  /** Comment lines below it that stand deeper than its key. */
  readonly below: readonly string[];
  /** Inline: the column of its key or dash, which its further lines are deeper than. Body: its own. */
  readonly column: number;
  /** Body: how much deeper it was than its key. */
  readonly offset: number | undefined;
  /** For what stood in brackets: the blanks its line began with. */
  readonly margin: string | undefined;
}

export function fragmentOf(context: RenderContext, value: Leaf | Container): Fragment {
  const { node } = value;
  const home = homeOf(context, node);
  if (!home?.home) return refuse('the whole document cannot be moved');
  const parent = home.container.node;
  if (isBlock(context.tree, parent) && !isFlowPair(context, parent)) {
    const layout = context.block(parent);
    const slot = layout.slots[home.home.index];
    if (slot) {
      return isBlock(context.tree, node)
        ? bodyOf(context, value, home, slot, layout.column)
        : inlineOf(context, value, home, slot, layout.column);
    }
  }
  const slot = context.flow(parent).slots[home.home.index];
  if (!slot || isFlowPair(context, node))
    return refuse('a single pair in a list is not moved; write it in braces');
  return bracketed(context, value, home, slot);
}

/** Whether a map stands in a list in brackets without braces of its own. */
function isFlowPair(context: RenderContext, node: number): boolean {
  const parent = context.tree.parents[node] ?? -1;
  return isBlock(context.tree, node) && parent !== -1 && isFlow(context.tree, parent);
}

function bodyOf(
  context: RenderContext,
  value: Leaf | Container,
  home: Entry,
  slot: BlockSlot,
  outer: number,
): Fragment {
  const { tree, page } = context;
  const { node } = value;
  const heir = home.gone && heirOf(home) !== undefined;
  const properties = propertiesOf(tree, node);
  const after = properties?.end ?? slot.intro;
  const inLine = startOf(tree, node) <= page.lineEnd(after);
  const from = inLine ? startOf(tree, node) : page.nextLine(after);
  const column = page.column(startOf(tree, node));
  const lead = [
    ...leadOf(context, home, slot),
    ...gapComments(context, slot.intro, properties?.start ?? slot.intro),
  ];
  const tail = heir ? '' : tailOf(tree, page, slot);
  const out = outputOf(tree.text);
  if (isContainer(value) && value.changed) {
    const layout = context.block(node);
    out.keep(from, layout.start);
    if (inLine && value.count > 0) out.text(' '.repeat(column), []);
    renderBlock(context, value, out);
    out.keep(layout.end, slot.end);
  } else out.keep(from, slot.end);
  const lines = linesOf(out.joined());
  if (isContainer(value) && value.count === 0) {
    const text = [properties?.text ?? '', value.kind === 'map' ? '{}' : '[]'].join(' ').trimStart();
    const kept = lines.map((line) => line.trim()).filter((line) => line !== '');
    return {
      lead: [...lead, ...kept],
      tail,
      shape: 'inline',
      text,
      lines: [],
      below: [],
      column: outer,
      offset: undefined,
      margin: undefined,
    };
  }
  if (inLine && !(isContainer(value) && value.changed)) lines[0] = ' '.repeat(column) + (lines[0] ?? '');
  const offset = inLine || home.container.kind === 'list' ? undefined : column - outer;
  return {
    lead,
    tail,
    shape: 'body',
    text: properties?.text ?? '',
    lines,
    below: [],
    column,
    offset,
    margin: undefined,
  };
}

function inlineOf(
  context: RenderContext,
  value: Leaf | Container,
  home: Entry,
  slot: BlockSlot,
  outer: number,
): Fragment {
  const { tree, page } = context;
  const { node } = value;
  const heir = home.gone && heirOf(home) !== undefined;
  const from = slot.properties?.start ?? startOf(tree, node);
  const [text = '', ...lines] = textOf(context, value, from, slot.bodyEnd).replace(/\r$/, '').split(/\r?\n/);
  return {
    lead: [...leadOf(context, home, slot), ...gapComments(context, slot.intro, from)],
    // The comment behind `|` is part of the text; one behind a value goes to who takes the value's place.
    tail: heir || isBlockScalar(tree, node) ? '' : tailOf(tree, page, slot),
    shape: 'inline',
    text: kindOf(tree, node) === NodeKind.Empty ? (slot.properties?.text ?? '') : text,
    lines,
    below: linesOf(tree.text.slice(page.nextLine(slot.bodyEnd), slot.end)),
    column: outer,
    offset: undefined,
    margin: undefined,
  };
}

function bracketed(context: RenderContext, value: Leaf | Container, home: Entry, slot: FlowSlot): Fragment {
  const { tree, page } = context;
  const { node } = value;
  const heir = home.gone && heirOf(home) !== undefined;
  const from = slot.properties?.start ?? startOf(tree, node);
  const [text = '', ...lines] = textOf(context, value, from, slot.bodyEnd).replace(/\r$/, '').split(/\r?\n/);
  const around = heir
    ? []
    : [...gapComments(context, slot.lead, slot.head), ...gapComments(context, slot.bodyEnd, slot.end)];
  const margin = page.margin(slot.head);
  return {
    lead: [...around, ...gapComments(context, slot.intro, from)],
    tail: '',
    shape: 'inline',
    text: kindOf(tree, node) === NodeKind.Empty ? (slot.properties?.text ?? '') : text,
    lines,
    below: [],
    column: margin.length,
    offset: undefined,
    margin,
  };
}

function textOf(context: RenderContext, value: Leaf | Container, from: number, to: number): string {
  if (!isContainer(value) || !value.changed) return context.tree.text.slice(from, to);
  const out = outputOf(context.tree.text);
  out.keep(from, startOf(context.tree, value.node));
  renderFlow(context, value, out);
  return out.joined();
}

/** The comments above an entry, unless another one has taken its place. */
function leadOf(context: RenderContext, home: Entry, slot: BlockSlot): string[] {
  return home.gone && heirOf(home) ? [] : gapComments(context, slot.start, slot.head);
}

function gapComments(context: RenderContext, from: number, to: number): string[] {
  if (context.tree.format === 'json' || from >= to) return [];
  return commentsInGap(context.tree.text, from, to).map((comment) => comment.text);
}

/** Lines without their breaks; a break at the end begins no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}
