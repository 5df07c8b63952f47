import { describe, expect, test } from 'vitest';
import { any, bootstrapOf, type ChainCase, filter } from '../routing/filters/chains.ts';
import { proved } from './proved.ts';

/** Tokens for everything, but for the login; only reading, but for the cart. */
const GUARDED = `
static_resources:
  listeners:
  - name: front
    address: { socket_address: { address: 0.0.0.0, port_value: 443 } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          route_config:
            name: front
            virtual_hosts:
            - name: all
              domains: ["*"]
              routes:
              - name: open
                match: { path: /login }
                route: { cluster: login }
                typed_per_filter_config:
                  envoy.filters.http.jwt_authn: { "@type": type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.PerRouteConfig, disabled: true }
              - match: { prefix: /admin }
                route: { cluster: admin }
              - match: { prefix: / }
                route: { cluster: shop }
          http_filters:
          - name: envoy.filters.http.jwt_authn
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication
              providers:
                corp: { issuer: corp, local_jwks: { inline_string: "{\\"keys\\":[]}" } }
                public: { issuer: public, audiences: [shop], local_jwks: { inline_string: "{\\"keys\\":[]}" } }
              rules:
              - { match: { prefix: /admin/ }, requires: { provider_name: corp } }
              - { match: { prefix: / }, requires: { requires_any: { requirements: [{ provider_name: corp }, { provider_name: public }, { allow_missing: {} }] } } }
          - name: envoy.filters.http.rbac
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC
              rules:
                action: ALLOW
                policies:
                  reading: { permissions: [{ header: { name: ":method", string_match: { exact: GET } } }], principals: [{ any: true }] }
                  shopping: { permissions: [{ url_path: { path: { prefix: /cart } } }], principals: [{ any: true }] }
          - name: envoy.filters.http.router
            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
  clusters:
  - { name: shop, connect_timeout: 1s }
  - { name: admin, connect_timeout: 1s }
  - { name: login, connect_timeout: 1s }
`;

/** The verdict on one property, as flow YAML. */
function verdictOn(property: string, configuration = GUARDED) {
  const [verdict] = proved(configuration, `properties: [{ name: it, ${property} }]`);
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}

const kindOf = (property: string, configuration?: string) => verdictOn(property, configuration).kind;

const CORP = 'then: { passed: { filter: envoy.filters.http.jwt_authn, provider: corp } }';

