import { expect, test } from 'vitest';
import {
  holdsItems,
  type ItemId,
  ItemKind,
  kindOfItem,
  parentOfItem,
  skipOfItem,
} from '../../../src/tui/model/items.ts';
import { labelOf } from '../../../src/tui/model/labels.ts';
import type { Side } from '../../../src/tui/model/side.ts';
import { sideOfFile, sideOfText } from '../screen.tsx';
import { SAMPLE } from './sample.ts';

/** All items as an indented list. */
function outline({ items }: Side): string {
  const rows: string[] = [];
  for (let item = 0; item < items.count; item++) {
    const { name, summary } = labelOf(items, item);
    rows.push(`${'  '.repeat(items.depths[item] ?? 0)}${name}${summary === '' ? '' : ` | ${summary}`}`);
  }
  return rows.join('\n');
}

test('everything stands in its group, in the order of the file', () => {
  expect(outline(sideOfText('a.yaml', SAMPLE))).toBe(
    `
Listeners | 1
  public | 0.0.0.0:80
    filter chain 1
      envoy.http_connection_manager
        envoy.router
Route configurations | 1
  main | 1 virtual host
    shop | shop.test, *.shop.test
      /cart* | → cart
      /cart/old* | → attic
      = /pay  authorization: <redacted> | → cart 60, pay 40
      /* | → gone
Clusters | 3
  cart | STATIC · 2 endpoints
    north/a | 2 endpoints
      10.0.0.1:8080
      [::1]:8080 | weight 3
  pay | 1 endpoint
    10.0.0.2:443
  attic
Settings | 1
  node`.trim(),
  );
});

test.each([
  ['bare routes', 'match: {prefix: /}\nroute: {cluster: a}', 'Routes | 1\n  /* | → a'],
  [
    'a path and what is below it',
    'match: {path_separated_prefix: /a, headers: [{name: x, string_match: {contains: b}}]}\nroute: {cluster: a}',
    'Routes | 1\n  /a[/*]  x: *b* | → a',
  ],
  [
    'a template of paths',
    'match: {path_match_policy: {name: t, typed_config: {"@type": type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig, path_template: "/a/{v}"}}}\nroute: {cluster: a}',
    'Routes | 1\n  /a/{v} | → a',
  ],
  [
    'routes that a matcher leads to',
    `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: a
domains: ["*"]
matcher:
  matcher_tree:
    input:
      name: x
      typed_config:
        "@type": type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput
        header_name: x
    prefix_match_map:
      map:
        b: { action: { name: r, typed_config: { "@type": type.googleapis.com/envoy.config.route.v3.Route, match: {prefix: /b}, route: {cluster: b} } } }
        bb:
          action:
            name: r
            typed_config:
              "@type": type.googleapis.com/envoy.config.route.v3.RouteList
              routes: [{match: {path: /c}, route: {cluster: c}}, {match: {prefix: /}, route: {cluster: d}}]
`,
    'Virtual hosts | 1\n  a | *\n    = /c | → c\n    /* | → d\n    /b* | → b',
  ],
  [
    'bare virtual hosts',
    '- name: a\n  domains: ["*"]\n  routes: [{match: {path: /x}, direct_response: {status: 404}}]',
    'Virtual hosts | 1\n  a | *\n    = /x | → answers 404',
  ],
  [
    'endpoints by themselves',
    'cluster_name: a\nendpoints: [{lb_endpoints: [{endpoint: {address: {pipe: {path: /s}}}}]}]',
    'Endpoints | 1\n  a | 1 endpoint\n    locality | 1 endpoint\n      /s',
  ],
  [
    'redirects',
    'name: a\ndomains: ["*"]\nroutes: [{match: {prefix: /}, redirect: {https_redirect: true, response_code: FOUND}}, {match: {regex: a.*}, redirect: {host_redirect: b.test, path_redirect: /p}}]',
    'Virtual hosts | 1\n  a | *\n    /* | → 302 https://…\n    ~ a.* | → 301 b.test/p',
  ],
])('%s', (_, text, expected) => {
  expect(outline(sideOfText('a.yaml', text))).toBe(expected);
});

test('what has no name is told apart by where it stands', () => {
  const manager = (host: string) => `
      name: envoy.http_connection_manager
      config: {stat_prefix: a, route_config: {virtual_hosts: [{name: ${host}, domains: ["*"]}]}}`;
  const text = `
listeners:
- address: {socket_address: {address: 0.0.0.0, port_value: 80}}
  filter_chains:
  - filters:
    - ${manager('one').trim()}
  - filters:
    - ${manager('two').trim()}
- name: named
  address: {socket_address: {address: 0.0.0.0, port_value: 81}}
  filter_chains:
  - filters:
    - ${manager('three').trim()}
`;
  const rows = outline(sideOfText('a.yaml', text)).split('\n');
  expect(rows.filter((row) => /^ {2}\S/.test(row))).toEqual([
    '  0.0.0.0:80',
    '  named | 0.0.0.0:81',
    '  (in 0.0.0.0:80, filter chain 1) | 1 virtual host',
    '  (in 0.0.0.0:80, filter chain 2) | 1 virtual host',
    '  (in named, filter chain 1) | 1 virtual host',
  ]);
});

test('what an admin dump shows twice stands there once', () => {
  const { items } = sideOfFile('examples/config-dump.json');
  const names: string[] = [];
  for (let item = 0; item < items.count; item++)
    if (kindOfItem(items, item) === ItemKind.Cluster) names.push(labelOf(items, item).name);
  expect(names).toEqual([...new Set(names)]);
});

test.each([
  'front-proxy.yaml',
  'listeners.yaml',
  'config-dump.json',
  'configmap.yaml',
  'clusters.yaml',
  'discovery-response.json',
])('in %s what is inside an item follows it, and each has a message in its place', (name) => {
  const { items } = sideOfFile(`examples/${name}`);
  expect(items.count).toBeGreaterThan(0);
  for (let item: ItemId = 0; item < items.count; item++) {
    const parent = parentOfItem(items, item);
    expect(parent).toBeLessThan(item);
    if (parent !== -1) expect(skipOfItem(items, item)).toBeLessThanOrEqual(skipOfItem(items, parent));
    expect(holdsItems(items, item)).toBe(skipOfItem(items, item) > item + 1);
    if (kindOfItem(items, item) !== ItemKind.Group)
      expect(items.frame(item)?.message).toBe(items.messages[item]);
  }
});
