/**
 * Fields of version 2 that version 3 has too and reads otherwise: what says the same there is written beside them, or
 * they stand in the way (docs/routing.md, facts 22, 25, 29, 46, 68, 69, 78 and 80).
 */

import { speller } from '../../canonical/migration/spelling.ts';
import { fieldNode } from '../../model/bind-any.ts';
import { bindEnum, bindScalar } from '../../model/bind-scalar.ts';
import { extensionOf } from '../../model/extension-config.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import { lookup } from '../../source/lookup.ts';
import { pointerOf, segmentsOf } from '../../source/pointer.ts';
import {
  isNull,
  items,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  scalarText,
  valueUnder,
} from '../../source/tree.ts';
import type { Findings, Place } from './findings.ts';
import { below, pointerOfWay } from './units.ts';

/** A message of version 2 as it is written. */
interface Written {
  readonly findings: Findings;
  readonly id: string;
  readonly map: NodeId;
  readonly place: Place;
}

const READ_OTHERWISE: { readonly [id: string]: (written: Written) => void } = {
  'route.RouteMatch': prefixWithQuery,
  'route.HeaderMatcher': (written) => {
    presence(written);
    const name = textOf(written, 'name');
    if (name?.toLowerCase() === 'host') inTheWay(written, 'name', HOST);
  },
  'route.QueryParameterMatcher': presence,
  'route.RedirectAction': redirect,
  'route.RouteAction': clusterOfHeader,
  'route.RetryPolicy': (written) => {
    const conditions = textOf(written, 'retry_on')?.split(',') ?? [];
    if (conditions.some((each) => each !== each.trim() && each.trim() !== ''))
      inTheWay(written, 'retry_on', BLANKS);
  },
  Listener: sniffing,
  'core.ApiConfigSource': namesOverGrpc,
};

const HOST =
  'version 2 finds no header host, and version 3 takes it for :authority; remove the condition, or name :authority if that is meant';
const BLANKS =
  'a condition with a blank before or after it has no effect in version 2 and one in version 3; remove the blanks, or the conditions that have them';

/** Looks for such fields in a message of version 2. */
export function readOtherwise(findings: Findings, id: string, map: NodeId, place: Place): void {
  lookup(READ_OTHERWISE, id)?.({ findings, id, map, place });
}

function prefixWithQuery(written: Written): void {
  const prefix = textOf(written, 'prefix');
  if (prefix?.includes('?') !== true) return;
  const reason = `version 3 compares a prefix with the path alone, without the query, so that no request begins with ${JSON.stringify(prefix)}; write what stands before the "?" as the prefix, and a condition on the header :path beside it`;
  inTheWay(written, 'prefix', reason);
}

/** Version 2 takes `present_match: false` for presence, version 3 for absence. */
function presence(written: Written): void {
  if (booleanOf(written, 'present_match') === false) set(written, 'present_match', true);
}

/** Version 2 drops the query of the request where the path is fixed; and a path in version 3 begins with a slash. */
function redirect(written: Written): void {
  for (const field of ['path_redirect', 'prefix_rewrite']) {
    const text = textOf(written, field) ?? '';
    if (text === '' || text.startsWith('/')) continue;
    const reason = `it does not begin with a slash, which version 3 puts before it; write ${JSON.stringify(`/${text}`)} if that is meant`;
    inTheWay(written, field, reason);
  }
  const fixed = textOf(written, 'path_redirect') ?? '';
  if (fixed === '' || fixed.includes('?') || booleanOf(written, 'strip_query') === true) return;
  set(written, 'strip_query', true);
}

/** Where a header names a cluster that is not there, version 2 always answers with 404. */
function clusterOfHeader(written: Written): void {
  const header = textOf(written, 'cluster_header') ?? '';
  if (header === '') return;
  if (header.toLowerCase() === 'host') inTheWay(written, 'cluster_header', HOST);
  const node = nodeOf(written, 'cluster_not_found_response_code');
  const element = compiledMessage(written.id, 'v2').byName.get('cluster_not_found_response_code')?.element;
  const read =
    node === -1 || element?.kind !== 'enum' ? undefined : bindEnum(written.findings.tree, node, element);
  if (read !== undefined && ('problem' in read || read.value === 'NOT_FOUND')) return;
  set(written, 'cluster_not_found_response_code', 'NOT_FOUND');
}

