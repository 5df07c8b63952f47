/** Requests made of a configuration's own texts: what is written in its matches, cut, joined and changed a little. */
import { domainIndex, type Request } from '../../src/routing/index.ts';
import type { Message } from '../../src/schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type Pick = <T>(from: readonly T[]) => T;

interface Literals {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly headers: readonly string[];
  readonly values: readonly string[];
  readonly keys: readonly string[];
  readonly parameters: readonly string[];
  readonly runtimeKeys: readonly string[];
}

/** The same requests for the same seed. */
export function* requestsFor(
  configuration: RouteConfiguration,
  count: number,
  { seed, runtime }: { readonly seed: number; readonly runtime: boolean },
): Generator<Request> {
  const random = randomFrom(seed);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  const literals = literalsOf(configuration);
  for (let made = 0; made < count; made++) yield requestOf(literals, pick, random, runtime);
}

function requestOf(literals: Literals, pick: Pick, random: () => number, runtime: boolean): Request {
  const headers = new Map<string, string>();
  while (literals.headers.length > 0 && random() < 0.55)
    headers.set(pick(literals.headers), pick(literals.values));
  const wanted = headers.get(':method') ?? '';
  const method = METHOD.test(wanted) ? wanted : pick(['GET', 'GET', 'POST', 'PUT', 'OPTIONS']);
  const scheme = pick(['http', 'https']);
  const authority = headers.get(':authority') ?? pick(literals.hosts);
  for (const own of [':method', ':authority', ':path', ':scheme', 'host']) headers.delete(own);
  return {
    method,
    authority,
    path: pathOf(literals, pick, random),
    scheme,
    internal: random() < 0.2,
    headers: Object.fromEntries(headers),
    ...(runtime
      ? { runtime: Object.fromEntries(literals.runtimeKeys.map((key) => [key, pick([0, 50, 100])])) }
      : {}),
  };
}

/** What HTTP takes for a method. */
const METHOD = /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/;
const TAILS = ['', '', '', '/', 'a', '0', 'B', '/a', '//', '?', '?a', '&b=1'];

function pathOf({ paths, keys, parameters }: Literals, pick: Pick, random: () => number): string {
  let path = pick(paths);
  if (random() < 0.25) path += pick(paths);
  if (random() < 0.1) path = path.slice(0, Math.floor(random() * path.length));
  if (random() < 0.1) path = pick([path.toUpperCase(), path.toLowerCase()]);
  path += pick(TAILS);
  if (!path.startsWith('/')) path = `/${path}`;
  const query: string[] = [];
  while (keys.length > 0 && random() < 0.5) {
    const key = pick(keys);
    query.push(random() < 0.2 ? key : `${key}=${pick(parameters)}`);
  }
  if (query.length > 0) path += `${path.includes('?') ? '&' : '?'}${query.join('&')}`;
  return path.replace(/[\p{Cc} ]/gu, '_');
}

function literalsOf(configuration: RouteConfiguration): Literals {
  const matches = (configuration.virtual_hosts ?? []).flatMap(({ routes = [], virtual_clusters = [] }) => [
    ...routes.map(({ match = {} }) => match),
    ...virtual_clusters.map(({ pattern = '', headers = [] }) => ({ regex: pattern, headers })),
  ]) as readonly Message<'route.RouteMatch'>[];
  const paths = matches.flatMap(({ prefix, path, regex, safe_regex }) => [
    ...[prefix, path].flatMap((text) => text ?? []),
    ...piecesOf(regex ?? safe_regex?.regex ?? ''),
  ]);
  const headers = matches.flatMap(({ headers: all = [] }) => all);
  const ofPath = headers.filter(({ name }) => name === ':path').flatMap(headerTexts);
  const parameters = matches.flatMap(({ query_parameters: all = [] }) => all);
  return {
    hosts: hostsOf(configuration),
    paths: distinct(['/', ...paths, ...ofPath]),
    headers: distinct(headers.map(({ name = '' }) => name.toLowerCase())),
    values: distinct(['', '1', 'a', ...headers.flatMap(headerTexts)]),
    keys: distinct(parameters.map(({ name = '' }) => name)),
    parameters: distinct(['', '1', 'a', ...parameters.flatMap(parameterTexts)]),
    runtimeKeys: distinct(matches.flatMap(({ runtime_fraction: fraction }) => fraction?.runtime_key ?? [])),
  };
}

function hostsOf(configuration: RouteConfiguration): readonly string[] {
  const { exact, suffixes, prefixes } = domainIndex(configuration);
  return [
    ...exact.keys(),
    ...suffixes.flatMap(({ domains }) => [...domains.keys()].flatMap((text) => [`a${text}`, `x.y${text}`])),
    ...prefixes.flatMap(({ domains }) => [...domains.keys()].flatMap((text) => [`${text}a`, `${text}9`])),
    'other.test',
  ];
}

function headerTexts(matcher: Message<'route.HeaderMatcher'>): readonly string[] {
  const { exact_match: exact, prefix_match: prefix, suffix_match: suffix, range_match: range } = matcher;
  const texts = [exact, prefix, suffix].flatMap((text) => text ?? []);
  const numbers = range === undefined ? [] : [range.start ?? 0, range.end ?? 0, Number(range.end ?? 0) - 1];
  const pieces = piecesOf(matcher.regex_match ?? matcher.safe_regex_match?.regex ?? '');
  return [...texts.flatMap(around), ...numbers.map(String), ...pieces].map((text) =>
    text.replace(/\p{Cc}/gu, '_'),
  );
}

function parameterTexts({ value, regex, string_match: text }: Message<'route.QueryParameterMatcher'>) {
  const written = [value, text?.exact, text?.prefix, text?.suffix].flatMap((each) => each ?? []);
  const pattern = (regex === true ? value : undefined) ?? text?.regex ?? text?.safe_regex?.regex ?? '';
  return [...written.flatMap(around), ...piecesOf(pattern)].map((each) => each.replace(/[&\s]/g, '_'));
}

function around(text: string): readonly string[] {
  return [text, `${text}a`, `a${text}`];
}

/** Texts that stand in a pattern, with simple choices for what does not stand for itself. */
function piecesOf(pattern: string): readonly string[] {
  if (pattern === '') return [];
  const plain = (digit: string, any: string): string =>
    pattern
      .replace(/\(\?[:i<!=]+|[()^$]/g, '')
      .replace(/\\d|\[0-9\]/g, digit)
      .replace(/\\w|\[[^\]]*\]|\./g, any)
      .replace(/\{\d+(?:,\d*)?\}|[*+?]/g, '')
      .replace(/\\(.)/g, '$1');
  return ['0', '7'].flatMap((digit) => ['a', 'z'].flatMap((any) => plain(digit, any).split('|')));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
