/**
 * What a route configuration of version 3 says of how its requests are looked at (facts 74 and 76). The search over all
 * requests does not know of it: the matches of such a configuration carry why it stays open which requests they take.
 */
import type { Message } from '../schema/types.ts';
import { lowerAscii } from './text.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type Route = Message<'route.Route'>;

/** Set on matches. */
const WHY_UNDECIDED = Symbol('why undecided');

interface Marked {
  readonly [WHY_UNDECIDED]?: string;
}

/** Why it stays open which requests a match takes, as far as its route configuration decides it. */
export function whyUndecidable(match: Message<'route.RouteMatch'> & Marked): string | undefined {
  return match[WHY_UNDECIDED];
}

/** The same route configuration; a copy where some of its options leave that open. */
export function withHostOptions(configuration: RouteConfiguration): RouteConfiguration {
  const why = whyOpen(configuration);
  if (why === undefined) return configuration;
  const marked = (route: Route): Route =>
    route.match === undefined ? route : { ...route, match: { ...route.match, ...{ [WHY_UNDECIDED]: why } } };
  const hosts = (configuration.virtual_hosts ?? []).map((host) =>
    host.routes === undefined ? host : { ...host, routes: host.routes.map(marked) },
  );
  return { ...configuration, virtual_hosts: hosts };
}

/** Why the same matches may take other requests in another route configuration; undefined where they do not. */
export function whyOtherwise(one: RouteConfiguration, other: RouteConfiguration): string | undefined {
  const said = (configuration: RouteConfiguration) => {
    const { vhost_header: header = '', internal_only_headers: headers = [] } = configuration;
    const { ignore_path_parameters_in_path_matching: ignores, vhds } = configuration;
    return [
      ['vhds', String(vhds !== undefined)],
      ['vhost_header', lowerAscii(header)],
      ['ignore_path_parameters_in_path_matching', String(ignores === true)],
      ['internal_only_headers', [...new Set(headers.map(lowerAscii))].sort().join()],
    ] as const;
  };
  const others = new Map(said(other));
  const [field] = said(one).find(([name, value]) => value !== others.get(name)) ?? [];
  return field && `${field} differs, by which the same routes take other requests`;
}

function whyOpen({
  vhost_header: header = '',
  ignore_path_parameters_in_path_matching: parameters,
}: RouteConfiguration): string | undefined {
  if (header !== '') return `stands in a virtual host that the header ${header} picks`;
  return parameters === true ? 'sees the path without its parameters' : undefined;
}
