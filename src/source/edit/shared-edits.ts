/**
 * Edits of values that aliases share. The text holds such a value once, so an edit that comes through one of the ways
 * to it has to come through all of them, or the values behind the others would change unasked. The first way's edit is
 * made, the others' are compared with it, and at the end each way has to have had the same ones.
 */

import { lineIndex } from '../lines.ts';
import { startOf } from '../tree.ts';
import { type Edit, refuse } from './edit.ts';
import type { Overlay } from './overlay.ts';
import { sharedNodes, standingOf, type View } from './walk.ts';

type Segments = readonly string[];

export interface SharedEdits {
  /** Anchored nodes that aliases stand for. */
  readonly nodes: ReadonlySet<number>;
  /** Whether any such node was edited. */
  readonly any: () => boolean;
  /** Whether the same edit of this node was made already, having come another way. */
  madeBefore(view: View, edit: Edit, path: Segments, other?: Segments, hint?: Segments): boolean;
  /** Takes down an edit that is about to be made; refuses one that differs from what came another way. */
  make(view: View, edit: Edit, path: Segments, other?: Segments, hint?: Segments): void;
  /** Refuses a move into or out of a shared node. */
  refuseBoundary(view: View | undefined): never;
  /** Refuses where a way that is still there has not had all edits. */
  finish(): void;
}

interface Log {
  /** Edits of the node, in pointers relative to it. */
  readonly made: string[];
  /** How many of them came each way. */
  readonly came: Map<string, number>;
}

export function sharedEdits(overlay: Overlay): SharedEdits {
  const nodes = sharedNodes(overlay);
  const logs = new Map<number, Log>();
  const nameOf = (node: number): string => {
    const { tree } = overlay;
    const at = tree.propertyStarts.get(node) ?? startOf(tree, node);
    return `the anchor &${tree.anchors.get(node) ?? '?'} (line ${lineIndex(tree.text).position(at).line})`;
  };
  const logOf = (node: number): Log => {
    let log = logs.get(node);
    if (!log) {
      log = { made: [], came: new Map() };
      logs.set(node, log);
    }
    return log;
  };
  const refuseBoundary = (view: View | undefined): never =>
    refuse(
      `${view ? nameOf(view.shared) : 'an anchor'} is used in several places; a part cannot be moved out of it or into it`,
    );
  return {
    nodes,
    any: () => logs.size > 0,
    madeBefore(view, edit, path, other, hint) {
      const log = logs.get(view.shared);
      const came = log?.came.get(view.way) ?? 0;
      if (!log || came >= log.made.length) return false;
      if (relative(view, edit, path, other, hint) !== log.made[came]) return false;
      log.came.set(view.way, came + 1);
      return true;
    },
    make(view, edit, path, other, hint) {
      const log = logOf(view.shared);
      const came = log.came.get(view.way) ?? 0;
      const words = relative(view, edit, path, other, hint);
      if (words === undefined) return refuseBoundary(view);
      if (came < log.made.length) {
        refuse(
          `${nameOf(view.shared)} is used in several places, and these would have to change in different ways`,
        );
      }
      log.made.push(words);
      log.came.set(view.way, came + 1);
    },
    refuseBoundary,
    finish() {
      for (const [node, log] of logs) {
        for (const way of waysTo(overlay, nodes, node)) {
          if ((log.came.get(way) ?? 0) === log.made.length) continue;
          refuse(
            `${nameOf(node)} is used in several places, and not all of them are to change in the same way`,
          );
        }
      }
    },
  };
}

/** An edit in pointers relative to a shared node; undefined where one of them leads elsewhere. */
function relative(
  view: View,
  edit: Edit,
  path: Segments,
  other: Segments | undefined,
  hint: Segments | undefined,
): string | undefined {
  const inside = (segments: Segments | undefined): Segments | undefined =>
    segments &&
    segments.length > view.depth &&
    segments.slice(0, view.depth).every((part, at) => part === path[at])
      ? segments.slice(view.depth)
      : undefined;
  if (other && !inside(other)) return undefined;
  return JSON.stringify([
    edit.op,
    inside(path),
    inside(other),
    inside(hint),
    'value' in edit ? edit.value : undefined,
    edit.op === 'add' && edit.first,
  ]);
}

/** The ways from the root to a shared node in the result. */
function waysTo(overlay: Overlay, nodes: ReadonlySet<number>, node: number): string[] {
  const ways: string[] = [];
  const users = [node];
  for (const [alias, target] of overlay.tree.aliases) if (target === node) users.push(alias);
  for (const user of users) {
    const { present, hidden, within } = standingOf(overlay, nodes, user);
    if (!present || hidden) continue;
    const before = within === -1 ? [''] : waysTo(overlay, nodes, within);
    for (const way of before) ways.push(`${way}/${user}`);
  }
  return ways;
}
