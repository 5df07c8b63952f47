/** Models of filters that are broken on purpose, each in one place: what is held against the proxy has to find each. */
import { isObject } from '../../src/model/bound.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { verdictOf } from '../../src/proxy/differences.ts';
import { headersBy } from '../../src/proxy/edge/ask.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { sourceFile } from '../../src/source/load.ts';
import { type AskedChains, withServers } from './filters-mode.ts';

type Fields = { readonly [field: string]: unknown };
type Change = (message: Fields, type: string) => Fields;

/** A configuration with every object in it changed. @param type of the message that an object is in */
function everywhere(value: unknown, change: Change, type = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change, type));
  if (!isObject(value)) return value;
  const { '@type': own = type } = value;
  const name = String(own);
  return change(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, everywhere(item, change, name)])),
    name,
  );
}

/** The model does not look at a field of messages of a type. */
const blind =
  (type: RegExp, ...fields: readonly string[]): Change =>
  (message, own) =>
    type.test(own)
      ? Object.fromEntries(Object.entries(message).filter(([field]) => !fields.includes(field)))
      : message;

/** The model takes a field for another value. */
const taking =
  (type: RegExp, field: string, value: unknown): Change =>
  (message, own) =>
    type.test(own) && message[field] !== undefined ? { ...message, [field]: value } : message;

const of = (kind: string): RegExp => new RegExp(`\\.http\\.${kind}\\.`);

/** Settings of a level are not read. */
const without =
  (has: string): Change =>
  ({ typed_per_filter_config: settings, ...message }) =>
    settings === undefined || has in message ? message : { ...message, typed_per_filter_config: settings };

export const BROKEN_FILTERS: { readonly [name: string]: Change } = {
  'settings of routes are not read': without('match'),
  'settings of virtual hosts are not read': without('domains'),
  'settings of route configurations are not read': without('virtual_hosts'),
  'settings of weighted clusters are not read': without('weight'),
  'filters that are disabled run': (message) => {
    const { disabled, ...others } = message;
    return 'typed_config' in message && disabled !== undefined ? others : message;
  },
  'routes switch no filter off': taking(/FilterConfig$/, 'disabled', false),
  'rbac always allows by its policies': blind(of('rbac'), 'action'),
  'rbac does not look at principals': taking(of('rbac'), 'principals', [{ any: true }]),
  'rbac does not look at addresses': (message, type) =>
    of('rbac').test(type) && message.source_ip !== undefined ? { any: true } : message,
  'rbac does not look at metadata': (message, type) =>
    of('rbac').test(type) && message.metadata !== undefined ? { any: true } : message,
  'the rules of shadows are enforced': (message, type) =>
    /rbac\.v3\.RBAC$/.test(type) && message.shadow_rules !== undefined
      ? { ...message, rules: message.shadow_rules }
      : message,
  'tokens are never taken out': (message, type) =>
    of('jwt_authn').test(type) && message.issuer !== undefined ? { ...message, forward: true } : message,
  'claims write no headers': blind(of('jwt_authn'), 'claim_to_headers'),
  'claims leave no metadata': blind(of('jwt_authn'), 'payload_in_metadata'),
  'claims never have the route chosen anew': blind(of('jwt_authn'), 'clear_route_cache'),
  'rules of tokens do not look at paths': (message, type) =>
    of('jwt_authn').test(type) && message.match !== undefined
      ? { ...message, match: { prefix: '/' } }
      : message,
  'origins that are let in are not read': blind(of('csrf'), 'additional_origins'),
  'preflights of other origins are always forwarded': blind(of('cors'), 'forward_not_matching_preflights'),
  'faults do not look at headers': blind(of('fault'), 'headers'),
  'faults are of every request': taking(of('fault'), 'percentage', { numerator: 100 }),
  'health checks do not look at headers': taking(of('health_check'), 'headers', []),
  'headers are not removed': blind(of('header_mutation'), 'remove'),
  'parameters are not changed': blind(of('header_mutation'), 'query_parameter_mutations'),
  'how a header is added does not count': blind(of('header_mutation'), 'append_action'),
  'users are not told upstream': blind(of('basic_auth'), 'forward_username_header'),
  'keys are not hidden': blind(of('api_key_auth'), 'hide_credentials'),
  'clients of keys are not looked at': blind(of('api_key_auth'), 'allowed_clients'),
  'what is set is set over': taking(of('set_metadata'), 'allow_overwrite', true),
  'what is read of a header stays': blind(of('header_to_metadata'), 'remove'),
  'answers keep their status': blind(/HttpConnectionManager$/, 'local_reply_config'),
  'authorization is asked on every route': blind(/ExtAuthzPerRoute$/, 'disabled'),
  'limits of a virtual host never count': (message) => {
    const { rate_limits: _, ...others } = message;
    return 'domains' in message ? others : message;
  },
};

/** Adds how often each broken model says something else than the proxy did. */
export function judgeBroken(
  { name, value, routed, asked, context, release }: AskedChains,
  found: Map<string, number>,
): void {
  for (const [broken, change] of Object.entries(BROKEN_FILTERS)) {
    const text = JSON.stringify(everywhere(value, change));
    if (text === JSON.stringify(value)) continue;
    const routing = findRouting([openConfiguration(sourceFile(name, text, 'named'), { api: 'v3', release })]);
    for (const [at, each] of routed.entries()) {
      const { seen, verdict } = asked[at] ?? {};
      if (seen === undefined || verdict?.kind !== 'same') continue;
      const own = routeRequest(routing, each.trace.request, {}, () => context);
      if ('problem' in own) continue;
      const judged = verdictOf(withServers(own).trace, seen, headersBy(own, context));
      if (judged.kind === 'different') found.set(broken, (found.get(broken) ?? 0) + 1);
    }
  }
}
