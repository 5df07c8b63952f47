/** HTTP filters that differ: no requests are called equal, and a guard that does less is breaking. */
import { describe, expect, it } from 'vitest';
import { compareSides } from '../../src/engine/compare.ts';
import { opened } from '../opened.ts';
import { any, bootstrapOf, type ChainCase, filter } from '../routing/filters/chains.ts';

const LET_IN = { policies: { all: { permissions: [{ any: true }], principals: [{ any: true }] } } };
const SHUT = { policies: {} };
const rbac = (rules: object, more: object = {}) => filter('rbac', 'RBAC', { rules }, more);
const tokens = filter('jwt_authn', 'JwtAuthentication', { rules: [{ match: { prefix: '/' } }] });
const limit = (fields: object) =>
  filter('local_ratelimit', 'LocalRateLimit', {
    stat_prefix: 'a',
    token_bucket: { max_tokens: 1, fill_interval: '1s' },
    ...fields,
  });
const counting = filter('grpc_stats', 'FilterConfig');
const off = { rbac: any('config.route.v3.FilterConfig', { disabled: true }) };
const perRoute = (rules?: object) => ({
  rbac: any('extensions.filters.http.rbac.v3.RBACPerRoute', rules ? { rbac: { rules } } : {}),
});
const to = (where: string, settings?: object) => ({
  match: { prefix: where },
  route: { cluster: 'c' },
  ...(settings ? { typed_per_filter_config: settings } : {}),
});

type Parts = Pick<ChainCase, 'filters' | 'host' | 'routes'>;

function pairOf(before: Parts, after: Parts) {
  const side = (parts: Parts) => [
    opened(bootstrapOf([{ name: '', requests: [], ...parts }]), {}, 'side.json'),
  ];
  const clock = { now: () => performance.now(), milliseconds: 10_000 };
  return compareSides(side(before), side(after), { clock }).pair;
}

function compared(before: Parts, after: Parts) {
  const { result, behaviour } = pairOf(before, after);
  return { levels: result.changes.map(({ level }) => level), equal: behaviour?.equal };
}

const GUARDED: Parts = { filters: [rbac(LET_IN), tokens] };

describe('filters that differ', () => {
  it.each<readonly [string, Parts, Parts, readonly string[]]>([
    ['a guard is removed', GUARDED, { filters: [tokens] }, ['breaking']],
    ['a guard is disabled', GUARDED, { filters: [rbac(LET_IN, { disabled: true }), tokens] }, ['breaking']],
    ['a guard says something else', GUARDED, { filters: [rbac(SHUT), tokens] }, ['breaking']],
    ['guards change places', GUARDED, { filters: [tokens, rbac(LET_IN)] }, ['breaking']],
    ['a guard is new', { filters: [tokens] }, GUARDED, ['warning']],
    [
      'a limit is no longer enforced',
      { filters: [limit({ filter_enforced: { default_value: { numerator: 100 } } })] },
      { filters: [limit({})] },
      ['breaking'],
    ],
    [
      'a limit counts under another name',
      { filters: [limit({})] },
      { filters: [limit({ stat_prefix: 'b' })] },
      ['warning'],
    ],
    [
      'a disabled guard is switched on by a route',
      { filters: [rbac(LET_IN, { disabled: true })] },
      { filters: [rbac(LET_IN, { disabled: true })], routes: [to('/', perRoute(SHUT))] },
      ['warning'],
    ],
    [
      'a guard that only a route switches on is removed',
      { filters: [rbac(LET_IN, { disabled: true })], routes: [to('/', perRoute(SHUT))] },
      { filters: [], routes: [to('/', perRoute(SHUT))] },
      ['breaking'],
    ],
    [
      'a disabled guard is enabled',
      { filters: [rbac(LET_IN, { disabled: true }), tokens] },
      GUARDED,
      ['warning'],
    ],
    ['what guards nothing is removed', { filters: [counting] }, { filters: [] }, ['warning']],
    ['a host switches a guard off', GUARDED, { ...GUARDED, host: off }, ['breaking']],
    ['a host lets everything pass a guard', GUARDED, { ...GUARDED, host: perRoute() }, ['breaking']],
    ['a host asks for more', GUARDED, { ...GUARDED, host: perRoute(SHUT) }, ['warning']],
    ['a host no longer asks', { ...GUARDED, host: perRoute(SHUT) }, GUARDED, ['breaking']],
  ])('%s', (_, before, after, levels) => {
    expect(compared(before, after)).toEqual({ levels, equal: false });
  });

  it('routes to one cluster are not alike where filters are told other things', () => {
    const guarded = { ...GUARDED, routes: [to('/admin', perRoute(SHUT)), to('/')] };
    expect(compared(guarded, { ...GUARDED, routes: [to('/')] }).equal).toBe(false);
    expect(compared(guarded, { ...guarded, routes: guarded.routes.toReversed() }).equal).toBe(false);
  });

  it('what is the same for filters is equal, wherever it stands', () => {
    const same = { ...GUARDED, host: perRoute(SHUT) };
    expect(compared(same, same)).toEqual({ levels: [], equal: true });
    const below = { ...GUARDED, routes: [to('/', perRoute(SHUT))] };
    expect(compared({ ...same, routes: [to('/')] }, below).equal).toBe(true);
    expect(
      compared({ ...same, routes: [to('/a', perRoute(SHUT)), to('/')] }, { ...same, routes: [to('/')] })
        .equal,
    ).toBe(true);
  });
});

