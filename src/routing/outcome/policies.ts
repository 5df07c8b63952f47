/** Policies in force for a forwarded request: the route's and the virtual host's, each as the proxy puts them together. */
import { type BoundMessage, INVALID, isObject, type OpenMessage, VERSION } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import type { Data } from '../../source/data.ts';
import { setOwn } from '../../source/tree.ts';
import type { RouteVisit } from '../context.ts';
import type { MetadataMatch } from './outcome.ts';

/** The retry policy with its defaults; even an empty one of the route hides the virtual host's (fact 58). */
export function retryPolicyOf({ route, virtualHost, context }: RouteVisit): BoundMessage | null {
  const policy = route.route?.retry_policy ?? virtualHost.retry_policy;
  return policy === undefined ? null : filled('route.RetryPolicy', policy, context.namespace);
}

type CorsPolicy = Message<'route.CorsPolicy'>;

/** The lists of allowed origins, which count as one. */
const CORS_ORIGINS: ReadonlySet<string> = new Set<keyof CorsPolicy>([
  'allow_origin',
  'allow_origin_regex',
  'allow_origin_string_match',
]);

/** What the policy that is nearest to the route decides alone. */
const CORS_SWITCHES: ReadonlySet<string> = new Set<keyof CorsPolicy>([
  'enabled',
  'filter_enabled',
  'shadow_enabled',
]);

/**
 * The CORS policy in force, with its defaults: what the route's own leaves unset comes from the virtual host's, field
 * by field, but for whether it is on, which is the route's alone where it has a policy. `enabled`, which is read on
 * routes only, is given as the filter_enabled that it stands for: 0 or 100 of a hundred (fact 60). Where any level has a
 * policy in typed_per_filter_config, no older field counts (fact 83).
 *
 * @param given what the levels say for the filter that asks, the most specific first; where left out, for those in front
 */
export function corsPolicyOf(
  { route, virtualHost, routeConfiguration, context }: RouteVisit,
  given?: readonly BoundMessage[],
): BoundMessage | null {
  const levels = [route, virtualHost, routeConfiguration];
  const typed = together(
    given ?? levels.flatMap((level) => corsIn(level.typed_per_filter_config, context.corsFilters)),
  );
  if (typed !== undefined) return filled('route.CorsPolicy', typed, context.namespace);
  const own = route.route?.cors;
  const policies = [own, virtualHost.cors].filter((policy) => policy !== undefined);
  const policy: CorsPolicy | undefined = together(policies);
  if (policy === undefined) return null;
  const { enabled, ...others } = policy;
  if (own === undefined || enabled === undefined)
    return filled('route.CorsPolicy', others, context.namespace);
  const fraction = { default_value: { numerator: enabled ? 100 : 0, denominator: 'HUNDRED' as const } };
  return filled('route.CorsPolicy', { ...others, filter_enabled: fraction }, context.namespace);
}

/** One policy of several, the most specific first; undefined of none. */
function together([nearest, ...further]: readonly BoundMessage[]): BoundMessage | undefined {
  if (nearest === undefined) return undefined;
  const { '@type': type, ...merged }: OpenMessage = nearest;
  if (type !== undefined) merged[VERSION] = 'v3';
  let decided = decidedBy(nearest);
  for (const policy of further) {
    const more = leftTo(policy, decided);
    decided = [...decided, ...more];
    for (const { field, value, isRead } of more)
      if (isRead) setOwn(merged, field, value);
      else merged[INVALID] = { ...merged[INVALID], [field]: value as Data };
  }
  return merged;
}

interface Decided {
  readonly field: string;
  readonly value: unknown;
  readonly isRead: boolean;
}

/** What a policy decides: an empty text or list counts as unset, what cannot be read as set. */
function decidedBy(policy: BoundMessage): readonly Decided[] {
  const read = Object.entries(policy).map(([field, value]) => ({ field, value, isRead: true }));
  const others = Object.entries(policy[INVALID] ?? {});
  return [
    ...read.filter(({ field, value }) => field !== '@type' && !isEmpty(value)),
    ...others.map(([field, value]) => ({ field, value, isRead: false })),
  ];
}

/** What more specific policies leave to another one. */
function leftTo(policy: BoundMessage, decided: readonly Decided[]): readonly Decided[] {
  const taken = new Set(decided.map(({ field }) => originsAsOne(field)));
  return decidedBy(policy).filter(
    ({ field }) => !CORS_SWITCHES.has(field) && !taken.has(originsAsOne(field)),
  );
}

function originsAsOne(field: string): string {
  return CORS_ORIGINS.has(field) ? 'origins' : field;
}

/** Whether anything of a virtual host's CORS policy is in force on a route with a policy of its own. */
export function leavesCorsToHost(own: CorsPolicy, host: CorsPolicy): boolean {
  return leftTo(host, decidedBy(own)).length > 0;
}

/** @param names of the filters that read them; any where absent */
function corsIn(
  configs: { readonly [filter: string]: BoundMessage } = {},
  names: readonly string[] = Object.keys(configs),
): readonly BoundMessage[] {
  return Object.entries(configs)
    .flatMap(([name, each]) => (names.includes(name) ? [each] : []))
    .map((each) =>
      /\.FilterConfig$/.test(String(each['@type'])) && isObject(each.config) ? each.config : each,
    )
    .filter(isCorsPolicy);
}

/** Whether a message is the policy of version 3, which stands among the settings of filters. */
export function isCorsPolicy({ '@type': type }: BoundMessage): boolean {
  return typeof type === 'string' && /\.cors\.v3\.CorsPolicy$/.test(type);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function filled<N extends MessageName>(type: N, message: Message<N>, namespace: string): BoundMessage {
  return fill({ type, message }, { namespace, onlyWritten: false, inPlace: true });
}

/** Subset criteria: what stands under `WORD.lb`, the weighted cluster's keys over the route's. */
export function metadataMatchOf(
  namespace: string,
  action: Message<'core.Metadata'> | undefined,
  cluster: Message<'core.Metadata'> | undefined,
): MetadataMatch {
  const key = `${namespace}.lb`;
  return { ...action?.filter_metadata?.[key], ...cluster?.filter_metadata?.[key] };
}