describe('tokens', () => {
  test('a rule without the slash lets a path past the one with it', () => {
    const verdict = verdictOn(`when: { reaches: { cluster: admin } }, ${CORP}`);
    expect(verdict).toMatchObject({ kind: 'refuted', by: { request: { path: '/admin' } } });
    expect(kindOf(`when: { reaches: { cluster: admin }, path: { prefix: /admin/ } }, ${CORP}`)).toBe(
      'proved',
    );
    const closed = GUARDED.replace(
      'match: { prefix: /admin/ }, requires',
      'match: { prefix: /admin }, requires',
    );
    expect(kindOf(`when: { reaches: { cluster: admin } }, ${CORP}`, closed)).toBe('proved');
  });

  test('a token of another provider does not count', () => {
    const closed = GUARDED.replace(
      'requires: { provider_name: corp }',
      'requires: { requires_any: { requirements: [{ provider_name: corp }, { provider_name: public }] } }',
    );
    const verdict = verdictOn(
      `when: { reaches: { cluster: admin }, path: { prefix: /admin/ } }, ${CORP}`,
      closed,
    );
    expect(verdict).toMatchObject({ kind: 'refuted', by: { request: { claims: { provider: 'public' } } } });
  });

  test('a route that switches the filter off is a hole', () => {
    const login = 'when: { reaches: { cluster: login } }, then: { passed: { filter: "*jwt_authn" } }';
    expect(verdictOn(login)).toMatchObject({ kind: 'refuted', by: { request: { path: '/login' } } });
  });

  test('a filter behind another one is not asked for what that answers', () => {
    const posts = 'when: { method: POST, reaches: { cluster: "*" } }, then: { path: { prefix: /cart } }';
    expect(kindOf(posts)).toBe('proved');
    expect(kindOf('when: { method: POST, path: /a }, then: { outcome: answered }')).toBe('proved');
    const open = GUARDED.replace('action: ALLOW', 'action: LOG');
    expect(kindOf(posts, open)).toBe('refuted');
  });

  test('policies of access control', () => {
    const reading = 'then: { passed: { filter: "*rbac", policy: reading } }';
    expect(kindOf(`when: { reaches: { cluster: login } }, ${reading}`)).toBe('proved');
    expect(kindOf(`when: { reaches: { cluster: shop } }, ${reading}`)).toBe('refuted');
    const overridden = GUARDED.replace(
      'match: { prefix: / }\n',
      'match: { prefix: / }\n                typed_per_filter_config: { envoy.filters.http.rbac: { "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBACPerRoute } }\n',
    );
    expect(kindOf('when: { reaches: { cluster: shop } }, then: { passed: { filter: "*rbac" } }')).toBe(
      'proved',
    );
    expect(
      kindOf('when: { reaches: { cluster: shop } }, then: { passed: { filter: "*rbac" } }', overridden),
    ).toBe('refuted');
  });

  test('what a refutation rests on names its filter', () => {
    const asked = GUARDED.replace(
      '- name: envoy.filters.http.rbac',
      '- name: script\n            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua, default_source_code: { inline_string: "" } }\n          - name: envoy.filters.http.rbac',
    );
    expect(
      verdictOn('when: { reaches: { cluster: shop } }, then: { outcome: redirect }', asked),
    ).toMatchObject({
      kind: 'refuted',
      assuming: ['the filter "script": its script lets the request pass unchanged'],
    });
  });

  test('what somebody outside decides is an assumption', () => {
    const asked = GUARDED.replace(
      '- name: envoy.filters.http.rbac',
      '- name: script\n            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua, default_source_code: { inline_string: "" } }\n          - name: envoy.filters.http.rbac',
    );
    expect(
      verdictOn(`when: { reaches: { cluster: admin }, path: { prefix: /admin/ } }, ${CORP}`, asked),
    ).toMatchObject({ kind: 'proved', assuming: ['the filter "script" lets requests pass unchanged'] });
    const [strict] = proved(
      asked,
      `properties: [{ when: { reaches: { cluster: admin }, path: { prefix: /admin/ } }, ${CORP} }]`,
      true,
    );
    expect(strict?.kind).toBe('undecided');
  });
});

describe('a matcher in place of policies', () => {
  const HEADER = 'type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput';
  const input = (name: string) => `{ name: i, typed_config: { "@type": ${HEADER}, header_name: "${name}" } }`;
  const does = (action: string) =>
    `{ action: { name: a, typed_config: { "@type": type.googleapis.com/envoy.config.rbac.v3.Action, name: act, action: ${action} } } }`;
  const behind = (matcher: string): string =>
    GUARDED.replace(/rules:\n\s+action: ALLOW\n\s+policies:\n.*\n.*\n/, `matcher: ${matcher}\n`);
  const posting = `{ matcher_list: { matchers: [{ predicate: { single_predicate: { input: ${input(':method')}, value_match: { exact: POST } } }, on_match: ${does('ALLOW')} }] } }`;

  test('what it allows is all that passes', () => {
    const property = 'when: { reaches: { cluster: [shop, login] } }, then: { method: POST }';
    expect(verdictOn(property, behind(posting)).kind).toBe('proved');
    expect(verdictOn(property, behind(posting.replace(/ALLOW/, 'DENY'))).kind).toBe('vacuous');
    const others = posting.replace(/ \}$/, `, on_no_match: ${does('LOG')} }`);
    expect(verdictOn(property, behind(others)).kind).toBe('refuted');
  });

  test('branches count in order, maps by their values, and what is not known stays open', () => {
    const map = `{ matcher_tree: { input: ${input(':path')}, exact_match_map: { map: { /login: ${does('ALLOW')}, /x: { matcher: ${posting} } } } } }`;
    const property =
      'when: { reaches: { cluster: [shop, login] } }, then: { any: [{ path: /login }, { all: [{ path: /x }, { method: POST }] }] }';
    expect(verdictOn(property, behind(map)).kind).toBe('proved');
    expect(verdictOn(property, behind(map.replace('/x', '/y'))).kind).toBe('refuted');
    const unknown = map.replaceAll(
      'HttpRequestHeaderMatchInput, header_name: ":method"',
      'HttpAttributesCelMatchInput',
    );
    expect(verdictOn(property, behind(unknown)).kind).toBe('undecided');
  });
});

