/** The version of the API is found message by message (CONTRACT, Two versions of the API). */

import { describe, expect, test } from 'vitest';
import { tableOf } from '../../src/model/bound.ts';
import type { OpenOptions } from '../../src/model/open.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { NEWEST_RELEASE } from '../../src/schema/release.ts';
import { opened } from '../opened.ts';

/** The version that each message is read in, by its table. */
function versions(text: string, options: OpenOptions = {}): { readonly [type: string]: string } {
  const { roots, namespace } = opened(text, options);
  const found: { [type: string]: string } = {};
  for (const root of roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, namespace, (each) => {
        found[each.type] = tableOf(each).version;
      });
  return found;
}

const rules = (text: string, options: OpenOptions = {}): readonly string[] =>
  opened(text, options).problems.map(({ rule, message }) => `${rule}: ${message}`);

const listenerOf = (manager: string, more = ''): string => `static_resources:
  listeners:
  - name: l
    ${more}
    filter_chains:
    - filters:
      - name: hcm
        typed_config:
          "@type": type.googleapis.com/${manager}
          stat_prefix: i
          rds: { route_config_name: r }
`;
const MANAGER_2 = 'envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';
const MANAGER_3 = 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';

describe('what settles the version', () => {
  test('an @type, for what is inside, and for the rest where nothing else does', () => {
    expect(versions(listenerOf(MANAGER_3))).toMatchObject({ Bootstrap: 'v3', HttpConnectionManager: 'v3' });
    expect(versions(listenerOf(MANAGER_2))).toMatchObject({ Bootstrap: 'v2', HttpConnectionManager: 'v2' });
  });

  test('a field that only one version has, whatever the types inside say', () => {
    const older = listenerOf(MANAGER_3, 'use_original_dst: true');
    expect(versions(listenerOf(MANAGER_3, 'stat_prefix: s'))).toMatchObject({ Listener: 'v3' });
    expect(versions('{ name: a, hosts: [] }', { type: 'Cluster' })).toEqual({ Cluster: 'v2' });
    expect(versions(older)).toMatchObject({ HttpConnectionManager: 'v3' });
  });

  test('a value of an enum that only one version has', () => {
    const cluster = (value: string): string => `{ name: a, dns_lookup_family: ${value} }`;
    expect(versions(cluster('ALL'), { type: 'Cluster' })).toEqual({ Cluster: 'v3' });
    expect(versions(cluster('V4_ONLY'), { type: 'Cluster' })).toEqual({ Cluster: 'v3' });
  });

  test('else another document of the same input', () => {
    const text = `${listenerOf(MANAGER_3)}---\n{ name: a, connect_timeout: 1s }\n`;
    expect(versions(text)).toMatchObject({ Cluster: 'v3' });
  });

  test('else what is asked for, else version 3, with a remark where that makes a difference', () => {
    const plain = '{ name: a, connect_timeout: 1s }';
    const header =
      '{ match: { prefix: /, headers: [{ name: x, exact_match: "y" }] }, route: { cluster: a } }';
    expect(versions(plain, { type: 'Cluster', api: 'v2' })).toEqual({ Cluster: 'v2' });
    expect(versions(plain, { type: 'Cluster' })).toEqual({ Cluster: 'v3' });
    expect(opened(header, { type: 'Route' }).notes).toEqual([
      expect.stringMatching(
        /^nothing in it shows which version of the API .* read as version 3; --api v2 reads it as version 2$/,
      ),
    ]);
    const other = '{ match: { prefix: / }, route: { cluster: a, host_rewrite: y } }';
    expect(opened(other, { type: 'Route' }).notes).toHaveLength(1);
    expect(opened(header, { type: 'Route', api: 'v3' }).notes).toEqual([]);
    expect(opened(header, { type: 'Route', api: 'v2' }).notes).toEqual([]);
  });

  test('a section of a dump, but for messages that its proxy was given in version 2', () => {
    const dump = (fields: object): string =>
      JSON.stringify({
        configs: [
          {
            '@type': 'type.googleapis.com/envoy.admin.v3.BootstrapConfigDump',
            bootstrap: { static_resources: { clusters: [{ name: 'a', ...fields }] } },
          },
        ],
      });
    expect(versions(dump({}))).toMatchObject({ Cluster: 'v3' });
    expect(versions(dump({ hosts: [] }))).toMatchObject({ Cluster: 'v2' });
    expect(versions(dump({ hidden_envoy_deprecated_hosts: [] }))).toMatchObject({ Cluster: 'v2' });
  });
});

