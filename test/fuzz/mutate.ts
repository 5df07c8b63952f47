/** Changes of a configuration's structure, one at a time. */

import { typeUrl } from '../../src/model/type-url.ts';
import type { Draw } from './draw.ts';
import { fieldNamed, hostileKey, hostileValue, messageNode } from './hostile.ts';
import {
  copyOf,
  type ListNode,
  type MapNode,
  type Node,
  nodeOf,
  put,
  type Slot,
  sizeOf,
  slotsOf,
} from './node.ts';
import { HOSTILE_NAMES, ODD_TEXTS, YAML_1_1 } from './values.ts';

/** Nodes of a configuration at most, so that a run stays short. */
const MAX_NODES = 12_000;

type Mutation = (slot: Slot, slots: readonly Slot[], draw: Draw, donor: Node | undefined) => void;

const remove: Mutation = ({ parent, index }) => {
  (parent.kind === 'map' ? parent.entries : parent.items).splice(index, 1);
};

const duplicate: Mutation = ({ parent, index, node, key }) => {
  if (parent.kind === 'map') parent.entries.splice(index, 0, { key, value: copyOf(node) });
  else parent.items.splice(index, 0, copyOf(node));
};

const swap: Mutation = (slot, slots, draw) => {
  const other = draw.pick(slots);
  const [left, right] = [copyOf(slot.node), copyOf(other.node)];
  put(slot, right);
  put(other, left);
};

const move: Mutation = ({ parent }, _, draw) => {
  const items: unknown[] = parent.kind === 'map' ? parent.entries : parent.items;
  const [taken] = items.splice(draw.below(items.length), 1);
  items.splice(draw.below(items.length + 1), 0, taken);
};

const replace: Mutation = (slot, _, draw) => put(slot, hostileValue(fieldNamed(slot.key, draw), draw));

const replaceScalar: Mutation = (slot, slots, draw, donor) => {
  const scalars = slots.filter(({ node }) => node.kind === 'scalar');
  replace(scalars.length === 0 ? slot : draw.pick(scalars), slots, draw, donor);
};

/** A scalar that the two versions of YAML read in two ways. */
const readTwoWays: Mutation = (slot, slots, draw) => {
  const scalars = slots.filter(({ node }) => node.kind === 'scalar');
  if (scalars.length === 0) return;
  const wanted = draw.pick([
    scalars.filter(({ node }) => node.kind === 'scalar' && typeof node.value !== 'string'),
    scalars.filter(({ key }) => /name|key|cluster|value|exact/.test(key)),
    scalars,
  ]);
  put(wanted.length === 0 ? slot : draw.pick(wanted), { kind: 'raw', text: draw.pick(YAML_1_1) });
};

/** Several conditions on one header, and several values of one that is added. */
const repeatHeader: Mutation = (_, slots, draw) => {
  const listed = slots.filter(
    ({ node, key, parent }) =>
      parent.kind === 'list' &&
      node.kind === 'map' &&
      /^(?:headers|\w+_headers_to_add|set_headers)$/i.test(key),
  );
  const one = (value: string): Node => nodeOf({ name: 'x-a', ...draw.pick(conditionsOn(value)) });
  if (listed.length === 0) {
    const matches = slots.flatMap(({ node, key }) => (key === 'match' && node.kind === 'map' ? [node] : []));
    if (matches.length === 0) return;
    const headers: Node = { kind: 'list', items: ['1', '2', '1,2'].map(one) };
    draw.pick(matches).entries.push({ key: 'headers', value: headers });
    return;
  }
  const { node, parent } = draw.pick(listed);
  if (parent.kind !== 'list') return;
  const copy = copyOf(node);
  const texts = slotsOf(copy).filter(({ key, node: at }) => at.kind === 'scalar' && key !== 'name');
  if (texts.length > 0) put(draw.pick(texts), nodeOf(draw.pick([...ODD_TEXTS, '1', '2', 'x', ''])));
  parent.items.push(copy);
};

const conditionsOn = (value: string): readonly object[] => [
  { exact_match: value },
  { string_match: { exact: value } },
  { string_match: { prefix: value }, invert_match: true },
  { string_match: { safe_regex: { regex: `${value}.*` } }, treat_missing_header_as_empty: true },
  { present_match: value === '1' },
  { range_match: { start: 0, end: value.length + 1 } },
];

