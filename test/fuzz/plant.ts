/** Marked secrets, put where secrets belong; no output may show a mark. */
import type { Draw } from './draw.ts';
import { type Node, nodeOf, slotsOf } from './node.ts';

/** No configuration holds this by itself. */
const MARK = 'Zq7Secret';

type Plant = (mark: string) => { readonly [key: string]: unknown };

const PLANTS: readonly Plant[] = [
  (mark) => ({
    tls_context: { common_tls_context: { tls_certificates: [{ private_key: { inline_string: mark } }] } },
  }),
  (mark) => ({
    tlsContext: { commonTlsContext: { tlsCertificates: [{ password: { inlineString: mark } }] } },
  }),
  (mark) => ({
    private_key: { inline_string: `-----BEGIN PRIVATE KEY-----\n${mark}\n-----END PRIVATE KEY-----\n` },
  }),
  (mark) => ({ request_headers_to_add: [{ header: { key: 'Authorization', value: `Bearer ${mark}` } }] }),
  (mark) => ({ headers: [{ name: 'authorization', exact_match: `Basic ${mark}` }] }),
  (mark) => ({
    metadata: { filter_metadata: { 'some.filter': { api_key: mark, nested: [{ client_secret: mark }] } } },
  }),
  (mark) => ({ grpc_services: [{ google_grpc: { call_credentials: [{ access_token: mark }] } }] }),
  (mark) => ({ unknown_thing: { password: mark } }),
  // Longer than what is shown of any text.
  (mark) => ({ headers: [{ name: 'authorization', exact_match: `Bearer ${mark}${'0a'.repeat(400)}` }] }),
  (mark) => ({ headers: [{ name: 'x-api-key', safe_regex_match: { regex: `(none|${mark})\\.[a-z]+` } }] }),
  (mark) => ({
    secret: `first\tline\r\n\t${mark}\n"'${mark}'" \\n${mark}\n\nlast: {line}\n`,
    validate: { header_fields: [{ key: 'cookie', value: `a=1; session=${mark}; b=2` }] },
  }),
  (mark) => ({
    additional_request_headers: [
      { key: 'x-auth-token', value: mark },
      { key: 'cookie', value: `a=1; session=${mark}; b=2` },
    ],
  }),
  (mark) => ({
    metadata: {
      filter_metadata: {
        f: { session: mark, hmac: [mark], passwrd: mark, bearer: { of: { htpasswd: mark } } },
      },
    },
  }),
  (mark) => ({
    unknown_users: [{ name: 'a', password_hash: mark }],
    alt_stat_name: `eyJhbGciOiJIUzI1NiJ9.${mark}.${mark}`,
  }),
  (mark) => ({
    connection_string: `Server=x;Password=${mark};`,
    unknown_dsn: `tcp(a) password='${mark} x' b`,
  }),
  (mark) => ({ http_health_check: { path: `/h?access_token=${mark}&b=1` } }),
  (mark) => ({ redirect: { path_redirect: `/x?a=b&api_key=${mark}`, host_redirect: `u:${mark}@h.test` } }),
  (mark) => ({
    direct_response: { status: 200, body: { inline_string: `a=1 token=${mark}\npassword=${mark}` } },
  }),
  (mark) => ({
    request_headers_to_add: [
      { header: { key: 'authorization', raw_value: Buffer.from(mark).toString('base64') } },
    ],
  }),
  (mark) => ({ cookies: [{ name: 'session', string_match: { exact: mark } }] }),
  (mark) => ({ unknown_text: JSON.stringify({ api_key: mark, more: [{ password: mark }] }) }),
  (mark) => ({ unknown_script: `local token = "${mark}"\nh:add("x-api-key", "${mark}")\n` }),
  (mark) => ({ unknown_parts: { privat_key: { inline_string: mark }, tokn: mark, pasword: [mark] } }),
  (mark) => ({ route: { cluster: 'a', prefix_rewrite: `/x?api_key=${mark}` } }),
  (mark) => ({ session_ticket_keys: { keys: [{ inline_string: mark }, { inline_bytes: mark }] } }),
];

/** Plants some secrets into a configuration. @returns the marks */
export function plant(root: Node, draw: Draw): readonly string[] {
  const maps = slotsOf(root).flatMap(({ node }) => (node.kind === 'map' ? [node] : []));
  if (root.kind === 'map') maps.push(root);
  if (maps.length === 0) return [];
  const marks: string[] = [];
  for (let times = draw.below(3); times > 0; times--) {
    const mark = `${MARK}${draw.below(1_000_000)}x`;
    const chosen = draw.pick(maps);
    for (const [key, value] of Object.entries(draw.pick(PLANTS)(mark))) {
      // In place of what stands there, so that the planted one is the one that counts.
      chosen.entries = chosen.entries.filter((entry) => entry.key !== key);
      chosen.entries.push({ key, value: nodeOf(value) });
    }
    marks.push(mark);
  }
  return marks;
}
