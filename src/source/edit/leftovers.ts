/**
 * Comments that would be lost: those of an entry that goes away while parts of it went elsewhere. The parts take their
 * own comments along; the others stay where the entry was.
 */
import { skipOf, startOf } from '../tree.ts';
import { isBlock, tailOf } from './block-layout.ts';
import { commentsAround } from './comments.ts';
import { type Entry, isContainer, type Value } from './overlay.ts';
import { heirOf, homeValue, wasMoved } from './provenance.ts';
import { type RenderContext, stretchOf } from './rendering-context.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The comments to keep of an entry whose value goes away, from their `#` on. */
export function leftoversOf(context: RenderContext, entry: Entry): string[] {
  const { tree } = context;
  const { home } = entry;
  if (!home || tree.format === 'json' || wasMoved(context.overlay, entry)) return [];
  const taken: Stretch[] = [];
  collectMoved(context, homeValue(context.overlay, home), taken);
  if (taken.length === 0) return [];
  for (const stretch of keptElsewhere(context, entry)) taken.push(stretch);
  const { start, end } = stretchOf(context, entry);
  const first = home.key === -1 ? home.node : home.key;
  return commentsAround(tree, start, end, first, skipOf(tree, home.node))
    .filter((comment) => !taken.some((part) => comment.start >= part.start && comment.start < part.end))
    .map((comment) => comment.text);
}

/** The stretches of what was moved out of a value. */
function collectMoved(context: RenderContext, value: Value | undefined, taken: Stretch[]): void {
  if (!value || !isContainer(value)) return;
  for (const entry of value.original) {
    if (wasMoved(context.overlay, entry)) taken.push(stretchOf(context, entry));
    else if (entry.home) collectMoved(context, homeValue(context.overlay, entry.home), taken);
  }
}

/** The comments of the entry itself, where it or its heir keeps them. */
function keptElsewhere(context: RenderContext, entry: Entry): Stretch[] {
  const { container, home } = entry;
  if (!home || (entry.gone && !heirOf(entry))) return [];
  if (!isBlock(context.tree, container.node)) {
    const slot = context.flow(container.node).slots[home.index];
    return slot
      ? [
          { start: slot.start, end: slot.head },
          { start: slot.bodyEnd, end: slot.end },
        ]
      : [];
  }
  const slot = context.block(container.node).slots[home.index];
  if (!slot) return [];
  const kept = [{ start: slot.start, end: slot.head }];
  if (!entry.gone) kept.push({ start: context.page.lineEnd(slot.bodyEnd), end: slot.end });
  if (tailOf(context.tree, context.page, slot) !== '') {
    const from = isBlock(context.tree, home.node)
      ? slot.intro
      : Math.max(slot.intro, startOf(context.tree, home.node));
    kept.push({
      start: from,
      end: context.page.lineEnd(isBlock(context.tree, home.node) ? slot.intro : slot.bodyEnd),
    });
  }
  return kept;
}
