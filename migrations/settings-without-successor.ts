import type { MessageView, Migration, MigrationOutcome } from '../src/canonical/migration/migration.ts';

/** Deprecated settings for which there is no other: gone where they say nothing, left where they do. */
export const settingsWithoutSuccessor: Migration = {
  id: 'settings-without-successor',
  title: 'deprecated settings that nothing replaces go where they have no effect',
  why: "The proxy's full API deprecates these settings without a field that says the same, and later proxies refuse them.",
  how:
    "Removed: the fault filter's `delay.type`, `use_alpha: false`, `disable_overprovisioning: false`, an `operation_name` that is INGRESS or stands in a " +
    'listener with a `traffic_direction`. Left, each with what to do: the same fields where they have an effect, `deprecated_v1` of a TCP proxy, ' +
    '`UNSUPPORTED_REST_LEGACY` and `HTTP_JSON_V1`.',
  source: 'the full API of version 2',
  optional: true,
  messages: [
    'FaultDelay',
    'http.ext_authz.ExtAuthz',
    'ClusterLoadAssignment.Policy',
    'HttpConnectionManager.Tracing',
    'TcpProxy',
    'core.ApiConfigSource',
    'ZipkinConfig',
  ],
  fields: [
    'type',
    'use_alpha',
    'disable_overprovisioning',
    'operation_name',
    'deprecated_v1',
    'api_type',
    'collector_endpoint_version',
  ],
  example: {
    type: 'HTTPFault',
    before: `delay:
  type: FIXED
  fixed_delay: 5s
  percentage: {numerator: 1}
`,
    after: `delay:
  fixed_delay: 5s
  percentage: {numerator: 1}
`,
  },
  plan(view) {
    return SETTINGS.filter(
      ({ message, field }) => message === view.type && view.value[field] !== undefined,
    ).flatMap(({ field, judge }) => {
      const outcome = judge(view.value[field], view);
      return outcome === undefined ? [] : [outcomeOf(view, field, outcome)];
    });
  },
};

type Judged = { readonly removed: string } | { readonly left: string };

interface Setting {
  readonly message: string;
  readonly field: string;
  /** Why it goes or stays; undefined where the value is a current one. */
  readonly judge: (value: unknown, view: MessageView) => Judged | undefined;
}

function outcomeOf(view: MessageView, field: string, judged: Judged): MigrationOutcome {
  if ('left' in judged) return { kind: 'left', field, reason: judged.left };
  const reason = `removed ${field}: ${judged.removed}`;
  return { kind: 'edits', edits: [{ op: 'remove', path: view.at(field) }], reason };
}

const SETTINGS: readonly Setting[] = [
  {
    message: 'FaultDelay',
    field: 'type',
    judge: () => ({ removed: 'it has one value only, and the proxy does not read it' }),
  },
  {
    message: 'http.ext_authz.ExtAuthz',
    field: 'use_alpha',
    judge: (value) =>
      value === true
        ? {
            left: 'the service is called under its alpha name; remove this once it answers to the v2 name (service.auth.v2.Authorization)',
          }
        : { removed: 'false says nothing' },
  },
  {
    message: 'ClusterLoadAssignment.Policy',
    field: 'disable_overprovisioning',
    judge: (value) =>
      value === true
        ? {
            left: 'the proxy never implemented it; remove it, or write overprovisioning_factor: 100 if hosts are to have no spare capacity',
          }
        : { removed: 'false says nothing' },
  },
  {
    message: 'HttpConnectionManager.Tracing',
    field: 'operation_name',
    judge: operationName,
  },
  {
    message: 'TcpProxy',
    field: 'deprecated_v1',
    judge: () => ({
      left: 'write a filter chain with a filter_chain_match for each of its routes, each with a tcp_proxy of its own',
    }),
  },
  {
    message: 'core.ApiConfigSource',
    field: 'api_type',
    judge: (value) =>
      value === 'UNSUPPORTED_REST_LEGACY'
        ? { left: 'the proxy refuses it; write what the management server speaks: GRPC, DELTA_GRPC or REST' }
        : undefined,
  },
  {
    message: 'ZipkinConfig',
    field: 'collector_endpoint_version',
    judge: (value) =>
      value === 'HTTP_JSON_V1'
        ? {
            left: 'version 2 of the collector has another format and path; write HTTP_JSON or HTTP_PROTO, and the collector_endpoint for it (/api/v2/spans)',
          }
        : undefined,
  },
];

/** The listener's direction decides; only where it has none does this field, whose default is INGRESS. */
function operationName(value: unknown, view: MessageView): Judged {
  const direction = view.around('Listener')?.traffic_direction;
  if (direction === 'INBOUND' || direction === 'OUTBOUND')
    return { removed: `the listener's traffic_direction ${direction} decides` };
  if (value !== 'EGRESS') return { removed: 'INGRESS is what its absence means' };
  return {
    left: 'write traffic_direction: OUTBOUND at the listener, which counts for all its connection managers, then remove it',
  };
}
