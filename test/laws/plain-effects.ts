/**
 * What routes do, read from the plain values of a text by rules written down once more: nothing of the tool is used, so
 * that what the tool says of two texts can be held against it.
 */
import { parse } from 'yaml';

type Plain = { readonly [key: string]: unknown };

/** What is told of one route: who may call across sites, which share comes to it, is mirrored, and to whom it goes. */
export interface Effect {
  readonly cors: unknown;
  readonly share: number;
  readonly mirrors: readonly (readonly [cluster: unknown, share: number])[];
  readonly weights: readonly (readonly [cluster: unknown, weight: number])[];
}

const map = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The effects of the routes of a bootstrap, by the names of the routes. */
export function plainEffects(text: string): ReadonlyMap<string, Effect> {
  const bootstrap = map(parse(text));
  const runtime = runtimeOf(bootstrap);
  const effects = new Map<string, Effect>();
  for (const listener of list(map(bootstrap.static_resources).listeners))
    for (const chain of list(map(listener).filter_chains))
      for (const filter of list(map(chain).filters)) {
        const { config, typed_config } = map(filter);
        const hosts = list(map(map(config ?? typed_config).route_config).virtual_hosts);
        for (const host of hosts.map(map))
          for (const route of list(host.routes).map(map))
            effects.set(String(route.name), effectOf(route, host, runtime));
      }
  return effects;
}

type Runtime = ReadonlyMap<string, unknown>;

/** Later layers win. */
function runtimeOf(bootstrap: Plain): Runtime {
  const values = new Map<string, unknown>();
  const add = (data: unknown, before: string): void => {
    for (const [key, value] of Object.entries(map(data))) {
      values.set(before + key, value);
      add(value, `${before}${key}.`);
    }
  };
  add(map(bootstrap.runtime).base, '');
  for (const layer of list(map(bootstrap.layered_runtime).layers)) add(map(layer).static_layer, '');
  return values;
}

function effectOf(route: Plain, host: Plain, runtime: Runtime): Effect {
  const action = map(route.route);
  const fraction = map(route.match).runtime_fraction;
  const single = action.request_mirror_policy;
  const several = list(action.request_mirror_policies).map(map);
  const policies = several.length > 0 || single === undefined ? several : [map(single)];
  const split = map(action.weighted_clusters);
  return {
    cors: route.route === undefined ? undefined : corsOf(action.cors, host.cors, runtime),
    share: fraction === undefined ? 1 : shareOf(fraction, runtime),
    mirrors: policies.map((policy) => [policy.cluster, mirrored(policy, runtime)]),
    weights: list(split.clusters)
      .map(map)
      .map(({ name, weight }) => {
        const given = whole(runtime.get(`${split.runtime_key_prefix}.${name}`));
        return [name, given ?? Number(weight ?? 0)];
      }),
  };
}

function whole(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

const DENOMINATORS: Plain = { HUNDRED: 100, TEN_THOUSAND: 10_000, MILLION: 1_000_000 };

function quotient(value: unknown): number {
  const { numerator = 0, denominator = 'HUNDRED' } = map(value);
  return Math.min(Number(numerator) / Number(DENOMINATORS[String(denominator)]), 1);
}

function shareOf(fraction: unknown, runtime: Runtime): number {
  const { runtime_key, default_value } = map(fraction);
  const value = runtime_key ? runtime.get(String(runtime_key)) : undefined;
  const percent = whole(value);
  if (percent !== undefined) return Math.min(percent, 100) / 100;
  return quotient(Object.keys(map(value)).length > 0 ? value : default_value);
}

function mirrored(policy: Plain, runtime: Runtime): number {
  if (policy.runtime_fraction !== undefined) return shareOf(policy.runtime_fraction, runtime);
  if (!policy.runtime_key) return 1;
  return Math.min(whole(runtime.get(String(policy.runtime_key))) ?? 0, 10_000) / 10_000;
}

/** Field by field the route's, else the virtual host's; the switch is the route's alone where it has a policy. */
function corsOf(route: unknown, host: unknown, runtime: Runtime): unknown {
  if (route === undefined && host === undefined) return undefined;
  const [own, other] = [map(route), map(host)];
  const field = (name: string): unknown => (own[name] || own[name] === false ? own[name] : other[name]) || '';
  const nearest = route === undefined ? other : own;
  const switched =
    nearest.filter_enabled !== undefined
      ? shareOf(nearest.filter_enabled, runtime)
      : route !== undefined && nearest.enabled === false
        ? 0
        : 1;
  const origins = originsOf(own);
  return {
    origins: origins.length > 0 ? origins : originsOf(other),
    answers: ['allow_methods', 'allow_headers', 'expose_headers', 'max_age', 'allow_credentials'].map(field),
    switched,
  };
}

function originsOf(policy: Plain): readonly string[] {
  const found = [
    ...list(policy.allow_origin).map((text) => `exact ${text}`),
    ...list(policy.allow_origin_regex).map((text) => `regex ${text}`),
    ...list(policy.allow_origin_string_match)
      .map(map)
      .map(({ exact, regex, safe_regex }) =>
        exact === undefined ? `regex ${regex ?? map(safe_regex).regex}` : `exact ${exact}`,
      ),
  ];
  return [...new Set(found)].sort();
}
