/** Under which names the HTTP filters run that requests for a message in a route configuration pass (version 3). */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import { eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import { messageOfType } from '../../schema/version.ts';
import { dynamicParts } from '../clusters/dynamic-parts.ts';
import type { Subject } from '../subject.ts';

const MANAGER = 'HttpConnectionManager';

/** The names that filters were given, each with the package of its type: `limit` with `ratelimit`. */
export type FilterNames = ReadonlyMap<string, string>;

/** Run other filters, which the chain does not show. */
const HOLDERS: ReadonlySet<string> = new Set(['composite', 'filter_chain']);

/** @returns undefined where not all connection managers that use it are known, or not all of their filters */
export function filterNamesFor(frame: Frame, subject: Subject): FilterNames | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.type === MANAGER) return namesIn([at.message]);
    if (at.type !== 'RouteConfiguration' || at.parent?.type === MANAGER) continue;
    const { hasBootstrap, routes } = subject.shared(dynamicParts);
    const users = subject.shared(managersByRoutes);
    const own = users?.get(String(at.message.name ?? ''));
    return hasBootstrap && routes === undefined && own !== undefined ? namesIn(own) : undefined;
  }
  return undefined;
}

/** The package of an HTTP filter's type, of its settings for routes too; undefined for a type that nobody knows. */
export function filterOfType(config: unknown): string | undefined {
  if (!isObject(config)) return undefined;
  const { '@type': written, config: inner } = config;
  if (written === 'config.route.v3.FilterConfig') return filterOfType(inner);
  const type = String(written);
  if (messageOfType(type) === undefined) return undefined;
  return /^extensions\.filters\.http\.(\w+)\.v3(?:alpha)?\./.exec(type)?.[1];
}

function namesIn(managers: readonly BoundMessage[]): FilterNames | undefined {
  const names = new Map<string, string>();
  for (const { http_filters: filters, upgrade_configs: upgrades } of managers) {
    const others = messagesIn(upgrades).flatMap((upgrade) => messagesIn(upgrade.filters));
    for (const filter of [...messagesIn(filters), ...others]) {
      const kinds = kindsOf(filter);
      if (kinds.length === 0) return undefined;
      for (const kind of kinds) {
        if (kind === undefined || HOLDERS.has(kind)) return undefined;
        names.set(String(filter.name ?? ''), kind);
      }
      for (const each of upstreamFilters(filter)) names.set(String(each.name ?? ''), '');
    }
  }
  return names;
}

/** What a filter is; what it may be, where it is fetched. */
function kindsOf({
  typed_config: config,
  config_discovery: discovery,
}: BoundMessage): readonly (string | undefined)[] {
  if (!isObject(discovery)) return [filterOfType(config)];
  const { type_urls: urls } = discovery;
  return (Array.isArray(urls) ? urls : []).map((url) =>
    filterOfType({ '@type': parseTypeUrl(String(url)).name }),
  );
}

function upstreamFilters({ typed_config: config }: BoundMessage): readonly BoundMessage[] {
  return isObject(config) ? messagesIn(config.upstream_http_filters) : [];
}

let paths: Paths | undefined;

/** Connection managers by the name of the routes that they fetch; undefined where scopes pick those. */
function managersByRoutes(subject: Subject): ReadonlyMap<string, readonly BoundMessage[]> | undefined {
  paths ??= pathsTo(new Set([MANAGER]));
  const found = new Map<string, BoundMessage[]>();
  let isScoped = false;
  for (const document of subject.documents) {
    const look = (frame: Frame): void => {
      if (frame.type === MANAGER) {
        const { rds, scoped_routes: scopes } = frame.message;
        isScoped ||= scopes !== undefined;
        if (!isObject(rds)) return;
        const name = String(rds.route_config_name ?? '');
        const known = found.get(name);
        if (known === undefined) found.set(name, [frame.message]);
        else known.push(frame.message);
        return;
      }
      eachChild(frame, document.configuration.namespace, look, fieldsOn(paths, frame));
    };
    for (const frame of subject.frames(document)) look(frame);
  }
  return isScoped ? undefined : found;
}
