/** What a picture says of clusters: the same that the rules about undefined and unreachable clusters go by. */

import { type Definition, definitionsOf, spotOf } from '../../analyze/clusters/definitions.ts';
import { dynamicParts } from '../../analyze/clusters/dynamic-parts.ts';
import type { ClusterReference } from '../../analyze/clusters/reference.ts';
import { clusterReferences } from '../../analyze/clusters/references.ts';
import { clusterUses } from '../../analyze/clusters/uses.ts';
import type { Subject } from '../../analyze/index.ts';
import { nodeOf, placeOf } from '../../analyze/place.ts';
import type { Message } from '../../schema/types.ts';
import type { Mark, PictureNode } from './picture.ts';

export interface ClusterFacts {
  readonly defined: ReadonlyMap<string, Definition<Message<'Cluster'>>>;
  /** Of defined clusters. */
  readonly total: number;
  readonly reachesAll: boolean;
  references(name: string): readonly ClusterReference[];
  markOf(name: string): { readonly mark: Mark; readonly said: string } | undefined;
  /** The names of clusters with a mark, then the others where there is room for all. */
  notable(most: number): readonly string[];
}

export function clusterFacts(subject: Subject): ClusterFacts {
  const { clusters } = subject.shared(definitionsOf);
  const parts = subject.shared(dynamicParts);
  const { byCluster } = subject.shared(clusterReferences);
  const { reached, fateOf, ...uses } = subject.shared(clusterUses);
  const reachesAll = uses.reachesAll ?? uses.mayReachAll;
  const defined = new Map<string, Definition<Message<'Cluster'>>>();
  for (const each of clusters) if (each.name !== '' && !defined.has(each.name)) defined.set(each.name, each);
  const isCertain = (name: string): boolean =>
    (byCluster.get(name) ?? []).map(fateOf).every((use) => use.live || use.certain);
  const markOf = (name: string): ReturnType<ClusterFacts['markOf']> => {
    if (!defined.has(name)) {
      if (parts.clusters !== undefined) return { mark: 'undecided', said: 'not defined here' };
      return clusters.length === 0 ? undefined : { mark: 'undefined', said: 'not defined' };
    }
    if (!parts.hasRoutes || reachesAll !== undefined || reached.has(name)) return undefined;
    return parts.routes === undefined
      ? { mark: 'unreachable', said: isCertain(name) ? 'nothing leads here' : 'nothing by default' }
      : { mark: 'undecided', said: 'nothing here leads to it' };
  };
  return {
    defined,
    total: defined.size,
    reachesAll: reachesAll !== undefined,
    references: (name) => byCluster.get(name) ?? [],
    markOf,
    notable(most) {
      const names = [...defined.keys()];
      return names.length <= most
        ? names
        : names.filter((name) => markOf(name)?.mark === 'unreachable').slice(0, most);
    },
  };
}

export function clusterNode(facts: ClusterFacts, name: string): PictureNode {
  const definition = facts.defined.get(name);
  const said = facts.markOf(name);
  const title = name === '' ? '(no name)' : name;
  if (definition === undefined) return { title, note: said === undefined ? 'named here' : '', ...said };
  const place = placeOf(nodeOf(spotOf(definition)));
  const { type, cluster_type: custom } = definition.message;
  const kind = custom?.name ?? type ?? 'STATIC';
  const others = usesWords(facts.references(name));
  return { title, note: `${kind}; line ${place.range.start.line}${others}`, place, ...said };
}

/** What else uses it, that no link of the picture shows. */
function usesWords(references: readonly ClusterReference[]): string {
  const member = references.find(({ kind }) => kind === 'member');
  if (member?.holder !== undefined) return `; part of ${member.holder}`;
  return references.some(({ kind }) => kind === 'service' || kind === 'data')
    ? '; called by the proxy itself'
    : '';
}
