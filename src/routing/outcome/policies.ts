/** Policies in force for a forwarded request: the route's and the virtual host's, each as the proxy puts them together. */
import { API, type BoundMessage, type OpenMessage, UNREADABLE } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import type { Data } from '../../source/data.ts';
import type { RouteVisit } from '../context.ts';
import type { MetadataMatch } from './outcome.ts';

/** The retry policy with its defaults; even an empty one of the route hides the virtual host's (fact 58). */
export function retryPolicyOf({ route, virtualHost, context }: RouteVisit): BoundMessage | null {
  const policy = route.route?.retry_policy ?? virtualHost.retry_policy;
  return policy === undefined ? null : filled('route.RetryPolicy', policy, context.word);
}

type CorsPolicy = Message<'route.CorsPolicy'>;

/** The lists of allowed origins, which count as one. */
const CORS_ORIGINS: readonly (keyof CorsPolicy)[] = [
  'allow_origin',
  'allow_origin_regex',
  'allow_origin_string_match',
];

/** What the policy that is nearest to the route decides alone. */
const CORS_SWITCHES: readonly (keyof CorsPolicy)[] = ['enabled', 'filter_enabled', 'shadow_enabled'];

/**
 * The CORS policy in force, with its defaults: what the route's own leaves unset comes from the virtual host's, field
 * by field, but for whether it is on, which is the route's alone where it has a policy. `enabled`, which is read on
 * routes only, is given as the filter_enabled that it stands for: 0 or 100 of a hundred (fact 60).
 */
export function corsPolicyOf(visit: RouteVisit): BoundMessage | null {
  const { route, virtualHost, context } = visit;
  const typed = typedCors(visit);
  if (typed !== undefined) return typed;
  const own = route.route?.cors;
  const policy = own === undefined ? virtualHost.cors : { ...own, ...fromHost(own, virtualHost.cors) };
  if (policy === undefined) return null;
  const { enabled, ...others } = policy;
  if (own === undefined || enabled === undefined) return filled('route.CorsPolicy', others, context.word);
  const fraction = { default_value: { numerator: enabled ? 100 : 0, denominator: 'HUNDRED' as const } };
  return filled('route.CorsPolicy', { ...others, filter_enabled: fraction }, context.word);
}

/**
 * The policy of typed_per_filter_config: each field from the most specific level that has it, but whether it is on from
 * the most specific alone. Where any level has one, no older field counts (fact 83). What cannot be read counts as set.
 */
function typedCors(visit: RouteVisit): BoundMessage | undefined {
  const { route, virtualHost, routeConfiguration, context } = visit;
  const levels = [route, virtualHost, routeConfiguration].flatMap((level) =>
    corsIn(level.typed_per_filter_config),
  );
  const [nearest] = levels;
  if (nearest === undefined) return undefined;
  const merged: OpenMessage = { [API]: 'v3' };
  const unreadable: { [field: string]: Data } = {};
  for (const level of levels) {
    const isLeft = ([field, value]: readonly [string, unknown]): boolean =>
      !isEmpty(value) &&
      !Object.hasOwn(merged, field) &&
      !Object.hasOwn(unreadable, field) &&
      (level === nearest || !CORS_SWITCHES.some((each) => each === field));
    const { '@type': _, ...fields } = level;
    const kept = Object.entries(level[UNREADABLE] ?? {}).filter(isLeft);
    for (const [field, value] of Object.entries(fields).filter(isLeft)) merged[field] = value;
    for (const [field, value] of kept) unreadable[field] = value;
  }
  if (Object.keys(unreadable).length > 0) merged[UNREADABLE] = unreadable;
  return filled('route.CorsPolicy', merged, context.word);
}

function corsIn(configs: { readonly [filter: string]: BoundMessage } = {}): readonly BoundMessage[] {
  return Object.values(configs).filter(
    ({ '@type': type }) => typeof type === 'string' && /\.cors\.v3\.CorsPolicy$/.test(type),
  );
}

/** Whether anything of a virtual host's CORS policy is in force on a route with a policy of its own. */
export function leavesCorsToHost(own: CorsPolicy, host: CorsPolicy): boolean {
  return Object.keys(fromHost(own, host)).length > 0;
}

/**
 * What a route's own policy leaves unset and its virtual host's says; an empty text or list counts as unset, what cannot
 * be read as set.
 */
function fromHost(own: CorsPolicy, host: CorsPolicy = {}): CorsPolicy {
  const unreadable = (own as BoundMessage)[UNREADABLE];
  const isSet = (field: keyof CorsPolicy): boolean =>
    !isEmpty(own[field]) || unreadable?.[field] !== undefined;
  const hasOrigins = CORS_ORIGINS.some(isSet);
  const fields = (Object.keys(host) as (keyof CorsPolicy)[]).filter((field) => {
    if (isEmpty(host[field]) || CORS_SWITCHES.includes(field)) return false;
    return CORS_ORIGINS.includes(field) ? !hasOrigins : !isSet(field);
  });
  return Object.fromEntries(fields.map((field) => [field, host[field]]));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function filled<N extends MessageName>(type: N, message: Message<N>, word: string): BoundMessage {
  return fill({ type, message }, { word, onlyWritten: false, inPlace: true });
}

/** Subset criteria: what stands under `WORD.lb`, the weighted cluster's keys over the route's. */
export function metadataMatchOf(
  word: string,
  action: Message<'core.Metadata'> | undefined,
  cluster: Message<'core.Metadata'> | undefined,
): MetadataMatch {
  const namespace = `${word}.lb`;
  return { ...action?.filter_metadata?.[namespace], ...cluster?.filter_metadata?.[namespace] };
}