it('says of answers that are written anew that what routes say rests on that', () => {
  const anew = filter('custom_response', 'CustomResponse', {
    custom_response_matcher: {
      on_no_match: {
        action: {
          name: 'a',
          typed_config: any('extensions.http.custom_response.local_response_policy.v3.LocalResponsePolicy', {
            status_code: 451,
          }),
        },
      },
    },
  });
  const gone = { match: { prefix: '/gone' }, direct_response: { status: 410 } };
  const pair = pairOf({ filters: [anew], routes: [gone, to('/a')] }, { filters: [anew], routes: [to('/a')] });
  const [group] = pair.behaviour?.changes ?? [];
  expect(group?.stands_for).toContain('where answers of the proxy itself are not written anew');
  expect(group?.before.outcome.assuming?.map(({ that }) => that)).toEqual([
    'answers of the proxy itself are not written anew',
  ]);
});

it('says of a service that decides, and of a script, that requests pass only where these let them', () => {
  const asked = filter('ext_authz', 'ExtAuthz', {
    grpc_service: { envoy_grpc: { cluster_name: 'c' } },
    transport_api_version: 'V3',
  });
  const script = filter('lua', 'Lua', {
    default_source_code: { inline_string: 'function envoy_on_request(handle) end' },
  });
  const filters = [asked, script];
  const answering = { match: { prefix: '/' }, direct_response: { status: 410 } };
  const [group] =
    pairOf({ filters, routes: [to('/')] }, { filters, routes: [answering] }).behaviour?.changes ?? [];
  expect(group?.stands_for).toBe(
    'all requests to shop.test, open.test, where the filters "ext_authz" and "lua" let them pass',
  );
  for (const side of [group?.before, group?.after])
    expect(side?.outcome.assuming?.map(({ filter }) => filter)).toEqual(['ext_authz', 'lua']);
});

describe('requests that a rate limit counted', () => {
  const named = filter(
    'local_ratelimit',
    'LocalRateLimit',
    {
      stat_prefix: 'a',
      token_bucket: { max_tokens: 1, fill_interval: '1s' },
      filter_enabled: { default_value: { numerator: 100 } },
      filter_enforced: { default_value: { numerator: 100 } },
    },
    { name: 'of-our-own' },
  );
  const off = { 'of-our-own': any('config.route.v3.FilterConfig', { disabled: true }) };
  const groupsBetween = (before: readonly object[], after: readonly object[]) =>
    (
      pairOf({ filters: [named], routes: before }, { filters: [named], routes: after }).behaviour?.changes ??
      []
    ).map(({ level, message }) => [level, message]);

  it('are breaking where a new route takes them past it', () => {
    expect(groupsBetween([to('/')], [to('/a', off), to('/')])).toEqual([
      ['breaking', expect.stringContaining('the rate limit "of-our-own" counts it no longer')],
    ]);
  });

  it('are none where they are counted elsewhere, or go nowhere', () => {
    const gone = { match: { prefix: '/a' }, direct_response: { status: 204 } };
    expect(groupsBetween([to('/a', off), to('/')], [to('/')])).toEqual([['warning', expect.anything()]]);
    expect(groupsBetween([to('/')], [{ ...gone, typed_per_filter_config: off }, to('/')])).toEqual([
      ['warning', expect.anything()],
    ]);
  });
});

describe('credentials of api_key_auth are a set', () => {
  const keys = [
    { key: 'one', client: 'a' },
    { key: 'two', client: 'b' },
  ];
  const sources = { key_sources: [{ header: 'x-key' }] };
  const chain = (credentials: readonly object[]): Parts => ({
    filters: [filter('api_key_auth', 'ApiKeyAuth', { ...sources, credentials })],
  });
  const route = (credentials: readonly object[]): Parts => {
    const own = any('extensions.filters.http.api_key_auth.v3.ApiKeyAuthPerRoute', { credentials });
    return { ...chain([]), routes: [to('/', { api_key_auth: own })] };
  };

  it.each([
    ['of the filter', chain],
    ['of a route', route],
  ])('%s', (_, side) => {
    expect(compared(side(keys), side([...keys].reverse()))).toEqual({ levels: [], equal: true });
    const swapped = keys.map(({ key }, at) => ({ key, client: keys[1 - at]?.client }));
    expect(compared(side(keys), side(swapped)).levels).toHaveLength(1);
  });
});
