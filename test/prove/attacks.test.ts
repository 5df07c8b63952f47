/** Ways around a filter, a route or a chain: none of them may be taken for proved. */
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/prove/prove.ts';
import { proved } from './proved.ts';

const TYPES = 'type.googleapis.com/envoy';
const HTTP = `${TYPES}.extensions.filters.http`;
type Fields = { readonly [field: string]: unknown };

const extension = (name: string, type: string, fields: Fields = {}): Fields => ({
  name,
  typed_config: { '@type': type, ...fields },
});
const ROUTER = extension('router', `${HTTP}.router.v3.Router`);
const KEYS = { local_jwks: { inline_string: '{"keys":[]}' } };
const CORP = { issuer: 'corp', ...KEYS };

function jwt(requires: Fields, providers: Fields = { corp: CORP }): Fields {
  const rules = [{ match: { prefix: '/' }, requires }];
  return extension('guard', `${HTTP}.jwt_authn.v3.JwtAuthentication`, { providers, rules });
}
const GUARD = jwt({ provider_name: 'corp' });

interface Parts {
  readonly filters?: readonly Fields[];
  readonly routes?: readonly Fields[];
  readonly manager?: Fields;
  readonly chain?: Fields;
  /** Network filters before the connection manager. */
  readonly network?: readonly Fields[];
  readonly clusters?: readonly Fields[];
  readonly listeners?: readonly Fields[];
  readonly resources?: Fields;
}

const PAGES: readonly Fields[] = [{ match: { prefix: '/' }, route: { cluster: 'pages' } }];
const addressOf = (protocol: string): Fields => ({
  socket_address: { protocol, address: '0.0.0.0', port_value: 53 },
});
const SECRET: Fields = { match: { prefix: '/' }, route: { cluster: 'secret' } };

