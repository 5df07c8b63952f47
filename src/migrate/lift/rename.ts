/**
 * Spells a document of version 2 as version 3 does: one walk along the tables over the document's own tree. Names of
 * fields, values of enums, types and names of extensions become edits; what has no form in version 3 becomes an
 * obstacle. Untyped forms are walked too, so that the same walk says where the obstacles of an unmigrated text stand.
 */
import { speller } from '../../canonical/migration/spelling.ts';
import { isTypeUrl } from '../../canonical/version-three/message.ts';
import {
  fieldsWithGoneZero,
  renamed,
  type Succession,
  successionOf,
  valueSuccessor,
} from '../../canonical/version-three/successor.ts';
import { bindEnum } from '../../model/bind-scalar.ts';
import { perRouteTable } from '../../model/extension-config.ts';
import type { Root } from '../../model/open.ts';
import { type CompiledField, compiledMessage, type Element, isApiVersion } from '../../schema/compiled.ts';
import { unhidden } from '../../schema/hidden.ts';
import { isGenerated } from '../../schema/index.ts';
import { fieldOfOtherVersion } from '../../schema/other-versions.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Edit } from '../../source/edit/index.ts';
import { pointerOf } from '../../source/pointer.ts';
import {
  isIgnored,
  isNull,
  isOverridden,
  isPassedOver,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
} from '../../source/tree.ts';
import { renameAny, renameTypeUrl, renameWhole } from './any.ts';
import {
  apiVersionsOf,
  isVersionKept,
  renameExtension,
  renameSelection,
  selectedMessage,
} from './extension.ts';
import { Findings, type Place, type RenameOptions, remedyOfField } from './findings.ts';
import { readOtherwise } from './otherwise.ts';
import { below, pointerOfWay, type Unit, type Way, wayOf } from './units.ts';

/** What a document holds, by table. */
type Held = Pick<Root, 'node' | 'type' | 'many' | 'types' | 'version'>;

export function renameFields(
  tree: SourceTree,
  { node, type, many, types, version }: Held,
  options: RenameOptions,
): Findings {
  const findings = new Findings(tree, options);
  const way = wayOf(pointerOf(tree, node));
  const place: Place = { way, unit: undefined, holder: '', version };
  const walk = (inner: NodeId, held: string, at: Place): void => message(findings, inner, held, at);
  if (!many) renameWhole(findings, node, type, place, walk);
  else {
    for (const [index, child] of [...items(tree, resolve(tree, node))].entries()) {
      const at = { ...place, way: below(way, index) };
      renameWhole(findings, child, types?.[index] ?? type, at, walk);
    }
  }
  return findings;
}

/** A message, its `@type` aside. */
function message(findings: Findings, node: NodeId, id: string, at: Place): void {
  const { tree } = findings;
  const map = resolve(tree, node);
  const place = { ...at, unit: findings.units.of(at.unit, id, map, at.way) };
  if (kindOf(tree, map) !== NodeKind.Map && !isNull(tree, map)) {
    findings.unreadable(place, map, id, `a map (${id})`);
    return;
  }
  const set = new Set<string>();
  const renames: Edit[] = [];
  const twice = writtenTwice(tree, map, id, place.version);
  for (const key of keys(tree, map)) {
    const spelling = scalarText(tree, key);
    if (isIgnored(tree, key) || isOverridden(tree, key) || spelling === '@type') continue;
    const succession = successionOf(id, spelling, place.version);
    if (succession === undefined) {
      unknownField(findings, id, spelling, key, place);
      continue;
    }
    const { field } = succession;
    if (!isNull(tree, key + 1)) set.add(field.key);
    const last = twice.get(field.key);
    if (last !== undefined && place.version === 'v3' && !isApiVersion(field)) continue;
    if (last === key) writtenAgain(findings, id, field, key, place);
    const rename = renameField(findings, { id, map, key, succession }, place);
    if (rename !== undefined) renames.push(rename);
  }
  renameSelection(findings, id, map, place);
  if (place.version === 'v2') {
    unsetFields(findings, id, map, set, place);
    readOtherwise(findings, id, map, place);
  }
  writeApiVersions(findings, id, map, set, place);
  findings.push(place, map, ...renames);
}

