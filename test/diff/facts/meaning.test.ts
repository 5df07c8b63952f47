/** What differs, in examples: each kind of change, and forms that make no difference. */
import { describe, expect, test } from 'vitest';
import { diffOf, lines } from '../sides.ts';

const host = (routes: string, more = ''): string =>
  `name: main\nvirtual_hosts:\n- name: shop\n  domains: [shop.test]\n${more}  routes:\n${routes}`;
const route = (prefix: string, cluster: string): string =>
  `  - {match: {prefix: ${prefix}}, route: {cluster: ${cluster}}}\n`;

describe('kinds of changes', () => {
  test.each<[string, string, string, string[]]>([
    [
      'a value that falls back to its default',
      'clusters: [{name: shop, connect_timeout: 1s}]',
      'clusters: [{name: shop, type: STATIC}]',
      ['info cluster-connect-timeout-changed changed Cluster:shop connect_timeout'],
    ],
    [
      'a lower timeout',
      'clusters: [{name: shop, connect_timeout: 5s}]',
      'clusters: [{name: shop, connect_timeout: 1s}]',
      ['warning cluster-connect-timeout-changed changed Cluster:shop connect_timeout'],
    ],
    [
      'settings of a policy that is not the one in force',
      'clusters: [{name: shop, connect_timeout: 1s}]',
      'clusters: [{name: shop, connect_timeout: 1s, ring_hash_lb_config: {}}]',
      ['warning cluster-lb-config-added added Cluster:shop ring_hash_lb_config'],
    ],
    [
      'a setting against its default',
      'clusters: [{name: shop, connect_timeout: 1s, lb_policy: RING_HASH}]',
      'clusters: [{name: shop, connect_timeout: 1s, lb_policy: RING_HASH, ring_hash_lb_config: {minimum_ring_size: 2048}}]',
      ['warning cluster-lb-config-changed changed Cluster:shop ring_hash_lb_config.minimum_ring_size'],
    ],
    [
      'balancing by localities for balancing by zones',
      'clusters: [{name: shop, connect_timeout: 1s, common_lb_config: {locality_weighted_lb_config: {}}}]',
      'clusters: [{name: shop, connect_timeout: 1s, common_lb_config: {zone_aware_lb_config: {}}}]',
      [
        'warning cluster-locality-balancing-removed removed Cluster:shop common_lb_config.locality_weighted_lb_config',
        'warning cluster-locality-balancing-added added Cluster:shop common_lb_config.zone_aware_lb_config',
      ],
    ],
    [
      'a rewriting that excludes another one',
      host('  - {match: {prefix: /}, route: {cluster: a, host_rewrite: b, auto_host_rewrite: false}}\n'),
      host('  - {match: {prefix: /}, route: {cluster: a, host_rewrite: b}}\n'),
      ['warning route-host-rewrite-removed removed VirtualHost:shop routes[0].route.auto_host_rewrite'],
    ],
    [
      'text that is not those bytes',
      host('  - {match: {prefix: /}, direct_response: {status: 200, body: {inline_string: YWJj}}}\n'),
      host('  - {match: {prefix: /}, direct_response: {status: 200, body: {inline_bytes: YWJj}}}\n'),
      [
        'warning route-direct-response-changed removed VirtualHost:shop routes[0].direct_response.body.inline_string',
        'warning route-direct-response-changed added VirtualHost:shop routes[0].direct_response.body.inline_bytes',
      ],
    ],
    [
      'clusters that come and go',
      'clusters: [{name: a, connect_timeout: 1s}]',
      'clusters: [{name: b, type: STRICT_DNS, lb_policy: MAGLEV, connect_timeout: 9s}]',
      ['warning cluster-removed removed Cluster:a', 'info cluster-added added Cluster:b'],
    ],
    [
      'a field that no table knows, called as every object has one',
      'clusters: [{name: a, connect_timeout: 1s, circuit_breakers: {thresholds: [{constructor: 5s}]}}]',
      'clusters: [{name: a, connect_timeout: 1s}]',
      [
        'warning cluster-circuit-breakers-changed removed Cluster:a circuit_breakers.thresholds[DEFAULT].constructor',
      ],
    ],
    [
      'a cluster under another name',
      'clusters: [{name: a, type: STRICT_DNS, lb_policy: MAGLEV, hosts: [{pipe: {path: /x}}]}]',
      'clusters: [{name: b, type: STRICT_DNS, lb_policy: MAGLEV, hosts: [{pipe: {path: /x}}]}]',
      ['warning cluster-renamed renamed Cluster:b name'],
    ],
    [
      'an insertion in front',
      host(route('/b', 'b') + route('/c', 'c')),
      host(route('/a', 'a') + route('/b', 'b') + route('/c', 'c')),
      ['info route-added added VirtualHost:shop routes[0]'],
    ],
    [
      'a route that moved',
      host(route('/a', 'a') + route('/b', 'b') + route('/c', 'c')),
      host(route('/c', 'c') + route('/a', 'a') + route('/b', 'b')),
      ['warning route-moved moved VirtualHost:shop routes'],
    ],
    [
      'a route that moved and goes elsewhere',
      host(route('/a', 'a') + route('/b', 'b') + route('/c', 'c')),
      host(route('/c', 'd') + route('/a', 'a') + route('/b', 'b')),
      [
        'warning route-moved moved VirtualHost:shop routes',
        'warning route-target-changed changed VirtualHost:shop routes[0].route.cluster',
      ],
    ],
    [
      'a route that is gone',
      host(route('/a', 'a') + route('/b', 'b')),
      host(route('/a', 'a')),
      ['breaking route-removed removed VirtualHost:shop routes[1]'],
    ],
    [
      'a route with another prefix',
      host(route('/a', 'a') + route('/b', 'b')),
      host(route('/a', 'a') + route('/bb', 'b')),
      ['warning route-match-changed changed VirtualHost:shop routes[1].match.prefix'],
    ],
    [
      'domains',
      'virtual_hosts: [{name: shop, domains: [a.test, b.test]}]',
      'virtual_hosts: [{name: shop, domains: [c.test, B.test]}]',
      [
        'breaking virtual-host-domain-removed removed VirtualHost:shop domains[a.test]',
        'info virtual-host-domain-added added VirtualHost:shop domains[c.test]',
      ],
    ],
    [
      'weights',
      host(
        '  - {match: {prefix: /}, route: {weighted_clusters: {clusters: [{name: a, weight: 50}, {name: b, weight: 50}]}}}\n',
      ),
      host(
        '  - {match: {prefix: /}, route: {weighted_clusters: {clusters: [{name: b, weight: 60}, {name: a, weight: 40}]}}}\n',
      ),
      [
        'warning route-cluster-weight-lowered changed VirtualHost:shop routes[0].route.weighted_clusters.clusters[a].weight',
        'warning route-cluster-weight-raised changed VirtualHost:shop routes[0].route.weighted_clusters.clusters[b].weight',
      ],
    ],
    [
      'an entry of a list without names',
      host(
        '  - {match: {prefix: /}, route: {cluster: a, hash_policy: [{terminal: true, connection_properties: {source_ip: true}}, {header: {header_name: x-a}}]}}\n',
      ),
      host(
        '  - {match: {prefix: /}, route: {cluster: a, hash_policy: [{terminal: true, connection_properties: {source_ip: true}}, {header: {header_name: x-b}}]}}\n',
      ),
      [
        'warning route-hash-policy-changed changed VirtualHost:shop routes[0].route.hash_policy[1].header.header_name',
      ],
    ],
    [
      'circuit breakers, written against what holds without them',
      'clusters: [{name: a, connect_timeout: 1s}]',
      'clusters: [{name: a, connect_timeout: 1s, circuit_breakers: {thresholds: [{max_connections: 10, max_retries: 5}]}}]',
      [
        'warning cluster-max-connections-lowered changed Cluster:a circuit_breakers.thresholds[DEFAULT].max_connections',
        'info cluster-max-retries-raised changed Cluster:a circuit_breakers.thresholds[DEFAULT].max_retries',
      ],
    ],
    [
      'TLS that is lost',
      'clusters: [{name: a, connect_timeout: 1s, tls_context: {}}]',
      'clusters: [{name: a, connect_timeout: 1s}]',
      ['breaking cluster-tls-removed removed Cluster:a transport_socket'],
    ],
    [
      'TLS that is no longer demanded',
      'virtual_hosts: [{name: a, domains: [a], require_tls: ALL}]',
      'virtual_hosts: [{name: a, domains: [a], require_tls: EXTERNAL_ONLY}]',
      ['breaking virtual-host-require-tls-lowered changed VirtualHost:a require_tls'],
    ],
    [
      'a limit without end',
      host('  - {match: {prefix: /}, route: {cluster: a, timeout: 5s}}\n'),
      host('  - {match: {prefix: /}, route: {cluster: a, timeout: 0s}}\n'),
      ['warning route-timeout-raised changed VirtualHost:shop routes[0].route.timeout'],
    ],
    [
      'endpoints',
      'clusters: [{name: a, connect_timeout: 1s, hosts: [{socket_address: {address: h, port_value: 1}}, {socket_address: {address: h, port_value: 2}}]}]',
      'clusters: [{name: a, connect_timeout: 1s, hosts: [{socket_address: {address: h, port_value: 3}}, {socket_address: {address: h, port_value: 1}}]}]',
      [
        'warning cluster-endpoint-changed changed Cluster:a load_assignment.endpoints[0].lb_endpoints[h:3].endpoint.address.socket_address.port_value',
      ],
    ],
    [
      'header additions, whose order counts',
      host(
        route('/', 'a'),
        '  request_headers_to_add: [{header: {key: a, value: "1"}}, {header: {key: b}}]\n',
      ),
      host(
        route('/', 'a'),
        '  request_headers_to_add: [{header: {key: b}}, {header: {key: A, value: "2"}}]\n',
      ),
      [
        'info virtual-host-request-header-moved moved VirtualHost:shop request_headers_to_add',
        'info virtual-host-request-header-changed changed VirtualHost:shop request_headers_to_add[a].header.value',
      ],
    ],
    [
      'free-form data',
      'clusters: [{name: a, connect_timeout: 1s, metadata: {filter_metadata: {x.y: {b: [1, 2], c: 1}}}}]',
      'clusters: [{name: a, connect_timeout: 1s, metadata: {filter_metadata: {x.y: {b: [0, 1, 2], c: "1"}}}}]',
      [
        'info cluster-metadata-changed added Cluster:a metadata.filter_metadata[x.y].b[0]',
        'info cluster-metadata-changed changed Cluster:a metadata.filter_metadata[x.y].c',
      ],
    ],
    [
      'a field that no table has',
      'clusters: [{name: a, connect_timeout: 1s, lb_policy: RANDOM, colour: red}]',
      'clusters: [{name: a, connect_timeout: 1s, lb_policy: RANDOM, colour: blue}]',
      ['warning cluster-changed changed Cluster:a colour'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(lines(diffOf(before, after)).sort()).toEqual([...expected].sort());
  });
});

describe('what makes no difference', () => {
  test.each<[string, string, string, string, string[]]>([
    [
      'a default written out',
      'Cluster',
      'name: a\nconnect_timeout: 1s',
      'name: a\nconnect_timeout: 1s\ntype: STATIC\ncommon_lb_config: {healthy_panic_threshold: {value: 50}}',
      ['default-written-out type', 'default-written-out common_lb_config'],
    ],
    [
      'the settings of a policy with their defaults',
      'Cluster',
      'name: a\nlb_policy: RING_HASH',
      'name: a\nlb_policy: RING_HASH\nring_hash_lb_config: {minimum_ring_size: 1024, maximum_ring_size: 8388608, hash_function: XX_HASH}\ncommon_lb_config: {zone_aware_lb_config: {routing_enabled: {value: 100}}}',
      ['default-written-out ring_hash_lb_config', 'default-written-out common_lb_config'],
    ],
    [
      'choices of the policy with the fewest requests',
      'Cluster',
      'name: a\nlb_policy: LEAST_REQUEST',
      'name: a\nlb_policy: LEAST_REQUEST\nleast_request_lb_config: {choice_count: 2}',
      ['default-written-out least_request_lb_config'],
    ],
    [
      'the original destination, which no header may change',
      'Cluster',
      'name: a\ntype: ORIGINAL_DST\nlb_policy: ORIGINAL_DST_LB',
      'name: a\ntype: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED\noriginal_dst_lb_config: {use_http_header: false}',
      ['deprecated-form lb_policy', 'default-written-out original_dst_lb_config'],
    ],
    [
      'no rewriting of the host',
      'route.RouteAction',
      'cluster: a\nauto_host_rewrite: false',
      'cluster: a',
      [],
    ],
    [
      'no redirect to HTTPS',
      'route.RedirectAction',
      'host_redirect: a',
      'host_redirect: a\nhttps_redirect: false',
      [],
    ],
    [
      'a deprecated form',
      'Cluster',
      'name: a\nhosts: [{pipe: {path: /a}}]',
      'name: a\nload_assignment: {cluster_name: a, endpoints: [{lb_endpoints: [{endpoint: {address: {pipe: {path: /a}}}}]}]}',
      ['deprecated-form load_assignment'],
    ],
    [
      'spelling',
      'Cluster',
      'name: a\nlb_policy: MAGLEV\nconnect_timeout: 1.5s',
      'name: a\nlbPolicy: maglev\nconnectTimeout: 1.500s',
      ['other-spelling lb_policy', 'other-spelling connect_timeout'],
    ],
    [
      'text and its bytes',
      'route.DirectResponseAction',
      'status: 200\nbody: {inline_string: grün}',
      'status: 200\nbody: {inline_bytes: Z3LDvG4}',
      ['other-spelling body'],
    ],
    [
      'the order of keys',
      'Cluster',
      'name: a\nlb_policy: RANDOM',
      'lb_policy: RANDOM\nname: a',
      ['key-order'],
    ],
    [
      'the order of a set',
      'route.VirtualHost',
      'name: a\ndomains: [a, b]',
      'name: a\ndomains: [b, a]',
      ['set-order domains'],
    ],
    [
      'older names and encodings',
      'HttpConnectionManager',
      'http_filters: [{name: proxy.lua, config: {inlineCode: x}}, {name: proxy.router}]',
      'http_filters: [{name: proxy.filters.http.lua, typed_config: {"@type": x/proxy.config.filter.http.lua.v2.Lua, inline_code: x}}, {name: proxy.filters.http.router, config: {}}]',
      [
        'deprecated-form http_filters[proxy.filters.http.lua].name',
        'deprecated-form http_filters[proxy.filters.http.lua].typed_config',
        'deprecated-form http_filters[proxy.filters.http.router].name',
        'default-written-out http_filters[proxy.filters.http.router].typed_config',
      ],
    ],
    [
      'a pattern of the same language',
      'route.RouteMatch',
      'regex: ^/items/[[:digit:]]{2}$',
      'safe_regex: {google_re2: {}, regex: "/items/[0-9][0-9]"}',
      ['same-pattern'],
    ],
    [
      'patterns of a set of matchers',
      'route.CorsPolicy',
      'allow_origin_regex: ["[[:alpha:]]+[.]test", "a.*"]',
      'allow_origin_string_match: [{safe_regex: {google_re2: {}, regex: "a.*"}}, {safe_regex: {google_re2: {}, regex: "[a-zA-Z]+\\\\.test"}}]',
      ['same-pattern allow_origin_string_match[0]', 'deprecated-form allow_origin_string_match'],
    ],
    [
      'exact origins',
      'route.CorsPolicy',
      'allow_origin: [b, a]',
      'allow_origin_string_match: [{exact: a}, {exact: b}]',
      ['deprecated-form allow_origin_string_match'],
    ],
    [
      'matchers of query parameters',
      'route.RouteMatch',
      'prefix: /\nquery_parameters: [{name: a}, {name: b, value: c}, {name: d, value: e+, regex: true}]',
      'prefix: /\nquery_parameters: [{name: a, present_match: true}, {name: b, string_match: {exact: c}}, {name: d, string_match: {safe_regex: {google_re2: {}, regex: e+}}}]',
      [
        'default-written-out query_parameters[a].present_match',
        'deprecated-form query_parameters[b].string_match',
        'deprecated-form query_parameters[d].string_match',
      ],
    ],
    [
      'the letter case of header names and domains',
      'route.VirtualHost',
      'name: a\ndomains: [Shop.test]\nrequest_headers_to_remove: [X-A]',
      'name: a\ndomains: [shop.test]\nrequest_headers_to_remove: [x-a]',
      ['other-spelling domains', 'other-spelling request_headers_to_remove'],
    ],
    [
      'a virtual cluster with a pattern',
      'route.VirtualCluster',
      'name: a\npattern: /a/.*\nmethod: GET',
      'name: a\nheaders: [{name: ":method", exact_match: GET}, {name: ":path", safe_regex_match: {google_re2: {}, regex: /a/.*}}]',
      ['deprecated-form headers'],
    ],
    [
      'names of the hosts of a certificate',
      'CertificateValidationContext',
      'verify_subject_alt_name: [a]',
      'match_subject_alt_names: [{exact: a}]',
      ['deprecated-form match_subject_alt_names'],
    ],
    [
      'the name of the transport socket for TLS',
      'Cluster',
      'name: a\ntls_context: {sni: a}',
      'name: a\ntransport_socket: {name: proxy.transport_sockets.tls, typed_config: {"@type": x/proxy.api.v2.auth.UpstreamTlsContext, sni: a}}',
      ['deprecated-form transport_socket'],
    ],
    [
      'conditions of retries in another order',
      'route.RetryPolicy',
      'retry_on: 5xx,reset,',
      'retry_on: reset,5xx',
      ['other-spelling retry_on'],
    ],
    [
      'the order of weighted clusters',
      'route.WeightedCluster',
      'clusters: [{name: a, weight: 40}, {name: b, weight: 60}]',
      'clusters: [{name: b, weight: 60}, {name: a, weight: 40}]',
      ['set-order clusters'],
    ],
  ])('%s', (_, type, before, after, cosmetic) => {
    const result = diffOf(before, after, { type, cosmetic: true });
    expect(result.equal, lines(result).join('\n')).toBe(true);
    const found = result.changes.map(({ rule, path }) => `${rule} ${path}`.trimEnd());
    expect(found.sort()).toEqual([...cosmetic].sort());
    expect(result.summary).toEqual({ breaking: 0, warning: 0, info: 0, cosmetic: cosmetic.length });
    expect(diffOf(before, after, { type }).summary.cosmetic).toBe(cosmetic.length);
    // A report shows both sides of each: what is absent as what its absence means.
    for (const change of result.changes)
      for (const side of [change.before, change.after]) expect(side?.value).toBeDefined();
    for (const { before: side } of result.changes.filter(({ rule }) => rule === 'default-written-out'))
      expect(side).toMatchObject({ value: expect.anything(), origin: 'default' });
  });
});

test('14.10 under version 2 a retry condition with a blank is another one: releases up to 1.13 do not trim it', () => {
  const text = (on: string): string => `retry_on: "${on}"`;
  const type = 'route.RetryPolicy';
  expect(diffOf(text('5xx, reset'), text('5xx,reset'), { type }).equal).toBe(false);
  expect(diffOf(text('5xx, reset'), text(' reset,5xx'), { type }).equal).toBe(true);
});

test('a private key in base64 is the one in text', () => {
  const text = (key: string): string => `private_key: {${key}}`;
  const type = 'TlsCertificate';
  expect(diffOf(text('inline_string: abc'), text('inline_bytes: YWJj'), { type }).equal).toBe(true);
  expect(diffOf(text('inline_string: abd'), text('inline_bytes: YWJj'), { type }).equal).toBe(false);
});

describe('a moved entry is told by what stands beside it', () => {
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((name) => route(`/${name}`, name)) as [
    string,
    string,
    string,
    string,
  ];
  test.each([
    [
      'to the front',
      a + b + c,
      c + a + b,
      '{prefix: "/c"} moved: it stood behind {prefix: "/b"} and stands first',
    ],
    [
      'beside an insertion that keeps its number',
      a + b + c,
      x + c + a + b,
      '{prefix: "/c"} moved: it stood behind {prefix: "/b"} and stands behind {prefix: "/x"}',
    ],
    [
      'behind the same neighbour, which moved too',
      a + b + c + x,
      c + x + a + b,
      '{prefix: "/a"} moved: it stood first and stands behind {prefix: "/x"}',
    ],
  ])('%s', (_, before, after, told) => {
    const messages = diffOf(host(before), host(after)).changes.map(({ message }) => message);
    expect(messages).toContain(
      `in routes of the virtual host "shop" of the route configuration "main", ${told}`,
    );
  });
});

test('fields that every object of the language has are fields like others', () => {
  const cluster = (more: string): string => `{name: a, connect_timeout: 1s${more}}`;
  const fields = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
  for (const field of fields) {
    const [change] = diffOf(cluster(''), cluster(`, ${field}: 1`)).changes;
    expect(change).toMatchObject({ kind: 'added', path: field, before: null });
    expect(change?.after).toMatchObject({ value: 1, origin: 'written' });
    expect(change?.after).not.toHaveProperty('why');
  }
});
