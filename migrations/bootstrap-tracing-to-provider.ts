import { leave, type MessageView, type Migration, type Step } from '../src/canonical/migration/migration.ts';
import { type BoundMessage, isObject } from '../src/model/bound.ts';
import { deepCopy } from '../src/model/copy.ts';
import type { Edit } from '../src/source/edit/index.ts';

const FIELD = 'tracing';

/** Bootstrap.tracing → the provider in the tracing of each connection manager. */
export const bootstrapTracingToProvider: Migration = {
  id: 'bootstrap-tracing-to-provider',
  title: '`tracing` of a bootstrap becomes the `provider` of its connection managers',
  why: 'Version 3 deprecates one tracer for the whole proxy: each connection manager names its own.',
  how:
    'The tracer becomes `provider` in the tracing of every connection manager that traces without one; comments stay with the first. ' +
    'It is left where no connection manager does, and where listeners are fetched, whose connection managers use it as well.',
  source: 'full API of version 3: Bootstrap, HttpConnectionManager.Tracing',
  optional: false,
  versions: ['v3'],
  messages: ['Bootstrap'],
  fields: [FIELD],
  example: {
    type: 'Bootstrap',
    before: `static_resources:
  listeners:
  - name: front
    address:
      socket_address: {address: 0.0.0.0, port_value: 80}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          tracing:
            verbose: true
tracing:
  http:
    name: envoy.tracers.datadog
    typed_config:
      "@type": type.googleapis.com/envoy.config.trace.v3.DatadogConfig
      collector_cluster: traces
      service_name: front # as in the dashboards
`,
    after: `static_resources:
  listeners:
  - name: front
    address:
      socket_address: {address: 0.0.0.0, port_value: 80}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          tracing:
            verbose: true
            provider:
              name: envoy.tracers.datadog
              typed_config:
                "@type": type.googleapis.com/envoy.config.trace.v3.DatadogConfig
                collector_cluster: traces
                service_name: front # as in the dashboards
`,
  },
  plan(view) {
    const { [FIELD]: tracing, dynamic_resources: dynamic } = view.value;
    if (!isObject(tracing)) return [];
    const remove: Edit = { op: 'remove', path: view.at(FIELD) };
    if (!isObject(tracing.http))
      return [{ kind: 'edits', edits: [remove], reason: `removed ${FIELD}: it names no tracer` }];
    if (
      isObject(dynamic) &&
      (dynamic.lds_config !== undefined || dynamic.lds_resources_locator !== undefined)
    )
      return leave(
        FIELD,
        'listeners are fetched, and their connection managers trace by it where they name no provider; let the management server send a provider with each, then remove this',
      );
    const takers = takersIn(view);
    if (takers.length === 0)
      return leave(
        FIELD,
        'no connection manager here traces by it; remove it, if no other listener is added that does',
      );
    const [first = [], ...others] = takers;
    const provider = view.spell('trace.Tracing.Http', deepCopy(tracing.http));
    const edits: Edit[] = [
      ...others.map((steps): Edit => ({ op: 'add', path: view.within(...steps), value: provider })),
      { op: 'move', from: view.within(FIELD, 'http'), path: view.within(...first) },
      remove,
    ];
    const count = takers.length === 1 ? 'the connection manager' : `${takers.length} connection managers`;
    return [{ kind: 'edits', edits, reason: `${FIELD} became the provider of ${count}` }];
  },
};

/** The ways to the providers that connection managers lack. */
function takersIn({ value }: MessageView): readonly (readonly Step[])[] {
  const { static_resources: resources } = value;
  const listeners = isObject(resources) && Array.isArray(resources.listeners) ? resources.listeners : [];
  return listeners.flatMap((listener, index) =>
    isObject(listener) ? managersOf(listener, ['static_resources', 'listeners', index]) : [],
  );
}

function managersOf(listener: BoundMessage, way: readonly Step[]): readonly (readonly Step[])[] {
  const { filter_chains: chains, default_filter_chain: last, api_listener: api } = listener;
  const all: (readonly [unknown, readonly Step[]])[] = [
    ...(Array.isArray(chains) ? chains : []).map(
      (chain, index) => [chain, [...way, 'filter_chains', index]] as const,
    ),
    [last, [...way, 'default_filter_chain']],
  ];
  const typed = all.flatMap(([chain, at]) =>
    isObject(chain) && Array.isArray(chain.filters)
      ? chain.filters.map(
          (filter, index) => [filter, [...at, 'filters', index, 'typed_config'], 'typed_config'] as const,
        )
      : [],
  );
  return [...typed, [api, [...way, 'api_listener', 'api_listener'], 'api_listener'] as const].flatMap(
    ([holder, at, field]) => {
      const manager: unknown = isObject(holder) ? holder[field] : undefined;
      const traces =
        isObject(manager) && String(manager['@type']).endsWith('.HttpConnectionManager')
          ? manager.tracing
          : undefined;
      return isObject(traces) && traces.provider === undefined ? [[...at, 'tracing', 'provider']] : [];
    },
  );
}