/** What a field says that stands twice, the lifted text could say otherwise: it stands in the way. */
function writtenAgain(findings: Findings, id: string, field: CompiledField, key: NodeId, place: Place): void {
  const { tree } = findings;
  const reason =
    tree.readAs === 'json'
      ? `${field.name} is written twice, and of JSON the proxy reads both lists as one; make one list of them`
      : `${field.name} is written twice, in two spellings, and which one counts is left to chance; remove one of them`;
  const at = { ...place, way: below(place.way, scalarText(tree, key)) };
  findings.obstacle(at, key + 1, `${id}.${field.name}`, reason);
}

/**
 * Fields of a message of which nobody knows by one key what they say, each with the last of its keys: in two spellings
 * in YAML, and lists that stand twice in JSON. What is in them is bound as data, so that nothing may be written there
 * where it is of version 3.
 */
function writtenTwice(
  tree: SourceTree,
  map: NodeId,
  id: string,
  version: ApiVersion,
): ReadonlyMap<string, NodeId> {
  const [once, twice] = [new Set<string>(), new Map<string, NodeId>()];
  for (const key of keys(tree, map)) {
    if (isPassedOver(tree, key) || isNull(tree, key + 1)) continue;
    const field = successionOf(id, scalarText(tree, key), version)?.field;
    if (field === undefined || (tree.readAs === 'json' && field.shape !== 'list')) continue;
    if (once.has(field.key)) twice.set(field.key, key);
    once.add(field.key);
  }
  return twice;
}

/** A field as it is written in a message. */
interface Written {
  readonly id: string;
  readonly map: NodeId;
  readonly key: NodeId;
  readonly succession: Succession;
}

/** One field; answers with the edit of its key, which comes after all edits inside. */
function renameField(findings: Findings, written: Written, place: Place): Edit | undefined {
  const { tree } = findings;
  const { id, key, succession } = written;
  const spelling = scalarText(tree, key);
  const way = below(place.way, spelling);
  const at = { ...place, way, unit: unitOfField(findings, written, place, way) };
  if (succession.successor === undefined) {
    if (isNull(tree, key + 1))
      return place.version === 'v3' ? undefined : { op: 'remove', path: pointerOfWay(way) };
    goneField(findings, id, succession.field, key + 1, at);
  }
  if (!isNull(tree, key + 1)) values(findings, written, at);
  const name = renamed(spelling, succession);
  if (name === spelling) return undefined;
  if (place.version === 'v3' && succession.field.gone && unhidden(spelling) === undefined) {
    // What nobody reads would come to life under its new name.
    const reason = `version 3 has no ${succession.field.name} here; it is called ${name} there`;
    findings.obstacle(at, key + 1, `${id}.${succession.field.name}`, reason);
    return undefined;
  }
  const from = pointerOfWay(way);
  return { op: 'move', from, path: pointerOfWay(below(place.way, name)), inPlaceOf: from };
}

/** A section of a bootstrap is a unit of its own; so is what a container says itself. */
function unitOfField(
  findings: Findings,
  { id, key, succession: { field } }: Written,
  place: Place,
  way: Way,
): Unit | undefined {
  if (place.unit !== undefined) return place.unit;
  const holdsMore = field.element.kind === 'message' || field.element.kind === 'any';
  const isSection = id === 'Bootstrap' && field.name !== 'static_resources';
  return holdsMore && !isSection ? undefined : findings.units.ofHolder(field.name, key + 1, way);
}

const NULL_ENTRIES: ReadonlySet<Element['kind']> = new Set(['message', 'enum']);