function configuration({
  filters = [],
  routes = [SECRET],
  manager = {},
  chain = {},
  network = [],
  clusters = [],
  listeners = [],
  resources = {},
}: Parts): string {
  const own = extension(
    'manager',
    `${TYPES}.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    {
      stat_prefix: 'front',
      http_filters: [...filters, ROUTER],
      route_config: { name: 'r', virtual_hosts: [{ name: 'all', domains: ['*'], routes }] },
      ...manager,
    },
  );
  const address = { socket_address: { address: '0.0.0.0', port_value: 8080 } };
  return JSON.stringify({
    static_resources: {
      clusters: [...['secret', 'pages'].map((name) => ({ name, connect_timeout: '1s' })), ...clusters],
      listeners: [
        { name: 'front', address, filter_chains: [{ ...chain, filters: [...network, own] }] },
        ...listeners,
      ],
      ...resources,
    },
  });
}

const THROUGH_GUARD = { when: { reaches: { cluster: 'secret' } }, must: { passed: { filter: 'guard' } } };
const NEVER = { must: { not: { reaches: { cluster: 'secret' } } } };

function verdictOn(parts: Parts, { when, must }: Fields): Verdict {
  const meant = when === undefined ? '' : `when: ${JSON.stringify(when)}, `;
  const [verdict] = proved(configuration(parts), `properties: [{ ${meant}then: ${JSON.stringify(must)} }]`);
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}
const kindOf = (parts: Parts, property: Fields): string => verdictOn(parts, property).kind;
const assumingOf = (parts: Parts, property: Fields): string => verdictOn(parts, property).assuming.join();

describe('other protocols', () => {
  test.each([
    ['csrf', extension('guard', `${HTTP}.csrf.v3.CsrfPolicy`, { filter_enabled: { default_value: {} } })],
    ['fault', extension('guard', `${HTTP}.fault.v3.HTTPFault`, { headers: [{ name: 'x-fault' }] })],
    ['ratelimit without limits', extension('guard', `${HTTP}.ratelimit.v3.RateLimit`, { domain: 'd' })],
    ['cors without a policy', extension('guard', `${HTTP}.cors.v3.Cors`)],
  ])('%s may look at nothing, and then nothing passed it', (_, guard) => {
    expect(verdictOn({ filters: [guard] }, THROUGH_GUARD).kind).not.toBe('proved');
  });

  const websocket = { upgrade_type: 'websocket' };
  const upgrading = (more: Fields): Fields => ({ upgrade_configs: [{ ...websocket, ...more }] });

  test('an upgrade with filters of its own does not pass the others', () => {
    expect(kindOf({ filters: [GUARD], manager: upgrading({}) }, THROUGH_GUARD)).toBe('proved');
    const verdict = verdictOn({ filters: [GUARD], manager: upgrading({ filters: [ROUTER] }) }, THROUGH_GUARD);
    expect(verdict).toMatchObject({
      kind: 'refuted',
      by: { request: { headers: { upgrade: 'websocket' } } },
    });
    expect(
      kindOf({ filters: [GUARD], manager: upgrading({ filters: [GUARD, ROUTER] }) }, THROUGH_GUARD),
    ).toBe('proved');
  });

  test('a tunnel has no path that a rule could ask for', () => {
    const tunnel = {
      match: { connect_matcher: {} },
      route: { cluster: 'secret', upgrade_configs: [{ upgrade_type: 'CONNECT', connect_config: {} }] },
    };
    const parts = { filters: [GUARD], manager: { upgrade_configs: [{ upgrade_type: 'CONNECT' }] } };
    for (const routes of [
      [tunnel, SECRET],
      [SECRET, tunnel],
    ])
      expect(verdictOn({ ...parts, routes }, THROUGH_GUARD)).toMatchObject({
        kind: 'refuted',
        by: { request: { method: 'CONNECT', path: '' } },
      });
  });
});

describe('filters that do not look', () => {
  test('behind a matcher that skips it a filter proves nothing', () => {
    const map = {
      yes: {
        action: extension('skip', `${TYPES}.extensions.filters.common.matcher.action.v3.SkipFilter`),
      },
    };
    const input = extension('input', `${TYPES}.type.matcher.v3.HttpRequestHeaderMatchInput`, {
      header_name: 'x-skip',
    });
    const denies = extension('deny', `${HTTP}.rbac.v3.RBAC`, { rules: { action: 'ALLOW' } });
    const filter = extension('guard', `${TYPES}.extensions.common.matching.v3.ExtensionWithMatcher`, {
      extension_config: denies,
      xds_matcher: { matcher_tree: { input, exact_match_map: { map } } },
    });
    for (const property of [THROUGH_GUARD, NEVER])
      expect(['proved', 'vacuous']).not.toContain(kindOf({ filters: [filter] }, property));
  });

  test('nor where it allows what shows nothing', () => {
    const basic = (more: Fields): Fields =>
      extension('guard', `${HTTP}.basic_auth.v3.BasicAuth`, {
        users: { inline_string: 'u:{SHA}0DPiKuNIrrVmD8IUCuw1hQxNqZc=' },
        ...more,
      });
    expect(kindOf({ filters: [basic({})] }, THROUGH_GUARD)).toBe('proved');
    expect(kindOf({ filters: [basic({ allow_missing: true })] }, THROUGH_GUARD)).toBe('refuted');
    const oauth = (more: Fields): Fields =>
      extension('guard', `${HTTP}.oauth2.v3.OAuth2`, { config: { ...more } });
    expect(kindOf({ filters: [oauth({})] }, THROUGH_GUARD)).toBe('proved');
    const through = { pass_through_matcher: [{ name: 'x-skip', present_match: true }] };
    expect(kindOf({ filters: [oauth(through)] }, THROUGH_GUARD)).toBe('refuted');
    const failed = {
      allow_failed_matcher: [{ name: 'x-fail', present_match: true }],
      signout_path: { path: { exact: '/out' } },
    };
    expect(kindOf({ filters: [oauth(failed)] }, THROUGH_GUARD)).toBe('refuted');
    const anonymous = { when: { header: { name: 'cookie', present: false } }, ...NEVER };
    expect(kindOf({ filters: [oauth({})] }, anonymous)).toBe('proved');
    expect(kindOf({ filters: [oauth(failed)] }, anonymous)).toBe('refuted');
    const leaving = { when: { all: [anonymous.when, { path: '/out' }] }, ...NEVER };
    expect(kindOf({ filters: [oauth(failed)] }, leaving)).toBe('proved');
    const asks = (more: Fields): Fields =>
      extension('guard', `${HTTP}.ext_authz.v3.ExtAuthz`, {
        grpc_service: { envoy_grpc: { cluster_name: 'pages' } },
        ...more,
      });
    expect(kindOf({ filters: [asks({})] }, THROUGH_GUARD)).toBe('proved');
    expect(kindOf({ filters: [asks({ shadow_mode: true })] }, THROUGH_GUARD)).toBe('refuted');
    const share = { filter_enabled: { default_value: { numerator: 0 }, runtime_key: 'k' } };
    expect(kindOf({ filters: [asks(share)] }, THROUGH_GUARD)).toBe('refuted');
    expect(assumingOf({ filters: [asks({ failure_mode_allow: true })] }, THROUGH_GUARD)).toContain(
      'can always be asked (failure_mode_allow)',
    );
  });

  test('settings that are fetched are an assumption', () => {
    const fetched = { name: 'guard', config_discovery: { config_source: { ads: {} }, type_urls: [] } };
    expect(verdictOn({ filters: [fetched] }, THROUGH_GUARD).kind).toBe('proved');
    expect(assumingOf({ filters: [fetched] }, THROUGH_GUARD)).toContain('whose settings cannot be read here');
  });
});

describe('tokens', () => {
  test('of several providers at once', () => {
    const two = { corp: CORP, other: { issuer: 'other', from_headers: [{ name: 'x-other' }], ...KEYS } };
    const requirements = [{ provider_name: 'corp' }, { provider_name: 'other' }];
    const together = jwt({ requires_all: { requirements } }, two);
    expect(kindOf({ filters: [together] }, NEVER)).toBe('undecided');
    const apart = [
      jwt({ provider_name: 'corp' }, two),
      { ...jwt({ provider_name: 'other' }, two), name: 'o' },
    ];
    expect(kindOf({ filters: apart }, NEVER)).toBe('undecided');
  });

  test('for another audience than that of the provider', () => {
    const requires = { provider_and_audiences: { provider_name: 'corp', audiences: ['b'] } };
    const filters = [jwt(requires, { corp: { ...CORP, audiences: ['a'] } })];
    expect(kindOf({ filters }, NEVER)).toBe('refuted');
    expect(kindOf({ filters }, THROUGH_GUARD)).toBe('proved');
  });

  test('whose claims have the route chosen anew', () => {
    const provider = {
      ...CORP,
      clear_route_cache: true,
      claim_to_headers: [{ header_name: 'x-role', claim_name: 'role' }],
    };
    const routes = [
      { ...SECRET, match: { prefix: '/', headers: [{ name: 'x-role', present_match: true }] } },
      { match: { prefix: '/' }, route: { cluster: 'pages' } },
    ];
    const parts = { filters: [jwt({ provider_name: 'corp' }, { corp: provider })], routes };
    expect(kindOf(parts, { ...THROUGH_GUARD, must: { header: 'x-role' } })).toBe('undecided');
    expect(kindOf(parts, THROUGH_GUARD)).toBe('proved');
  });
});

describe('clusters and connections', () => {
  test('what goes to an aggregate cluster reaches its members', () => {
    const aggregate = (name: string, ...clusters: string[]): Fields => ({
      name,
      connect_timeout: '1s',
      cluster_type: extension(
        'envoy.clusters.aggregate',
        `${TYPES}.extensions.clusters.aggregate.v3.ClusterConfig`,
        { clusters },
      ),
    });
    const clusters = [aggregate('outer', 'inner'), aggregate('inner', 'secret', 'pages')];
    const routes = [{ match: { prefix: '/' }, route: { cluster: 'outer' } }];
    expect(kindOf({ routes, clusters }, NEVER)).toBe('refuted');
    expect(
      kindOf({ routes: [{ match: { prefix: '/' }, route: { cluster: 'pages' } }], clusters }, NEVER),
    ).toBe('proved');
  });

  test('what goes to a composite cluster reaches its members', () => {
    const type = `${TYPES}.extensions.clusters.composite.v3.ClusterConfig`;
    const both = {
      name: 'both',
      lb_policy: 'CLUSTER_PROVIDED',
      cluster_type: extension('envoy.clusters.composite', type, {
        clusters: [{ name: 'pages' }, { name: 'secret' }],
      }),
    };
    const routes = [{ match: { prefix: '/' }, route: { cluster: 'both' } }];
    expect(kindOf({ routes, clusters: [both] }, NEVER)).toBe('refuted');
  });

  test('a client that names the cluster of a TCP connection reaches any', () => {
    const sni = extension('s', `${TYPES}.extensions.filters.network.sni_cluster.v3.SniCluster`);
    const tcp = extension('t', `${TYPES}.extensions.filters.network.tcp_proxy.v3.TcpProxy`, {
      stat_prefix: 't',
      cluster: 'pages',
    });
    const piped = (...filters: Fields[]) => ({
      routes: PAGES,
      listeners: [
        { name: 'tcp', address: addressOf('TCP'), filter_chains: [{ filters: [...filters, tcp] }] },
      ],
    });
    expect(kindOf(piped(), NEVER)).toBe('proved');
    expect(kindOf(piped(sni), NEVER)).toBe('undecided');
  });

  test('nobody comes in by a listener without a socket to which no other hands over', () => {
    const manager = `${TYPES}.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`;
    const host = { name: 'h', domains: ['*'], routes: [SECRET] };
    const inner = extension('m', manager, {
      stat_prefix: 'm',
      route_config: { name: 'inner', virtual_hosts: [host] },
      http_filters: [ROUTER],
    });
    const inside = (more: Fields) => ({
      routes: PAGES,
      listeners: [
        { name: 'inner', address: addressOf('TCP'), filter_chains: [{ filters: [inner] }], ...more },
      ],
    });
    expect(kindOf(inside({}), NEVER)).toBe('refuted');
    expect(verdictOn(inside({ bind_to_port: false }), NEVER)).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('no listener hands connections over'),
    });
  });

  test('datagrams reach the clusters of a UDP proxy', () => {
    const udp = (type: string, fields: Fields): Fields =>
      extension('u', `${TYPES}.extensions.filters.udp.udp_proxy.v3.${type}`, fields);
    const proxied = (fields: Fields) => {
      const filter = udp('UdpProxyConfig', { stat_prefix: 'u', ...fields });
      return {
        routes: PAGES,
        listeners: [{ name: 'udp', address: addressOf('UDP'), listener_filters: [filter] }],
      };
    };
    const matcher = { on_no_match: { action: udp('Route', { cluster: 'secret' }) } };
    expect(kindOf(proxied({ matcher }), NEVER)).toBe('undecided');
    expect(kindOf(proxied({ cluster: 'secret' }), NEVER)).toBe('undecided');
    expect(kindOf(proxied({ cluster: 'pages' }), NEVER)).toBe('proved');
  });

  test('what an upstream redirects to inside is an assumption', () => {
    const routes = [{ match: { prefix: '/' }, route: { cluster: 'pages', internal_redirect_policy: {} } }];
    expect(assumingOf({ routes }, NEVER)).toContain('internal_redirect_policy');
  });

  test('a secret that trusts everybody verifies nobody', () => {
    const certified = (from: Fields) => ({
      transport_socket: extension(
        'tls',
        `${TYPES}.extensions.transport_sockets.tls.v3.DownstreamTlsContext`,
        {
          require_client_certificate: true,
          common_tls_context: { validation_context_sds_secret_config: { name: 'trust', ...from } },
        },
      ),
    });
    const mutual = { must: { connection: { client_certificate: 'required' } } };
    const holding = (context: Fields) => ({
      secrets: [{ name: 'trust', validation_context: context }],
    });
    expect(kindOf({ chain: certified({}), resources: holding({}) }, mutual)).toBe('refuted');
    const trusted = holding({ trusted_ca: { filename: 'ca.pem' } });
    expect(kindOf({ chain: certified({}), resources: trusted }, mutual)).toBe('proved');
    expect(assumingOf({ chain: certified({ sds_config: { ads: {} } }) }, mutual)).toContain('whom to trust');
  });

  test('a validator that nobody here knows is an assumption, SPIFFE is none', () => {
    const validated = (type: string): Fields => ({
      transport_socket: extension(
        'tls',
        `${TYPES}.extensions.transport_sockets.tls.v3.DownstreamTlsContext`,
        {
          require_client_certificate: true,
          common_tls_context: {
            validation_context: { custom_validator_config: extension('own', type, {}) },
          },
        },
      ),
    });
    const mutual = { must: { connection: { client_certificate: 'required' } } };
    const unknown = { chain: validated('type.googleapis.com/my.Validator') };
    expect(kindOf(unknown, mutual)).toBe('proved');
    expect(assumingOf(unknown, mutual)).toContain('the validator "own" (custom_validator_config)');
    const spiffe = `${TYPES}.extensions.transport_sockets.tls.v3.SPIFFECertValidatorConfig`;
    expect(assumingOf({ chain: validated(spiffe) }, mutual)).toBe('');
  });

  test('a copy arrives with headers of its own', () => {
    const copied = (mutations: readonly Fields[]) => [
      {
        match: { prefix: '/' },
        route: {
          cluster: 'pages',
          request_mirror_policies: [{ cluster: 'secret', request_headers_mutations: mutations }],
        },
        request_headers_to_remove: ['x-user'],
      },
    ];
    const root = { must: { not: { upstream_header: { name: 'x-user', exact: 'root' } } } };
    const adds = (key: string) => [{ append: { header: { key, value: 'root' } } }];
    expect(kindOf({ routes: copied(adds('x-user')) }, root)).toBe('undecided');
    expect(kindOf({ routes: copied(adds('x-other')) }, root)).toBe('proved');
    const says = { must: { upstream_header: { name: 'x-user', present: false } } };
    expect(kindOf({ routes: copied(adds('X-User')) }, says)).toBe('undecided');
  });

  test('names and addresses that filter chains ask for', () => {
    const from = [{ address_prefix: '10.1.0.0', prefix_len: 16 }];
    const chain = { filter_chain_match: { source_prefix_ranges: from } };
    const says = (connection: Fields) => ({ must: { connection } });
    const when = (connection: Fields) => ({ when: { connection }, ...NEVER });
    expect(kindOf({ chain }, says({ source: '10.0.0.0/8' }))).toBe('proved');
    expect(kindOf({ chain }, says({ source: '10.1.2.0/24' }))).toBe('undecided');
    expect(kindOf({ chain }, when({ source: '10.2.0.0/16' }))).toBe('vacuous');
    const named = { filter_chain_match: { server_names: ['a.test'] } };
    expect(kindOf({ chain: named }, when({ server_name: 'c.test' }))).toBe('vacuous');
    expect(() => kindOf({ chain }, says({ source: 'office' }))).toThrow('source is an address');
  });
});

test('a scheme that the client only says is shown with its header', () => {
  const verdict = verdictOn({}, { must: { scheme: 'http' } });
  expect(verdict).toMatchObject({
    kind: 'refuted',
    by: { request: { scheme: 'http', headers: { 'x-forwarded-proto': 'https' } } },
  });
  expect(kindOf({}, { when: { scheme: 'https' }, must: { outcome: 'forward' } })).toBe('proved');
});

test('statuses that local_reply_config gives', () => {
  const filters = [extension('guard', `${HTTP}.rbac.v3.RBAC`, { rules: { action: 'ALLOW' } })];
  const comparison = { op: 'EQ', value: { default_value: 403, runtime_key: 'k' } };
  const mappers = [{ filter: { status_code_filter: { comparison } }, status_code: 200 }];
  expect(kindOf({ filters }, { must: { status: 403 } })).toBe('proved');
  expect(kindOf({ filters, manager: { local_reply_config: { mappers } } }, { must: { status: 403 } })).toBe(
    'refuted',
  );
});

test('statuses that filters write of which nobody knows what they do', () => {
  const guard = extension('guard', `${HTTP}.rbac.v3.RBAC`, { rules: { action: 'ALLOW' } });
  for (const own of ['golang.v3alpha.Config', 'lua.v3.Lua'])
    expect(
      kindOf({ filters: [guard, extension('own', `${HTTP}.${own}`, {})] }, { must: { status: 403 } }),
    ).toBe('undecided');
});

test('statuses that custom_response gives, and requests that it sends anew', () => {
  const guard = extension('guard', `${HTTP}.rbac.v3.RBAC`, { rules: { action: 'ALLOW' } });
  const answers = (policy: string, fields: Fields): Fields =>
    extension('answers', `${HTTP}.custom_response.v3.CustomResponse`, {
      custom_response_matcher: {
        on_no_match: { action: extension('a', `${TYPES}.extensions.http.custom_response.${policy}`, fields) },
      },
    });
  const own = answers('local_response_policy.v3.LocalResponsePolicy', { status_code: 200 });
  expect(kindOf({ filters: [guard, own] }, { must: { status: 403 } })).toBe('refuted');
  const anew = answers('redirect_policy.v3.RedirectPolicy', { uri: 'http://a.test/sorry' });
  expect(kindOf({ filters: [guard, anew] }, { must: { status: 403 } })).toBe('undecided');
  expect(assumingOf({ filters: [GUARD, anew] }, THROUGH_GUARD)).toContain('sends anew (redirect_policy)');
});

describe('connections that a network filter closes', () => {
  const guard = (action: string, principal: Fields): Fields =>
    extension('door', `${TYPES}.extensions.filters.network.rbac.v3.RBAC`, {
      stat_prefix: 's',
      rules: { action, policies: { p: { permissions: [{ any: true }], principals: [principal] } } },
    });
  const ANY = { any: true };
  const TEN = { remote_ip: { address_prefix: '10.0.0.0', prefix_len: 8 } };
  const reaching = { must: { reaches: { cluster: 'secret' } } };
  const answering = { must: { outcome: 'answered' } };

  test('show nothing: nobody asks anything over them', () => {
    const network = [guard('DENY', ANY)];
    for (const property of [NEVER, reaching, answering])
      expect(verdictOn({ network }, property)).toMatchObject({
        kind: 'undecided',
        reason: expect.stringContaining('the network filter "door"'),
      });
    expect(kindOf({ network: [guard('ALLOW', ANY)] }, reaching)).toBe('proved');
    expect(kindOf({ network: [guard('ALLOW', ANY)] }, NEVER)).toBe('refuted');
  });

  test('from some addresses are no way around, and no proof of where the others come from', () => {
    const network = [guard('ALLOW', TEN)];
    expect(kindOf({ network }, reaching)).toBe('proved');
    expect(verdictOn({ network }, NEVER)).toMatchObject({
      kind: 'refuted',
      assuming: ['the filter "door": it lets the connection pass'],
    });
    expect(kindOf({ network }, { must: { connection: { source: '10.0.0.0/8' } } })).toBe('undecided');
    const elsewhere = { when: { connection: { source: '192.0.2.0/24' } }, ...NEVER };
    expect(kindOf({ network }, elsewhere)).toBe('undecided');
  });
});

test('what filters write into headers is not what routes write', () => {
  const mutations = { request_mutations: [{ remove: 'x-staff' }] };
  const filters = [extension('change', `${HTTP}.header_mutation.v3.HeaderMutation`, { mutations })];
  const header = { key: 'x-staff', value: 'yes' };
  const added = [{ header, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' }];
  const routes = [{ ...SECRET, request_headers_to_add: added }];
  const property = { must: { upstream_header: { name: 'x-staff', exact: 'yes' } } };
  expect(kindOf({ routes }, property)).toBe('proved');
  expect(kindOf({ routes, filters }, property)).toBe('undecided');
});

test('what require_tls answers meets the filters as they are, where a redirect meets what its virtual host says', () => {
  const rules = (action: string) => ({
    rules: { action, policies: { p: { permissions: [{ any: true }], principals: [{ any: true }] } } },
  });
  const settings = {
    guard: { '@type': `${HTTP}.rbac.v3.RBACPerRoute`, rbac: rules('ALLOW') },
  };
  const filters = [extension('guard', `${HTTP}.rbac.v3.RBAC`, rules('DENY'))];
  const away = { match: { prefix: '/' }, redirect: { https_redirect: true } };
  const hosts = [
    { name: 'first', domains: ['a.test'], routes: [], require_tls: 'ALL', typed_per_filter_config: settings },
    { name: 'second', domains: ['*'], routes: [away], typed_per_filter_config: settings },
  ];
  const manager = { route_config: { name: 'r', virtual_hosts: hosts } };
  expect(kindOf({ filters, manager }, { must: { not: { outcome: 'redirect' } } })).toBe('refuted');
});

test('of several policies that allow a request, the first is the one that it passed by', () => {
  const all = { permissions: [{ any: true }], principals: [{ any: true }] };
  const rules = { action: 'ALLOW', policies: { q: all, p: all } };
  const filters = [extension('guard', `${HTTP}.rbac.v3.RBAC`, { rules })];
  const by = (policy: string) => ({ must: { passed: { filter: 'guard', policy } } });
  expect(kindOf({ filters }, by('p'))).toBe('proved');
  expect(kindOf({ filters }, by('q'))).toBe('refuted');
});
