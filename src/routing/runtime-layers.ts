/**
 * Runtime values that a bootstrap gives itself (full API, Runtime and LayeredRuntime): what its own layers say holds
 * in place of the defaults of the routes. Layers from disk, the administration server or a management server may say
 * otherwise, so a share with a key stays one that can change.
 */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import { type Data, ExactNumber } from '../source/data.ts';
import { lookup } from '../source/lookup.ts';
import type { RuntimeValue } from './request/request.ts';
import { type Denominator, runtimeInteger, runtimeShare, takesAll } from './runtime.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type RuntimeFraction = Message<'core.RuntimeFractionalPercent'>;
type Bootstrap = Message<'Bootstrap'>;
type Values = { readonly [key: string]: Data };

/**
 * The value of a runtime key in the static layers of a bootstrap, the last layer that has it.
 *
 * @param key dotted; values may stand under the whole key or in nested objects
 */
export function layerValue(bootstrap: BoundMessage, key: string): Data | undefined {
  for (const values of layersOf(bootstrap)) {
    const value = valueIn(values, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The last layer first. */
function layersOf(bootstrap: BoundMessage): readonly Values[] {
  const { runtime, layered_runtime } = bootstrap as Bootstrap;
  // Beside layers the older field has no effect.
  const layers =
    layered_runtime === undefined
      ? [runtime?.base]
      : (layered_runtime.layers ?? []).map(({ static_layer }) => static_layer);
  return layers.reverse().filter((values) => values !== undefined);
}

/** Looks for a dotted key in nested objects whose own keys may hold dots. */
function valueIn(values: Values, key: string): Data | undefined {
  if (Object.hasOwn(values, key)) return values[key];
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    const head = key.slice(0, dot);
    const inner = lookup(values, head);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    const value = valueIn(inner as Values, key.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Set on a share whose default comes from a layer. */
const LAYERED = Symbol('layered');

/** Where a share or weight comes from that no runtime value of the request decides, in words after a comma. */
export function layerText(message: object): string {
  return LAYERED in message ? ', as the runtime layers of the file say' : '';
}

/** Routes nest less; what nests deeper is data that no share stands in. */
const DEEPEST = 12;

/**
 * A route configuration in which the shares and weights that a bootstrap's own layers give stand in place of its
 * defaults. The same object where they give none.
 */
export function inLayers(configuration: RouteConfiguration, bootstrap: BoundMessage): RouteConfiguration {
  if (layersOf(bootstrap).every((values) => Object.keys(values).length === 0)) return configuration;
  const lookUp = (key: unknown): RuntimeValue | undefined =>
    typeof key === 'string' && key !== ''
      ? (layerValue(bootstrap, key) as RuntimeValue | undefined)
      : undefined;
  return layered(configuration, lookUp, 0) as RouteConfiguration;
}

type Manager = Message<'HttpConnectionManager'>;
const OF_PATHS = 'http_connection_manager.';
/** By their numbers, from 1. */
const SLASHES = [
  'KEEP_UNCHANGED',
  'REJECT_REQUEST',
  'UNESCAPE_AND_REDIRECT',
  'UNESCAPE_AND_FORWARD',
] as const;

/**
 * A connection manager with what the layers say of its paths: of `normalize_path` where it says nothing itself, of
 * escaped slashes in place of what it says (fact 162). Shares of requests stay out.
 */
export function managerInLayers(manager: Manager, bootstrap: BoundMessage): Manager {
  const said = (key: string): RuntimeValue | undefined =>
    layerValue(bootstrap, `${OF_PATHS}${key}`) as RuntimeValue | undefined;
  const [normalize, action, enabled] = [
    said('normalize_path'),
    said('path_with_escaped_slashes_action'),
    said('path_with_escaped_slashes_action_enabled'),
  ];
  const share = normalize === undefined ? undefined : runtimeShare(normalize);
  const normalizes = share !== undefined && takesAll(share) && manager.normalize_path === undefined;
  const switched = enabled === undefined ? undefined : runtimeShare(enabled)?.numerator;
  const slashes = switched === 0 ? SLASHES[0] : SLASHES[(runtimeInteger(action) ?? 0) - 1];
  if (!normalizes && slashes === undefined) return manager;
  return {
    ...manager,
    ...(normalizes && { normalize_path: true }),
    ...(slashes && { path_with_escaped_slashes_action: slashes }),
  };
}

type LookUp = (key: unknown) => RuntimeValue | undefined;

function layered(value: unknown, lookUp: LookUp, depth: number): unknown {
  if (depth > DEEPEST || typeof value !== 'object' || value === null || value instanceof ExactNumber)
    return value;
  if (Array.isArray(value)) {
    const list = value.map((item) => layered(item, lookUp, depth + 1));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  let message = value as BoundMessage;
  for (const [field, item] of Object.entries(message)) {
    const next = layered(item, lookUp, depth + 1);
    if (next !== item) message = { ...message, [field]: next };
  }
  if (isObject(message.default_value)) return fractionInLayers(message as RuntimeFraction, lookUp);
  // Of what names a key and is no fraction only a mirror counts by it, with a cluster or without.
  if (typeof message.runtime_key === 'string' && message.default_value === undefined)
    return mirrorInLayers(message, lookUp);
  if (typeof message.runtime_key_prefix === 'string' && Array.isArray(message.clusters))
    return splitInLayers(message, message.runtime_key_prefix, message.clusters, lookUp);
  return message;
}

function fractionInLayers(fraction: RuntimeFraction, lookUp: LookUp): object {
  const value = lookUp(fraction.runtime_key);
  const share = value === undefined ? undefined : runtimeShare(value);
  if (share === undefined) return fraction;
  return { ...fraction, default_value: percentOf(share.numerator, share.denominator), [LAYERED]: true };
}

/** The older form of a mirror's share: a key that counts in hundredths of a percent. */
function mirrorInLayers(policy: BoundMessage, lookUp: LookUp): object {
  const share = runtimeInteger(lookUp(policy.runtime_key));
  if (share === undefined || policy.runtime_fraction !== undefined) return policy;
  const fraction = {
    default_value: percentOf(Math.min(share, 10_000), 10_000),
    runtime_key: policy.runtime_key,
  };
  return { ...policy, runtime_fraction: { ...fraction, [LAYERED]: true } };
}

function splitInLayers(
  weighted: BoundMessage,
  prefix: string,
  clusters: readonly BoundMessage[],
  lookUp: LookUp,
): object {
  if (prefix === '') return weighted;
  const entries = clusters.map((entry) => {
    const weight = runtimeInteger(lookUp(`${prefix}.${entry.name ?? ''}`));
    return weight === undefined || !isObject(entry) ? entry : { ...entry, weight };
  });
  return entries.every((entry, index) => entry === clusters[index])
    ? weighted
    : { ...weighted, clusters: entries };
}

const NAMES: { readonly [denominator in Denominator]: string } = {
  100: 'HUNDRED',
  10000: 'TEN_THOUSAND',
  1000000: 'MILLION',
};

function percentOf(numerator: number, denominator: Denominator): object {
  return { numerator, denominator: NAMES[denominator] };
}
