/** Configurations with a marked secret in every place that the tables call secret, and in those that people use. */
import { typeUrl } from '../../src/model/type-url.ts';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import { extensions } from '../../src/schema/extensions.ts';
import { messages } from '../../src/schema/index.ts';

export interface Position {
  /** Such as `auth.TlsCertificate.private_key inline_string`. */
  readonly name: string;
  /** The same place was there before, with its secret in another form. */
  readonly again?: boolean;
  /** The configuration with this mark as its secret. */
  with(mark: string): object;
}

const ROOT = 'Bootstrap';

interface Step {
  readonly field: CompiledField;
  readonly from: string;
}

/** For each message the way to it from a bootstrap. */
function ways(): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, readonly Step[]>([[ROOT, []]]);
  const open = [ROOT];
  for (let type = open.shift(); type !== undefined; type = open.shift()) {
    for (const field of compiledMessage(type).containers) {
      const { element } = field;
      if (element.kind !== 'message' || found.has(element.name)) continue;
      found.set(element.name, [...(found.get(type) ?? []), { field, from: type }]);
      open.push(element.name);
    }
  }
  return found;
}

function shaped({ shape }: CompiledField, value: unknown): unknown {
  return shape === 'list' ? [value] : shape === 'map' ? { key: value } : value;
}

/** What a secret field may hold. */
function secretsOf({ spec }: CompiledField): readonly (readonly [string, (mark: string) => unknown])[] {
  const type = spec.type.replace(/^repeated /, '');
  if (type === 'core.DataSource')
    return [
      ['inline_string', (mark) => ({ inline_string: mark })],
      ['inline_string of several lines', (mark) => ({ inline_string: `first line\n${mark}\nlast line\n` })],
      ['inline_bytes', (mark) => ({ inline_bytes: Buffer.from(mark).toString('base64') })],
      ['inline_bytes without padding', (mark) => ({ inline_bytes: Buffer.from(mark).toString('base64url') })],
      ['a bare text', (mark) => mark],
      ['camelCase', (mark) => ({ inlineString: mark })],
    ];
  if (type === 'string') return [['text', (mark) => mark]];
  return [['data', (mark) => ({ '@type': 'type.googleapis.com/acme.Plugin', a: mark, b: [{ c: mark }] })]];
}

/** A message that only the configuration of a network filter is. */
function inFilter(type: string, message: object): object {
  const spec = extensions.find(({ kind, config }) => kind === 'network filter' && config === type);
  if (spec === undefined) throw new Error(`no way from a bootstrap to ${type}`);
  const typed_config = { '@type': typeUrl(type, 'envoy'), ...message };
  const filters = [{ name: `envoy.${spec.name}`, typed_config }];
  return { static_resources: { listeners: [{ name: 'l', filter_chains: [{ filters }] }] } };
}

function tablePositions(): Position[] {
  const reached = ways();
  return Object.keys(messages).flatMap((type) =>
    compiledMessage(type)
      .fields.filter(({ spec }) => spec.secret)
      .flatMap((field) =>
        secretsOf(field).map(([form, make], index) => ({
          again: index > 0,
          name: `${type}.${field.name} ${form}`,
          with(mark) {
            // What is wrong beside the secret makes reports show the lines around it.
            const holder = { unknown_before: 1, [field.name]: shaped(field, make(mark)), unknown_after: 1 };
            const way = reached.get(type);
            if (way === undefined) return inFilter(type, holder);
            return way.reduceRight<object>(
              (inner, step) => ({ [step.field.name]: shaped(step.field, inner) }),
              holder,
            );
          },
        })),
      ),
  );
}

const host = (more: object): object => ({
  virtual_hosts: [
    { name: 'shop', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: 'a' } }], ...more },
  ],
});
const inRoute = (match: object): object =>
  host({
    routes: [
      { match: { prefix: '/', ...match }, route: { cluster: 'a' } },
      { match: { prefix: '/', ...match, headerz: 1 }, route: { cluster: 'b' } },
    ],
  });
const header = (name: string, value: string) => [{ header: { key: name, value, unknown: 1 }, append: false }];
const cluster = (more: object): object => ({
  static_resources: { clusters: [{ name: 'a', unknown_before: 1, ...more, unknown_after: 1 }] },
});

