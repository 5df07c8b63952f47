/** The clusters that a route configuration names. */

import { writtenValue } from '../../routing/outcome/final-headers.ts';
import { withTree } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';

type Action = Message<'route.RouteAction'>;
type Mirrors = Action['request_mirror_policies'];
type Level = Pick<Message<'RouteConfiguration'>, 'request_headers_to_add'>;

export function clusterNames(configurations: Iterable<Message<'RouteConfiguration'>>): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined && name !== '') names.add(name);
  };
  const addMirrors = (mirrors: Mirrors): void => {
    for (const { cluster } of mirrors ?? []) add(cluster);
  };
  for (const configuration of configurations) {
    addMirrors(configuration.request_mirror_policies);
    for (const host of configuration.virtual_hosts ?? []) {
      addMirrors(host.request_mirror_policies);
      for (const { route = {} } of withTree(host).routes ?? []) {
        add(route.cluster);
        for (const { name } of route.weighted_clusters?.clusters ?? []) add(name);
        addMirrors(route.request_mirror_policies);
        add(route.request_mirror_policy?.cluster);
      }
    }
  }
  return names;
}

/** The headers that name clusters, in lower case. */
export function clusterHeaders(configurations: Iterable<Message<'RouteConfiguration'>>): ReadonlySet<string> {
  const headers = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined && name !== '') headers.add(lowerAscii(name));
  };
  const addMirrors = (mirrors: Mirrors): void => {
    for (const { cluster_header: header } of mirrors ?? []) add(header);
  };
  for (const { virtual_hosts: hosts = [], request_mirror_policies: mirrors } of configurations) {
    addMirrors(mirrors);
    for (const host of hosts) {
      addMirrors(host.request_mirror_policies);
      for (const { route = {} } of withTree(host).routes ?? []) {
        add(route.cluster_header);
        for (const { cluster_header: header } of route.weighted_clusters?.clusters ?? []) add(header);
        addMirrors(route.request_mirror_policies);
      }
    }
  }
  return headers;
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
