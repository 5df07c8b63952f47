/** Notices forms that differ and mean the same: defaults written out, deprecated forms, spelling, orders. */
import { isObject, NODE, tableOf } from '../../model/bound.ts';
import { originsOf } from '../../model/origin.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import { items, keys, kindOf, NodeKind, resolve, scalarText } from '../../source/tree.ts';
import { type Comparison, spotOf } from './compare.ts';
import type { Cosmetic, Step } from './fact.ts';
import { keyOf, type Location, type SideRoot } from './side.ts';

/** Compares how a field is written whose value is the same on both sides. */
export function cosmeticsOfField(
  comparison: Comparison,
  field: CompiledField,
  before: SideRoot,
  after: SideRoot,
  step: Step,
): void {
  // What is around it was noticed already.
  if (before.made !== undefined || after.made !== undefined) return;
  const note = (cosmetic: Cosmetic): void =>
    comparison.cosmetic({
      kind: 'changed',
      step,
      before: shownSpot(before, after, field.name),
      after: shownSpot(after, before, field.name),
      cosmetic,
    });
  const one = originIn(before, field.name);
  const two = originIn(after, field.name);
  if (one !== two) {
    if (one === 'default') note('default-written-out');
    else if (two === 'default') note('default-left-out');
    else note('deprecated-form');
    return;
  }
  if (one !== 'written') return;
  const first = keyOf(before, field.name);
  const second = keyOf(after, field.name);
  if (first === undefined || second === undefined) return;
  const trees = [before.source.root.tree, after.source.root.tree] as const;
  if (scalarText(trees[0], first) !== scalarText(trees[1], second)) note('other-spelling');
  else if (field.element.kind === 'scalar' || field.element.kind === 'enum') {
    const [left, right] = [textsOf(trees[0], first + 1), textsOf(trees[1], second + 1)];
    if (left.join('\n') === right.join('\n')) return;
    const isReordered = [...left].sort().join('\n') === [...right].sort().join('\n');
    if (!isReordered) note('other-spelling');
    else if (field.spec.order === 'set') note('set-order');
  } else if (field.spec.order === 'set' && isReordered(before, after, field.name)) note('set-order');
}

/** Where a field is written; where it is absent, what its absence means: the value that the other side wrote out. */
function shownSpot(sideRoot: SideRoot, other: SideRoot, field: string): Location {
  const value = sideRoot.frame.message[field];
  if (value !== undefined) return spotOf(sideRoot, field, value);
  const made = { kind: 'default', why: `${field} is absent, which means the same` } as const;
  return spotOf({ ...sideRoot, made }, field, other.frame.message[field]);
}

function originIn({ frame }: SideRoot, field: string): 'written' | 'default' | 'migrated' {
  if (frame.message[field] === undefined) return 'default';
  return originsOf(frame.message)[field]?.kind ?? 'written';
}

/** The texts of a scalar or of the scalars in a list. */
function textsOf(tree: SideRoot['source']['root']['tree'], node: number): string[] {
  const target = resolve(tree, node);
  switch (kindOf(tree, target)) {
    case NodeKind.List:
      return [...items(tree, target)].map((item) => scalarText(tree, item));
    case NodeKind.Map:
      return [...keys(tree, target)].map((key) => `${scalarText(tree, key)}:${scalarText(tree, key + 1)}`);
    default:
      return [scalarText(tree, target)];
  }
}

/** Whether the messages of a set, in canonical order on both sides, were written in different orders. */
function isReordered(before: SideRoot, after: SideRoot, field: string): boolean {
  const ranks = ({ frame }: SideRoot): string | undefined => {
    const list = frame.message[field];
    if (!Array.isArray(list)) return undefined;
    const nodes = list.map((item) => (isObject(item) ? (item[NODE] ?? -1) : -1));
    if (nodes.includes(-1)) return undefined;
    const sorted = [...nodes].sort((one, other) => one - other);
    const rank = new Map(sorted.map((node, index) => [node, index]));
    return nodes.map((node) => rank.get(node)).join();
  };
  const [one, two] = [ranks(before), ranks(after)];
  return one !== undefined && two !== undefined && one !== two && one.length === two.length;
}

/** Compares the order in which two messages name the fields that both have. */
export function cosmeticsOfMessage(
  comparison: Comparison,
  before: SideRoot,
  after: SideRoot,
  step: Step | undefined,
): void {
  if (before.made !== undefined || after.made !== undefined) return;
  const [one, two] = [fieldOrder(before), fieldOrder(after)];
  const left = one.filter((name) => two.includes(name));
  const right = two.filter((name) => one.includes(name));
  if (left.join() === right.join()) return;
  comparison.cosmetic({
    kind: 'moved',
    step,
    before: { sideRoot: before, inside: [], value: before.frame.message },
    after: { sideRoot: after, inside: [], value: after.frame.message },
    cosmetic: 'key-order',
  });
}

/** More fields than any message of the model has: maps in unknown fields are not looked at. */
const MAX_KEYS = 200;

function fieldOrder({ frame, source }: SideRoot): string[] {
  const at = frame.message[NODE];
  const { tree } = source.root;
  if (at === undefined || kindOf(tree, at) !== NodeKind.Map) return [];
  const table = tableOf(frame);
  const names: string[] = [];
  for (const key of keys(tree, at)) {
    const name = table.bySpelling.get(scalarText(tree, key))?.name;
    if (name !== undefined) names.push(name);
    if (names.length > MAX_KEYS) return [];
  }
  return names;
}