const rename: Mutation = ({ parent, index }, _, draw) => {
  const entry = parent.kind === 'map' ? parent.entries[index] : undefined;
  if (entry !== undefined) entry.key = hostileKey(entry.key, draw);
};

/** One where a list is wanted, a list where one is, text where a message is. */
const wrongKind: Mutation = (slot, _, draw) => {
  const { node } = slot;
  if (node.kind === 'list' && node.items[0] !== undefined && draw.chance(0.6)) put(slot, node.items[0]);
  else if (node.kind === 'map' && draw.chance(0.3)) put(slot, { kind: 'scalar', value: 'text' });
  else if (draw.chance(0.8)) put(slot, { kind: 'list', items: [copyOf(node)] });
  else put(slot, { kind: 'map', entries: [{ key: slot.key, value: copyOf(node) }] });
};

const nest: Mutation = (slot, _, draw) => {
  const levels = draw.pick([1, 2, 5, 20, 60, 150, 190, 210]);
  const listed = draw.chance(0.3);
  let made = copyOf(slot.node);
  for (let level = 0; level < levels; level++)
    made = listed
      ? { kind: 'list', items: [made] }
      : { kind: 'map', entries: [{ key: slot.key, value: made }] };
  put(slot, made);
};

const repeat: Mutation = ({ parent, node, key }, _, draw) => {
  const size = sizeOf(node, MAX_NODES) + 1;
  const times = Math.min(draw.pick([2, 10, 50, 300, 1000]), Math.floor(MAX_NODES / 2 / size));
  for (let made = 0; made < times; made++) {
    if (parent.kind === 'list') parent.items.push(copyOf(node));
    else parent.entries.push({ key: draw.chance(0.5) ? `${key}${made}` : key, value: copyOf(node) });
  }
};

const addField: Mutation = (_, slots, draw) => {
  const maps = slots.flatMap(({ node, key }) => (node.kind === 'map' ? [{ node, key }] : []));
  if (maps.length === 0) return;
  const { node, key } = draw.pick(maps);
  const field = fieldNamed(key, draw);
  if (field?.element.kind !== 'message') return;
  const made = messageNode(field.element.name, draw, 3);
  if (made.kind === 'map') node.entries.push(...made.entries);
};

/** An anchor and a reference to it, sometimes under a merge key. */
const alias: Mutation = (slot, slots, draw) => {
  const targets = slots.filter(({ node }) => node.kind === 'map' || node.kind === 'list');
  if (targets.length === 0) return;
  const node = draw.pick(targets).node as MapNode | ListNode;
  node.anchor ??= `a${draw.below(100)}`;
  const reference: Node = { kind: 'raw', text: `*${node.anchor}` };
  if (slot.parent.kind === 'map' && draw.chance(0.4))
    slot.parent.entries.push({ key: '<<', value: reference });
  else put(slot, reference);
};

/** One part and a great many references to it, beside it and where the same key stands. */
const manyAliases: Mutation = (_, slots, draw) => {
  const targets = slots.filter(({ node }) => node.kind === 'map' || node.kind === 'list');
  if (targets.length === 0) return;
  const { node, parent, key } = draw.pick(targets);
  const anchored = node as MapNode | ListNode;
  anchored.anchor ??= `m${draw.below(1000)}`;
  const reference: Node = { kind: 'raw', text: `*${anchored.anchor}` };
  const times = draw.pick([2, 10, 100, 1000]);
  if (parent.kind === 'list') for (let made = 0; made < times; made++) parent.items.push({ ...reference });
  const after = slots.slice(slots.findIndex((slot) => slot.node === node) + 1);
  const alike = after.filter((slot) => slot.key === key && slot.node.kind === node.kind);
  for (const slot of alike.slice(0, times)) if (draw.chance(0.7)) put(slot, { ...reference });
};

