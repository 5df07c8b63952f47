/**
 * Makes `src/schema/packages.ts` from the references beside the project: which packages the messages and enums of the
 * tables stand in, in each version, and their ids. `node dist/scripts/api-packages.js [FOLDER]`; a test makes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Reference {
  readonly messages: { readonly [name: string]: unknown };
  readonly enums: { readonly [name: string]: unknown };
}

interface Lift {
  readonly messages: { readonly [name: string]: Lifted };
  readonly enums: { readonly [name: string]: Lifted };
}

interface Lifted {
  readonly to: string;
  /** The reference of version 2 does not have it. */
  readonly absent?: true;
}

/** A type by its full name, without the namespace. */
interface TypeName {
  readonly package: string;
  /** `Cluster.CommonLbConfig` */
  readonly name: string;
}

/** Version 3 has these in its own packages; the reference also shows what the proxy keeps of earlier ones. */
const NOT_OF_VERSION_3 = /^config\.filter\.|\.v[12](?:alpha\d*)?\./;
/** Types that only version 2 has, of those the tables describe. */
const ONLY_VERSION_2 = [
  'api.v2.UpstreamBindConfig',
  'config.filter.network.tcp_proxy.v2.TcpProxy.DeprecatedV1',
  'config.filter.network.tcp_proxy.v2.TcpProxy.DeprecatedV1.TCPRoute',
  'config.trace.v2.OpenCensusConfig',
  'config.trace.v2.OpenCensusConfig.TraceContext',
];
/** Enums that version 3 names and the reference leaves out. */
const UNSHOWN = ['data.accesslog.v3.AccessLogType'];
/** Moves that the reference shows wrong or not at all. */
const MOVES: { readonly [v3: string]: string } = {
  'extensions.filters.http.ext_authz.v3.ExtAuthz': 'config.filter.http.ext_authz.v2.ExtAuthz',
};
/** Packages of version 3 whose newer messages are named as those that both versions have. */
const PREFIXES: { readonly [v3: string]: string } = {
  'config.core.v3': 'core.',
  'config.route.v3': 'route.',
  'config.listener.v3': 'listener.',
  'config.endpoint.v3': 'endpoint.',
  'type.v3': 'type.',
  'type.matcher.v3': 'type.matcher.',
};
const VERSION = /\.v\d+(?:alpha\d*|beta\d*)?(?=\.|$)/;
/** Segments that tell nothing where a message has to be told from others. */
const SILENT = new Set(['config', 'extensions', 'filter', 'filters', 'api']);

/** Which packages hold which ids, one line for each pair of packages: the file's text. */
export function packagesText(folder: string): string {
  const reference = read<Reference>(join(folder, 'api-v3-fields.json'));
  const lift = read<Lift>(join(folder, 'lift-v2-to-v3.json'));
  const earlier = new Map<string, string>(Object.entries(MOVES));
  for (const part of [lift.messages, lift.enums])
    for (const [v2, { to }] of Object.entries(part))
      if (!/\.v3\./.test(v2) && !earlier.has(to)) earlier.set(to, v2);
  const types = [...Object.keys(reference.messages), ...Object.keys(reference.enums), ...UNSHOWN].filter(
    (type) => !NOT_OF_VERSION_3.test(type),
  );
  const ids = idsOf(types, earlier);
  const rows = new Map<string, string[]>();
  const add = (v2: string, v3: string, id: string): void => {
    const key = `${v2 || '-'} ${v3 || '-'}`;
    rows.set(key, [...(rows.get(key) ?? []), id]);
  };
  for (const [type, id] of ids) {
    const before = earlier.get(type);
    add(before === undefined ? '' : typeName(before).package, typeName(type).package, id);
  }
  for (const type of ONLY_VERSION_2)
    add(typeName(type).package, '', idOfEarlier(type) ?? typeName(type).name);
  const lines = [...rows].map(([key, held]) => `${key} ${held.sort().join(' ')}`).sort();
  return [
    '/**',
    ' * The packages of both versions and what they hold; made by `scripts/api-packages.ts`. Each line: the package in',
    ' * version 2, that in version 3 (`-` where there is none), and the ids of its messages and enums. An id ends with',
    " * the type's own name, before which stands as much of its package as tells it from others.",
    ' */',
    'export const PACKAGES: readonly string[] = [',
    ...lines.map((line) => `  '${line}',`),
    '];',
    '',
  ].join('\n');
}

/** The id of every type: that of version 2 where it has no version in it, else the shortest that is its own. */
function idsOf(types: readonly string[], earlier: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const outer = types.filter((type) => !typeName(type).name.includes('.'));
  const holders = new Map<string, number>();
  for (const type of outer)
    for (const suffix of suffixes(typeName(type))) holders.set(suffix, (holders.get(suffix) ?? 0) + 1);
  for (const type of outer) {
    const all = suffixes(typeName(type));
    const before = earlier.get(type);
    const prefix = PREFIXES[typeName(type).package];
    const kept = before === undefined ? undefined : idOfEarlier(before);
    const own = prefix === undefined ? undefined : prefix + typeName(type).name;
    ids.set(type, kept ?? own ?? all.find((suffix) => holders.get(suffix) === 1) ?? all.at(-1) ?? type);
  }
  for (const type of types) {
    const { package: held, name } = typeName(type);
    const [head = '', ...rest] = name.split('.');
    if (rest.length > 0) ids.set(type, `${ids.get(`${held}.${head}`)}.${rest.join('.')}`);
  }
  const typeById = new Map<string, string>();
  for (const [type, id] of ids) {
    const other = typeById.get(id);
    if (other !== undefined) throw new Error(`${other} and ${type} both have the id ${id}`);
    typeById.set(id, type);
  }
  return ids;
}

/** The specification's own name, where it has one without a version: `api.v2.core.Node` is `core.Node`. */
function idOfEarlier(v2: string): string | undefined {
  const name = v2.startsWith('api.v2.') ? v2.slice('api.v2.'.length) : v2;
  if (VERSION.test(name)) return undefined;
  return name.replace(/^auth\./, '').replace(/^config\./, '');
}

/** The type's name with ever more of its package before it, what tells nothing left out. */
function suffixes({ package: held, name }: TypeName): readonly string[] {
  const parts = held
    .replace(VERSION, '')
    .split('.')
    .filter((part) => part !== '' && !SILENT.has(part));
  return Array.from({ length: parts.length + 1 }, (_, length) =>
    [...parts.slice(parts.length - length), name].join('.'),
  );
}

function typeName(type: string): TypeName {
  const start = type.search(/(?:^|\.)[A-Z]/);
  return start <= 0
    ? { package: '', name: type }
    : { package: type.slice(0, start), name: type.slice(start + 1) };
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('src/schema/packages.ts', packagesText(process.argv[2] ?? '../shared/reference'));
