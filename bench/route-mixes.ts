/** Makes route configurations of any length, each mix hard in a way of its own for deciding over all requests. */

export interface Mix {
  readonly name: string;
  /** Most that deciding 100,000 of its routes may cost, in `load` of js-yaml. */
  readonly bound: number;
  /** The lines of a route's match. */
  readonly match: (route: number, routes: number) => readonly string[];
  /** More lines of each route's action. */
  readonly action?: readonly string[];
  /** In version 2 where absent. */
  readonly api?: 'v3';
}

const TEAMS = 50;
/** Not for version 3, where such a prefix takes nothing. */
const WITH_QUERY = '1 % prefixes with a query';

/** Prefixes and paths of many teams; every tenth a regex with a plain head, some with a header. */
function plain(route: number): readonly string[] {
  const place = `/team-${route % TEAMS}/service-${Math.floor(route / TEAMS)}`;
  if (route % 10 === 9) return regex(`${place}/[0-9]+/items(/.*)?`);
  if (route % 10 > 5) return [`path: "${place}"`];
  // Every hundredth is hidden by the one before it.
  if (route % 100 === 5) return [...plain(route - 1), ...header('x-tenant', 'a')];
  return route % 10 === 3
    ? [`prefix: "${place}/"`, ...header('x-tenant', `tenant-${route % 7}`)]
    : [`prefix: "${place}/"`];
}

function regex(pattern: string): readonly string[] {
  return ['safe_regex:', '  google_re2: {}', `  regex: "${pattern}"`];
}

function header(name: string, value: string, ...more: readonly string[]): readonly string[] {
  return ['headers:', `- name: ${name}`, `  exact_match: "${value}"`, ...more.map((line) => `  ${line}`)];
}

/** Groups of eight: three routes by header and three by regex, each three hiding one after them together. */
function covers(route: number): readonly string[] {
  const place = `/group-${Math.floor(route / 8)}`;
  switch (route % 8) {
    case 0:
      return [`prefix: "${place}/h/"`, ...header('x-version', '1')];
    case 1:
      return [`prefix: "${place}/h/"`, ...header('x-version', '1', 'invert_match: true')];
    case 2:
      return [
        `prefix: "${place}/h/"`,
        'headers:',
        '- name: x-version',
        '  present_match: true',
        '  invert_match: true',
      ];
    case 3:
      return [`prefix: "${place}/h/items/"`];
    case 4:
      return regex(`${place}/r/[a-m].*`);
    case 5:
      return regex(`${place}/r/[n-z].*`);
    case 6:
      return regex(`${place}/r/[0-9].*`);
    default:
      return regex(`${place}/r/[a-z0-9]+`);
  }
}

const OLDER: readonly Mix[] = [
  { name: 'plain', bound: 2, match: plain },
  { name: 'union covers', bound: 2, match: covers },
  {
    name: 'a catch-all in the middle',
    bound: 2,
    match: (route, routes) => (route === routes >> 1 ? ['prefix: "/"'] : plain(route)),
  },
  {
    name: 'a crowded prefix told apart by a header',
    bound: 3,
    // Every fiftieth asks for a tenant that an earlier route serves; the last takes what is left.
    match: (route, routes) => [
      'prefix: "/api/"',
      ...(route === routes - 1 ? [] : header('x-tenant', `tenant-${route % 50 === 49 ? route >> 1 : route}`)),
    ],
  },
  {
    name: '1 % regexes without a plain head',
    bound: 3,
    match: (route) => (route % 100 === 50 ? regex(`/[a-z]+/download-${route}/[0-9]+`) : plain(route)),
  },
  {
    name: '1,000 regexes without a plain head',
    bound: 3,
    match: (route, routes) =>
      route % Math.max(1, Math.floor(routes / 1000)) === 0 ? regex(`.*/w${route}x.*`) : plain(route),
  },
  {
    name: WITH_QUERY,
    bound: 2,
    match: (route) =>
      route % 100 === 50 ? [`prefix: "/team-${route % TEAMS}/search-${route}?lang="`] : plain(route),
  },
];

const NEWER: readonly Mix[] = OLDER.filter(({ name }) => name !== WITH_QUERY).map(
  ({ name, bound, match }) => ({
    name: `${name}, version 3`,
    bound,
    match: (route, routes) => match(route, routes).flatMap(newer),
    api: 'v3',
  }),
);

export const MIXES: readonly Mix[] = [...OLDER, ...NEWER];

/**
 * A finding for every route and one more for every 17th: retry policies without a try timeout, and prefixes that others
 * hide. Of a hundred routes 60 ask for a prefix, 25 for a path, 7 for a regex, 8 for a header.
 */
export const MANY_FINDINGS: Pick<Mix, 'match' | 'action'> = {
  match: (route) => {
    const place = (of: number): string => `/team-${of % TEAMS}/service-${Math.floor(of / TEAMS)}`;
    const kind = route % 100;
    if (kind < 60)
      return kind % 10 === 5
        ? [`prefix: "${place(route - 1)}/"`, ...header('x-tenant', 'a')]
        : [`prefix: "${place(route)}/"`];
    if (kind < 85) return [`path: "${place(route)}"`];
    return kind < 92
      ? regex(`${place(route)}/[0-9]+/items(/.*)?`)
      : [`prefix: "${place(route)}/"`, ...header('x-tenant', `tenant-${route % 7}`)];
  },
  action: ['retry_policy: {retry_on: 5xx, num_retries: 2}'],
};

/** A line of a match as version 3 spells it. */
function newer(line: string): readonly string[] {
  if (/^ +google_re2:/.test(line)) return [];
  return [
    line
      .replace(/^prefix: "(.+)\/"$/, 'path_separated_prefix: "$1"')
      .replace(/exact_match: (.*)$/, 'string_match: { exact: $1 }'),
  ];
}

/**
 * A route configuration as YAML; the same arguments give the same text.
 *
 * @param hosts virtual hosts that share the routes; the last one takes every host that the others do not
 */
export function routesText(
  { match, action = [], api }: Pick<Mix, 'match' | 'action' | 'api'>,
  routes: number,
  hosts = 1,
): string {
  const type = '"@type": type.googleapis.com/proxy.config.route.v3.RouteConfiguration';
  const lines = [...(api === 'v3' ? [type] : []), 'name: main', 'virtual_hosts:'];
  let host = -1;
  for (let route = 0; route < routes; route++) {
    const next = Math.floor((route * hosts) / routes);
    if (next !== host)
      lines.push(`- name: host_${next}`, `  domains: [${domains(next, hosts)}]`, '  routes:');
    host = next;
    lines.push(
      '  - match:',
      ...match(route, routes).map((line) => `      ${line}`),
      '    route:',
      `      cluster: cluster_${route % 1000}`,
      '      timeout: 3s',
      ...action.map((line) => `      ${line}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

function domains(host: number, hosts: number): string {
  return host === hosts - 1 ? '"*"' : `"shop-${host}.example.test", "*.shop-${host}.example.test"`;
}
