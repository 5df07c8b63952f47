/**
 * Resources in which nothing was found, be it by rules about single messages or in a search for secrets, by their names
 * and what they say: what says the same is as clean, on the other side of a comparison or in the next file.
 */
import { lookup } from '../source/lookup.ts';
import { ownText } from '../source/own-text.ts';
import { saysTheSame } from '../source/says-same.ts';
import { endOf, type NodeId, type SourceTree, startOf } from '../source/tree.ts';
import { type BoundMessage, NODE, versionOf } from './bound.ts';
import type { Configuration, Root } from './open.ts';
import { sha256 } from './sha256.ts';
import type { Frame } from './walk.ts';

/** What a file has very many of, and what the rules look at with little of what is around it. */
export const REPEATED: ReadonlySet<string> = new Set(['Cluster', 'route.VirtualHost']);

/** Where a resource stands. */
interface Document {
  readonly configuration: Pick<Configuration, 'namespace'>;
  readonly root: Pick<Root, 'tree'>;
}

export interface CleanTexts {
  /** Whether nothing was found in a resource that says the same. */
  isClean(document: Document, frame: Frame): boolean;
  /** Nothing was found in it. */
  note(document: Document, frame: Frame): void;
}

/** For files that are there together: what is written in another way may say the same. */
export function startCleanTexts(): CleanTexts {
  // Resources are compared and not looked up by their content: hashing all of a large file costs more than is spared.
  const byName = new Map<string, { readonly tree: SourceTree; readonly node: NodeId }>();
  return {
    isClean({ configuration, root: { tree } }, frame) {
      const key = keyOf(configuration.namespace, tree, frame);
      const known = key === undefined ? undefined : byName.get(key);
      return known !== undefined && isAlike(known.tree, known.node, tree, frame.message[NODE] ?? 0);
    },
    note({ configuration, root: { tree } }, frame) {
      const key = keyOf(configuration.namespace, tree, frame);
      if (key !== undefined) byName.set(key, { tree, node: frame.message[NODE] ?? 0 });
    },
  };
}

function isAlike(one: SourceTree, left: NodeId, other: SourceTree, right: NodeId): boolean {
  const isReadAlike = one.format === other.format && one.readAs === other.readAs;
  return (
    (isReadAlike && written(one, left) === written(other, right)) || saysTheSame(one, left, other, right)
  );
}

/** For texts that follow each other, none of which is kept alive by what is known of it. */
export function startRememberedTexts(): CleanTexts {
  const byName = new Map<string, string>();
  return {
    isClean(document, frame) {
      const key = textKeyOf(document, frame);
      const known = key === undefined ? undefined : byName.get(key);
      return known !== undefined && known === textOf(document, frame);
    },
    note(document, frame) {
      const key = textKeyOf(document, frame);
      // A piece of a file would keep the whole file in memory.
      if (key !== undefined) byName.set(key, ownText(textOf(document, frame)));
    },
  };
}

/** What stands beside its text; undefined for what may not be known by that. */
export function textKeyOf({ configuration, root: { tree } }: Document, frame: Frame): string | undefined {
  const key = keyOf(configuration.namespace, tree, frame);
  return key === undefined ? undefined : `${key} ${tree.format} ${tree.readAs}`;
}

/** Undefined for what may not be known by what is written: no such resource, or an alias in it says more. */
function keyOf(
  namespace: string,
  { aliases, tags }: SourceTree,
  { message, type, field, parent }: Frame,
): string | undefined {
  if (!REPEATED.has(type) || message[NODE] === undefined || aliases.size > 0 || tags.size > 0)
    return undefined;
  const name = typeof message.name === 'string' ? message.name : '';
  return `${type} ${versionOf(message)} ${field?.name ?? ''} ${namespace} ${name} ${aroundText(parent)}`;
}

/** What rules ask of what is around such a resource: limits, plugins, secrets, the cluster of the proxy itself. */
const ASKED_AROUND: { readonly [type: string]: (message: BoundMessage) => unknown } = {
  RouteConfiguration: ({ virtual_hosts: _, ...rest }) => rest,
  'Bootstrap.StaticResources': ({ secrets }) => secrets,
  Bootstrap: ({ cluster_manager: manager }) => manager,
};

const aroundTexts = new WeakMap<BoundMessage, string>();

function aroundText(frame: Frame | undefined): string {
  if (frame === undefined) return '';
  const known = aroundTexts.get(frame.message);
  if (known !== undefined) return known;
  const asked = lookup(ASKED_AROUND, frame.type)?.(frame.message);
  const own = asked === undefined ? '' : sha256(JSON.stringify(asked));
  const text = `${own}${aroundText(frame.parent)}`;
  aroundTexts.set(frame.message, text);
  return text;
}

export function textOf({ root: { tree } }: Document, { message }: Frame): string {
  return written(tree, message[NODE] ?? 0);
}

function written(tree: SourceTree, node: NodeId): string {
  return tree.text.slice(startOf(tree, node), endOf(tree, node));
}
