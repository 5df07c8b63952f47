/** Configurations of earlier versions and other encodings get an answer of their own. */
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

test('Go structs', () => {
  expect(answer('{"Routes": [{"Match": {"PathSpecifier": {"Prefix": "/"}}}]}')).toMatchInlineSnapshot(`
    "in.yaml:1:24: this is a dump of Go structs (its key "PathSpecifier" is a Go field), not the proxy's own JSON
    print the messages with the protocol buffer JSON encoder instead of encoding/json"
  `);
});

test.each([
  ['static_resource:\n  clusters: []\n', 'static_resources'],
  ['staticResource:\n  clusters: []\n', 'static_resources'],
  ['virtual_host:\n- name: a\n  domains: ["*"]\n', 'virtual_hosts'],
  ['other: {}\n---\nlisteners_: [{name: a, address: {}}]\n', 'listeners'],
])('a misspelled key for which alone nothing is recognised: %j', (text, meant) => {
  expect(answer(text)).toContain(`is a proxy configuration; did you mean ${meant} by "`);
});

test.each([
  'listener: 8080\n',
  'cluster: [one, two]\n',
  'routess: [{path: /, component: Home}]\n',
  'clusters_: [{id: 1, size: 2, zone: a}]\n',
])('a key of somebody else that is spelled nearly like ours: %j', (text) => {
  expect(answer(text)).not.toContain('did you mean');
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

test('what tools print that is no configuration', () => {
  expect(answer('gatewayClass: { kind: GatewayClass }\nhttpRoutes: []\n')).toMatchInlineSnapshot(`
    "in.yaml:1:1: it is resources of Gateway API and their states, as egctl x translate prints them, and no configuration
    egctl x translate --to xds prints the configuration that is made of them"
  `);
  expect(answer('{"workloads": [], "workloadState": {}}')).toMatchInlineSnapshot(`
    "in.yaml:1:1: it is the state of a ztunnel, which is another proxy, and no configuration
    istioctl proxy-config all POD -o json prints the configuration of a gateway, waypoint or sidecar"
  `);
  expect(answer('[]')).toContain('it holds an empty list');
});
