/**
 * Requests like another one, on which outcomes may show a difference that it does not show itself: settings that look
 * at the query, at a header or at a runtime value are seen only where those are there.
 */

import { type Request, withHeaders } from '../../routing/request/request.ts';
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
    // The number that picks one of weighted clusters.
    ...[...headersNamed].map((name) => having({ [name]: '0' })),
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
    else if (field === 'runtime_key_prefix') for (const name of namesIn(value)) keys.add(`${inner}.${name}`);
  }
}

/** The clusters of a split, whose weights runtime keys give. */
function namesIn({ clusters }: { readonly clusters?: unknown }): readonly string[] {
  return Array.isArray(clusters) ? clusters.map(({ name }) => String(name)) : [];
}
