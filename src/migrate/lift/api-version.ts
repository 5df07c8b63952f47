/** Who has to speak which version: `resource_api_version` and `transport_api_version`. */

import { speller } from '../../canonical/migration/spelling.ts';
import { bindEnum } from '../../model/bind-scalar.ts';
import { type CompiledField, compiledMessage, isApiVersion } from '../../schema/compiled.ts';
import {
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
} from '../../source/tree.ts';
import type { Findings, Place } from './findings.ts';
import { below, pointerOfWay } from './way.ts';

/** A version that is written: `AUTO` meant version 2, and later releases refuse both. */
export function respellApiVersion(
  findings: Findings,
  field: CompiledField,
  map: NodeId,
  node: NodeId,
  at: Place,
): void {
  if (isKept(findings, field)) return;
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
export function writeApiVersions(
  findings: Findings,
  id: string,
  map: NodeId,
  set: ReadonlySet<string>,
  place: Place,
): void {
  for (const field of compiledMessage(id, 'v3').fields) {
    if (!isApiVersion(field) || set.has(field.key) || isKept(findings, field)) continue;
    const path = pointerOfWay(below(place.way, speller(findings.tree, map, 'v2').name(field.name)));
    findings.push(place, map, { op: 'add', path, value: 'V3' });
    noteServers(findings, map);
  }
}

function isKept({ options }: Findings, field: CompiledField): boolean {
  return options.keepTransport && field.key === 'transport_api_version';
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
