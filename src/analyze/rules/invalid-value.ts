import { isObject } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { around, type Frame } from '../../model/walk.ts';
import { ipAddress } from '../../routing/where/addresses.ts';
import { findExtension } from '../../schema/extensions.ts';
import type { Message } from '../../schema/types.ts';
import { htpasswdProblem, jwksProblem } from '../fields/jwks.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** What the proxy reads further than the API says. */
export const invalidValue: AnalysisRule = {
  id: 'invalid-value',
  level: 'error',
  version: 'v3',
  purpose: 'A value that the API allows, and that the proxy refuses when it reads it.',
  why: 'Some values are read further: bytes as hexadecimal digits, keys as JSON, passwords as lines of htpasswd, ranges with an order, sizes that have to be prime. The proxy refuses the configuration where it cannot.',
  remedy: 'Write the value as the message of the finding says.',
  source:
    'how the proxy behaves in version 3: HealthCheck, CidrRange, JwtProvider, BasicAuth, Maglev, RingHash, LayeredRuntime, InternalRedirectPolicy, Vhds, HttpProtocolOptions',
  bad: {
    type: 'Cluster',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster
name: cart
connect_timeout: 1s
lb_policy: MAGLEV
maglev_lb_config: { table_size: 65536 }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster
name: cart
connect_timeout: 1s
lb_policy: MAGLEV
maglev_lb_config: { table_size: 65537 }
`,
  },
  messages: {
    'core.HealthCheck.HttpHealthCheck'(check, frame, look) {
      for (const field of ['expected_statuses', 'retriable_statuses'] as const)
        for (const [index, range] of (frame.message[field] === undefined
          ? []
          : (check[field] ?? [])
        ).entries())
          tell(look, frame, field, statusProblem(range), index);
    },
    'core.HealthCheck.Payload'({ text }, frame, look) {
      if (text === undefined || /^(?:[0-9a-f]{2})*$/i.test(text)) return;
      tell(look, frame, 'text', 'has to be hexadecimal digits, two for each byte');
    },
    'core.CidrRange'({ address_prefix: address = '' }, frame, look) {
      if (!CHECKED_RANGES.has(frame.parent?.type ?? '') || !IS_WRITTEN.test(address)) return;
      if (ipAddress(address) === undefined) tell(look, frame, 'address_prefix', 'has to be an IP address');
    },
    JwtProvider({ local_jwks: keys }, _frame, look) {
      if (keys === undefined) return;
      const at = { message: keys, type: 'core.DataSource' };
      if (keys.inline_string !== undefined) tell(look, at, 'inline_string', jwksProblem(keys.inline_string));
      else if (keys.inline_bytes !== undefined)
        tell(look, at, 'inline_bytes', jwksProblem(Buffer.from(keys.inline_bytes, 'base64').toString()));
    },
    Cluster(cluster, frame, look) {
      const { lb_policy: policy, lb_subset_config: subsets, maglev_lb_config: maglev } = cluster;
      if (policy === 'MAGLEV' && subsets === undefined && isObject(maglev))
        tableSize({ message: maglev, type: 'Cluster.MaglevLbConfig' }, look);
      optionNames(frame, look);
    },
    LayeredRuntime({ layers = [] }, frame, look) {
      const admins = layers.flatMap(({ admin_layer: admin }, at) => (admin === undefined ? [] : [at]));
      if (admins.length > 1) tell(look, frame, 'layers', 'may hold one admin_layer', admins[1]);
    },
  },
  tables: {
    'route.InternalRedirectPolicy'(frame, look) {
      const { response_headers_to_copy: names } = frame.message;
      for (const [index, name] of (Array.isArray(names) ? names : []).entries())
        if (/^(?::|host$)/i.test(String(name)))
          tell(look, frame, 'response_headers_to_copy', 'may name neither the host nor :-headers', index);
    },
    BasicAuth(frame, look) {
      const { users } = frame.message;
      if (!isObject(users) || typeof users.inline_string !== 'string') return;
      const at = { message: users, type: 'core.DataSource' };
      tell(look, at, 'inline_string', htpasswdProblem(users.inline_string));
    },
    Maglev: (frame, look) => {
      if (isFirstPolicy(frame)) tableSize(frame, look);
    },
    RingHash: (frame, look) => {
      const { minimum_ring_size: least = 1024, maximum_ring_size: most } = frame.message;
      if (!isFirstPolicy(frame) || Number(most ?? MAX_RING_SIZE) >= Number(least)) return;
      if (most === undefined)
        tell(look, frame, 'minimum_ring_size', `may be at most ${MAX_RING_SIZE} without maximum_ring_size`);
      else
        tell(look, frame, 'maximum_ring_size', `may not be less than minimum_ring_size, which is ${least}`);
    },
    Vhds(frame, look) {
      const { config_source: source } = frame.message;
      const api = isObject(source) ? source.api_config_source : undefined;
      if (!isObject(api) || api.api_type === 'DELTA_GRPC' || api.api_type === undefined) return;
      const at = { message: api, type: 'core.ApiConfigSource' };
      tell(look, at, 'api_type', 'has to be DELTA_GRPC for virtual hosts that are discovered');
    },
  },
};

type At = Pick<Frame, 'message' | 'type'>;

/** @param problem ends a sentence that begins with the field; nothing is told without one */
function tell(
  { spot, report }: RuleContext,
  at: At,
  field: string,
  problem: string | undefined,
  index?: number,
): void {
  if (problem === undefined) return;
  report({
    message: `${field} of ${shortName(at.type)} ${problem}; the proxy refuses the configuration otherwise`,
    at: spot(at, field, index),
    identity: `${field} ${index ?? ''}`,
  });
}

function statusProblem({ start = 0, end = 0 }: Message<'type.Int64Range'>): string | undefined {
  if (Number(start) < 100) return `has to begin at 100 or more, and begins at ${start}`;
  if (Number(end) > 600) return `has to end at 600 or less, and ends at ${end}`;
  return Number(start) < Number(end)
    ? undefined
    : `has to end above its start, which it does not hold itself: ${start} to ${end} is empty`;
}

/** Messages whose ranges the proxy reads when it loads them; others it leaves out where it cannot. */
const CHECKED_RANGES: ReadonlySet<string> = new Set([
  'listener.FilterChainMatch',
  'HttpConnectionManager.InternalAddressConfig',
  'Permission',
  'Principal',
]);

/** What no template has to fill: `HOST_IP` and `{{ip}}` may be an address by the time the proxy reads it. */
const IS_WRITTEN = /^[0-9a-f.:/]+$/i;

/** Of several policies the proxy reads the first that it knows. */
function isFirstPolicy(frame: Frame): boolean {
  const policy = around(frame, 'LoadBalancingPolicy.Policy');
  return policy?.index === 0;
}

/** Of a ring that does not say. */
const MAX_RING_SIZE = 8_388_608;

function tableSize(at: At, look: RuleContext): void {
  const size = Number(at.message.table_size ?? 65537);
  if (!isPrime(size)) tell(look, at, 'table_size', `has to be a prime number, and is ${size}`);
}

/** So large a size is not factored. */
const MAX_FACTORED = 2 ** 32;

/** Whether a size is prime, of which the proxy counts 1 as one, or nobody knows. */
function isPrime(number: number): boolean {
  if (number > MAX_FACTORED) return true;
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return number > 0;
}

/** Names that lead the proxy to options, beside those of filters. */
const OPTION_NAMES = /(?:^|\.)(?:filters|extensions\.upstreams|upstreams)\./;
const OPTIONS = /\.extensions\.upstreams\.(?:http|tcp)\.v3\./;

function optionNames({ message, type }: Frame, look: RuleContext): void {
  const { typed_extension_protocol_options: options } = message;
  if (!isObject(options)) return;
  for (const [name, value] of Object.entries(options)) {
    if (findExtension('http filter', withoutNamespace(name, look.namespace)) !== undefined)
      look.report({
        message: `typed_extension_protocol_options has options for ${JSON.stringify(name)}, and no HTTP filter takes any, so the proxy refuses the cluster; remove them`,
        at: look.spot({ message, type }, 'typed_extension_protocol_options', name),
        identity: name,
      });
    if (!isObject(value) || !OPTIONS.test(`.${value['@type']}`) || OPTION_NAMES.test(name)) continue;
    const wanted = String(value['@type']).replace(/^.*\//, '');
    look.report({
      message: `typed_extension_protocol_options has the name ${JSON.stringify(name)}, under which the proxy finds no options, so it refuses the cluster; these belong under ${look.namespace}.${wanted.replace(/^[^.]*\.(?=extensions\.)/, '')}`,
      at: look.spot({ message, type }, 'typed_extension_protocol_options', name),
      identity: name,
    });
  }
}
