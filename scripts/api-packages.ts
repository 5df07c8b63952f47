/**
 * Makes `src/schema/packages.ts` from itself and the descriptor sets: which packages the messages and enums of the tables
 * stand in, in each version, and their ids. An id is for good: types that have one keep it, and those that came are
 * added. `node dist/scripts/api-packages.js`; a test makes it again.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reference } from '../src/descriptors/facts.ts';
import { PACKAGES } from '../src/schema/packages.ts';
import { type Api, isConfiguration, readApi } from './api-union.ts';

/** A type by its full name, without the namespace. */
interface TypeName {
  readonly package: string;
  /** `Cluster.CommonLbConfig` */
  readonly name: string;
}

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
const SILENT = new Set(['config', 'extensions', 'filter', 'filters', 'api', 'io', 'istio', 'envoy']);

/** Which packages hold which ids, one line for each pair of packages: the file's text. */
export function packagesText(api: Api, known: readonly string[] = PACKAGES): string {
  const rows = new Map<string, string[]>();
  const taken = new Set<string>();
  const named = new Map<string, string>();
  for (const line of known) {
    const [v2 = '', v3 = '', ...ids] = line.split(' ');
    rows.set(`${v2} ${v3}`, ids);
    for (const id of ids) {
      taken.add(id);
      if (v3 !== '-') named.set(`${v3}.${ownName(id)}`, id);
    }
  }
  for (const [type, id] of idsOf(typesWithout(api, named), named, taken)) {
    const key = `- ${typeName(type).package}`;
    rows.set(key, [...(rows.get(key) ?? []), id]);
  }
  const lines = [...rows].map(([key, held]) => `${key} ${[...held].sort().join(' ')}`).sort();
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

/** Types of the newest release and of contrib that have no id yet, and what their fields need. */
function typesWithout({ releases, contrib }: Api, named: ReadonlyMap<string, string>): readonly string[] {
  const newest = releases.at(-1)?.reference ?? contrib;
  const parts: readonly Reference[] = [newest, contrib];
  const types = new Set(
    parts
      .flatMap(({ messages, enums }) => [...Object.keys(messages), ...Object.keys(enums)])
      .filter((type) => !named.has(type) && isConfiguration(type)),
  );
  const fields = (type: string): readonly string[] =>
    parts.flatMap(({ messages }) => Object.values(messages[type]?.fields ?? {}).map((field) => field.type));
  // A set grows while it is gone through, so what a type needs is looked at too.
  for (const type of types)
    for (const text of fields(type))
      for (const [held] of text.matchAll(/[\w.]+/g)) {
        const isThere = parts.some(
          ({ messages, enums }) => Object.hasOwn(messages, held) || Object.hasOwn(enums, held),
        );
        if (isThere && !named.has(held) && /^(?:service|data)\.(?!dns)/.test(held)) types.add(held);
      }
  return [...types].sort();
}

/** The id of every new type: the shortest that is its own. */
function idsOf(
  types: readonly string[],
  named: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const outer = types.filter((type) => !typeName(type).name.includes('.'));
  const tails = new Set([...taken].flatMap(tailsOf));
  const holders = new Map<string, number>();
  for (const type of outer)
    for (const suffix of suffixes(typeName(type))) holders.set(suffix, (holders.get(suffix) ?? 0) + 1);
  for (const type of outer) {
    const all = suffixes(typeName(type));
    const prefix = PREFIXES[typeName(type).package];
    const own = prefix === undefined ? undefined : prefix + typeName(type).name;
    // Whoever names a known message by its last part alone goes on meeting that one.
    const isFree = (id: string): boolean => holders.get(id) === 1 && !taken.has(id) && !tails.has(id);
    ids.set(type, own ?? all.find(isFree) ?? all.at(-1) ?? type);
  }
  for (const type of types) {
    const { package: held, name } = typeName(type);
    const [head = '', ...rest] = name.split('.');
    const around = `${held}.${head}`;
    if (rest.length > 0) ids.set(type, `${ids.get(around) ?? named.get(around)}.${rest.join('.')}`);
  }
  const typeById = new Map<string, string>();
  for (const [type, id] of ids) {
    const other = typeById.get(id) ?? (taken.has(id) ? 'a known type' : undefined);
    if (other !== undefined) throw new Error(`${other} and ${type} both have the id ${id}`);
    typeById.set(id, type);
  }
  return ids;
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

/** What an id ends with: `route.RateLimit.Action` with `RateLimit.Action` and `Action`. */
function tailsOf(id: string): readonly string[] {
  const parts = id.split('.');
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join('.'));
}

function typeName(type: string): TypeName {
  const start = type.search(/(?:^|\.)[A-Z]/);
  return start <= 0
    ? { package: '', name: type }
    : { package: type.slice(0, start), name: type.slice(start + 1) };
}

function ownName(id: string): string {
  return id.slice(id.search(/(?:^|\.)[A-Z]/)).replace(/^\./, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('src/schema/packages.ts', packagesText(readApi()));
