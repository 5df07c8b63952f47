/** Which message a text that need not be whole is, told from the keys that are there. */

import { findNamespace } from '../../model/namespace.ts';
import { type Shape, shapeOf } from '../../model/shape.ts';
import { evidenceOf, versionsOf } from '../../model/version.ts';
import type { Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { readJson } from '../../source/json.ts';
import { ROOT, setOwn } from '../../source/tree.ts';
import type { Entry, Level } from './place.ts';

/** What a document holds, and how it is written. */
export interface RootType extends Shape {
  readonly version: ApiVersion;
  /** Of the proxy, whose fields and defaults these are; the newest where absent. */
  readonly release?: Release;
  /** The namespace of its names and type URLs. */
  readonly namespace: string;
}

/** @param given the version that counts where nothing shows one @returns nothing where it is no configuration */
export function rootTypeIn(
  text: string,
  levels: readonly Level[],
  given: { readonly namespace?: string; readonly api?: ApiVersion; readonly release?: Release } = {},
): RootType | undefined {
  const [tree] = readJson('skeleton', JSON.stringify(skeleton(levels, 0)) ?? 'null');
  const shape = tree === undefined ? undefined : shapeOf(tree, ROOT);
  if (tree === undefined || shape === undefined) return undefined;
  const [found] = versionsOf([evidenceOf(tree, shape)], given.api);
  return {
    ...shape,
    version: found?.version ?? 'v3',
    ...(given.release === undefined ? {} : { release: given.release }),
    namespace: given.namespace ?? findNamespace(text),
  };
}

type Skeleton = string | null | readonly Skeleton[] | { readonly [key: string]: Skeleton };

/** What is known of a document: the keys on the way to a place, and those beside them. */
function skeleton(levels: readonly Level[], depth: number): Skeleton {
  const level = levels[depth];
  if (level === undefined) return null;
  if (level.kind === 'list') return [skeleton(levels, depth + 1)];
  const made = mapOf(level.entries);
  const next = levels[depth + 1];
  if (level.key !== undefined && next !== undefined) setOwn(made, level.key, skeleton(levels, depth + 1));
  return made;
}

function mapOf(entries: readonly Entry[]): { [key: string]: Skeleton } {
  const made: { [key: string]: Skeleton } = {};
  for (const entry of entries) setOwn(made, entry.key, held(entry));
  return made;
}

function held({ holds, text, inner }: Entry): Skeleton {
  if (holds === 'map') return mapOf(inner ?? []);
  if (holds === 'list') return [];
  return holds === 'scalar' ? (text ?? '') : null;
}
