/** Rows about routes behind HTTP filters, beside the same routes without: one request traced, and all routes decided. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, cpuOf, inTurn, type Row, ratio, told } from './measure.ts';

const ROUTES = 100_000;
const ROUNDS = 5;
const BOUND = 1.3;
const TYPES = 'type.googleapis.com/envoy.extensions.filters';
const HTTP = `${TYPES}.http`;

const FILTERS: readonly string[] = [
  `{ name: cors, typed_config: { "@type": ${HTTP}.cors.v3.Cors } }`,
  `{ name: tokens, typed_config: { "@type": ${HTTP}.jwt_authn.v3.JwtAuthentication, providers: { corp: { issuer: corp, local_jwks: { inline_string: "{}" } } }, rules: [{ match: { prefix: /team-1/ }, requires: { provider_name: corp } }] } }`,
  `{ name: access, typed_config: { "@type": ${HTTP}.rbac.v3.RBAC, rules: { policies: { all: { permissions: [{ header: { name: ":method", string_match: { exact: GET } } }], principals: [{ any: true }] } } } } }`,
  `{ name: limit, typed_config: { "@type": ${HTTP}.local_ratelimit.v3.LocalRateLimit, stat_prefix: s, token_bucket: { max_tokens: 10, fill_interval: 1s } } }`,
  `{ name: changes, typed_config: { "@type": ${HTTP}.header_mutation.v3.HeaderMutation, mutations: { request_mutations: [{ remove: x-secret }] } } }`,
];
const ROUTER = `{ name: router, typed_config: { "@type": ${HTTP}.router.v3.Router } }`;

/** A listener whose routes stand behind filters. */
function listenerText(filters: readonly string[]): string {
  const routes = Array.from({ length: ROUTES }, (_, route) => {
    const place = `/team-${route % 50}/service-${Math.floor(route / 50)}/`;
    return `      - { match: { prefix: ${place} }, route: { cluster: c${route % 10} } }`;
  });
  return [
    'name: front',
    'address: { socket_address: { address: 127.0.0.1, port_value: 8000 } }',
    'filter_chains:',
    '- filters:',
    '  - name: manager',
    '    typed_config:',
    `      "@type": ${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
    '      stat_prefix: s',
    `      http_filters: [${[...filters, ROUTER].join(', ')}]`,
    '      route_config:',
    '        virtual_hosts:',
    '        - name: all',
    '          domains: ["*"]',
    '          routes:',
    ...routes.map((line) => `    ${line}`),
    '',
  ].join('\n');
}

/** @param work a folder for files */
export function behindFiltersRows(work: string): readonly Row[] {
  const [plain, behind] = [join(work, 'plain.yaml'), join(work, 'behind.yaml')];
  writeFileSync(plain, listenerText([]));
  writeFileSync(behind, listenerText(FILTERS));
  const commands: { readonly [name: string]: (file: string) => readonly string[] } = {
    trace: (file) => [CLI, 'trace', file, 'GET', 'http://a.test/team-49/service-1999/x'],
    analyze: (file) => [CLI, 'analyze', file, '--format', 'json', '--output', '/dev/null'],
  };
  return Object.entries(commands).map(([name, command]): Row => {
    const runs = inTurn(work, { plain: command(plain), behind: command(behind) }, ROUNDS);
    const what = `${ROUTES.toLocaleString('en')} routes behind ${FILTERS.length} filters`;
    console.log(`${what}: ${name} ${told(runs.behind)}, without filters ${told(runs.plain)}`);
    return {
      what: `${what}: ${name} / the same without filters`,
      ratio: ratio(runs.behind, runs.plain, cpuOf),
      bound: BOUND,
    };
  });
}