/** What stands in a field: one value, or each of a list or map. */
function values(findings: Findings, written: Written, at: Place): void {
  const { tree } = findings;
  const { id, key, succession } = written;
  const { field } = succession;
  const target = resolve(tree, key + 1);
  const kind = kindOf(tree, target);
  // As an entry null is an empty message, or the first value of an enum.
  const isRead = (entry: NodeId): boolean => NULL_ENTRIES.has(field.element.kind) || !isNull(tree, entry);
  if (field.shape === 'list' && kind === NodeKind.List) {
    let index = 0;
    for (const child of items(tree, target)) {
      const way = below(at.way, index++);
      if (isRead(child)) oneValue(findings, written, child, { ...at, way });
    }
  } else if (field.shape === 'map' && kind === NodeKind.Map) {
    for (const name of keys(tree, target)) {
      const way = below(at.way, scalarText(tree, name));
      if (isRead(name + 1)) oneValue(findings, written, name + 1, { ...at, way });
    }
  } else if (field.shape !== 'map') oneValue(findings, written, target, at);
  else findings.unreadable(at, target, `${id}.${field.name}`, 'a map');
}

function oneValue(findings: Findings, written: Written, node: NodeId, at: Place): void {
  const { id, map, succession } = written;
  const { field, successor } = succession;
  const { element } = field;
  const inside = { ...at, holder: id };
  const walk = (inner: NodeId, held: string, place: Place): void => message(findings, inner, held, place);
  switch (element.kind) {
    case 'message':
      walk(node, element.name, inside);
      return;
    case 'any': {
      const selected = selectedMessage(findings, id, map, at.holder);
      renameAny(findings, node, { field, selected }, inside, walk);
      return;
    }
    case 'enum':
      if (isApiVersion(field)) updateApiVersion(findings, field, map, node, at);
      else if (at.version === 'v2') renameEnum(findings, written, element, node, at);
      return;
    case 'struct': {
      const held = messageInStruct(findings, written, successor, at);
      if (held === undefined) return;
      renameExtension(findings, node, { id: held, version: at.version }, held, at);
      walk(node, held, inside);
      return;
    }
    case 'scalar':
      if (isTypeUrl(id, field)) renameTypeUrl(findings, node, at);
      return;
    case 'value':
      return;
  }
}

/** The message of data without a type: an untyped configuration, or what version 3 gave a type. */
function messageInStruct(
  findings: Findings,
  { id, map, succession: { field } }: Written,
  successor: CompiledField | undefined,
  at: Place,
): string | undefined {
  if (successor?.element.kind === 'message') return successor.element.name;
  if (field.name === 'per_filter_config')
    return at.way && perRouteTable(at.way.segment, findings.options.namespace);
  return field.name === 'config' ? selectedMessage(findings, id, map, at.holder) : undefined;
}

function renameEnum(
  findings: Findings,
  { id, succession: { field, successor } }: Written,
  element: Element & { readonly kind: 'enum' },
  node: NodeId,
  at: Place,
): void {
  const newer = successor?.element;
  if (newer?.kind !== 'enum') return;
  const read = bindEnum(findings.tree, node, element);
  if ('problem' in read) {
    const known = Object.keys(newer.spec.values).join(', ');
    findings.unreadable(at, node, `${id}.${field.name}`, `one of ${known}`);
    return;
  }
  const name = String(read.value);
  const now = valueSuccessor(element.spec, newer.spec, name);
  if (now === undefined) {
    const { use, migration } = element.spec.values[name]?.deprecated ?? {};
    const remedy = use === undefined ? '' : `; use ${use}`;
    const reason = `version 3 has no ${name} of ${field.name}${remedy}`;
    findings.obstacle(at, node, `${id}.${field.name}`, reason, migration);
  } else if (now !== name) findings.push(at, node, { op: 'replace', path: pointerOfWay(at.way), value: now });
}

/** Fields whose absence means what version 3 does not have. */
function unsetFields(
  findings: Findings,
  id: string,
  map: NodeId,
  set: ReadonlySet<string>,
  place: Place,
): void {
  if (isGenerated(id)) return;
  for (const { field, value } of fieldsWithGoneZero(id)) {
    if (set.has(field.key)) continue;
    const { element } = field;
    const use = element.kind === 'enum' ? element.spec.values[value]?.deprecated?.use : undefined;
    const remedy = use === undefined ? '' : ` to ${use}`;
    const reason = `${field.name} is not set, which means ${value} in version 2, and version 3 has no such value; set it${remedy}`;
    findings.obstacle(place, map, `${id}.${field.name}`, reason);
  }
}

