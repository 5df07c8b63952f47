import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { describe, shortName } from '../../model/describe.ts';
import { isOutside } from '../../model/limits.ts';
import { durationNanos } from '../../model/values.ts';
import type { Frame } from '../../model/walk.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import { isBefore, type Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Data } from '../../source/data.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

const known = { v2: new Map<string, readonly string[]>(), v3: new Map<string, readonly string[]>() };

/** The durations of a message without a lower bound of their own. */
function durationsOf(type: string, version: ApiVersion): readonly string[] {
  let names = known[version].get(type);
  if (names === undefined) {
    names = compiledMessage(type, version).fields.flatMap(({ name, spec: { type: kind, limits } }) =>
      kind === 'Duration' && limits?.gt === undefined && (limits?.gte === undefined || isOutside(limits))
        ? name
        : [],
    );
    known[version].set(type, names);
  }
  return names;
}

const WEIGHTED = 'ClientSideWeightedRoundRobin';

/** The first release that looks at a time of a message, where not all do. */
function lookedAtSince({ type, parent }: Frame, field: string): Release | undefined {
  if (type === WEIGHTED) return field === 'oob_reporting_period' ? '1.39' : undefined;
  return type === 'SlowStartConfig' && parent?.type === WEIGHTED ? '1.37' : undefined;
}

/** Caches are made when the first request comes, and their settings are looked at no earlier. */
const MADE_LATER = /^FileSystemHttpCache/;

export const negativeDuration: AnalysisRule = {
  id: 'negative-duration',
  level: 'error',
  refuses: true,
  purpose: 'A timeout, interval or window below zero.',
  why: 'The form of a duration allows a minus sign, but no setting means a time before now; the proxy refuses the configuration.',
  remedy: 'Write the time that is meant; for the settings that have it, 0s switches the limit off.',
  source: 'data-model.md: Notation used in this document: Duration; how the proxy behaves',
  bad: { type: 'route.RouteAction', yaml: 'cluster: shop\nidle_timeout: -1s\n' },
  good: { type: 'route.RouteAction', yaml: 'cluster: shop\nidle_timeout: 0s\n' },
  every(frame, { spot, report, release }) {
    if (MADE_LATER.test(frame.type)) return;
    for (const field of durationsOf(frame.type, versionOf(frame.message))) {
      const since = lookedAtSince(frame, field);
      if (since !== undefined && isBefore(release, since)) continue;
      const value = frame.message[field];
      if (typeof value !== 'string' || !value.startsWith('-')) continue;
      report({
        message: `${field} of ${shortName(frame.type)} is ${value}, and a time cannot be negative: the proxy refuses it; write 0s where none is meant`,
        at: spot(frame, field),
        identity: field,
      });
    }
  },
};

export const invalidInterval: AnalysisRule = {
  id: 'invalid-interval',
  level: 'error',
  refuses: true,
  purpose: 'Growing waits whose longest one is shorter than the first.',
  why: 'Waits grow from base_interval up to max_interval. With a maximum below the base the proxy refuses the message.',
  remedy:
    'Raise max_interval to at least base_interval, or leave it out: it is ten times base_interval then.',
  source: 'data-model.md: Cluster.RefreshRate; core.RetryPolicy (remote data fetch); Limits',
  bad: {
    type: 'Cluster.RefreshRate',
    yaml: 'base_interval: 5s\nmax_interval: 1s\n',
  },
  good: {
    type: 'Cluster.RefreshRate',
    yaml: 'base_interval: 5s\nmax_interval: 60s\n',
  },
  messages: {
    'Cluster.RefreshRate'(rate, frame, look) {
      if (isRefreshed(frame.parent)) compare(rate, frame, look);
    },

    'core.BackoffStrategy'(waits, frame, look) {
      if (isBackoffChecked(frame)) compare(waits, frame, look);
    },
    'route.RetryPolicy.RetryBackOff': compare,
  },
  tables: {
    'DnsCluster.RefreshRate': (frame, look) => {
      const { base_interval, max_interval } = frame.message;
      compare({ base_interval, max_interval }, frame, look);
    },
  },
};

/** Whether waits for DNS are those of a cluster that asks it by its own fields; a message by itself may stand anywhere. */
function isRefreshed(holder: Frame | undefined): boolean {
  if (holder?.type !== 'Cluster') return holder === undefined;
  const { type, cluster_type: custom } = holder.message;
  const name = isObject(custom) ? String(custom.name) : String(type);
  return /^(?:envoy\.cluster\.)?(?:strict|logical)_dns$/i.test(name);
}

/** Whose waits the proxy compares when it reads them; what others say, services of filters among them, it takes. */
const CHECKS_BACKOFF: ReadonlySet<string> = new Set([
  ...['RemoteJwks', 'core.RemoteDataSource', 'GcpAuthnFilterConfig'],
  ...['FluentdAccessLogConfig.RetryOptions', 'TcpProxy', 'UdpProxyConfig.UdpTunnelingConfig.RetryOptions'],
]);

