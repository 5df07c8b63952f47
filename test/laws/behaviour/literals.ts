/** What the routes of both sides mention: texts near which requests are worth trying. */
import { literal, parseRegex, type Regex, wordOutside } from '../../../src/routing/regex/index.ts';
import type { Message } from '../../../src/schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type HeaderMatcher = Message<'route.HeaderMatcher'>;
type QueryMatcher = Message<'route.QueryParameterMatcher'>;
type Route = Message<'route.Route'>;

export interface Literals {
  readonly hosts: readonly string[];
  /** With a query where a match mentions one. */
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** For each name the values that something asks for. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly parameters: ReadonlyMap<string, readonly string[]>;
}

class Gathered {
  readonly hosts = new Set<string>(['other.example']);
  readonly paths = new Set<string>(['/', '/other']);
  readonly methods = new Set<string>(['GET', 'POST']);
  readonly headers = new Map<string, Set<string>>();
  readonly parameters = new Map<string, Set<string>>();
}

export function literalsOf(sides: readonly RouteConfiguration[]): Literals {
  const gathered = new Gathered();
  for (const { virtual_hosts: hosts = [], ...around } of sides) {
    for (const { domains = [], routes = [], virtual_clusters: clusters = [] } of hosts) {
      for (const domain of domains) for (const host of hostsOf(domain)) gathered.hosts.add(host);
      for (const route of routes) ofRoute(gathered, route);
      for (const { pattern, method, headers = [] } of clusters) {
        if (pattern !== undefined)
          for (const namespace of wordsOf(pattern, 'ecmascript')) gathered.paths.add(namespace);
        if (typeof method === 'string') gathered.methods.add(method);
        for (const matcher of headers) ofHeader(gathered, matcher);
      }
    }
    ofManners(gathered, around);
  }
  const lists = (map: ReadonlyMap<string, Set<string>>) =>
    new Map([...map].map(([name, values]) => [name, [...values]]));
  return {
    hosts: [...gathered.hosts],
    paths: [...gathered.paths],
    methods: [...gathered.methods],
    headers: lists(gathered.headers),
    parameters: lists(gathered.parameters),
  };
}

/** What only counts where a route configuration looks at requests in its own way. */
function ofManners(
  { hosts, paths, headers }: Gathered,
  {
    ignore_port_in_host_matching: ignoresPort,
    ignore_path_parameters_in_path_matching: ignoresParameters,
    vhost_header: header,
  }: RouteConfiguration,
): void {
  if (ignoresPort === true) for (const host of [...hosts]) hosts.add(`${host}:81`);
  if (ignoresParameters === true) for (const path of [...paths]) paths.add(path.replace(/(?=\?|$)/, ';v=1'));
  if (header !== undefined) for (const host of hosts) valuesIn(headers, header).add(host);
}

/** Hosts that a domain takes. */
function hostsOf(domain: string): readonly string[] {
  if (domain === '*') return ['any.example'];
  if (domain.startsWith('*')) return [`x${domain.slice(1)}`, `x.y${domain.slice(1)}`];
  if (domain.endsWith('*')) return [`${domain.slice(0, -1)}x`, `${domain.slice(0, -1)}x.y`];
  return [domain];
}

function ofRoute(gathered: Gathered, { match = {}, route }: Route): void {
  const { prefix, path, regex, safe_regex: safe, headers = [], query_parameters: parameters = [] } = match;
  const { path_separated_prefix: separated } = match;
  for (const text of [prefix, path, separated, separated && `${separated}/x`])
    if (text !== undefined) gathered.paths.add(text);
  if (regex !== undefined)
    for (const namespace of wordsOf(regex, 'ecmascript')) gathered.paths.add(namespace);
  if (safe?.regex !== undefined)
    for (const namespace of wordsOf(safe.regex, 're2')) gathered.paths.add(namespace);
  for (const matcher of headers) ofHeader(gathered, matcher);
  for (const matcher of parameters) ofParameter(gathered, matcher);
  if (match.grpc !== undefined) valuesIn(gathered.headers, 'content-type').add('application/grpc');
  if (route?.cluster_header !== undefined)
    for (const name of ['one', 'two', 'gone', 'no-such-cluster'])
      valuesIn(gathered.headers, route.cluster_header.toLowerCase()).add(name);
  for (const { header } of route?.hash_policy ?? [])
    if (header?.header_name !== undefined) valuesIn(gathered.headers, header.header_name.toLowerCase());
  for (const { actions = [] } of route?.rate_limits ?? [])
    for (const { request_headers: read } of actions)
      if (read?.header_name !== undefined) valuesIn(gathered.headers, read.header_name.toLowerCase());
}

function ofHeader(gathered: Gathered, matcher: HeaderMatcher): void {
  const name = (matcher.name ?? '').toLowerCase();
  const { string_match: text } = matcher;
  const values = [
    ...[matcher.exact_match, matcher.prefix_match, matcher.suffix_match],
    ...[text?.exact, text?.prefix, text?.suffix],
  ].filter((value): value is string => value !== undefined);
  if (text?.safe_regex?.regex !== undefined) values.push(...wordsOf(text.safe_regex.regex, 're2'));
  if (matcher.regex_match !== undefined) values.push(...wordsOf(matcher.regex_match, 'ecmascript'));
  if (matcher.safe_regex_match?.regex !== undefined)
    values.push(...wordsOf(matcher.safe_regex_match.regex, 're2'));
  if (matcher.range_match !== undefined) {
    const { start = 0, end = 0 } = matcher.range_match;
    for (const edge of [start, end]) for (const near of [-1, 0, 1]) values.push(String(Number(edge) + near));
  }
  if (name === ':method') for (const value of values) gathered.methods.add(value);
  else if (name === ':path') for (const value of values) gathered.paths.add(value);
  else if (name === ':authority' || name === 'host') for (const value of values) gathered.hosts.add(value);
  else {
    const known = valuesIn(gathered.headers, name);
    for (const value of values) known.add(value);
  }
}

function ofParameter(
  gathered: Gathered,
  { name = '', value, regex, string_match: text }: QueryMatcher,
): void {
  const known = valuesIn(gathered.parameters, name);
  const texts = [text?.exact, text?.prefix, text?.suffix].filter((each) => each !== undefined);
  for (const each of texts) known.add(each);
  if (value === undefined) return;
  if (regex === true) for (const namespace of wordsOf(value, 'ecmascript')) known.add(namespace);
  else known.add(value);
}

function valuesIn(map: Map<string, Set<string>>, name: string): Set<string> {
  const known = map.get(name) ?? new Set<string>();
  map.set(name, known);
  return known;
}

const MAX_WORDS = 4;
const words = new Map<string, readonly string[]>();

/** Some texts that an expression matches, the shortest first. */
function wordsOf(pattern: string, grammar: 'ecmascript' | 're2'): readonly string[] {
  const key = `${grammar} ${pattern}`;
  const known = words.get(key);
  if (known !== undefined) return known;
  const found: string[] = [];
  const trees: Regex[] = [];
  const parsed = parseRegex(pattern, grammar);
  while (parsed.ok && found.length < MAX_WORDS) {
    const next = wordOutside(parsed.tree, trees, { limits: { work: 100_000 } });
    if (next.kind !== 'word' || next.text === undefined) break;
    found.push(next.text);
    trees.push(literal(next.bytes));
  }
  words.set(key, found);
  return found;
}
