/** The pairs of a fleet, one for each node, as groups: what differs is said once, with the nodes that have it. */
import type { Level } from '../diff/index.ts';
import { contentKey } from '../model/content.ts';
import { counted } from '../source/counted.ts';
import { type ComparedBehaviour, type ComparedPair, isSettled } from './comparison.ts';

/** Names of nodes that a title holds; JSON has all of them. */
const MAX_NAMED = 5;

/** One thing that is said of a pair, and where it goes in a group. */
interface Said {
  readonly key: string;
  put(group: OpenGroup): void;
}

interface OpenGroup {
  readonly changes: ComparedPair['result']['changes'][number][];
  readonly remarks: string[];
  readonly refused: { readonly before: RefusedList; readonly after: RefusedList };
  readonly accepted: NonNullable<ComparedPair['accepted']>[number][];
  readonly undecided: ComparedBehaviour['undecided'][number][];
  readonly reorders: ComparedBehaviour['reorders'][number][];
  readonly removed: ComparedBehaviour['removed'][number][];
  readonly added: ComparedBehaviour['added'][number][];
  readonly moved: ComparedBehaviour['changes'][number][];
}

type RefusedList = NonNullable<ComparedPair['refused']>['before'][number][];

/**
 * @param pairs one for each node, whose name it has
 * @returns groups of the same nodes, those with the most first; one group of all where nothing differs
 */
export function groupedByNode(pairs: readonly ComparedPair[]): readonly ComparedPair[] {
  const said = new Map<string, { readonly each: Said; readonly nodes: string[] }>();
  for (const pair of pairs) {
    for (const each of saidOf(pair)) {
      const known = said.get(each.key);
      if (known === undefined) said.set(each.key, { each, nodes: [pair.name] });
      else if (known.nodes.at(-1) !== pair.name) known.nodes.push(pair.name);
    }
  }
  const groups = new Map<string, { readonly nodes: readonly string[]; readonly own: Said[] }>();
  for (const { each, nodes } of said.values()) {
    const key = JSON.stringify(nodes);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { nodes, own: [each] });
    else group.own.push(each);
  }
  const all = [...groups.values()].sort((one, other) => other.nodes.length - one.nodes.length);
  if (all.length === 0 && pairs.length > 0)
    return [groupOf({ nodes: pairs.map(({ name }) => name), own: [] }, pairs)];
  return all.map((group) => groupOf(group, pairs));
}

function groupOf(
  { nodes, own }: { readonly nodes: readonly string[]; readonly own: readonly Said[] },
  pairs: readonly ComparedPair[],
): ComparedPair {
  const open: OpenGroup = {
    changes: [],
    remarks: [],
    refused: { before: [], after: [] },
    accepted: [],
    undecided: [],
    reorders: [],
    removed: [],
    added: [],
    moved: [],
  };
  for (const each of own) each.put(open);
  const { changes, remarks, refused, accepted, moved, ...lists } = open;
  const members = pairs.filter(({ name }) => nodes.includes(name));
  const count = (level: Level): number => changes.filter((change) => change.level === level).length;
  const ignored = members.reduce((total, { result }) => total + result.ignored, 0);
  const areSettled = members.every(({ behaviour }) => behaviour !== undefined && isSettled(behaviour));
  const compared = members.reduce((most, { behaviour }) => Math.max(most, behaviour?.compared ?? 0), 0);
  return {
    name: titleOf(nodes, pairs.length),
    nodes,
    result: {
      equal: changes.every(({ level }) => level === 'cosmetic'),
      changes,
      summary: {
        breaking: count('breaking'),
        warning: count('warning'),
        info: count('info'),
        cosmetic: count('cosmetic'),
      },
      ignored,
      remarks,
    },
    ...(refused.before.length + refused.after.length === 0 ? {} : { refused }),
    ...(members.every(({ behaviour }) => behaviour === undefined)
      ? {}
      : {
          behaviour: {
            equal: moved.length + lists.removed.length + lists.added.length + lists.undecided.length === 0,
            // Of nodes of which another group says something nothing is claimed here.
            compared: areSettled ? compared : 0,
            ...lists,
            changes: moved,
          },
        }),
    ...(accepted.length === 0 ? {} : { accepted }),
  };
}

/** `2 of 40 nodes: a, b` */
function titleOf(nodes: readonly string[], all: number): string {
  const named = nodes.slice(0, MAX_NAMED);
  const left = nodes.length - named.length;
  const how =
    nodes.length === all ? `all ${counted(all, 'node')}` : `${nodes.length} of ${counted(all, 'node')}`;
  return `${how}: ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function saidOf(pair: ComparedPair): readonly Said[] {
  const { result, refused, behaviour, accepted = [] } = pair;
  // Of several nodes the same is said whatever their files are called.
  const nameless = (text: string): string =>
    [pair.before, pair.after].reduce<string>(
      (shown, name, side) =>
        name === undefined
          ? shown
          : shown.replaceAll(name, () => `the ${side === 0 ? 'first' : 'second'} side`),
      text,
    );
  const of = <T>(
    kind: string,
    list: readonly T[],
    keyOf: (each: T) => string,
    put: (group: OpenGroup) => T[],
  ) =>
    list.map((each): Said => ({ key: `${kind} ${keyOf(each)}`, put: (group) => void put(group).push(each) }));
  return [
    ...of(
      'change',
      result.changes,
      ({ fingerprint }) => fingerprint,
      ({ changes }) => changes,
    ),
    ...of(
      'remark',
      result.remarks.map(nameless),
      (text) => text,
      ({ remarks }) => remarks,
    ),
    ...of(
      'before',
      refused?.before ?? [],
      ({ fingerprint }) => fingerprint,
      (group) => group.refused.before,
    ),
    ...of(
      'after',
      refused?.after ?? [],
      ({ fingerprint }) => fingerprint,
      (group) => group.refused.after,
    ),
    ...of(
      'accepted',
      accepted,
      ({ fingerprint }) => fingerprint,
      (group) => group.accepted,
    ),
    ...of('undecided', behaviour?.undecided ?? [], contentKey, ({ undecided }) => undecided),
    ...of('reorder', behaviour?.reorders ?? [], contentKey, ({ reorders }) => reorders),
    ...of('removed', behaviour?.removed ?? [], String, ({ removed }) => removed),
    ...of('added', behaviour?.added ?? [], String, ({ added }) => added),
    ...of(
      'moved',
      behaviour?.changes ?? [],
      (moved) => moved.fingerprint ?? contentKey(moved.request),
      ({ moved }) => moved,
    ),
  ];
}
