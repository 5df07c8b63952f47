/** Extensions and their types: what a `name` selects, and which `@type` its configuration has. */
import { kindOfHolder } from '../../model/extension-config.ts';
import { typeUrl, typeUrlOfName } from '../../model/type-url.ts';
import { compiledMessage, hasTable } from '../../schema/compiled.ts';
import { type ExtensionSpec, extensions } from '../../schema/extensions.ts';
import { heldIn } from '../../schema/held-in.ts';
import { ownMessages } from '../../schema/own.ts';
import { type ApiVersion, typeIn } from '../../schema/version.ts';
import { type Owner, textUnder } from '../context/typed-place.ts';
import { literal } from './suggestion.ts';

/** An extension as it is written in a file. */
export interface KnownExtension {
  readonly name: string;
  /** Of its configuration; absent where nothing is known of it. */
  readonly typeUrl?: string;
  /** The table of its configuration. */
  readonly table?: string;
}

/** The extensions that a message can name. */
export function extensionsFor(owner: Owner, word: string): readonly KnownExtension[] {
  const kind = kindOfHolder(owner.table.name);
  if (kind === undefined) return [];
  const { version } = owner.table;
  return extensions.filter((spec) => spec.kind === kind).map((spec) => known(spec, owner, word, version));
}

function known(spec: ExtensionSpec, owner: Owner, word: string, version: ApiVersion): KnownExtension {
  const isTls = spec.name === 'transport_sockets.tls';
  const isDownstream = owner.around?.table.name === 'listener.FilterChain';
  const table = isTls ? (isDownstream ? 'DownstreamTlsContext' : 'UpstreamTlsContext') : spec.config;
  const name = `${word}.${spec.name}`;
  if (table !== undefined && typeIn(version, table) !== undefined)
    return { name, table, typeUrl: typeUrl(table, word, version) };
  // Types without a table are those of version 2.
  if (spec.typeName === undefined || version === 'v3') return { name };
  return { name, typeUrl: typeUrlOfName(spec.typeName, word) };
}

/** The types that the configuration of a message's extension can have: that of the one it names, or of any. */
export function typesFor(owner: Owner | undefined, word: string): readonly string[] {
  if (owner === undefined) return [];
  const all = extensionsFor(owner, word);
  if (all.length === 0) return resourceTypes(owner.table.version, word);
  const name = textUnder(owner.entries, 'name');
  const named = all.filter((each) => each.name === name && each.typeUrl !== undefined);
  const known = named.length > 0 ? named : all;
  const own = named.length > 0 ? [] : ownTypes(owner.table.version, word);
  return [...new Set([...known.flatMap((each) => each.typeUrl ?? []), ...own])];
}

/** Messages of the user's own that no other one of them holds: what an extension's configuration may be. */
function ownTypes(version: ApiVersion, word: string): readonly string[] {
  const own = ownMessages();
  const held = new Set([...own.values()].flatMap((spec) => heldIn(spec, (name) => own.has(name))));
  return [...own.keys()].filter((name) => !held.has(name)).map((name) => typeUrl(name, word, version));
}

const RESOURCES = [
  'Cluster',
  'Listener',
  'RouteConfiguration',
  'ClusterLoadAssignment',
  'Secret',
  'route.VirtualHost',
];

function resourceTypes(version: ApiVersion, word: string): readonly string[] {
  return RESOURCES.map((table) => typeUrl(table, word, version));
}

/** The configuration of an extension as a snippet: its type, and what that demands. */
export function configSnippet(
  { table, typeUrl: url }: KnownExtension,
  version: ApiVersion,
  indent: number,
): string {
  if (url === undefined) return '';
  const line = (depth: number): string => `\n${' '.repeat(indent + depth)}`;
  const demanded = table === undefined || !hasTable(table) ? [] : compiledMessage(table, version).required;
  const fields = demanded.map(({ name, shape, element }, index) => {
    const stop = `\${${index + 1}}`;
    if (shape === 'list') return `${line(2)}${name}:${line(4)}- ${stop}`;
    return element.kind === 'scalar' || element.kind === 'enum'
      ? `${line(2)}${name}: ${stop}`
      : `${line(2)}${name}:${line(4)}${stop}`;
  });
  return `${line(0)}typed_config:${line(2)}"@type": ${literal(url)}${fields.join('')}`;
}
