/**
 * The versions of the API as spellings of one set of messages: which type a message is in each of them
 * (CONTRACT, Two versions of the API). Type names stand without the namespace: `api.v2.core.Node`.
 */
import type { ApiVersion } from './language.ts';
import { isOwn } from './own.ts';
import { PACKAGES } from './packages.ts';

export type { ApiVersion };

/** A message of the tables as a type names it. */
export interface NamedMessage {
  /** The table's name, such as `core.Node`. */
  readonly id: string;
  readonly version: ApiVersion;
}

/** The ids of one package, those that a type's own name leads to. */
interface Package {
  readonly version: ApiVersion;
  /** Ids one after the other with blanks between, taken apart when they are first asked for. */
  readonly lines: string[];
  byName?: ReadonlyMap<string, string>;
}

let packages: ReadonlyMap<string, Package> | undefined;
/** The line of its package by each id. */
let lines: ReadonlyMap<string, string> | undefined;
const types = { v2: new Map<string, string | undefined>(), v3: new Map<string, string | undefined>() };

/**
 * @param type a type's name without its namespace, such as `config.route.v3.RouteMatch`
 * @returns its id and version; undefined for a type of neither version
 */
export function messageOfType(type: string): NamedMessage | undefined {
  const start = type.search(/\.[A-Z]/);
  if (start === -1) return undefined;
  packages ??= packagesByName();
  const found = packages.get(type.slice(0, start));
  if (found === undefined) return undefined;
  found.byName ??= new Map(found.lines.flatMap((line) => line.split(' ')).map((id) => [ownName(id), id]));
  const id = found.byName.get(type.slice(start + 1));
  return id === undefined ? undefined : { id, version: found.version };
}

/**
 * @param id a table's name, such as `core.Node`
 * @returns the type it is in that version, such as `config.core.v3.Node`, the same in both for a message of the user's
 *   own; undefined where the version has none
 */
export function typeIn(version: ApiVersion, id: string): string | undefined {
  const known = types[version];
  let type = known.get(id);
  if (type === undefined && !known.has(id)) {
    lines ??= linesById();
    const line = lines.get(id);
    const name = line === undefined ? undefined : takenApart(line).names[version];
    type = name === undefined ? undefined : `${name}.${ownName(id)}`;
    known.set(id, type);
  }
  return type ?? (isOwn(id) ? id : undefined);
}

/** The ids of all messages and enums. */
export function ids(): readonly string[] {
  lines ??= linesById();
  return [...lines.keys()].sort();
}

function packagesByName(): ReadonlyMap<string, Package> {
  const found = new Map<string, Package>();
  for (const line of PACKAGES) {
    const { names, ids } = takenApart(line);
    for (const version of ['v2', 'v3'] as const) {
      const name = names[version];
      if (name === undefined) continue;
      const known = found.get(name);
      if (known === undefined) found.set(name, { version, lines: [ids] });
      else known.lines.push(ids);
    }
  }
  return found;
}

function linesById(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of PACKAGES) for (const id of takenApart(line).ids.split(' ')) found.set(id, line);
  return found;
}

function takenApart(line: string): {
  readonly names: { readonly [version in ApiVersion]?: string };
  readonly ids: string;
} {
  const second = line.indexOf(' ');
  const third = line.indexOf(' ', second + 1);
  const [v2, v3] = [line.slice(0, second), line.slice(second + 1, third)];
  return {
    names: { ...(v2 !== '-' && { v2 }), ...(v3 !== '-' && { v3 }) },
    ids: line.slice(third + 1),
  };
}

/** A type's own name, with which its id ends: `route.RateLimit.Action` is `RateLimit.Action`. */
function ownName(id: string): string {
  return id.slice(id.search(/(?:^|\.)[A-Z]/)).replace(/^\./, '');
}
