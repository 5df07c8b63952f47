/**
 * Proposes renames: a removed and an added resource that agree in nearly everything but their names. Where several
 * could be meant, none is proposed.
 */

import { canonicalForm } from '../../canonical/form.ts';
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { contentKey, withoutDefaults } from '../../model/content.ts';
import type { Message } from '../../schema/types.ts';
import { discoveryOf, hostsOf } from '../../traffic/cluster.ts';
import { BOOTSTRAP, type Found, typeOfFound } from './found.ts';
import type { Pairs } from './pair-by.ts';

/** Of more leftovers than this, only exact copies are looked for. */
const MAX_NEAR = 120;
/** The share of what two resources say that must be the same. */
const NEARLY = 0.8;
/** A resource that says fewer things than this beside its name is not known by them. */
const FEWEST = 3;

export function formOf({ frame, source }: Found): BoundMessage {
  return canonicalForm(frame, { namespace: source.configuration.namespace, synonyms: true });
}

/** What a resource says beside its name, one line a value: with its defaults, and what was written alone. */
interface Said {
  readonly all: string;
  readonly written: readonly string[];
}

export function pairRenamed(pairs: Pairs): void {
  const [lefts, rights] = pairs.rest.map((side) => side.filter(isDistinctive));
  if (!lefts?.length || !rights?.length) return;
  const said = new Map([...lefts, ...rights].map((found) => [found, saidBy(found)]));
  const single = [lefts, rights].map((side) => onlyOnce(side.map((found) => said.get(found)?.all ?? '')));
  pairs.by((found) => {
    const { all = '', written = [] } = said.get(found) ?? {};
    // A cluster is known by its hosts, however little else it says.
    const isKnown = written.length > FEWEST || found.frame.type === 'Cluster';
    return isKnown && single.every((texts) => texts.has(all)) ? all : undefined;
  });
  pairByHosts(pairs);
  const [ones = [], twos = []] = pairs.rest.map((side) => side.filter((found) => said.has(found)));
  if (ones.length > MAX_NEAR || twos.length > MAX_NEAR) return;
  const likeliest = (found: Found, others: readonly Found[]): Found | undefined => {
    const shares = others.map((other) => ({ other, share: agreement(found, other, said) }));
    const best = Math.max(0, ...shares.map(({ share }) => share));
    const [first, second] = shares.filter(({ share }) => share === best && share >= NEARLY);
    return second === undefined ? first?.other : undefined;
  };
  pairs.add(
    ones.flatMap((one) => {
      const two = likeliest(one, twos);
      return two !== undefined && likeliest(two, ones) === one ? [[one, two] as const] : [];
    }),
  );
}

/** Clusters whose hosts are those of one other and of no third. */
function pairByHosts(pairs: Pairs): void {
  const keys = new Map(
    pairs.rest.flat().flatMap((found) => {
      if (found.frame.type !== 'Cluster' || !isDistinctive(found)) return [];
      const hosts = hostKeys(formOf(found) as Message<'Cluster'>);
      return hosts === undefined || hosts.size === 0 ? [] : [[found, [...hosts].sort().join('\n')] as const];
    }),
  );
  const single = pairs.rest.map((side) => onlyOnce(side.flatMap((found) => keys.get(found) ?? [])));
  pairs.by((found) => {
    const key = keys.get(found);
    return key !== undefined && single.every((texts) => texts.has(key)) ? key : undefined;
  });
}

/** Whether a resource may be known by what it says: hosts that are fetched are found by the name alone. */
function isDistinctive({ name, frame }: Found): boolean {
  const { type, message } = frame;
  if (name === '' || type === '' || type === BOOTSTRAP || name.startsWith('[')) return false;
  if (type !== 'Cluster') return true;
  const { eds_cluster_config: eds } = message;
  const isNamed = isObject(eds) && eds.service_name !== undefined;
  return isNamed || message.load_assignment !== undefined || message.hosts !== undefined;
}

function onlyOnce(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const text of texts) (seen.has(text) ? again : seen).add(text);
  for (const text of again) seen.delete(text);
  return seen;
}

function saidBy(found: Found): Said {
  const form = formOf(found);
  return { all: linesOf(found, form).join('\n'), written: linesOf(found, withoutDefaults(form)) };
}

function linesOf(found: Found, message: unknown): readonly string[] {
  const lines: string[] = [typeOfFound(found)];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isObject(value)) for (const [name, item] of Object.entries(value)) walk(item, `${path}.${name}`);
    else if (!(path === '.name' || (path.endsWith('.cluster_name') && value === found.name)))
      lines.push(`${path}=${JSON.stringify(value)}`);
  };
  walk(message, '');
  return lines;
}

/** The share of what two resources say that they have in common; none where they are of different types. */
function agreement(one: Found, two: Found, said: ReadonlyMap<Found, Said>): number {
  const [left, right] = [said.get(one)?.written ?? [], said.get(two)?.written ?? []];
  if (typeOfFound(one) !== typeOfFound(two) || Math.min(left.length, right.length) <= FEWEST) return 0;
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of right) {
    const count = counts.get(line) ?? 0;
    if (count > 0) {
      common++;
      counts.set(line, count - 1);
    }
  }
  return common / Math.max(left.length, right.length);
}

/** @returns undefined where hosts are fetched by the name of the cluster itself */
export function hostKeys(cluster: Message<'Cluster'>): ReadonlySet<string> | undefined {
  if (discoveryOf(cluster) === 'EDS') {
    const { eds_cluster_config: fetched } = cluster;
    return (fetched?.service_name ?? '') === '' ? undefined : new Set([contentKey(fetched)]);
  }
  return new Set([...hostsOf(cluster)].map(({ address }) => contentKey(address)));
}