/** A name that several places share becomes a hostile one in all of them, so that it still names the same thing. */
const renameAll: Mutation = (_, slots, draw) => {
  const places = new Map<string, Slot[]>();
  for (const slot of slots)
    if (slot.node.kind === 'scalar' && typeof slot.node.value === 'string' && slot.node.value !== '') {
      const known = places.get(slot.node.value);
      if (known === undefined) places.set(slot.node.value, [slot]);
      else known.push(slot);
    }
  const named = [...places.values()].filter(
    (all) => all.length > 1 || all.some(({ key }) => /name|cluster|key|prefix|domains/i.test(key)),
  );
  if (named.length === 0) return;
  for (let made = 0; made < 3; made++) {
    const value = draw.pick(draw.chance(0.5) ? HOSTILE_NAMES : ODD_TEXTS);
    for (const slot of draw.pick(named)) put(slot, { kind: 'scalar', value });
  }
};

/** A part of another configuration, where possible one that stands under the same key there. */
const transplant: Mutation = (slot, _, draw, donor) => {
  if (donor === undefined) return;
  const parts = slotsOf(donor, 5000);
  const same = parts.filter(({ key }) => key === slot.key);
  const from = same.length > 0 ? same : parts;
  if (from.length > 0) put(slot, copyOf(draw.pick(from).node));
};

const MUTATIONS: readonly Mutation[] = [
  remove,
  remove,
  duplicate,
  swap,
  swap,
  move,
  move,
  replace,
  replace,
  replaceScalar,
  replaceScalar,
  replaceScalar,
  replaceScalar,
  readTwoWays,
  readTwoWays,
  repeatHeader,
  rename,
  rename,
  wrongKind,
  nest,
  repeat,
  addField,
  addField,
  addField,
  alias,
  manyAliases,
  renameAll,
  transplant,
  transplant,
];

/** Mutations that can be asked for by themselves. */
const FAVOURED: { readonly [favour: string]: readonly Mutation[] | undefined } = {
  aliases: [manyAliases, manyAliases, alias],
  names: [renameAll, renameAll, rename],
};

/** Changes a configuration in place, once or some times. @param favour what is done first */
export function mutate(root: Node, draw: Draw, donor: Node | undefined, favour?: string): void {
  const favoured = favour === undefined ? undefined : FAVOURED[favour];
  if (favoured !== undefined) {
    const slots = slotsOf(root);
    if (slots.length > 0) draw.pick(favoured)(draw.pick(slots), slots, draw, donor);
    if (draw.chance(0.5)) return;
  }
  const times = draw.pick([1, 1, 1, 2, 2, 3, 5, 8, 13]);
  for (let made = 0; made < times; made++) {
    const slots = slotsOf(root);
    if (slots.length === 0 || slots.length > MAX_NODES) return;
    draw.pick(MUTATIONS)(draw.pick(slots), slots, draw, donor);
  }
}

/** What stands under these keys can be a document of its own, which says its type at the root. */
const ROOTS: { readonly [key: string]: string | undefined } = {
  clusters: 'Cluster',
  listeners: 'Listener',
  route_config: 'RouteConfiguration',
  routeConfig: 'RouteConfiguration',
  virtual_hosts: 'VirtualHost',
  scoped_route_configurations: 'ScopedRouteConfiguration',
  secrets: 'Secret',
};

/** Parts of a configuration as messages that say their type: one, a list of them, or the resources of an answer. */
export function typedRoots(root: Node, draw: Draw): Node {
  const parts = slotsOf(root).flatMap(({ node, key }) => {
    const table = Object.hasOwn(ROOTS, key) ? ROOTS[key] : undefined;
    return table !== undefined && node.kind === 'map' ? [{ node, table }] : [];
  });
  if (parts.length === 0) return root;
  const typed = (): Node => {
    const { node, table } = draw.pick(parts);
    const url = typeUrl(table, draw.pick(['envoy', 'proxy']), draw.pick(['v2', 'v3'] as const));
    const copy = copyOf(node);
    return copy.kind === 'map'
      ? { kind: 'map', entries: [{ key: '@type', value: nodeOf(url) }, ...copy.entries] }
      : copy;
  };
  const items = Array.from({ length: 1 + draw.below(3) }, typed);
  const list: Node = { kind: 'list', items };
  return draw.pick([items[0] ?? root, list, { kind: 'map', entries: [{ key: 'resources', value: list }] }]);
}
