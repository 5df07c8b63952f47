/** Pages of extensions: filters, sockets, loggers and the like, by the names that configurations select them with. */
import { nearestAll } from '../../model/near-miss.ts';
import { type Fact, facts, type Page, paragraph } from '../../present/blocks.ts';
import { type ExtensionSpec, extensionNames, extensions } from '../../schema/extensions.ts';
import { messagePage } from './model-pages.ts';

/** What stands for the namespace in names that nobody wrote. */
const WORD = 'WORD';

/**
 * The extensions that have a name, whatever its namespace (`envoy.filters.http.router`, `envoy.router`,
 * `filters.http.router`), or whose configuration is of this type.
 *
 * @param written a name, or a type URL
 */
export function extensionPages(written: string): readonly Page[] {
  const { namespace, name } = parted(written.trim().replace(/^.*\//, ''));
  const isMeant = ({ name: current, older, typeName, perRouteTypeName }: ExtensionSpec): boolean =>
    [current, typeName, perRouteTypeName, ...older].includes(name);
  return extensions.filter(isMeant).map((spec) => extensionPage(spec, namespace));
}

/** Names of extensions that one may have been meant for, with the namespace that it was written with. */
export function suggestedExtensions(written: string): readonly string[] {
  const { namespace, name } = parted(written.trim());
  if (!written.includes('.')) return [];
  return nearestAll(name, extensionNames()).map((near) =>
    namespace === undefined ? near : `${namespace}.${near}`,
  );
}

/** A name without its namespace, which is any word that the rest of a known name follows. */
function parted(written: string): { readonly namespace: string | undefined; readonly name: string } {
  const [, namespace, rest = ''] = /^([a-z][a-z0-9_]*)\.(.+)$/.exec(written) ?? [];
  const isWhole =
    namespace === undefined || /^(?:filters|config)$/.test(namespace) || extensionNames().has(written);
  return isWhole ? { namespace: undefined, name: written } : { namespace, name: rest };
}

const TLS = 'DownstreamTlsContext in a filter chain, UpstreamTlsContext in a cluster';

function extensionPage(spec: ExtensionSpec, namespace = WORD): Page {
  const named = (name: string): string => (/^(?:tls|raw_buffer)$/.test(name) ? name : `${namespace}.${name}`);
  const isTls = spec.name === 'transport_sockets.tls';
  const types: readonly (readonly [string, string | undefined])[] = [
    ['configuration', isTls ? TLS : (spec.config ?? spec.typeName)],
    ['per route', spec.perRoute ?? spec.perRouteTypeName],
  ];
  const list: readonly Fact[] = [
    { label: 'name', text: named(spec.name) },
    ...(spec.older.length === 0 ? [] : [{ label: 'older names', text: spec.older.map(named).join(', ') }]),
    ...types.flatMap(([label, type]) => (type === undefined ? [] : [{ label, text: type }])),
  ];
  const config = spec.config === undefined ? undefined : messagePage(spec.config);
  return {
    title: named(spec.name),
    subtitle: spec.kind,
    blocks: [
      facts(list),
      ...(config === undefined
        ? [
            paragraph(
              isTls
                ? 'It encrypts: an empty configuration too turns TLS on.'
                : 'cfgtool knows the name; what its configuration holds passes through as data.',
            ),
          ]
        : [{ kind: 'heading', text: config.title } as const, ...config.blocks]),
    ],
  };
}