function goneField(findings: Findings, id: string, field: CompiledField, node: NodeId, at: Place): void {
  const { use, migration } = field.spec.deprecated ?? {};
  const remedy = remedyOfField(id, field.name) ?? (use === undefined ? undefined : `use ${use}`);
  const reason = `version 3 has no ${field.name} here${remedy === undefined ? '' : `; ${remedy}`}`;
  findings.obstacle(at, node, `${id}.${field.name}`, reason, migration);
}

function unknownField(findings: Findings, id: string, spelling: string, key: NodeId, place: Place): void {
  // What only holds messages for cfgtool's own sake may hold anything else beside them.
  if (id === 'Resources' || place.version === 'v3' || isNull(findings.tree, key + 1)) return;
  const remedy = remedyOfField(id, spelling);
  const later = compiledMessage(id, 'v3').bySpelling.get(spelling);
  const reason =
    remedy !== undefined
      ? `version 3 has no ${spelling} here; ${remedy}`
      : later && !later.gone
        ? `${spelling} is a field of version 3 only, in the midst of version 2; lift what is around it by hand, or remove it`
        : `${spelling} is no field of ${id}: ${fieldOfOtherVersion(id, spelling) ?? 'correct or remove it'}`;
  findings.obstacle({ ...place, way: below(place.way, spelling) }, key + 1, `${id}.${spelling}`, reason);
}

// Who has to speak which version: `resource_api_version` and `transport_api_version`.

/** A version that is written: `AUTO` meant version 2, and later releases refuse both. */
function updateApiVersion(
  findings: Findings,
  field: CompiledField,
  map: NodeId,
  node: NodeId,
  at: Place,
): void {
  if (isVersionKept(field, findings.options)) return;
  if (field.element.kind !== 'enum') return;
  const read = bindEnum(findings.tree, node, field.element);
  if ('problem' in read) {
    findings.unreadable(at, node, field.name, 'AUTO, V2 or V3');
    return;
  }
  if (read.value === 'V3') return;
  findings.push(at, node, { op: 'replace', path: pointerOfWay(at.way), value: 'V3' });
  noteServers(findings, map);
}

/** Versions that are not written, where they would mean version 2. @param set the fields that are */
function writeApiVersions(
  findings: Findings,
  id: string,
  map: NodeId,
  set: ReadonlySet<string>,
  place: Place,
): void {
  if (isNull(findings.tree, map)) return;
  for (const field of apiVersionsOf(id, findings.options)) {
    if (set.has(field.key)) continue;
    const path = pointerOfWay(below(place.way, speller(findings.tree, map)(field.name)));
    findings.push(place, map, { op: 'add', path, value: 'V3' });
    noteServers(findings, map);
  }
}

/** Keys that name who answers. */
const NAMING: ReadonlySet<string> = new Set([
  'cluster_name',
  'clusterName',
  'cluster_names',
  'clusterNames',
  'target_uri',
  'targetUri',
  'path',
]);

function noteServers({ tree, servers }: Findings, map: NodeId): void {
  for (const name of namesIn(tree, map)) servers.add(name);
}

function* namesIn(tree: SourceTree, map: NodeId): Generator<string> {
  for (const key of keys(tree, map)) {
    const value = resolve(tree, key + 1);
    const isNaming = NAMING.has(scalarText(tree, key));
    for (let node = value; node < skipOf(tree, value); node++) {
      const kind = kindOf(tree, node);
      if (kind === NodeKind.Map && !isNaming) yield* namesIn(tree, node);
      else if (isNaming && kind !== NodeKind.Map && kind !== NodeKind.List) yield scalarText(tree, node);
      if (kind === NodeKind.Map) node = skipOf(tree, node) - 1;
    }
  }
}
