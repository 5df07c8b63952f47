/**
 * Resources in which nothing was found, be it by rules about single messages or in a search for secrets, by their names
 * and what they say: what says the same is as clean, on the other side of a comparison or in the next file.
 */
import { ownText } from '../source/own-text.ts';
import { saysTheSame } from '../source/says-same.ts';
import { endOf, type NodeId, type SourceTree, startOf } from '../source/tree.ts';
import { NODE, versionOf } from './bound.ts';
import type { Configuration, Root } from './open.ts';
import type { Frame } from './walk.ts';

/** Resources of which a file has very many. Rules look at nothing around them, but where they declare it. */
export const REPEATED: ReadonlySet<string> = new Set(['Cluster', 'route.VirtualHost']);

/** Where a resource stands. */
interface Document {
  readonly configuration: Pick<Configuration, 'namespace'>;
  readonly root: Pick<Root, 'tree' | 'release'>;
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
    isClean(document, frame) {
      const { tree } = document.root;
      const key = keyOf(document, frame);
      const known = key === undefined ? undefined : byName.get(key);
      return known !== undefined && isAlike(known.tree, known.node, tree, frame.message[NODE] ?? 0);
    },
    note(document, frame) {
      const key = keyOf(document, frame);
      if (key !== undefined) byName.set(key, { tree: document.root.tree, node: frame.message[NODE] ?? 0 });
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
  const textKeyOf = (document: Document, frame: Frame): string | undefined => {
    const key = keyOf(document, frame);
    const { format, readAs } = document.root.tree;
    return key === undefined ? undefined : `${key} ${format} ${readAs}`;
  };
  const textOf = ({ root: { tree } }: Document, { message }: Frame) => written(tree, message[NODE] ?? 0);
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

/** Undefined for what may not be known by what is written: no such resource, or an alias in it says more. */
function keyOf(
  { configuration: { namespace }, root: { tree, release } }: Document,
  { message, type, field, parent }: Frame,
): string | undefined {
  const { aliases, tags } = tree;
  if (!REPEATED.has(type) || message[NODE] === undefined || aliases.size > 0 || tags.size > 0)
    return undefined;
  // Many files have a virtual host of one name in each of their route configurations.
  const names = [message.name, parent?.message.name].map((name) => (typeof name === 'string' ? name : ''));
  return `${type} ${versionOf(message)} ${release ?? ''} ${field?.name ?? ''} ${namespace} ${names.join(' ')}`;
}

function written(tree: SourceTree, node: NodeId): string {
  return tree.text.slice(startOf(tree, node), endOf(tree, node));
}