/** What the migration of `cluster_names` leaves: version 3 refuses the whole source. */
function namesOverGrpc(written: Written): void {
  if (!/GRPC$/.test(textOf(written, 'api_type') ?? '') || nodeOf(written, 'cluster_names') === -1) return;
  const { tree } = written.findings;
  const names = resolve(tree, nodeOf(written, 'cluster_names'));
  if (kindOf(tree, names) === NodeKind.List && [...items(tree, names)].length === 0) return;
  const reason =
    'version 3 refuses cluster_names in a source over gRPC; write grpc_services: [{envoy_grpc: {cluster_name: NAME}}] in their place';
  inTheWay(written, 'cluster_names', reason);
}

/** Version 2 looks into TLS by itself where a filter chain asks for what is found there. */
function sniffing(written: Written): void {
  const { findings, map } = written;
  const { tree, options } = findings;
  if (nodeOf(written, 'udp_listener_config') !== -1) return;
  const asked = entriesOf(written, 'filter_chains').some((chain) => {
    const match = fieldOf(written, 'listener.FilterChain', chain, 'filter_chain_match');
    if (match === -1 || kindOf(tree, resolve(tree, match)) !== NodeKind.Map) return false;
    const of = (field: string): NodeId =>
      fieldOf(written, 'listener.FilterChainMatch', resolve(tree, match), field);
    const isList = (node: NodeId): boolean =>
      node !== -1 &&
      kindOf(tree, resolve(tree, node)) === NodeKind.List &&
      [...items(tree, resolve(tree, node))].length > 0;
    const protocol = of('transport_protocol');
    return (
      isList(of('server_names')) ||
      isList(of('application_protocols')) ||
      (protocol !== -1 && scalarText(tree, resolve(tree, protocol)) === 'tls')
    );
  });
  if (!asked) return;
  const hasInspector = entriesOf(written, 'listener_filters').some((filter) => {
    const name = valueUnder(tree, filter, 'name');
    const text = name === -1 ? '' : scalarText(tree, resolve(tree, name));
    return (
      extensionOf('listener.ListenerFilter', text, options.namespace)?.name ===
      'filters.listener.tls_inspector'
    );
  });
  if (hasInspector) return;
  const reason = `its filter chains ask for what only TLS tells; version 2 looks into it by itself, version 3 only with the listener filter ${options.namespace}.filters.listener.tls_inspector: add it to listener_filters`;
  findings.obstacle(written.place, map, 'Listener.filter_chains', reason);
}

function fieldOf({ findings: { tree } }: Written, id: string, map: NodeId, field: string): NodeId {
  return fieldNode(tree, compiledMessage(id, 'v2'), map, field);
}

/** The maps in a list of the message. */
function entriesOf(written: Written, field: string): readonly NodeId[] {
  const { tree } = written.findings;
  const list = nodeOf(written, field);
  if (list === -1 || kindOf(tree, resolve(tree, list)) !== NodeKind.List) return [];
  return [...items(tree, resolve(tree, list))]
    .map((each) => resolve(tree, each))
    .filter((each) => kindOf(tree, each) === NodeKind.Map);
}

function nodeOf(written: Written, field: string): NodeId {
  const node = fieldOf(written, written.id, written.map, field);
  return node === -1 || isNull(written.findings.tree, node) ? -1 : node;
}

/** The text of a field as the proxy reads it, which takes no number for one. */
function textOf(written: Written, field: string): string | undefined {
  const node = nodeOf(written, field);
  const read = node === -1 ? undefined : bindScalar(written.findings.tree, node, 'string', false);
  return read !== undefined && 'value' in read ? String(read.value) : undefined;
}

function booleanOf(written: Written, field: string): boolean | undefined {
  const node = nodeOf(written, field);
  const read = node === -1 ? undefined : bindScalar(written.findings.tree, node, 'bool', false);
  return read !== undefined && 'value' in read && typeof read.value === 'boolean' ? read.value : undefined;
}

function inTheWay(written: Written, field: string, reason: string): void {
  const node = nodeOf(written, field);
  const way = below(written.place.way, keyOf(written, node));
  written.findings.obstacle({ ...written.place, way }, node, `${written.id}.${field}`, reason);
}

/** Writes a value of a field, in the place of the one that is there. */
function set({ findings, id, map, place }: Written, field: string, value: boolean | string): void {
  const node = nodeOf({ findings, id, map, place }, field);
  const name = node === -1 ? speller(findings.tree, map)(field) : keyOf({ findings, id, map, place }, node);
  const path = pointerOfWay(below(place.way, name));
  findings.push(place, node === -1 ? map : node, { op: node === -1 ? 'add' : 'replace', path, value });
}

/** A field's name as it is written. @param node its value */
function keyOf({ findings: { tree } }: Written, node: NodeId): string {
  return segmentsOf(pointerOf(tree, node))?.at(-1) ?? '';
}
