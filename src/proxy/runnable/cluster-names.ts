/** The clusters that a route configuration names. */

import { writtenValue } from '../../routing/outcome/final-headers.ts';
import { withTree } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { ownMirrors, sendsTo } from '../../traffic/action.ts';
import { lowerAscii } from '../../traffic/text.ts';

type Level = Pick<Message<'RouteConfiguration'>, 'request_headers_to_add'>;

/** What names a cluster, or a header that does: actions, entries of splits, copies. */
function namersIn(configurations: Iterable<Message<'RouteConfiguration'>>): ReturnType<typeof sendsTo> {
  const ofRoute = ({ route = {} }: Message<'route.Route'>) => [...sendsTo(route), ...ownMirrors(route)];
  return [...configurations].flatMap(({ virtual_hosts: hosts = [], request_mirror_policies: all = [] }) => [
    ...all,
    ...hosts.flatMap((host) => [
      ...(host.request_mirror_policies ?? []),
      ...(withTree(host).routes ?? []).flatMap(ofRoute),
    ]),
  ]);
}

export function clusterNames(configurations: Iterable<Message<'RouteConfiguration'>>): ReadonlySet<string> {
  const names = namersIn(configurations).flatMap(({ cluster = '' }) => cluster);
  return new Set(names.filter((name) => name !== ''));
}

/** The headers that name clusters, in lower case. */
export function clusterHeaders(configurations: Iterable<Message<'RouteConfiguration'>>): ReadonlySet<string> {
  const headers = namersIn(configurations).flatMap(({ cluster_header: header = '' }) => lowerAscii(header));
  return new Set(headers.filter((header) => header !== ''));
}

/** What the levels of route configurations write into headers of requests. */
export function writtenInto(
  headers: ReadonlySet<string>,
  configurations: Iterable<Message<'RouteConfiguration'>>,
): ReadonlySet<string> {
  const values = new Set<string>();
  const add = ({ request_headers_to_add: options = [] }: Level): void => {
    for (const { header: { key = '', value = '' } = {} } of options)
      if (headers.has(lowerAscii(key))) {
        const written = writtenValue(value);
        if (typeof written === 'string' && written !== '') values.add(written);
      }
  };
  for (const configuration of configurations) {
    add(configuration);
    for (const host of configuration.virtual_hosts ?? []) {
      add(host);
      for (const route of withTree(host).routes ?? []) {
        add(route);
        for (const cluster of route.route?.weighted_clusters?.clusters ?? []) add(cluster);
      }
    }
  }
  return values;
}
