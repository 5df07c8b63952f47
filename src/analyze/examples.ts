/** Pieces of the examples of rules. */

/** A complete entry of a list of clusters, as YAML. */
export function exampleCluster(name: string, indent = '  '): string {
  const lines = [
    `- name: ${name}`,
    '  type: STRICT_DNS',
    '  connect_timeout: 1s',
    '  load_assignment:',
    `    cluster_name: ${name}`,
    '    endpoints:',
    `      - lb_endpoints: [{ endpoint: { address: { socket_address: { address: ${name}.test, port_value: 80 } } } }]`,
  ];
  return lines.map((line) => `${indent}${line}\n`).join('');
}
