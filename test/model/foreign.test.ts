/** Configurations of other versions and encodings get an answer of their own. */
import { expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';

function answer(text: string): string {
  try {
    return openConfiguration(sourceFile('in.yaml', text, 'named')).notes.join('\n');
  } catch (error) {
    if (error instanceof InputError) return `${error.message}\n${error.details.hint}`;
    throw error;
  }
}

const listener = (type: string) => `static_resources:
  listeners:
  - name: a
    filter_chains:
    - filters:
      - name: b
        typed_config:
          "@type": type.googleapis.com/${type}
`;

test('a carrier of a later version', () => {
  const type = 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
  expect(answer(listener(type))).toMatchInlineSnapshot(`
    "in.yaml:8:20: this is a configuration of version 3 of the data model (HttpConnectionManager is of type extensions.filters.network.http_connection_manager.v3.HttpConnectionManager)
    cfgtool reads version 2; versions differ in names and defaults, so it does not guess"
  `);
  expect(
    answer('{"@type": "type.googleapis.com/proxy.config.cluster.v4alpha.Cluster", "name": "a"}'),
  ).toMatch(/version 4/);
});

test('parts of a later version pass through, with a note', () => {
  expect(answer(listener('envoy.extensions.filters.network.echo.v3.Echo'))).toMatchInlineSnapshot(
    `"mixes in types of a later version, which pass through untouched: extensions.filters.network.echo.v3.Echo"`,
  );
  expect(
    answer('dynamic_resources: {cds_config: {ads: {}, resource_api_version: V3}}'),
  ).toMatchInlineSnapshot(
    `"asks its management server for resources of version 3; what it gets from there is not of this model"`,
  );
});

test('a dump of the admin endpoint of a later proxy is read', () => {
  expect(answer('{"configs": [{"@type": "type.googleapis.com/envoy.admin.v3.ClustersConfigDump"}]}')).toBe(
    '',
  );
});

test('Go structs', () => {
  expect(answer('{"Routes": [{"Match": {"PathSpecifier": {"Prefix": "/"}}}]}')).toMatchInlineSnapshot(`
    "in.yaml:1:24: this is a dump of Go structs (its key "PathSpecifier" is a Go field), not the proxy's own JSON
    print the messages with the protocol buffer JSON encoder instead of encoding/json"
  `);
});

test('version 1', () => {
  expect(
    answer(
      'virtual_hosts:\n- name: a\n  domains: ["*"]\n  routes:\n  - {prefix: /, cluster: a, timeout_ms: 0}\n',
    ),
  ).toMatchInlineSnapshot(`
    "in.yaml:5:5: this is a configuration of version 1 of the data model (a route has "prefix" and "cluster" side by side)
    cfgtool reads version 2; convert the file with the tools of a proxy release that knew both"
  `);
  expect(answer('{"listeners": [{"address": "tcp://0.0.0.0:80", "filters": []}]}')).toMatchInlineSnapshot(`
    "in.yaml:1:28: this is a configuration of version 1 of the data model (a listener has its address as a URL)
    cfgtool reads version 2; convert the file with the tools of a proxy release that knew both"
  `);
});
