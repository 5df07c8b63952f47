/** Finds the place that a pointer names in the document as it is now, through aliases where it leads through them. */
import { segmentsOf } from '../pointer.ts';
import { isIgnored, isOverridden, kindOf, NodeKind, parentOf } from '../tree.ts';
import { refuse } from './edit.ts';
import { type Container, type Entry, type Overlay, open, type Value } from './overlay.ts';

/** One of the ways that lead to an anchored node which aliases share. */
export interface View {
  /** The anchored node. */
  readonly shared: number;
  /** The aliases (or the anchored node itself) passed on the way here, which tells this way from the others. */
  readonly way: string;
  /** How many segments of the pointer were used up to come here. */
  readonly depth: number;
}

export interface Place {
  readonly container: Container;
  readonly segment: string;
  readonly view: View | undefined;
}

export function parsePointer(pointer: string): readonly string[] {
  return (
    segmentsOf(pointer) ?? refuse(`${JSON.stringify(pointer)} is no JSON pointer: it has to begin with "/"`)
  );
}

/** Anchored nodes that aliases stand for. */
export function sharedNodes(overlay: Overlay): ReadonlySet<number> {
  return new Set(overlay.tree.aliases.values());
}

/**
 * The container that the last segment of a pointer belongs to.
 *
 * @param entered is asked at each shared node on the way; true ends the walk (the edit was made already).
 */
export function walk(
  overlay: Overlay,
  shared: ReadonlySet<number>,
  segments: readonly string[],
  entered: (view: View) => boolean = () => false,
): Place | 'done' {
  let value: Value = overlay.root;
  let view: View | undefined;
  for (let depth = 0; ; depth++) {
    const use = shared.size > 0 ? sharedAt(overlay, shared, value) : undefined;
    if (use) {
      view = { shared: use.target, way: `${view?.way ?? ''}/${use.by}`, depth };
      if (entered(view)) return 'done';
      value = anchored(overlay, use.target);
    }
    const container: Container =
      open(overlay, value) ?? refuse(`there is no map or list at ${pointerText(segments, depth)}`);
    const segment = segments[depth] ?? '';
    if (depth >= segments.length - 1) return { container, segment, view };
    value = (entryAt(container, segment) ?? refuse(`there is nothing at ${pointerText(segments, depth + 1)}`))
      .value;
  }
}

/** The shared node that a value is or, as an alias, stands for. */
function sharedAt(
  overlay: Overlay,
  shared: ReadonlySet<number>,
  value: Value,
): { readonly target: number; readonly by: number } | undefined {
  if (value.kind === 'data') return undefined;
  const target = overlay.tree.aliases.get(value.node);
  if (target !== undefined) return { target, by: value.node };
  return shared.has(value.node) ? { target: value.node, by: value.node } : undefined;
}

/** The value of an anchored node, opened up from the root where it has to be. */
export function anchored(overlay: Overlay, node: number): Value {
  const chain: number[] = [];
  for (
    let at = node;
    at > 0 && !overlay.opened.has(at) && !overlay.leaves.has(at);
    at = parentOf(overlay.tree, at)
  ) {
    chain.push(at);
  }
  const top = chain.length === 0 ? node : parentOf(overlay.tree, chain[chain.length - 1] ?? 0);
  let at: Value | undefined = overlay.opened.get(top) ?? overlay.leaves.get(top);
  while (at && chain.length > 0) {
    const next: number = chain.pop() ?? 0;
    open(overlay, at);
    at = overlay.leaves.get(next);
  }
  return at ?? refuse('an anchor stands on a key; cfgtool does not edit what its aliases stand for');
}

/** The present entry at a segment. */
export function entryAt(container: Container, segment: string): Entry | undefined {
  if (container.kind === 'map') return container.byKey.get(segment);
  const index = listIndex(segment);
  return index === undefined ? undefined : container.list.at(index);
}

export function listIndex(segment: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : undefined;
}

export function pointerText(segments: readonly string[], depth: number): string {
  if (depth === 0) return 'the root';
  const escaped = segments.slice(0, depth).map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return JSON.stringify(`/${escaped.join('/')}`);
}

/** Where a node is in the result. */
export interface Standing {
  readonly present: boolean;
  /** Whether the reader passes over it: an ignored entry, or one of two under the same key. */
  readonly hidden: boolean;
  /** The innermost shared node around it, or -1. */
  readonly within: number;
}

export function standingOf(overlay: Overlay, shared: ReadonlySet<number>, node: number): Standing {
  const { tree } = overlay;
  let within = -1;
  let hidden = false;
  let at = node;
  const around = (container: number): void => {
    if (within === -1 && shared.has(container)) within = container;
  };
  // Along the old document, up to a node that edits have come to.
  while (at > 0 && !overlay.opened.has(at) && !overlay.leaves.has(at)) {
    const parent = parentOf(tree, at);
    if (kindOf(tree, parent) === NodeKind.Map && isPassedOver(overlay, at - 1)) hidden = true;
    around(parent);
    at = parent;
  }
  let value: Value | undefined = overlay.opened.get(at) ?? overlay.leaves.get(at);
  while (value && value !== overlay.root) {
    const owner: Entry | undefined = value.owner;
    if (!owner || owner.gone || owner.value !== value) return { present: false, hidden, within };
    const container: Container = owner.container;
    if (container.kind === 'map' && container.byKey.get(owner.key) !== owner) hidden = true;
    around(container.node);
    value = container;
  }
  return { present: value !== undefined, hidden, within };
}

/** Whether the reader passes over a key of a map that no edit has opened. */
function isPassedOver(overlay: Overlay, key: number): boolean {
  const { tree } = overlay;
  return isIgnored(tree, key) || isOverridden(tree, key);
}
