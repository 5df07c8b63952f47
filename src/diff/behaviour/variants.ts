/**
 * Requests like another one, on which outcomes may show a difference that it does not show itself: settings that look
 * at the query, at a header or at a runtime value are seen only where those are there.
 */

import type { HeaderChanges } from '../../routing/outcome/header-changes.ts';
import type { Outcome } from '../../routing/outcome/outcome.ts';
import { type Request, withHeaders } from '../../routing/request/request.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Route } from './served-host.ts';

const MAX_VARIANTS = 40;

/** @param routes those that decide about the request on either side */
export function variantsOf(
  request: Request,
  routes: readonly Route[],
  clusters: readonly string[],
): readonly Request[] {
  const headersNamed = new Set<string>();
  const runtimeKeys = new Set<string>();
  gather(routes, headersNamed, runtimeKeys, 0);
  const headers = Object.fromEntries(
    [...headersNamed].map((name) => [name, lookup(request.headers, name) ?? clusters[0] ?? 'a']),
  );
  const having = (more: { readonly [name: string]: string }): Request => withHeaders(request, more);
  const runtime = (value: number): { readonly [key: string]: number } =>
    Object.fromEntries([...runtimeKeys].map((key) => [key, value]));
  const query = request.path.includes('?') ? '&' : '?';
  const variants: Request[] = [
    { ...request, path: `${request.path}${query}a=1` },
    { ...request, path: `${request.path}a` },
    { ...request, path: `${request.path}/a` },
    { ...request, scheme: request.scheme === 'http' ? 'https' : 'http' },
    { ...request, scheme: 'http', authority: `${request.authority}:80` },
    { ...request, scheme: 'https', authority: `${request.authority}:443` },
    { ...request, authority: request.authority.toUpperCase() },
    { ...request, remote_address: '192.0.2.1', service_cluster: 'front' },
    having({ ...headers, 'x-forwarded-for': '192.0.2.1', cookie: 'a=1' }),
    having({ 'content-type': 'application/grpc', 'grpc-timeout': '1S' }),
    ...[0, 1, 100].map((value) => ({ ...request, runtime: runtime(value) })),
    ...routes.flatMap(({ route }) => picksOf(route?.weighted_clusters)).map(having),
    ...[...headersNamed].flatMap((name) => clusters.map((value) => having({ [name]: value }))),
    ...[...runtimeKeys].flatMap((key) =>
      [0, 100].map((value) => ({ ...request, runtime: { [key]: value } })),
    ),
  ];
  return variants.slice(0, MAX_VARIANTS);
}

const DEEPEST = 12;

/** Fields that name a header, in either version. */
const HEADER_FIELDS: ReadonlySet<string> = new Set([
  'header_name',
  'cluster_header',
  'auto_host_rewrite_header',
  'host_rewrite_header',
]);

/** Header names and runtime keys that the settings of routes mention. */
function gather(value: unknown, headers: Set<string>, keys: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner !== 'string' || inner === '') gather(inner, headers, keys, depth + 1);
    else if (HEADER_FIELDS.has(field)) headers.add(lowerAscii(inner));
    else if (field === 'runtime_key' || field === 'disable_key') keys.add(inner);
    else if (field === 'runtime_key_prefix')
      for (const name of splitNames(value)) keys.add(`${inner}.${name}`);
  }
}

/** Of so many weighted clusters one is asked for by its number. */
const MAX_PICKS = 20;

/** Where a header picks one of weighted clusters: the numbers with which each begins, and the first comes again. */
function picksOf(
  split: Message<'route.WeightedCluster'> = {},
): readonly { readonly [name: string]: string }[] {
  const { header_name: header = '', clusters = [] } = split;
  if (header === '') return [];
  let begin = 0;
  const ends = clusters.slice(0, MAX_PICKS).map(({ weight = 0 }) => (begin += weight));
  const begins = new Set([0, ...ends]);
  return [...begins].map((value) => ({ [lowerAscii(header)]: String(value) }));
}

/** The clusters of a split, whose weights runtime keys give. */
function splitNames({ clusters }: { readonly clusters?: unknown }): readonly string[] {
  return Array.isArray(clusters) ? clusters.map(({ name }) => String(name)) : [];
}

/** What a request says by its nature, or how its connection is led: no value of one's own can stand there. */
const OF_THE_CONNECTION =
  /^(?::.*|host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|content-type|x-forwarded-.*)$/;

const VALUE = 'a';

/**
 * The request with the headers that one side alone takes away, or sets in another way where they are there.
 *
 * @returns nothing where the change shows without
 */
export function withTellingHeaders(request: Request, before: Outcome, after: Outcome): Request | undefined {
  const [one, other] = [changesIn(before), changesIn(after)];
  const names = new Set([...namesIn(one), ...namesIn(other)]);
  const more = [...names].filter(
    (name) =>
      !OF_THE_CONNECTION.test(name) &&
      !Object.hasOwn(request.headers, name) &&
      sentOf(one, name, []) === sentOf(other, name, []) &&
      sentOf(one, name, [VALUE]) !== sentOf(other, name, [VALUE]),
  );
  return more.length === 0
    ? undefined
    : withHeaders(request, Object.fromEntries(more.map((name) => [name, VALUE])));
}

function changesIn(outcome: Outcome): readonly HeaderChanges[] {
  if (outcome.kind === 'random') return outcome.branches.flatMap((branch) => changesIn(branch.outcome));
  return [outcome, ...outcome.clusters].flatMap(({ request_headers: changes }) => changes ?? []);
}

function namesIn(changes: readonly HeaderChanges[]): readonly string[] {
  return changes.flatMap(({ add, remove }) => [...add.map(({ key }) => key), ...remove]).map(lowerAscii);
}

/** What is sent of a header, as far as no level takes away what another one adds. */
function sentOf(changes: readonly HeaderChanges[], name: string, come: readonly string[]): string {
  let sent = changes.some(({ remove }) => remove.map(lowerAscii).includes(name)) ? [] : come;
  for (const { key, value, append, when } of changes.flatMap(({ add }) => add)) {
    if (lowerAscii(key) !== name || (when !== undefined && (when === 'present') !== sent.length > 0))
      continue;
    sent = append ? [...sent, value] : [value];
  }
  return JSON.stringify(sent);
}
