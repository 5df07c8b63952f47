/** Type URLs (`type.googleapis.com/WORD.api.v2.auth.UpstreamTlsContext`) and the tables they name. */
import { hasTable, isMessage } from '../schema/compiled.ts';
import { type ApiVersion, messageOfType, typeIn } from '../schema/version.ts';

/** Packages of the data model, after the namespace. */
const OURS = /^(?:api|config|admin|type|data|service|extensions)\./;
/** Packages whose names carry no namespace. */
const FOREIGN = /^(?:google|udpa|xds)\./;

const PREFIX = 'type.googleapis.com/';

/** A type URL taken apart. */
export interface TypeName {
  /** The name without prefix and namespace, such as `api.v2.auth.UpstreamTlsContext`; a foreign URL as it stands. */
  readonly name: string;
  /** The namespace it was written with; undefined for `google.*` and other foreign types. */
  readonly word?: string;
  /** The table it names, where there is one. */
  readonly table?: string;
  /** The version of the API that the type belongs to, where it is known; none for types that carry any message. */
  readonly version?: ApiVersion;
}

const known = new Map<string, TypeName>();

/** Takes a type URL apart; the prefix may be anything up to the last slash, as the proxy allows. */
export function parseTypeUrl(url: string): TypeName {
  const cached = known.get(url);
  if (cached) return cached;
  const full = url.slice(url.lastIndexOf('/') + 1);
  const dot = full.indexOf('.');
  const word = full.slice(0, Math.max(dot, 0));
  const name = full.slice(dot + 1);
  const parsed: TypeName = FOREIGN.test(full)
    ? { name: full, ...tableFor(full) }
    : dot > 0 && OURS.test(name)
      ? { name, word, ...tableFor(name) }
      : { name: url };
  // Type URLs come from the input: remember no more than a configuration plausibly has.
  if (known.size < 4096) known.set(url, parsed);
  return parsed;
}

function tableFor(name: string): Pick<TypeName, 'table' | 'version'> {
  const found = messageOfType(name);
  if (found === undefined) return {};
  const { id, version } = found;
  // What a message without a written table was in version 2, nothing tells: there it is data.
  const isData = !hasTable(id) || (version === 'v2' && !isMessage(id));
  return isData ? { version } : { table: id, version };
}

/** Whether a type carries any message as data, with the type that it is of beside it. */
export function isTypedStruct(name: string): boolean {
  return name === 'udpa.type.v1.TypedStruct' || name === 'xds.type.v3.TypedStruct';
}

/** The full name of a table's type without the namespace: `UpstreamTlsContext` → `api.v2.auth.UpstreamTlsContext`. */
export function typeNameOf(table: string, version: ApiVersion = 'v2'): string {
  return typeIn(version, table) ?? table;
}

/** The type URL of a table, written with the input's namespace. */
export function typeUrl(table: string, word: string, version: ApiVersion = 'v2'): string {
  return `${PREFIX}${word}.${typeNameOf(table, version)}`;
}

/** A type URL for a name that has the namespace left out, or for a foreign type as it stands. */
export function typeUrlOfName(name: string, word: string): string {
  if (name.includes('/')) return name;
  if (FOREIGN.test(name)) return PREFIX + name;
  return OURS.test(name) ? `${PREFIX}${word}.${name}` : name;
}