test('a route is reached by what no filter answers in front of it', () => {
  const property = 'when: { reaches: { route: open } }, then: { outcome: forward }';
  expect(verdictOn(property).kind).toBe('proved');
  expect(
    verdictOn('when: { outcome: answered }, then: { not: { reaches: { virtual_host: all } } }').kind,
  ).toBe('proved');
});

describe('a service that is asked', () => {
  const AUTHZ = 'type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3';
  const asked = (filter: string) =>
    GUARDED.replace(
      '- name: envoy.filters.http.rbac',
      `${filter}\n          - name: envoy.filters.http.rbac`,
    );
  const known = asked(
    `- name: asked\n            typed_config: { "@type": ${AUTHZ}.ExtAuthz, grpc_service: { envoy_grpc: { cluster_name: shop } } }`,
  );
  const fetched = asked(
    `- name: asked\n            config_discovery: { config_source: { ads: {} }, type_urls: [${AUTHZ}.ExtAuthz] }`,
  );

  for (const [what, configuration] of Object.entries({ known, fetched })) {
    test(`may answer with any status, and nobody knows whether it does (${what})`, () => {
      const answered = 'when: { path: /login, method: GET, outcome: answered }, then: { status: 418 }';
      expect(verdictOn(answered, configuration).kind).toBe('undecided');
      expect(kindOf('when: { path: /login, method: GET }, then: { outcome: forward }', configuration)).toBe(
        'undecided',
      );
      expect(kindOf(answered)).toBe('vacuous');
    });

    test(`what it lets pass is decided (${what})`, () => {
      const behind =
        'when: { reaches: { cluster: admin }, path: { prefix: /admin/ } }, then: { passed: { filter: "*asked" } }';
      expect(kindOf(behind, configuration)).toBe('proved');
      expect(kindOf(`when: { reaches: { cluster: admin } }, ${CORP}`, configuration)).toBe('refuted');
    });
  }

  test('answers nothing where a route switches it off', () => {
    const off = known.replace(
      '"@type": type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.PerRouteConfig, disabled: true }',
      `$&\n                  asked: { "@type": ${AUTHZ}.ExtAuthzPerRoute, disabled: true }`,
    );
    expect(kindOf('when: { path: /login, method: GET }, then: { outcome: forward }', off)).toBe('proved');
  });
});

test('what is in no scope is answered by filters too', () => {
  const chain = {
    name: 'scoped',
    filters: [filter('rbac', 'RBAC', { rules: { action: 'ALLOW', policies: {} } })],
    hostFields: { domains: ['*'] },
    host: { rbac: any('config.route.v3.FilterConfig', { disabled: true }) },
    requests: [],
  };
  const empty =
    ',{"name":"b","key":{"fragments":[{"string_key":"b"}]},"route_configuration":{"name":"empty"}}';
  const kind = (filters: ChainCase['filters']) => {
    const text = bootstrapOf([{ ...chain, filters, scopedBy: 'x-scope' }]);
    expect(text).toContain(empty);
    return kindOf('then: { outcome: [forward, not_found] }', text.replace(empty, ''));
  };
  expect(kind(chain.filters)).toBe('undecided');
  expect(kind([])).toBe('proved');
});

test('fact 156: a request that rests on a header that the manager writes anew refutes nothing', () => {
  const by = (scopedBy: string) => {
    const manager = { use_remote_address: true };
    const text = bootstrapOf([{ name: 'scoped', filters: [], manager, scopedBy, requests: [] }]);
    return kindOf('then: { not: { reaches: { cluster: c } } }', text);
  };
  expect([by('x-request-id'), by('x-scope')]).toEqual(['undecided', 'refuted']);
});