const TYPE = 'type.googleapis.com/';
const HEADER = {
  name: 'x',
  typed_config: {
    '@type': `${TYPE}envoy.type.matcher.v3.HttpRequestHeaderMatchInput`,
    header_name: 'authorization',
  },
};
const TO_A = {
  action: {
    name: 'r',
    typed_config: {
      '@type': `${TYPE}envoy.config.route.v3.Route`,
      match: { prefix: '/' },
      route: { cluster: 'a', unknown: 1 },
    },
  },
};
const overMatcher = (matcher: object): object => ({
  virtual_hosts: [{ name: 'shop', domains: ['*'], matcher, unknown: 1 }],
});
const listenerWith = (more: object): object => ({
  static_resources: { listeners: [{ name: 'l', filter_chains: [{ unknown: 1, ...more }] }] },
});
const filter = (config: object): object =>
  listenerWith({
    filters: [
      {
        name: 'hcm',
        typed_config: {
          '@type': `${TYPE}envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
          stat_prefix: 'w',
          route_config: host({}),
          http_filters: [{ name: 'f', typed_config: config }],
        },
      },
    ],
  });

const OTHERS: readonly Position[] = [
  ...['authorization', 'Proxy-Authorization', 'cookie', 'x-api-key', 'x-auth-token', 'X-Shop-Secret'].map(
    (name) => ({
      name: `added header ${name}`,
      with: (mark: string) => host({ request_headers_to_add: header(name, `Bearer ${mark}`) }),
    }),
  ),
  {
    name: 'added response header',
    with: (mark) => host({ response_headers_to_add: header('set-cookie', `a=${mark}`) }),
  },
  {
    name: 'matched header',
    with: (mark) => inRoute({ headers: [{ name: 'authorization', exact_match: `Basic ${mark}` }] }),
  },
  {
    name: 'start of a header',
    with: (mark) => inRoute({ headers: [{ name: 'authorization', prefix_match: `Basic ${mark}` }] }),
  },
  {
    name: 'older pattern of a header',
    with: (mark) => inRoute({ headers: [{ name: 'x-api-key', regex_match: mark }] }),
  },
  {
    name: 'pattern of a header',
    with: (mark) =>
      inRoute({ headers: [{ name: 'x-api-key', safe_regex_match: { google_re2: {}, regex: mark } }] }),
  },
  {
    name: 'query parameter',
    with: (mark) => inRoute({ query_parameters: [{ name: 'access_token', value: mark }] }),
  },
  {
    name: 'health check header',
    with: (mark) =>
      cluster({
        health_checks: [
          {
            timeout: 'x',
            http_health_check: { path: '/', request_headers_to_add: header('authorization', mark) },
          },
        ],
      }),
  },
  { name: 'login in a URL', with: (mark) => cluster({ alt_stat_name: `http://me:${mark}@shop.test/x` }) },
  {
    name: 'metadata',
    with: (mark) =>
      cluster({ metadata: { filter_metadata: { a: { client_secret: mark, b: [{ apiKey: mark }] } } } }),
  },
  { name: 'unknown field', with: (mark) => cluster({ password: mark, more: { db: { passwd: [mark] } } }) },
  {
    name: 'unknown list of headers',
    with: (mark) => cluster({ more: [{ name: 'authorization', value: mark }] }),
  },
  {
    name: 'wrong place',
    with: (mark) => cluster({ hosts: { password: mark, private_key: { inline_string: mark } } }),
  },
  {
    name: 'wrong type',
    with: (mark) => cluster({ hosts: [[{ token: mark }]], lb_policy: { secret: mark } }),
  },
  {
    name: 'a key that is no secret by its field',
    with: (mark) =>
      cluster({ alt_stat_name: `-----BEGIN PRIVATE KEY-----\n${mark}\n-----END PRIVATE KEY-----\n` }),
  },
  {
    name: 'untyped filter',
    with: (mark) => ({
      static_resources: {
        listeners: [
          {
            name: 'l',
            filter_chains: [
              { filters: [{ name: 'acme.filter', config: { auth: { password: mark }, x: 1 } }] },
            ],
          },
        ],
      },
    }),
  },
  {
    name: 'node metadata',
    with: (mark) => ({ node: { id: 'a', metadata: { bearer_token: 'x', API_KEY: mark } }, admin: {} }),
  },
  {
    name: 'settings of a plugin in data',
    with: (mark) =>
      cluster({ more: { call_credentials: [{ from_plugin: { name: 'a', config: { pin: mark } } }] } }),
  },
  {
    name: 'a secret beside where another one is',
    with: (mark) =>
      cluster({ more: { hmac_secret: { filename: '/etc/a', sds_config: { path: '/b' }, inline: mark } } }),
  },
  {
    name: 'matcher in data',
    with: (mark) =>
      cluster({ more: [{ name: 'x-api-key', safe_regex_match: { google_re2: {}, regex: mark } }] }),
  },
  {
    name: '14.b9 keys that few think of',
    with: (mark) =>
      cluster({
        passwrd: mark,
        metadata: {
          filter_metadata: {
            a: { session: mark, hmac: mark, bearer: mark, htpasswd: `bob:${mark}`, DB_PASS: mark },
            b: { users: [{ name: 'bob', password_hash: mark }], session: { of: { hmac: mark } } },
          },
        },
      }),
  },
  {
    name: '14.b9 a signed token',
    with: (mark) => cluster({ alt_stat_name: `a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx${mark}.${mark} b` }),
  },
  {
    name: '14.b9 a connection string',
    with: (mark) =>
      cluster({
        metadata: {
          filter_metadata: {
            a: { connection_string: `Server=x;User Id=me;Password=${mark};` },
            b: { redis: `cache.test:6380,password=${mark},ssl=True`, dsn: `host=a password='${mark} x'` },
          },
        },
      }),
  },
  {
    name: '14.b9 the query of a health check',
    with: (mark) =>
      cluster({
        health_checks: [{ timeout: 'x', http_health_check: { path: `/h?a=1&access_token=${mark}#x` } }],
      }),
  },
  {
    name: '14.b9 a redirect with a query and a login',
    with: (mark) =>
      host({
        routes: [
          {
            match: { path: '/', headerz: 1 },
            redirect: { path_redirect: `/x?api_key=${mark}`, host_redirect: `u:${mark}@shop.test:8080` },
          },
          { match: { prefix: '/' }, route: { cluster: 'a', prefix_rewrite: `/y?token=${mark}&b=2` } },
        ],
      }),
  },
  {
    name: '14.b9 the hash of a password',
    with: (mark) =>
      inRoute({
        headers: [{ name: 'x', exact_match: `$2y$05$${mark}abcdefghijklmnopqrstuvwxyz${mark}` }],
      }),
  },
  {
    name: '31.9 a header as bytes',
    with: (mark) =>
      host({
        request_headers_to_add: [
          { header: { key: 'authorization', raw_value: Buffer.from(mark).toString('base64') } },
        ],
      }),
  },
  {
    name: '31.9 a cookie',
    with: (mark) => inRoute({ cookies: [{ name: 'tier', string_match: { exact: mark } }] }),
  },
  {
    name: '31.9 the beginning of a cookie',
    with: (mark) => inRoute({ cookies: [{ name: 'tier', string_match: { prefix: mark } }] }),
  },
  ...['exact_match_map', 'prefix_match_map'].map((map) => ({
    name: `31.9 keys of the ${map} of a matcher over a header`,
    with: (mark: string) =>
      overMatcher({ matcher_tree: { input: HEADER, [map]: { map: { [mark]: TO_A } } } }),
  })),
  {
    name: '31.9 a matcher over a header',
    with: (mark) =>
      overMatcher({
        matcher_list: {
          matchers: [
            {
              predicate: { single_predicate: { input: HEADER, value_match: { prefix: `Bearer ${mark}` } } },
              on_match: TO_A,
            },
          ],
        },
      }),
  },
  {
    name: '31.9 JSON in a text of an extension',
    with: (mark) =>
      filter({
        '@type': `${TYPE}envoy.extensions.filters.http.wasm.v3.Wasm`,
        config: {
          configuration: {
            '@type': `${TYPE}google.protobuf.StringValue`,
            value: JSON.stringify({ api_key: mark, url: 'x', more: [{ password: mark }] }),
          },
        },
      }),
  },
  {
    name: '31.9 keys of a script',
    with: (mark) =>
      filter({
        '@type': `${TYPE}envoy.extensions.filters.http.lua.v3.Lua`,
        default_source_code: {
          inline_string: `local token = "${mark}"\nfunction envoy_on_request(h)\n  h:headers():add("x-api-key", "${mark}")\n  local t = {password = '${mark}', ["client_secret"] = "${mark}"}\nend\n`,
        },
      }),
  },
  {
    name: '31.9 a key set with private parts as bytes',
    with: (mark) =>
      filter({
        '@type': `${TYPE}envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication`,
        providers: {
          a: {
            local_jwks: {
              inline_bytes: Buffer.from(
                JSON.stringify({ keys: [{ kty: 'oct', alg: 'HS256', k: `${mark}${mark}` }] }),
              ).toString('base64'),
            },
          },
        },
      }),
  },
  {
    name: '31.9 keys that are misspelled',
    with: (mark) =>
      listenerWith({
        transport_socket: {
          name: 'tls',
          typed_config: {
            '@type': `${TYPE}envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext`,
            common_tls_context: {
              tls_certificates: [{ privat_key: { inline_string: mark }, pasword: mark }],
            },
          },
        },
        metadata: { filter_metadata: { a: { tokn: mark, client_secert: mark, api_kei: [mark] } } },
      }),
  },
  {
    name: '31.9 a text of an answer with settings in it',
    with: (mark) =>
      host({
        routes: [
          {
            match: { prefix: '/' },
            direct_response: { status: 200, body: { inline_string: `a: 1\napi_key: ${mark}\nb: 2\n` } },
          },
        ],
      }),
  },
  {
    name: '31.9 a text of one line with a setting in it',
    with: (mark) => cluster({ alt_stat_name: `password: ${mark}`, more: `{"a":{"token":"${mark}"}}` }),
  },
  { name: 'runtime', with: (mark) => ({ runtime: { base: { shop: { db_password: mark } } }, admin: {} }) },
];

export const positions: readonly Position[] = [...tablePositions(), ...OTHERS];
