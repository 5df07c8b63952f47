/**
 * Resources in which rules about single messages found nothing, by their names and texts: what reads the same is as
 * clean, on the other side of a comparison or in the next file.
 */
import { NODE, versionOf } from '../model/bound.ts';
import type { Frame } from '../model/walk.ts';
import { ownText } from '../source/own-text.ts';
import { endOf, startOf } from '../source/tree.ts';
import type { Document } from './finding.ts';

/** What a file has very many of, and what the rules look at without what is around it. */
const REPEATED: ReadonlySet<string> = new Set(['Cluster', 'route.VirtualHost']);

export interface CleanTexts {
  /** Whether nothing was found in a resource that reads the same. */
  isClean(document: Document, frame: Frame): boolean;
  /** Nothing was found in it. */
  note(document: Document, frame: Frame): void;
}

export function startCleanTexts(): CleanTexts {
  // Texts are compared and not looked up: hashing all of a large file costs more than what is spared.
  const byName = new Map<string, string>();
  return {
    isClean(document, frame) {
      const key = keyOf(document, frame);
      const known = key === undefined ? undefined : byName.get(key);
      return known !== undefined && known === textOf(document, frame);
    },
    note(document, frame) {
      const key = keyOf(document, frame);
      // A piece of a file would keep the whole file in memory.
      if (key !== undefined) byName.set(key, ownText(textOf(document, frame)));
    },
  };
}

/** Undefined for what may not be known by its text: no such resource, or an alias in it says more than is written. */
export function keyOf(
  { configuration, root }: Document,
  { message, type, field }: Frame,
): string | undefined {
  const { tree } = root;
  if (!REPEATED.has(type) || message[NODE] === undefined) return undefined;
  if (tree.aliases.size > 0 || tree.tags.size > 0) return undefined;
  return `${type} ${versionOf(message)} ${field?.name ?? ''} ${configuration.namespace} ${tree.format} ${typeof message.name === 'string' ? message.name : ''}`;
}

export function textOf({ root: { tree } }: Document, { message }: Frame): string {
  const at = message[NODE] ?? 0;
  return tree.text.slice(startOf(tree, at), endOf(tree, at));
}
