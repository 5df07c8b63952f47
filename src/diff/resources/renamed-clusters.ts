/**
 * Which clusters of the second side are those of the first under a new name. What names them means the same on both
 * sides, as long as nothing still means the old name, or meant the new one before.
 */
import { INVALID, isObject, tableOf } from '../../model/bound.ts';
import { eachText } from '../../model/data-texts.ts';
import type { Configuration } from '../../model/open.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { type ClusterNames, OWN_NAMES } from '../cluster-names.ts';
import { clusterFields, namesIn } from '../form/common-names.ts';
import type { ResourcePair } from './pair.ts';
import { formOf, hostKeys } from './renames.ts';

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

/** Which of some cluster names a side mentions: in fields that name clusters, and in data that no table describes. */
const LUA = 'http.lua.Lua';
/** What stands in these is for load balancers and management servers. */
const SILENT = new Set(['core.Metadata', 'core.Node']);
/** Structs whose keys are runtime keys, of which some hold a cluster's name: `upstream.maintenance_mode.NAME`. */
const RUNTIME = new Set(['RuntimeLayer', 'bootstrap.Runtime']);
/** Keys of more parts are no runtime keys. */
const MAX_PARTS = 30;

/**
 * @param names each with the name of a cluster whose own definition does not count
 * @returns those that are defined or mentioned
 */
function namesMentioned(
  configurations: readonly Configuration[],
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { roots, namespace } of configurations) {
    const walk = (frame: Frame, around: string | undefined): void => {
      const { message, type } = frame;
      const holder = type === 'Cluster' && typeof message.name === 'string' ? message.name : around;
      const note = (name: string): void => {
        const own = names.get(name);
        if (own !== undefined && own !== holder) found.add(name);
      };
      if (type === 'Cluster' && typeof message.name === 'string') note(message.name);
      for (const { name } of clusterFields(type)) for (const each of namesIn(message[name])) note(each);
      if (SILENT.has(type)) return;
      for (const value of dataIn(frame, namespace))
        eachText(value, RUNTIME.has(type) ? noteParts(note) : note);
      eachChild(frame, namespace, (child) => walk(child, holder));
    };
    for (const root of roots)
      for (const frame of rootFrames(root)) if (isObject(frame.message)) walk(frame, undefined);
  }
  return found;
}

/** What a message holds that no table describes. */
function* dataIn(frame: Frame, namespace: string): Generator<unknown> {
  const { message, type } = frame;
  const { byName, containers } = tableOf(frame);
  for (const [key, value] of Object.entries(message)) if (!byName.has(key) && key !== '@type') yield value;
  for (const value of Object.values(message[INVALID] ?? {})) yield value;
  if (type === LUA) yield message.inline_code;
  for (const field of containers) {
    const value = message[field.name];
    if (typeof value !== 'object' || value === null) continue;
    if (field.element.kind !== 'any' && field.element.kind !== 'struct') continue;
    const bound = new Set<unknown>();
    eachChild(frame, namespace, (child) => bound.add(child.message), [field]);
    for (const item of field.shape === 'one' ? [value] : Object.values(value))
      if (!bound.has(item) && !(isObject(item) && bound.has(item.value))) yield item;
  }
}

/** Calls `visit` with every sequence of parts of a dotted key. */
function noteParts(visit: (text: string) => void): (key: string) => void {
  return (key) => {
    const parts = key.split('.', MAX_PARTS);
    for (const start of parts.keys())
      for (let end = start + 1; end <= parts.length; end++) visit(parts.slice(start, end).join('.'));
  };
}
