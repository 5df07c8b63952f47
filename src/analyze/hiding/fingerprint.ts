/**
 * Fingerprints: what makes a finding the same one in another version of its file. Made of names and content, never of
 * positions, so that a finding keeps its own when anything around it is inserted, removed or moved.
 */
import { fingerprints } from '../../model/fingerprints.ts';
import {
  endOf,
  isNull,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
  valueUnder,
} from '../../source/tree.ts';
import type { Resource } from '../finding.ts';

/** Keys whose value tells the entries of a list apart. */
const NAMES = ['name', 'key', 'header_name', 'headerName', 'id'];
/** Of content that has no name, so much counts. */
const COUNTED = 400;

export interface Fingerprinter {
  /** The fingerprint of a finding; equal findings get different ones, in the order of the questions. */
  of(rule: string, tree: SourceTree, node: NodeId, around: Around | undefined, identity: string): string;
}

/** The resource that a finding is in. */
export interface Around {
  readonly resource: Resource;
  readonly node: NodeId;
}

export function fingerprinter(): Fingerprinter {
  const print = fingerprints();
  return {
    of(rule, tree, node, around, identity) {
      const path = pathFrom(tree, around?.node ?? ROOT, node);
      return print([rule, resourceKey(tree, around), ...path, identity]);
    },
  };
}

/** A route has no name of its own: it is known by its virtual host and its match. */
function resourceKey(tree: SourceTree, around: Around | undefined): string {
  if (around === undefined) return '';
  const { resource, node } = around;
  if (resource.type !== 'Route') return `${resource.type} ${resource.name}`;
  const host = resource.name.slice(0, resource.name.lastIndexOf('/'));
  const match = kindOf(tree, node) === NodeKind.Map ? valueUnder(tree, node, 'match') : -1;
  return `Route ${host} ${contentOf(tree, match === -1 ? node : match)}`;
}

/** The keys from one node to another inside it; entries of lists by name or content. */
function pathFrom(tree: SourceTree, from: NodeId, to: NodeId): string[] {
  const segments: string[] = [];
  for (let at = to; at !== from && at > ROOT; ) {
    const holder = parentOf(tree, at);
    if (kindOf(tree, holder) === NodeKind.Map) segments.push(scalarText(tree, at - 1));
    else segments.push(entryKey(tree, at));
    at = holder;
  }
  return segments.reverse();
}

function entryKey(tree: SourceTree, entry: NodeId): string {
  const node = resolve(tree, entry);
  if (kindOf(tree, node) === NodeKind.Map) {
    for (const name of NAMES) {
      const value = valueUnder(tree, node, name);
      if (value !== -1 && isText(tree, value)) return `[${scalarText(tree, resolve(tree, value))}]`;
    }
  }
  return `[${contentOf(tree, node)}]`;
}

function isText(tree: SourceTree, value: NodeId): boolean {
  const kind = kindOf(tree, resolve(tree, value));
  return kind !== NodeKind.Map && kind !== NodeKind.List && !isNull(tree, value);
}

/** What a node says, whatever its indentation. */
function contentOf(tree: SourceTree, node: NodeId): string {
  const start = startOf(tree, node);
  return tree.text
    .slice(start, Math.min(endOf(tree, node), start + COUNTED))
    .replace(/\s+/g, ' ')
    .trim();
}
