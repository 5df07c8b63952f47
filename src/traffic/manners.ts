/**
 * How a route configuration of version 3 wants its requests to be looked at (facts 74 to 76). The search over all
 * requests does not know of it: the matches of such a configuration carry why it stays open which requests they take.
 */
import type { Message } from '../schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type Route = Message<'route.Route'>;

/** Set on matches. */
const MANNER = Symbol('manner');

interface Mannered {
  readonly [MANNER]?: string;
}

/** Why it stays open which requests a match takes, as far as its route configuration decides it. */
export function whyUndecidable(match: Message<'route.RouteMatch'> & Mannered): string | undefined {
  return match[MANNER];
}

/** The same route configuration; a copy where it has manners. */
export function withManners(configuration: RouteConfiguration): RouteConfiguration {
  const why = whyOpen(configuration);
  if (why === undefined) return configuration;
  const marked = (route: Route): Route =>
    route.match === undefined ? route : { ...route, match: { ...route.match, ...{ [MANNER]: why } } };
  const hosts = (configuration.virtual_hosts ?? []).map((host) =>
    host.routes === undefined ? host : { ...host, routes: host.routes.map(marked) },
  );
  return { ...configuration, virtual_hosts: hosts };
}

function whyOpen({
  vhost_header: header = '',
  ignore_port_in_host_matching: port,
  ignore_path_parameters_in_path_matching: parameters,
}: RouteConfiguration): string | undefined {
  if (header !== '') return `stands in a virtual host that the header ${header} picks`;
  if (port === true) return 'stands in a virtual host that is picked whatever the port';
  return parameters === true ? 'sees the path without its parameters' : undefined;
}