function isBackoffChecked({ parent }: Frame): boolean {
  const holder = parent?.type === 'core.RetryPolicy' ? parent.parent : parent;
  return holder !== undefined && (CHECKS_BACKOFF.has(holder.type) || isOfStream(holder));
}

/** What resources are fetched by; health checks for others and reports of load wait in their own ways. */
function isOfStream({ type, parent: service }: Frame): boolean {
  const source = service?.parent;
  if (type !== 'core.GrpcService.EnvoyGrpc' || source?.type !== 'core.ApiConfigSource') return false;
  return source.field?.name !== 'hds_config' && source.field?.name !== 'load_stats_config';
}

/** The specification asks both for less than and for at least: equal ones are left alone. */
function compare(
  { base_interval, max_interval }: { readonly base_interval?: unknown; readonly max_interval?: unknown },
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  if (typeof base_interval !== 'string' || typeof max_interval !== 'string') return;
  const base = durationNanos(base_interval);
  const longest = durationNanos(max_interval);
  if (base === undefined || longest === undefined || longest >= base) return;
  report({
    message: `max_interval of ${shownField(frame)} is ${max_interval}, which is less than its base_interval of ${base_interval}, so the proxy refuses it; raise it to at least ${base_interval} or leave it out`,
    at: spot(frame, 'max_interval'),
    data: { base_interval, max_interval },
  });
}

/** The field that holds a message, and whose it is. */
function shownField(frame: Frame): string {
  const { parent, field } = frame;
  const around: BoundMessage | undefined = parent?.message;
  if (parent === undefined || field === undefined || around === undefined)
    return describe(frame.type, frame.message);
  return `${field.name} of ${describe(parent.type, around)}`;
}

export const truncatedPercent: AnalysisRule = {
  id: 'truncated-percent',
  level: 'warning',
  purpose: 'A panic threshold below 1 %, which the proxy cuts down to 0.',
  why: 'The threshold is cut to whole percents, and 0 switches panic mode off. Most often a share such as 0.5 was meant, which is 50 here.',
  remedy: 'Write percents: 50 for half. Write 0 where panic mode is to be off.',
  source: 'data-model.md: Cluster.CommonLbConfig: healthy_panic_threshold',
  bad: {
    type: 'Cluster',
    yaml: 'name: cart\nconnect_timeout: 1s\ncommon_lb_config: { healthy_panic_threshold: { value: 0.5 } }\n',
  },
  good: {
    type: 'Cluster',
    yaml: 'name: cart\nconnect_timeout: 1s\ncommon_lb_config: { healthy_panic_threshold: { value: 50 } }\n',
  },
  messages: {
    'Cluster.CommonLbConfig'({ healthy_panic_threshold }, frame, { spot, report }) {
      const value = healthy_panic_threshold?.value;
      if (value === undefined || !(value > 0 && value < 1)) return;
      report({
        message: `healthy_panic_threshold of ${value} % is cut to 0, which switches panic mode off; write percents (${Number((value * 100).toFixed(6))} for the share ${value}), or 0 if off is meant`,
        at: spot(frame, 'healthy_panic_threshold'),
        data: { value },
      });
    },
  },
};

const WHOLES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [undefined, 100],
  ['HUNDRED', 100],
  ['TEN_THOUSAND', 10_000],
  ['MILLION', 1_000_000],
]);

export const fractionAboveWhole: AnalysisRule = {
  id: 'fraction-above-whole',
  level: 'warning',
  purpose: 'A fraction whose numerator is above its denominator.',
  why: 'More than the whole counts as the whole, so that every request is taken. Most often the denominator is missing, which is HUNDRED then.',
  remedy: 'Set the denominator that is meant: HUNDRED, TEN_THOUSAND or MILLION.',
  source: 'data-model.md: route.RouteMatch: runtime_fraction; RequestMirrorPolicy: runtime_fraction',
  bad: { type: 'type.FractionalPercent', yaml: 'numerator: 2500\n' },
  good: { type: 'type.FractionalPercent', yaml: 'numerator: 2500\ndenominator: TEN_THOUSAND\n' },
  messages: {
    'type.FractionalPercent'({ numerator = 0, denominator }, frame, { spot, report }) {
      const whole = WHOLES.get(denominator);
      if (whole === undefined || numerator <= whole) return;
      const shown =
        denominator === undefined ? 'HUNDRED, which is the denominator where none is set' : denominator;
      report({
        message: `numerator ${numerator} is above ${shown}, so that the share is always the whole; set the denominator that is meant`,
        at: spot(frame, 'numerator'),
        data: { numerator, denominator: whole },
      });
    },
  },
};

interface Scale {
  /** The value that stands for all requests. */
  readonly whole: number;
  readonly unit: string;
}

/** A whole number at a key of a fraction is a percentage, whatever the denominator of the default is. */
const PERCENT: Scale = { whole: 100, unit: 'percent' };
/** A mirror's own key counts in steps of 0.01 %. */
const STEPS: Scale = { whole: 10_000, unit: 'steps of 0.01 %' };

