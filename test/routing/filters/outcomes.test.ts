/** What an outcome says of the filters before it: who answered, what each did, what it rests on. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/routing/outcome/outcome.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';
import { any, bootstrapOf, type ChainCase, filter, requestOf } from './chains.ts';

const regexes = regexEngine();

function outcomeOf(
  parts: Pick<ChainCase, 'filters' | 'host' | 'routes' | 'manager'>,
  fields: Partial<Request> = {},
): Outcome {
  const text = bootstrapOf([{ name: '', requests: [], ...parts }]);
  const routing = findRouting([opened(text, {}, 'front.json')]);
  const routed = routeRequest(routing, requestOf(fields, 0), {}, ({ namespace }) => ({ namespace, regexes }));
  if ('problem' in routed) throw new Error(routed.problem);
  return routed.trace.outcome;
}

const denying = filter('rbac', 'RBAC', {
  rules: {
    action: 'DENY',
    policies: {
      noadmin: { permissions: [{ url_path: { path: { prefix: '/admin' } } }], principals: [{ any: true }] },
    },
  },
});
const script = filter('lua', 'Lua', { default_source_code: { inline_string: 'a' } });
const unknown = { name: 'own', typed_config: { '@type': 'type.googleapis.com/acme.Filter' } };
const effects = ({ filters = [] }: Outcome) => filters.map(({ name, effect }) => [name, effect]);
const assumed = ({ assuming = [] }: Outcome) => assuming.map(({ filter: name, that }) => [name, that]);

describe('outcomes', () => {
  it('name the filter that answers, its policy, and where that stands', () => {
    const outcome = outcomeOf({ filters: [denying] }, { path: '/admin' });
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 403,
      by: {
        filter: 'rbac',
        type: 'envoy.extensions.filters.http.rbac.v3.RBAC',
        rule: 'noadmin',
        file: 'front.json',
        pointer: expect.stringMatching(/\/http_filters\/0\/typed_config\/rules\/policies\/noadmin$/),
      },
    });
    expect(effects(outcome)).toEqual([
      ['rbac', 'answered'],
      ['router', 'skipped'],
    ]);
    expect(outcome.assuming).toBeUndefined();
  });

  it('rest on the answer of a cluster where a filter may have another request sent for it', () => {
    const answers = (policy: string, fields: object): object =>
      filter('custom_response', 'CustomResponse', {
        custom_response_matcher: {
          on_no_match: {
            action: { name: 'a', typed_config: any(`extensions.http.custom_response.${policy}`, fields) },
          },
        },
      });
    const anew = answers('redirect_policy.v3.RedirectPolicy', { uri: 'http://shop.test/sorry' });
    expect(assumed(outcomeOf({ filters: [anew] }))).toEqual([
      ['custom_response', expect.stringContaining('redirect_policy')],
    ]);
    const local = answers('local_response_policy.v3.LocalResponsePolicy', { status_code: 418 });
    expect(assumed(outcomeOf({ filters: [local] }))).toEqual([]);
  });

  it('rest on headers that the manager writes, where something asks for them', () => {
    const by = (name: string) => [
      { match: { prefix: '/', headers: [{ name, present_match: true }] }, route: { cluster: 'd' } },
      { match: { prefix: '/' }, route: { cluster: 'c' } },
    ];
    const that = (names: string, decide = 'decides') => [
      [null, `${names}, which the connection manager writes or takes out, ${decide} nothing`],
    ];
    const restsOn = (name: string, manager: object = {}, fields: Partial<Request> = {}) =>
      assumed(outcomeOf({ filters: [], routes: by(name), manager }, fields));
    expect(restsOn('X-Request-Id')).toEqual(that('x-request-id'));
    expect(restsOn('x-request-id', { generate_request_id: false })).toEqual([]);
    const own = { headers: { 'x-request-id': 'a' } };
    expect(restsOn('x-request-id', {}, own)).toEqual([]);
    expect(restsOn('x-request-id', { use_remote_address: true }, own)).toEqual(that('x-request-id'));
    expect(restsOn('x-forwarded-for')).toEqual([]);
    expect(restsOn('x-forwarded-for', { use_remote_address: true })).toEqual(that('x-forwarded-for'));
    expect(restsOn('via', { via: 'me' })).toEqual(that('via'));
    const proto = { headers: { 'x-forwarded-proto': 'https' } };
    expect(restsOn(':scheme', {}, proto)).toEqual(that(':scheme'));
    expect(restsOn(':scheme', { use_remote_address: true }, proto)).toEqual([]);
    expect(restsOn(':scheme', {}, {})).toEqual([]);
    const referer = (value: string) => restsOn('Referer', {}, { headers: { referer: value } });
    expect(referer('http://u@a.test/')).toEqual(that('referer'));
    expect(referer('https://a.test:8080/a?b=c')).toEqual([]);
    const denies = filter('rbac', 'RBAC', {
      rules: {
        action: 'DENY',
        policies: {
          p: {
            permissions: [{ header: { name: 'x-request-id', present_match: true } }],
            principals: [{ header: { name: 'user-agent', present_match: true } }],
          },
        },
      },
    });
    expect(assumed(outcomeOf({ filters: [denies], manager: { add_user_agent: true } }))).toEqual(
      that('x-request-id, user-agent', 'decide'),
    );
  });

  it('rest on HTTP/1.1 where grpc_http1_bridge cuts off the query', () => {
    const bridge = filter('grpc_http1_bridge', 'Config', { ignore_query_parameters: true });
    const grpc = { headers: { 'content-type': 'application/grpc' } };
    const by = (fields: Partial<Request>) => assumed(outcomeOf({ filters: [bridge] }, fields));
    expect(by({ path: '/a?q=1', ...grpc })).toEqual([
      ['grpc_http1_bridge', expect.stringContaining('comes over HTTP/1.1')],
    ]);
    expect(by({ path: '/a', ...grpc })).toEqual([]);
    expect(by({ path: '/a?q=1' })).toEqual([]);
  });

  it('rest on settings of routes for what the manager refuses, where the client tells the scheme', () => {
    const anew = filter('custom_response', 'CustomResponse');
    const off = { '@type': 'type.googleapis.com/envoy.config.route.v3.FilterConfig', disabled: true };
    const routes = [
      { match: { prefix: '/a' }, route: { cluster: 'c' } },
      {
        match: { prefix: '/' },
        route: { cluster: 'c' },
        typed_per_filter_config: { custom_response: off },
      },
    ];
    const refused = (fields: Partial<Request>) =>
      assumed(
        outcomeOf(
          { filters: [anew], routes, manager: { normalize_path: true } },
          { path: '/a%00', ...fields },
        ),
      );
    expect(refused({})).toEqual([]);
    const open = [['custom_response', 'it leaves the answer as it is']];
    expect(refused({ headers: { 'x-forwarded-proto': 'http' } })).toEqual(open);
    expect(refused({ scheme: 'https' })).toEqual(open);
  });

  it('rest on filters behind the router, and on early mutations that are not known', () => {
    const codec = { name: 'envoy.filters.http.upstream_codec' };
    const text = (upstream: readonly object[]): string =>
      bootstrapOf([{ name: '', requests: [], filters: [] }]).replace(
        '.router.v3.Router"',
        `.router.v3.Router","upstream_http_filters":${JSON.stringify(upstream)}`,
      );
    const restsOn = (upstream: readonly object[]) => {
      const routing = findRouting([opened(text(upstream), {}, 'front.json')]);
      const routed = routeRequest(routing, requestOf({}, 0), {}, ({ namespace }) => ({ namespace, regexes }));
      return 'problem' in routed ? routed.problem : assumed(routed.trace.outcome);
    };
    expect(restsOn([codec])).toEqual([]);
    expect(restsOn([script, codec])).toEqual([
      ['router', 'its upstream_http_filters let the request pass unchanged'],
    ]);
    const own = { typed_config: { '@type': 'type.googleapis.com/acme.Early' }, name: 'own' };
    expect(assumed(outcomeOf({ filters: [], manager: { early_header_mutation_extensions: [own] } }))).toEqual(
      [['own', 'it changes nothing of the request before routes are looked for']],
    );
  });

  it('point to the settings of the route where those decide', () => {
    const rules = {
      rbac: any('extensions.filters.http.rbac.v3.RBACPerRoute', {
        rbac: {
          rules: {
            action: 'DENY',
            policies: { own: { permissions: [{ any: true }], principals: [{ any: true }] } },
          },
        },
      }),
    };
    expect(outcomeOf({ filters: [denying], host: rules })).toMatchObject({
      by: {
        rule: 'own',
        pointer: expect.stringMatching(
          /virtual_hosts\/0\/typed_per_filter_config\/rbac\/rbac\/rules\/policies\/own$/,
        ),
      },
    });
  });

  it('fact 131: rest on an end of the body where a buffer waits for it and an upgrade is asked for', () => {
    const parts = {
      filters: [filter('buffer', 'Buffer', { max_request_bytes: 10 })],
      manager: { upgrade_configs: [{ upgrade_type: 'websocket' }] },
    };
    const headers = { upgrade: 'websocket', connection: 'upgrade' };
    expect(assumed(outcomeOf(parts, { headers }))).toEqual([
      ['buffer', 'the client ends it within 10 bytes'],
    ]);
    expect(assumed(outcomeOf(parts))).toEqual([]);
  });

  it('fact 131: are open where a health check is asked for with an upgrade', () => {
    const parts = {
      filters: [filter('health_check', 'HealthCheck', { pass_through_mode: false })],
      manager: { upgrade_configs: [{ upgrade_type: 'websocket' }] },
    };
    const headers = { upgrade: 'websocket', connection: 'upgrade' };
    expect(outcomeOf(parts, { headers })).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('at its end'),
    });
    expect(outcomeOf(parts)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('rest on :status staying in answers where header_mutation takes it out', () => {
    const removing = (key_matcher: object) =>
      filter('header_mutation', 'HeaderMutation', {
        mutations: { response_mutations: [{ remove_on_match: { key_matcher } }] },
      });
    expect(assumed(outcomeOf({ filters: [removing({ contains: 'tat' })] }))).toEqual([
      ['header_mutation', 'answers keep their :status'],
    ]);
    expect(assumed(outcomeOf({ filters: [removing({ exact: 'x-a' })] }))).toEqual([]);
    // What answers first has not come to it, and its answer passes it all the same.
    const answering = { filters: [denying, removing({ exact: ':status' })] };
    expect(assumed(outcomeOf(answering, { path: '/admin' }))).toEqual([
      ['header_mutation', 'answers keep their :status'],
    ]);
    const inside = {
      name: 'match_delegate',
      typed_config: {
        '@type': 'type.googleapis.com/envoy.extensions.common.matching.v3.ExtensionWithMatcher',
        extension_config: removing({ exact: ':status' }),
        xds_matcher: { matcher_list: { matchers: [] } },
      },
    };
    expect(assumed(outcomeOf({ filters: [denying, inside] }, { path: '/admin' }))).toEqual([
      ['match_delegate', 'answers keep their :status'],
    ]);
    const looking = { ...inside, typed_config: { ...inside.typed_config, extension_config: script } };
    expect(assumed(outcomeOf({ filters: [denying, looking] }, { path: '/admin' }))).toEqual([
      ['match_delegate', 'it leaves the answer as it is'],
    ]);
  });

  it('rest on filters without a model letting the request pass, each said once', () => {
    const outcome = outcomeOf({ filters: [script, unknown] });
    expect(outcome.kind).toBe('forward');
    expect(effects(outcome)).toEqual([
      ['lua', 'unknown'],
      ['own', 'unknown'],
      ['router', 'passed'],
    ]);
    expect(assumed(outcome)).toEqual([
      ['lua', 'its script lets the request pass unchanged'],
      ['own', 'it lets the request pass unchanged'],
    ]);
  });

  it('rest on nobody rewriting an answer of the proxy', () => {
    const manager = {
      local_reply_config: {
        mappers: [
          {
            filter: {
              status_code_filter: {
                comparison: { op: 'EQ', value: { default_value: 403, runtime_key: 'k' } },
              },
            },
            status_code: 451,
          },
        ],
      },
    };
    const mapped = outcomeOf({ filters: [denying], manager }, { path: '/admin' });
    expect(mapped).toMatchObject({ kind: 'answered', status: 451 });
    expect(assumed(mapped)).toEqual([]);
    const byFlag = { filter: { response_flag_filter: { flags: ['RL'] } }, status_code: 451 };
    const open = { local_reply_config: { mappers: [byFlag] } };
    const outcome = outcomeOf({ filters: [denying, script], manager: open }, { path: '/admin' });
    expect(outcome).toMatchObject({ kind: 'answered', status: 403 });
    expect(assumed(outcome)).toEqual([
      ['lua', 'it leaves the answer as it is'],
      [null, 'local_reply_config leaves the status as it is'],
    ]);
  });

  it('are undecided where a part of the request decides that nobody said, with the flag for it', () => {
    const byAddress = filter('rbac', 'RBAC', {
      rules: {
        policies: {
          near: {
            permissions: [{ any: true }],
            principals: [{ remote_ip: { address_prefix: '10.0.0.0', prefix_len: 8 } }],
          },
        },
      },
    });
    const outcome = outcomeOf({ filters: [byAddress] });
    expect(outcome).toMatchObject({ kind: 'undecided', reason: expect.stringContaining('--remote-address') });
    expect(effects(outcome)).toEqual([['rbac', 'unknown']]);
    expect(outcomeOf({ filters: [byAddress] }, { remote_address: '10.1.1.1' }).kind).toBe('forward');
    expect(outcomeOf({ filters: [byAddress] }, { remote_address: '192.0.2.1' }).kind).toBe('answered');
  });

  it('are a branch each where chance decides', () => {
    const half = filter('fault', 'HTTPFault', { abort: { http_status: 503, percentage: { numerator: 25 } } });
    const outcome = outcomeOf({ filters: [half] });
    expect(
      outcome.kind === 'random' && outcome.branches.map(({ share, outcome: each }) => [share, each.kind]),
    ).toEqual([
      [0.25, 'answered'],
      [0.75, 'forward'],
    ]);
  });

  it('differ by weighted cluster where one of them has settings of its own', () => {
    const open = { rbac: any('extensions.filters.http.rbac.v3.RBACPerRoute') };
    const shut = filter('rbac', 'RBAC', { rules: {} });
    const clusters = [
      { name: 'c', weight: 30, typed_per_filter_config: open },
      { name: 'd', weight: 70 },
    ];
    const routes = [{ match: { prefix: '/' }, route: { weighted_clusters: { clusters } } }];
    const outcome = outcomeOf({ filters: [shut], routes });
    expect(
      outcome.kind === 'random' &&
        outcome.branches.map(({ share, outcome: each }) => [share, each.kind, each.clusters[0]?.name]),
    ).toEqual([
      [0.3, 'forward', 'c'],
      [0.7, 'answered', undefined],
    ]);
    expect(outcomeOf({ filters: [], routes }).kind).toBe('forward');
  });
});
