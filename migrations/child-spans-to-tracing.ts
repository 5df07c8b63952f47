import { leave, type Migration, type MigrationOutcome } from '../src/canonical/migration/migration.ts';
import { type BoundMessage, isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const MANAGER = 'HttpConnectionManager';
const ROUTER = 'http.router.Router';
const CHILD = 'start_child_span';
const SPLIT = 'split_spans_for_request';
const SPAWN = 'spawn_upstream_span';

/** Router.start_child_span and ZipkinConfig.split_spans_for_request → spawn_upstream_span of the connection manager. */
export const childSpansToTracing: Migration = {
  id: 'child-spans-to-tracing',
  title:
    '`start_child_span` of the router and `split_spans_for_request` of Zipkin become `spawn_upstream_span`',
  why: 'Whether a request to a cluster has a span of its own is said in one place since version 3: the tracing of the connection manager.',
  how:
    '`false` goes, and so does `start_child_span` where the connection manager around it traces nothing. True becomes `spawn_upstream_span: true`; with Zipkin only if both are true, as one alone makes other spans, and not with OpenTelemetry, whose spans it makes another kind. ' +
    'A router or Zipkin without its connection manager is left.',
  source: 'full API of version 3: http.router.Router, ZipkinConfig, HttpConnectionManager.Tracing',
  optional: false,
  versions: ['v3'],
  messages: [MANAGER, ROUTER, 'ZipkinConfig'],
  fields: ['http_filters', 'tracing', CHILD, SPLIT],
  example: {
    type: MANAGER,
    before: `stat_prefix: front
tracing:
  provider:
    name: envoy.tracers.zipkin
    typed_config:
      "@type": type.googleapis.com/envoy.config.trace.v3.ZipkinConfig
      collector_cluster: zipkin
      collector_endpoint: /api/v2/spans
      collector_endpoint_version: HTTP_JSON
      split_spans_for_request: true
http_filters:
- name: envoy.filters.http.router
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
    start_child_span: true
`,
    after: `stat_prefix: front
tracing:
  provider:
    name: envoy.tracers.zipkin
    typed_config:
      "@type": type.googleapis.com/envoy.config.trace.v3.ZipkinConfig
      collector_cluster: zipkin
      collector_endpoint: /api/v2/spans
      collector_endpoint_version: HTTP_JSON
  spawn_upstream_span: true
http_filters:
- name: envoy.filters.http.router
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
`,
  },
  plan(view) {
    const { value, type } = view;
    if (type !== MANAGER) {
      const field = type === ROUTER ? CHILD : SPLIT;
      if (value[field] === undefined) return [];
      if (value[field] === false) return [without(field, view.at(field), 'false is what its absence means')];
      const manager = view.around(MANAGER);
      const why = manager === undefined ? UNKNOWN : whyStays(manager, view.around('Bootstrap'));
      return why === undefined ? [] : leave(field, why);
    }
    const router = routerOf(value);
    const isChild = router?.config[CHILD] === true;
    const isSplit = ownZipkin(value)?.[SPLIT] === true;
    if ((!isChild && !isSplit) || whyStays(value, view.around('Bootstrap')) !== undefined) return [];
    const edits: Edit[] = [];
    if (router !== undefined && isChild)
      edits.push({ op: 'remove', path: view.within('http_filters', router.index, 'typed_config', CHILD) });
    if (value.tracing === undefined)
      return [{ kind: 'edits', edits, reason: `removed ${CHILD}: the connection manager traces nothing` }];
    if (isSplit)
      edits.push({ op: 'remove', path: view.within('tracing', 'provider', 'typed_config', SPLIT) });
    if (!isSpawning(value)) edits.push({ op: 'add', path: view.within('tracing', SPAWN), value: true });
    const names = [...(isChild ? [CHILD] : []), ...(isSplit ? [SPLIT] : [])].join(' and ');
    const reason = `${names} became ${SPAWN} in the tracing of the connection manager`;
    return [{ kind: 'edits', edits, reason }];
  },
};

const UNKNOWN = `which tracer it works with is not known here; set ${SPAWN}: true in the tracing of the connection manager, then remove this`;

/** Why the flags of a connection manager stay; undefined where they can go. */
function whyStays(manager: BoundMessage, bootstrap: BoundMessage | undefined): string | undefined {
  const { tracing } = manager;
  if (tracing === undefined || isSpawning(manager)) return undefined;
  if (!isObject(tracing)) return UNKNOWN;
  if (tracing[SPAWN] === false)
    return `${SPAWN} of the connection manager says false, and one of the two has to change: decide which`;
  const provider = providerOf(manager) ?? (isObject(bootstrap?.tracing) ? bootstrap.tracing.http : undefined);
  const config = isObject(provider) ? provider.typed_config : undefined;
  if (!isObject(config)) return UNKNOWN;
  const type = String(config['@type']);
  if (type.endsWith('.OpenTelemetryConfig'))
    return `with OpenTelemetry ${SPAWN} also decides of which kind a span is; set ${SPAWN}: true in the tracing if that is meant, then remove this`;
  const isBoth = routerOf(manager)?.config[CHILD] === true && ownZipkin(manager)?.[SPLIT] === true;
  return type.endsWith('.ZipkinConfig') && !isBoth
    ? `${CHILD} of the router and ${SPLIT} of Zipkin are not both true, and ${SPAWN} would set both; decide which, then set it in the tracing`
    : undefined;
}

function isSpawning({ tracing }: BoundMessage): boolean {
  return isObject(tracing) && tracing[SPAWN] === true;
}

function without(field: string, path: string, why: string): MigrationOutcome {
  return { kind: 'edits', edits: [{ op: 'remove', path }], reason: `removed ${field}: ${why}` };
}

/** The router among a connection manager's filters. */
function routerOf({
  http_filters: filters,
}: BoundMessage): { readonly index: number; readonly config: BoundMessage } | undefined {
  if (!Array.isArray(filters)) return undefined;
  for (const [index, filter] of filters.entries()) {
    const config: unknown = isObject(filter) ? filter.typed_config : undefined;
    if (isObject(config) && String(config['@type']).endsWith('.router.v3.Router')) return { index, config };
  }
  return undefined;
}

function providerOf({ tracing }: BoundMessage): BoundMessage | undefined {
  return isObject(tracing) && isObject(tracing.provider) ? tracing.provider : undefined;
}

/** The configuration of Zipkin in a connection manager's own provider. */
function ownZipkin(manager: BoundMessage): BoundMessage | undefined {
  const config = providerOf(manager)?.typed_config;
  return isObject(config) && String(config['@type']).endsWith('.ZipkinConfig') ? config : undefined;
}
