/** What all parts of the rendering look things up in: the old text's lines and layouts, and the overlay over them. */
import { firstIndex } from '../sorted.ts';
import { parentOf, type SourceTree } from '../tree.ts';
import { type BlockLayout, blockLayout, isBlock } from './block-layout.ts';
import { type FlowLayout, flowLayout } from './flow-layout.ts';
import type { Entry, Overlay } from './overlay.ts';
import { type Page, pageOf } from './page.ts';
import { type BlockStyle, blockStyles, flowStep } from './style.ts';

export interface RenderContext {
  readonly tree: SourceTree;
  readonly page: Page;
  readonly overlay: Overlay;
  readonly block: (node: number) => BlockLayout;
  readonly flow: (node: number) => FlowLayout;
  readonly styleNear: (node: number) => BlockStyle;
  readonly flowStep: () => string;
}

export function contextOf(overlay: Overlay): RenderContext {
  const { tree } = overlay;
  const page = pageOf(tree);
  const remember = <T>(make: (node: number) => T): ((node: number) => T) => {
    const known = new Map<number, T>();
    return (node) => {
      const found = known.get(node) ?? make(node);
      known.set(node, found);
      return found;
    };
  };
  let step: string | undefined;
  return {
    tree,
    page,
    overlay,
    block: remember((node) => blockLayout(tree, page, node)),
    flow: remember((node) => flowLayout(tree, page, node)),
    styleNear: blockStyles(tree, page),
    flowStep() {
      step ??= flowStep(tree, page);
      return step;
    },
  };
}

/** The entry that held a node when it was read; its container was opened. */
export function homeOf(context: RenderContext, node: number): Entry | undefined {
  const entries = context.overlay.opened.get(parentOf(context.tree, node))?.original ?? [];
  const entry = entries[firstIndex(entries.length, (index) => (entries[index]?.home?.node ?? 0) >= node)];
  return entry?.home?.node === node ? entry : undefined;
}

/** The stretch of the old text that an entry had, its comments included. */
export function stretchOf(
  context: RenderContext,
  entry: Entry,
): { readonly start: number; readonly end: number } {
  const { container, home } = entry;
  const index = home?.index ?? -1;
  const slot = isBlock(context.tree, container.node)
    ? context.block(container.node).slots[index]
    : context.flow(container.node).slots[index];
  return { start: slot?.start ?? 0, end: slot?.end ?? 0 };
}