function judge(frame: Frame, { whole, unit }: Scale, { spot, report }: RuleContext): void {
  const { runtime_key: key } = frame.message;
  if (typeof key !== 'string' || key === '') return;
  let root = frame;
  while (root.parent !== undefined) root = root.parent;
  if (root.type !== 'Bootstrap') return;
  const value = Number(layerValue(root.message, key) ?? Number.NaN);
  if (!Number.isInteger(value) || (value >= 0 && value <= whole)) return;
  report({
    message: `runtime_key ${key} has the value ${value} in this bootstrap, which counts in ${unit} from 0 to ${whole} here; correct the value`,
    at: spot(frame, 'runtime_key'),
    identity: key,
    data: { key, value, most: whole },
  });
}

const runtimeExample = (
  value: number,
): string => `layered_runtime: { layers: [{ name: base, static_layer: { shop.copies: ${value} } }] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
                stat_prefix: front
                http_filters: [{ name: envoy.filters.http.router }]
                route_config:
                  virtual_hosts:
                    - name: shop
                      domains: ["*"]
                      routes:
                        - match:
                            prefix: /
                            runtime_fraction:
                              default_value: { numerator: 2500, denominator: TEN_THOUSAND }
                              runtime_key: shop.copies
                          direct_response: { status: 200 }
`;

export const runtimeValueRange: AnalysisRule = {
  id: 'runtime-value-range',
  level: 'warning',
  purpose:
    'A runtime key whose value, written in the same bootstrap, is beyond the scale of the field that names it.',
  why: 'A whole number at the key of a fraction is a percentage of 100, also where the default counts in ten thousands; at the runtime_key of a mirror it counts in steps of 0.01 %. A value beyond the scale means all requests.',
  remedy:
    'Write percent for a fraction, or a numerator with its denominator; 0 to 10000 for the runtime_key of a mirror.',
  source: 'data-model.md: Runtime-derived values; Limits: deprecated mirror runtime_key',
  bad: { type: 'Bootstrap', yaml: runtimeExample(2500) },
  good: { type: 'Bootstrap', yaml: runtimeExample(25) },
  withSubject: {
    'core.RuntimeFractionalPercent': (_, frame, look) => judge(frame, PERCENT, look),
    'route.RouteAction.RequestMirrorPolicy': (_, frame, look) => judge(frame, STEPS, look),
  },
};

export const runtimeValueType: AnalysisRule = {
  id: 'runtime-value-type',
  level: 'warning',
  purpose: 'A runtime key whose value, written in the same bootstrap, the field that names it cannot use.',
  why: 'The value for a number has to be one, that for a share a whole percentage or a fraction. Any other value is passed over, and default_value holds.',
  remedy: 'Correct the value in the runtime layer, or name the key that is meant.',
  source: 'data-model.md: Runtime-derived values',
  bad: bootstrap('sometimes'),
  good: bootstrap('25'),
  withSubject: {
    'core.RuntimeUInt32': (_, frame, look) => check(frame, look, isWhole, 'a whole number from 0 on'),
    'core.RuntimeFractionalPercent': (_, frame, look) =>
      check(frame, look, isShare, 'a whole percentage, or a numerator and a denominator'),
  },
};

function bootstrap(value: string): AnalysisRule['bad'] {
  return {
    type: 'Bootstrap',
    yaml: `layered_runtime: { layers: [{ name: base, static_layer: { shop.share: ${value} } }] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
                stat_prefix: front
                http_filters: [{ name: envoy.filters.http.router }]
                route_config:
                  virtual_hosts:
                    - name: shop
                      domains: ["*"]
                      routes:
                        - match:
                            prefix: /
                            runtime_fraction: { default_value: { numerator: 50 }, runtime_key: shop.share }
                          direct_response: { status: 200 }
`,
  };
}

function check(
  frame: Frame,
  { spot, report }: RuleContext,
  fits: (value: Data) => boolean,
  wanted: string,
): void {
  const { runtime_key: key } = frame.message;
  if (typeof key !== 'string' || key === '') return;
  let root = frame;
  while (root.parent !== undefined) root = root.parent;
  if (root.type !== 'Bootstrap') return;
  const value = layerValue(root.message, key);
  if (value === undefined || value === null || fits(value)) return;
  const shown = typeof value === 'object' ? 'an object or list' : JSON.stringify(value).slice(0, 60);
  report({
    message: `runtime_key ${key} has the value ${shown} in this bootstrap, but has to be ${wanted}, so default_value holds; correct the value or the key`,
    at: spot(frame, 'runtime_key'),
    identity: key,
  });
}

const TEXTUAL = /^[+-]?\d+(?:\.\d+)?$/;

/** Runtime values may be written as text too. */
function isNumber(value: Data): boolean {
  return typeof value === 'number' || (typeof value === 'string' && TEXTUAL.test(value));
}

function isWhole(value: Data): boolean {
  return isNumber(value) && Number.isInteger(Number(value)) && Number(value) >= 0;
}

/** The parts of a fraction are looked at by nobody here: a text may be YAML of its own. */
function isShare(value: Data): boolean {
  return isWhole(value) || (typeof value === 'object' && value !== null) || /numerator/.test(String(value));
}
