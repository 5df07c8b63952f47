import type { MessageView, Migration, MigrationOutcome } from '../src/canonical/migration/migration.ts';
import { type BoundMessage, INVALID, isObject } from '../src/model/bound.ts';

/** Deprecated settings for which there is no other: gone where they say nothing, left where they do. */
export const settingsWithoutSuccessor: Migration = {
  id: 'settings-without-successor',
  title: 'deprecated settings that nothing replaces go where they have no effect',
  why: "The proxy's full API deprecates these settings without a field that says the same, and later proxies refuse them.",
  how:
    "Removed: the fault filter's `delay.type`, `use_alpha: false`, `disable_overprovisioning: false`, an `operation_name` that is INGRESS or stands in a " +
    'listener with a `traffic_direction`. EGRESS becomes `traffic_direction: OUTBOUND` of its listener, where all connection managers of that say so. Left, each with what to do: the same fields where they have an effect, `deprecated_v1` of a TCP proxy, ' +
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

type Judged =
  | ({ readonly removed: string } & Pick<MessageEdits, 'elsewhere' | 'warning'>)
  | { readonly left: string };
type MessageEdits = MigrationOutcome & { readonly kind: 'edits' };

interface Setting {
  readonly message: string;
  readonly field: string;
  /** Why it goes or stays; undefined where the value is a current one. */
  readonly judge: (value: unknown, view: MessageView) => Judged | undefined;
}

function outcomeOf(view: MessageView, field: string, judged: Judged): MigrationOutcome {
  if ('left' in judged) return { kind: 'left', field, reason: judged.left };
  const { removed, ...more } = judged;
  const reason = `removed ${field}: ${removed}`;
  return { kind: 'edits', edits: [{ op: 'remove', path: view.at(field) }], reason, ...more };
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
  return outbound(view) ?? { left: `write traffic_direction: OUTBOUND at the listener, ${COUNTS}` };
}

const COUNTS = 'which counts for all its connection managers, then remove it';

/** The direction moves to the listener, where every connection manager that traces says the same. */
function outbound(view: MessageView): Judged | undefined {
  const [listener, place] = [view.around('Listener'), view.placeAround('Listener', 'traffic_direction')];
  const manager = view.around('HttpConnectionManager');
  if (listener === undefined || place === undefined || manager === undefined || view.older) return undefined;
  if (listener[INVALID]?.traffic_direction !== undefined) return undefined;
  const traced = [...tracedIn(listener)];
  // One that is fetched, or of a kind that was not looked into, is not among them.
  if (!traced.some((each) => each === view.value)) return undefined;
  if (traced.some((each) => each.operation_name !== 'EGRESS'))
    return {
      left: `another connection manager of the listener is not EGRESS, and version 3 has one direction for all of them: divide the listener, or write traffic_direction: OUTBOUND there, ${COUNTS}`,
    };
  return {
    removed: "the listener's traffic_direction OUTBOUND says so",
    elsewhere: [{ op: 'add', path: place, value: 'OUTBOUND' }],
    warning:
      'the direction is that of the whole listener now, so that filters, logs and statistics that ask for it are told OUTBOUND',
  };
}

/** The tracing of every connection manager of a listener that traces. */
function* tracedIn({ filter_chains: chains }: BoundMessage): Generator<BoundMessage> {
  for (const chain of Array.isArray(chains) ? chains : [])
    for (const filter of isObject(chain) && Array.isArray(chain.filters) ? chain.filters : []) {
      const held = isObject(filter) ? (filter.typed_config ?? filter.config) : undefined;
      const manager = isObject(held) && isObject(held.value) ? held.value : held;
      if (isObject(manager) && isObject(manager.tracing)) yield manager.tracing;
    }
}
