import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';
import { configTable, extensionOf } from '../src/model/extension-config.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** Untyped `config` → `typed_config`, where the extension's message is known. */
export const configToTypedConfig: Migration = {
  id: 'config-to-typed-config',
  title: 'the untyped `config` of a known extension becomes `typed_config`',
  why: "An untyped `config` is checked only when the proxy loads it; the proxy's full API deprecates it and later proxies refuse it.",
  how: 'The configuration stays where it is, gets its `@type` as first field, and its key becomes `typed_config`. Extensions that cfgtool does not know are left.',
  source:
    'full API: every message with `config` beside `typed_config`; data-model.md: core.TransportSocket, route.RetryPolicy',
  optional: true,
  messages: [
    'listener.Filter',
    'listener.ListenerFilter',
    'HttpFilter',
    'AccessLog',
    'StatsSink',
    'trace.Tracing.Http',
    'core.TransportSocket',
    'core.HealthCheck.CustomHealthCheck',
    'route.RetryPolicy.RetryPriority',
    'route.RetryPolicy.RetryHostPredicate',
    // Extensions of these kinds are not known, so that they are left with a reason.
    'ExtensionFilter',
    'core.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin',
    'PrivateKeyProvider',
    'listener.UdpListenerConfig',
    'LoadBalancingPolicy.Policy',
  ],
  fields: ['config'],
  example: {
    type: 'HttpFilter',
    before: `name: envoy.filters.http.lua
config:
  inline_code: "-- nothing yet"
`,
    after: `name: envoy.filters.http.lua
typed_config:
  "@type": type.googleapis.com/envoy.config.filter.http.lua.v2.Lua
  inline_code: "-- nothing yet"
`,
  },
  plan(view) {
    const { config, typed_config: typed, name } = view.value;
    if (!isObject(config)) return [];
    const left = (reason: string) => [{ kind: 'left' as const, field: 'config', reason }];
    if (typed !== undefined)
      return left('typed_config stands beside it; only one may stand: remove the one that is not true');
    if (view.older && view.type === 'core.TransportSocket')
      return left('the older form of the data model has no typed_config here (--older)');
    if (config.deprecated_v1 === true)
      return left('it holds a configuration of version 1 (deprecated_v1), which has no type');
    if (config['@type'] !== undefined)
      return left('it holds an "@type" of its own; rename it to typed_config by hand if it is one');
    const downstream = view.parent?.type === 'listener.FilterChain';
    const table = configTable(view.type, name, view.namespace, downstream);
    const typeName = extensionOf(view.type, name, view.namespace)?.typeName;
    const url = table === undefined ? typeName && view.typeUrlOfName(typeName) : view.typeUrl(table);
    if (url === undefined) {
      return left(
        `cfgtool does not know which message the extension ${JSON.stringify(nameIn(view.value))} takes; give it "@type" and typed_config by hand`,
      );
    }
    const from = view.at('config');
    const edits: Edit[] = [
      { op: 'add', path: `${from}/@type`, value: url, first: true },
      { op: 'move', from, path: view.place('typed_config'), inPlaceOf: from },
    ];
    return [{ kind: 'edits', edits, reason: `config of ${String(name)} became typed_config` }];
  },
};

function nameIn({
  name,
  provider_name: provider,
  udp_listener_name: listener,
}: MessageView['value']): unknown {
  return name ?? provider ?? listener ?? '';
}
