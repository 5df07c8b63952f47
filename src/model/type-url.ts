/** Type URLs (`type.googleapis.com/WORD.api.v2.auth.UpstreamTlsContext`) and the tables they name. */
import { hasTable, isMessage } from '../schema/compiled.ts';
import { isOwn, ownEdition } from '../schema/own.ts';
import { type ApiVersion, messageOfType, type NamedMessage, typeIn } from '../schema/version.ts';

/** Packages of the data model, after the namespace; the last is one that a mesh put beside them. */
const OURS = /^(?:api|config|admin|type|data|service|extensions|tcp\.metadataexchange)\./;
/** What the names of packages begin with that carry no namespace. */
export const WITHOUT_WORD: ReadonlySet<string> = new Set(['google', 'udpa', 'xds']);

/** What a namespace can be. */
const WORD = /^[A-Za-z_]\w*$/;

const PREFIX = 'type.googleapis.com/';

/** A type URL taken apart. */
export interface TypeName {
  /**
   * The name without prefix and namespace, such as `api.v2.auth.UpstreamTlsContext`; of a known type without a namespace,
   * such as `google.protobuf.Struct` or one of the user's own, the whole name; any other URL as it stands.
   */
  readonly name: string;
  /** The namespace it was written with; undefined for `google.*` and other foreign types. */
  readonly namespace?: string;
  /** The table it names, where there is one. */
  readonly table?: string;
  /** The version of the API that the type belongs to, where it is known; none for types that carry any message. */
  readonly version?: ApiVersion;
}

const known = new Map<string, TypeName>();
let edition = ownEdition();

/** Takes a type URL apart; the prefix may be anything up to the last slash, as the proxy allows. */
export function parseTypeUrl(url: string): TypeName {
  if (edition !== ownEdition()) {
    edition = ownEdition();
    known.clear();
  }
  const cached = known.get(url);
  if (cached) return cached;
  const full = url.slice(url.lastIndexOf('/') + 1);
  const dot = full.indexOf('.');
  const namespace = full.slice(0, Math.max(dot, 0));
  const name = full.slice(dot + 1);
  const parsed: TypeName = isWhole(full)
    ? { name: full, ...tableFor(full) }
    : WORD.test(namespace) && OURS.test(name)
      ? { name, namespace, ...tableFor(name) }
      : { name: url };
  // Type URLs come from the input: remember no more than a configuration plausibly has.
  if (known.size < 4096) known.set(url, parsed);
  return parsed;
}

/** Whether a type's name is known as it stands, without a namespace in front. */
function isWhole(full: string): boolean {
  return (
    WITHOUT_WORD.has(full.slice(0, full.indexOf('.'))) ||
    (!OURS.test(full) && (isOwn(full) || messageOfType(full) !== undefined))
  );
}

/** The message that a type URL names, with a table or without; undefined where nobody knows it. */
export function messageOfUrl(url: string): NamedMessage | undefined {
  const { name, version } = parseTypeUrl(url);
  return version === undefined ? undefined : messageOfType(name);
}

/** @param name of a type, as {@link parseTypeUrl} gives it */
export function tableFor(name: string): Pick<TypeName, 'table' | 'version'> {
  const found = messageOfType(name);
  if (found === undefined) return isOwn(name) ? { table: name } : {};
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
export function typeUrl(table: string, namespace: string, version: ApiVersion = 'v2'): string {
  return typeUrlOfName(typeNameOf(table, version), namespace);
}

/** A type URL for a name that {@link parseTypeUrl} gave. */
export function typeUrlOfName(name: string, namespace: string): string {
  if (name.includes('/')) return name;
  if (isWhole(name)) return PREFIX + name;
  return OURS.test(name) ? `${PREFIX}${namespace}.${name}` : name;
}
