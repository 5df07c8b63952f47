/** Routes behind filters that say who may pass, and twenty properties of them. */

const TEAMS = 50;
const CLUSTERS = 200;

/** The lines of a file of properties. */
export const PROPERTIES: readonly string[] = ['properties:', ...twenty().flatMap(entry)];

type Both = readonly [name: string, when: string, then: string];

function entry([name, when, then]: Both): readonly string[] {
  return [`- name: ${name}`, `  when: ${when}`, `  then: ${then}`];
}

function twenty(): readonly Both[] {
  const jwt = '{ passed: { filter: envoy.filters.http.jwt_authn, provider: corp } }';
  const rbac = '{ passed: { filter: envoy.filters.http.rbac, policy: staff } }';
  const behind = (cluster: string): string => `{ listener: public, reaches: { cluster: "${cluster}" } }`;
  return [
    ...['cluster_7', 'cluster_21', 'cluster_42', 'cluster_1*'].map(
      (each): Both => [`${each} only with a token`, behind(each), jwt],
    ),
    ...['cluster_8', 'cluster_9', 'cluster_10'].map(
      (each): Both => [`${each} only for staff`, behind(each), rbac],
    ),
    ['everything only with a token', '{ listener: public, outcome: forward }', jwt],
    ['everything only for staff', '{ listener: public, outcome: forward }', rbac],
    ['plain text is redirected', '{ listener: plain }', '{ outcome: redirect, scheme: https }'],
    ['what is forwarded came over TLS', '{ outcome: forward }', '{ connection: { tls: true } }'],
    [
      'one team stays at home',
      '{ listener: public, path: { prefix: /team-3/ } }',
      '{ not: { reaches: { cluster: cluster_4 } } }',
    ],
    [
      'another team stays at home',
      '{ listener: public, path: { prefix: /team-11/ } }',
      '{ not: { reaches: { cluster: "cluster_12*" } } }',
    ],
    [
      'tenants only where they are',
      '{ header: { name: x-tenant, exact: nobody } }',
      '{ not: { reaches: { cluster: cluster_13 } } }',
    ],
    [
      'a host of its own',
      '{ listener: public, host: never.example.test }',
      '{ not: { reaches: { cluster: cluster_33 } } }',
    ],
    ['no other status', '{ listener: plain }', '{ status: 301 }'],
    [
      'nobody deletes',
      '{ listener: public, method: DELETE, reaches: { cluster: cluster_55 } }',
      '{ passed: { filter: envoy.filters.http.rbac } }',
    ],
    [
      'the tenant arrives',
      '{ listener: public, header: { name: x-tenant, exact: a }, reaches: { cluster: cluster_63 } }',
      '{ upstream_header: { name: x-tenant, exact: a } }',
    ],
    ['one cluster only over TLS', '{ reaches: { cluster: cluster_77 } }', '{ connection: { tls: true } }'],
    [
      'some cluster only by its team',
      '{ listener: public, reaches: { cluster: cluster_88 } }',
      '{ path: { prefix: /team- } }',
    ],
  ];
}

/** Version 3; every request to `public` needs a token, and a header that says its owner is of the staff. */
export function guardedText(routes: number, hosts: number): string {
  const lines = [
    'static_resources:',
    '  listeners:',
    ...listener('plain', 80, [], PLAIN_HOSTS),
    ...listener('public', 443, [...TOKENS, ...STAFF], hostLines(routes, hosts)),
    '  clusters:',
  ];
  for (let each = 0; each < CLUSTERS; each++)
    lines.push(`  - name: cluster_${each}`, '    connect_timeout: 1s', '    type: STATIC');
  return `${lines.join('\n')}\n`;
}

const HTTP = 'type.googleapis.com/envoy.extensions.filters.http';

const TOKENS = [
  '- name: envoy.filters.http.jwt_authn',
  '  typed_config:',
  `    "@type": ${HTTP}.jwt_authn.v3.JwtAuthentication`,
  '    providers:',
  '      corp: { issuer: corp, local_jwks: { inline_string: "{}" } }',
  '    rules:',
  '    - { match: { prefix: / }, requires: { provider_name: corp } }',
];

const STAFF = [
  '- name: envoy.filters.http.rbac',
  '  typed_config:',
  `    "@type": ${HTTP}.rbac.v3.RBAC`,
  '    rules:',
  '      policies:',
  '        staff:',
  '          permissions: [{ any: true }]',
  '          principals: [{ header: { name: x-staff, string_match: { exact: "yes" } } }]',
];

const PLAIN_HOSTS = [
  '- name: plain',
  '  domains: ["*"]',
  '  routes:',
  '  - match: { prefix: / }',
  '    redirect: { https_redirect: true }',
];

function listener(
  name: string,
  port: number,
  filters: readonly string[],
  hosts: readonly string[],
): readonly string[] {
  const socket = [
    '    transport_socket:',
    '      name: envoy.transport_sockets.tls',
    '      typed_config:',
    '        "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext',
    '        common_tls_context:',
    '          tls_certificates:',
    '          - { certificate_chain: { filename: /cert.pem }, private_key: { filename: /key.pem } }',
  ];
  return [
    `- name: ${name}`,
    `  address: { socket_address: { address: 0.0.0.0, port_value: ${port} } }`,
    '  filter_chains:',
    '  - filters:',
    '    - name: manager',
    '      typed_config:',
    '        "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
    `        stat_prefix: ${name}`,
    '        http_filters:',
    ...filters.map((line) => `        ${line}`),
    `        - { name: router, typed_config: { "@type": ${HTTP}.router.v3.Router } }`,
    '        route_config:',
    `          name: ${name}`,
    '          virtual_hosts:',
    ...hosts.map((line) => `          ${line}`),
    ...(port === 443 ? socket : []),
  ].map((line) => `  ${line}`);
}

function hostLines(routes: number, hosts: number): readonly string[] {
  const lines: string[] = [];
  let host = -1;
  for (let route = 0; route < routes; route++) {
    const next = Math.floor((route * hosts) / routes);
    if (next !== host)
      lines.push(`- name: host_${next}`, `  domains: [${domains(next, hosts)}]`, '  routes:');
    host = next;
    lines.push(
      '  - match:',
      ...match(route).map((line) => `      ${line}`),
      '    route:',
      `      cluster: cluster_${route % CLUSTERS}`,
      '      timeout: 3s',
    );
  }
  return lines;
}

function domains(host: number, hosts: number): string {
  return host === hosts - 1 ? '"*"' : `"shop-${host}.example.test", "*.shop-${host}.example.test"`;
}

/** Prefixes and paths of many teams, every tenth a regex with a plain head, some with a header. */
function match(route: number): readonly string[] {
  const place = `/team-${route % TEAMS}/service-${Math.floor(route / TEAMS)}`;
  if (route % 10 === 9) return [`safe_regex: { regex: "${place}/[0-9]+/items(/.*)?" }`];
  if (route % 10 > 5) return [`path: "${place}"`];
  if (route % 10 !== 3) return [`path_separated_prefix: "${place}"`];
  const value = `tenant-${route % 7}`;
  return [
    `path_separated_prefix: "${place}"`,
    'headers:',
    '- name: x-tenant',
    `  string_match: { exact: ${value} }`,
  ];
}
