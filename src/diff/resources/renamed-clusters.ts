/**
 * Which clusters of the second side are those of the first under a new name. What names them means the same on both
 * sides, as long as nothing still means the old name, or meant the new one before.
 */
import type { Configuration } from '../../model/open.ts';
import type { Message } from '../../schema/types.ts';
import { type ClusterNames, OWN_NAMES } from '../cluster-names.ts';
import { hostKeys } from './cluster-hosts.ts';
import { namesMentioned } from './names-mentioned.ts';
import type { ResourcePair } from './pair.ts';
import { formOf } from './renames.ts';

/** Clusters that are the same but for their names, with the names of the first side for both. */
export function clusterNames(
  pairs: readonly ResourcePair[],
  before: readonly Configuration[],
  after: readonly Configuration[],
): ClusterNames {
  const renamed = pairs.filter((pair) => pair.before.frame.type === 'Cluster' && isRenamed(pair));
  const [olds, news] = [new Map<string, string>(), new Map<string, string>()];
  for (const pair of renamed) {
    const { name: was } = pair.before;
    const { name: is } = pair.after;
    if (olds.has(was) || news.has(is)) return OWN_NAMES;
    if (!hasCommonHosts(pair)) continue;
    olds.set(was, is);
    news.set(is, was);
  }
  if (olds.size === 0) return OWN_NAMES;
  // In itself a cluster may say what it was called.
  const kept = namesMentioned(after, olds);
  const known = namesMentioned(before, news);
  for (const [was, is] of [...olds])
    if (kept.has(was) || known.has(is)) {
      olds.delete(was);
      news.delete(is);
    }
  if (olds.size === 0) return OWN_NAMES;
  return {
    before: { of: (name) => name, isRenamed: (name) => olds.has(name) },
    after: { of: (name) => news.get(name) ?? name, isRenamed: (name) => news.has(name) },
    isEmpty: false,
  };
}

function isRenamed({ before, after }: ResourcePair): boolean {
  return before.name !== after.name && before.name !== '' && after.name !== '';
}

/** Whether requests may come to the same hosts on both sides. */
function hasCommonHosts({ before, after }: ResourcePair): boolean {
  const [one, other] = [before, after].map((found) => hostKeys(formOf(found) as Message<'Cluster'>));
  if (one === undefined || other === undefined) return false;
  return one.size === 0 ? other.size === 0 : [...one].some((key) => other.has(key));
}
