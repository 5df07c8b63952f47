/** The texts that stand in a configuration's matches, and texts that differ from one a little. */
import { domainIndex } from '../../src/routing/match/hosts.ts';
import type { Message } from '../../src/schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type RouteMatch = Message<'route.RouteMatch'>;

/** Every list holds something. */
export interface Texts {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly headers: readonly string[];
  readonly values: readonly string[];
  readonly keys: readonly string[];
  readonly parameters: readonly string[];
  readonly runtimeKeys: readonly string[];
}

/** The conditions of a virtual host, those of its virtual clusters included. */
export function matchesOf({
  routes = [],
  virtual_clusters: clusters = [],
}: Message<'route.VirtualHost'>): readonly RouteMatch[] {
  return [
    ...routes.map(({ match = {} }) => match),
    ...clusters.map(({ pattern = '', method, headers = [] }): RouteMatch => {
      const wanted = method === undefined ? [] : [{ name: ':method', exact_match: String(method) }];
      return { regex: pattern, headers: [...headers, ...wanted] };
    }),
  ];
}

export function textsOf(configuration: RouteConfiguration): Texts {
  const matches = (configuration.virtual_hosts ?? []).flatMap(matchesOf);
  const headers = matches.flatMap(({ headers: all = [] }) => all);
  const parameters = matches.flatMap(({ query_parameters: all = [] }) => all);
  return {
    hosts: hostsOf(configuration),
    paths: distinct(['/', ...matches.flatMap(pathTexts)]),
    headers: distinct(['x', ...headers.map(({ name = '' }) => name.toLowerCase())]),
    values: distinct(['', '1', 'a', ...headers.flatMap(headerTexts)]),
    keys: distinct(['k', ...parameters.map(({ name = '' }) => name)]),
    parameters: distinct(['', '1', 'a', ...parameters.flatMap(parameterTexts)]),
    runtimeKeys: distinct(matches.flatMap(({ runtime_fraction: fraction }) => fraction?.runtime_key ?? [])),
  };
}

/** Hosts for every domain, and one for none. */
function hostsOf(configuration: RouteConfiguration): readonly string[] {
  const { exact, suffixes, prefixes } = domainIndex(configuration);
  return [
    ...exact.keys(),
    ...suffixes.flatMap(({ domains }) => [...domains.keys()].flatMap((text) => [`a${text}`, `x.y${text}`])),
    ...prefixes.flatMap(({ domains }) => [...domains.keys()].flatMap((text) => [`${text}a`, `${text}9`])),
    'other.test',
  ];
}

/** What the path rule and the matchers of `:path` of a match name. */
export function pathTexts({ prefix, path, regex, safe_regex: safeRegex, headers = [] }: RouteMatch) {
  return [
    ...[prefix, path].flatMap((text) => text ?? []),
    ...piecesOf(regex ?? safeRegex?.regex ?? ''),
    ...headers.filter(({ name }) => name?.toLowerCase() === ':path').flatMap(headerTexts),
  ];
}

export function headerTexts(matcher: Message<'route.HeaderMatcher'>): readonly string[] {
  const { exact_match: exact, prefix_match: prefix, suffix_match: suffix, range_match: range } = matcher;
  const texts = [exact, prefix, suffix].flatMap((text) => text ?? []);
  const { start = 0, end = 0 } = range ?? {};
  const numbers = range === undefined ? [] : [start, Number(start) - 1, end, Number(end) - 1, `+0${start}`];
  const pieces = piecesOf(matcher.regex_match ?? matcher.safe_regex_match?.regex ?? '');
  return [...texts, ...numbers.map(String), ...pieces].map((text) => text.replace(/\p{Cc}/gu, '_'));
}

export function parameterTexts({
  value,
  regex,
  string_match: text,
}: Message<'route.QueryParameterMatcher'>): readonly string[] {
  const written = [value, text?.exact, text?.prefix, text?.suffix].flatMap((each) => each ?? []);
  const pattern = (regex === true ? value : undefined) ?? text?.regex ?? text?.safe_regex?.regex ?? '';
  return [...written, ...piecesOf(pattern)].map((each) => each.replace(/[&\s]/g, '_'));
}

/** Texts that stand in a pattern, with simple choices for what does not stand for itself. */
function piecesOf(pattern: string): readonly string[] {
  if (pattern === '') return [];
  const plain = (digit: string, any: string): string =>
    pattern
      .replace(/\(\?[!=][^()]*\)/g, '')
      .replace(/\(\?[a-z]*:?|[()^$]/g, '')
      .replace(/\\d|\[0-9\]/g, digit)
      .replace(/\[([^\]^-])[^\]]*\]/g, '$1')
      .replace(/\\w|\[[^\]]*\]|(?<!\\)\./g, any)
      .replace(/\{\d+(?:,\d*)?\}|(?<!\\)[*+?]/g, '')
      .replace(/\\(.)/g, '$1');
  return ['0', '7'].flatMap((digit) => ['a', 'z'].flatMap((any) => plain(digit, any).split('|')));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

const ADDED = ['a', 'b', 'B', '0', '1', '/', '?', '&', '=', '.', '-', ',', '+'];

/** A text with one character more or less, one in the other letter case or another, or as a whole in one case. */
export function nearby(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const added = ADDED[Math.floor(random() * ADDED.length)] ?? '';
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (Math.floor(random() * 7)) {
    case 0:
      return text + added;
    case 1:
      return text.slice(0, -1);
    case 2:
      return before + added + after;
    case 3:
      return before + after.slice(1);
    case 4:
      return before + otherCase(after.slice(0, 1)) + after.slice(1);
    case 5:
      return before + added + after.slice(1);
    default:
      return random() < 0.5 ? text.toUpperCase() : text.toLowerCase();
  }
}

function otherCase(letter: string): string {
  const upper = letter.toUpperCase();
  return upper === letter ? letter.toLowerCase() : upper;
}
