/** The clusters that an input defines, by their names. */

import type { EffectContext } from '../../effects/reason.ts';
import type { Message } from '../../schema/types.ts';
import type { SubjectContext } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { definitionsOf } from './definitions.ts';

export type Cluster = Message<'Cluster'>;

/** By name; several where a name is defined more than once. To be asked for through {@link Subject.shared}. */
export function clustersByName(subject: Subject): ReadonlyMap<string, readonly Cluster[]> {
  const found = new Map<string, Cluster[]>();
  for (const { name, message } of subject.shared(definitionsOf).clusters) {
    const known = found.get(name);
    if (known === undefined) found.set(name, [message]);
    else known.push(message);
  }
  return found;
}

/** What the input defines under a name; undefined where it is nothing, so that nothing can be said. */
export function definedClusters(subject: Subject, name: string | undefined): readonly Cluster[] | undefined {
  return name === undefined ? undefined : subject.shared(clustersByName).get(name);
}

/** What reasons for fields without effect look up in a subject. */
export function effectsOf({ subject, namespace }: SubjectContext): EffectContext {
  return { namespace, clusters: (name) => definedClusters(subject, name) };
}