test('both versions in one message are told at both places', () => {
  const found = rules('name: a\nhosts: []\ntyped_extension_protocol_options: {}\ndns_lookup_family: ALL\n', {
    type: 'Cluster',
  });
  expect(found).toContain(
    'mixed-versions: "hosts" is of version 2 of the API, but "ALL" in line 4 is of version 3: a message is written in one of the two',
  );
  expect(found).toContain(
    'mixed-versions: "ALL" is of version 3 of the API, but "hosts" in line 2 is of version 2: a message is written in one of the two',
  );
});

describe('in a message of version 3', () => {
  const typed = (fields: string): string =>
    `{ "@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, ${fields} }`;

  test('a field of version 2 is refused, and read all the same', () => {
    expect(rules(typed('hosts: [{ pipe: { path: /a } }]'))).toEqual([
      'refused-field: hosts of Cluster is a field of version 2, which version 3 no longer has; use load_assignment',
    ]);
  });

  test('a field that has another name now, with that name', () => {
    const text =
      '{ "@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, drain_connections_on_host_removal: true }';
    expect(rules(text)).toEqual([
      'refused-field: drain_connections_on_host_removal of Cluster is a field of version 2, which version 3 no longer has; use ignore_health_on_host_removal, its name in version 3',
    ]);
  });

  test('a value of version 2 is refused', () => {
    const text = `{ "@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, lb_policy: ORIGINAL_DST_LB }`;
    expect(rules(text)).toEqual([
      'refused-field: ORIGINAL_DST_LB of lb_policy is a value of version 2, which version 3 no longer has; use CLUSTER_PROVIDED',
    ]);
  });

  test('an extension needs the type of its configuration', () => {
    const filters = (filter: string): string =>
      `{ "@type": type.googleapis.com/${MANAGER_3}, stat_prefix: i, rds: { route_config_name: r, config_source: { ads: {} } }, http_filters: [${filter}] }`;
    expect(rules(filters('{ name: envoy.filters.http.router }'))).toEqual([
      'untyped-extension: the HttpFilter "envoy.filters.http.router" has no typed_config: version 3 finds an extension by the type of its configuration, not by its name',
    ]);
    expect(rules(filters('{ name: envoy.filters.http.gone, is_optional: true }'))).toEqual([]);
  });
});

test('resources that are wrapped with their names are read, in either version', () => {
  const wrapped = (type: string): string =>
    `resources: [{ name: a, version: "1", resource: { "@type": type.googleapis.com/envoy.${type}, name: a, connect_timeout: 1s } }]`;
  expect(versions(wrapped('config.cluster.v3.Cluster'))).toMatchObject({ Resource: 'v3', Cluster: 'v3' });
  expect(versions(wrapped('api.v2.Cluster'))).toMatchObject({ Resource: 'v2', Cluster: 'v2' });
  expect(rules(wrapped('config.cluster.v3.Cluster'))).toEqual([]);
  expect(rules('resources: [{ name: a, resource: {}, colour: red }]')).toEqual([
    'required-field: an entry of resources lacks "@type", which says what message it is',
  ]);
});

test('what a struct with a type holds is read as that type', () => {
  const text = (carrier: string): string =>
    `{ name: f, typed_config: { "@type": type.googleapis.com/${carrier}, type_url: type.googleapis.com/envoy.${MANAGER_3.slice(6)}, value: { stat_prefix: i, rds: { route_config_name: r, config_source: { ads: {} } }, colour: red } } }`;
  for (const carrier of ['udpa.type.v1.TypedStruct', 'xds.type.v3.TypedStruct']) {
    expect(versions(text(carrier), { type: 'listener.Filter' })).toMatchObject({
      HttpConnectionManager: 'v3',
    });
    expect(rules(text(carrier), { type: 'listener.Filter' })).toEqual([
      `unknown-field: HttpConnectionManager has no field "colour" in any release that is known, up to ${NEWEST_RELEASE}`,
    ]);
  }
});
