/** Makes bootstraps of any size: clusters in deprecated and current forms with comments, listeners and routes. */

export interface GenerateOptions {
  /** Size of the text in bytes, reached within one cluster or virtual host. */
  readonly bytes: number;
  /** Every how many-th cluster is in deprecated form; 0 for none. */
  readonly legacyEvery: number;
  /** In version 2 where absent; version 3 has no such form. */
  readonly api?: 'v3';
}

/** A bootstrap as YAML; the same options give the same text. */
export function generateBootstrap({ bytes, legacyEvery, api }: GenerateOptions): string {
  const lines: string[] = ['# made for measuring', 'static_resources:', '  clusters:'];
  let size = 0;
  let clusters = 0;
  const add = (...added: string[]): void => {
    for (const line of added) {
      lines.push(line);
      size += line.length + 1;
    }
  };
  while (size < bytes / 2) {
    add(...cluster(clusters, legacyEvery > 0 && clusters % legacyEvery === 0));
    clusters++;
  }
  add(...(api === 'v3' ? LISTENER.map(newer) : LISTENER));
  for (let host = 0; size < bytes; host++) {
    add(
      `            - name: host_${host}`,
      `              domains: ["host-${host}.example.test", "*.host-${host}.example.test"]`,
      '              routes:',
    );
    for (let route = 0; route < 10; route++)
      add(...routeOf(host, route, clusters).map((line) => (api === 'v3' ? newer(line) : line)));
  }
  return `${lines.join('\n')}\n`;
}

/** A line of a listener as version 3 spells it. */
function newer(line: string): string {
  return line
    .replace(
      'config.filter.network.http_connection_manager.v2',
      'extensions.filters.network.http_connection_manager.v3',
    )
    .replace(/- name: (proxy.filters.http.router)$/, `- {name: $1, typed_config: {"@type": ${ROUTER}}}`)
    .replace(/ prefix: /, ' path_separated_prefix: ')
    .replace(/exact_match: (.*)$/, 'string_match: {exact: $1}');
}

const ROUTER = 'type.googleapis.com/proxy.extensions.filters.http.router.v3.Router';

function cluster(index: number, legacy: boolean): string[] {
  const head = [
    `  - name: cluster_${index}`,
    '    connect_timeout: 0.25s',
    '    type: STRICT_DNS',
    '    lb_policy: LEAST_REQUEST # by active requests',
  ];
  const address = (indent: string): string[] => [
    `${indent}socket_address:`,
    `${indent}  address: upstream-${index}.example.test`,
    `${indent}  port_value: 8443`,
  ];
  if (legacy) {
    return [
      ...head,
      '    # the racks of the old data centre',
      '    hosts:',
      ...address('      ').map((line, row) => (row === 0 ? line.replace('      ', '    - ') : line)),
      '    tls_context:',
      `      sni: upstream-${index}.example.test`,
    ];
  }
  return [
    ...head,
    '    load_assignment:',
    `      cluster_name: cluster_${index}`,
    '      endpoints:',
    '      - lb_endpoints:',
    '        - endpoint:',
    '            address:',
    ...address('              '),
  ];
}

const LISTENER = [
  '  listeners:',
  '  - name: main',
  '    address: {socket_address: {address: 0.0.0.0, port_value: 80}}',
  '    filter_chains:',
  '    - filters:',
  '      - name: proxy.filters.network.http_connection_manager',
  '        typed_config:',
  '          "@type": type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager',
  '          stat_prefix: main',
  '          http_filters:',
  '          - name: proxy.filters.http.router',
  '          route_config:',
  '            name: main',
  '            virtual_hosts:',
];

function routeOf(host: number, route: number, clusters: number): string[] {
  return [
    '              - match:',
    `                  prefix: "/service/${host}/${route}"`,
    ...(route % 3 === 0
      ? [
          '                  headers:',
          '                  - name: x-tenant',
          `                    exact_match: tenant-${route}`,
        ]
      : []),
    '                route:',
    `                  cluster: cluster_${(host * 10 + route) % clusters}`,
    '                  timeout: 3s',
  ];
}
