import { expect, test } from 'vitest';
import { bootstrapOf, type ChainCase, filter, any as typed } from '../../routing/filters/chains.ts';
import { found } from '../analyzed.ts';

type Parts = Pick<ChainCase, 'filters'> & Partial<ChainCase>;

const unreachable = (parts: Parts) =>
  found('unreachable-filter', bootstrapOf([{ name: '', requests: [], ...parts }])).map(
    ({ data, message }) => [data?.filter, message.replace(/^.*, since /, '')],
  );

const cors = filter('cors', 'Cors');
const everybody = { permissions: [{ any: true }], principals: [{ any: true }] };
const rbac = (rules: object, more: object = {}) => filter('rbac', 'RBAC', { rules }, more);

test('what answers every request leaves nothing to those behind it', () => {
  expect(unreachable({ filters: [rbac({}), cors] })).toEqual([
    ['cors', 'its rules allow nobody without a policy'],
  ]);
  expect(unreachable({ filters: [cors, rbac({ action: 'DENY', policies: { all: everybody } })] })).toEqual([
    ['router', 'its policy "all" denies everybody'],
  ]);
  expect(
    unreachable({ filters: [filter('health_check', 'HealthCheck', { pass_through_mode: false })] }),
  ).toEqual([['router', 'a health check without headers is every request']]);
  expect(
    unreachable({ filters: [filter('api_key_auth', 'ApiKeyAuth', { key_sources: [{ header: 'x' }] })] }),
  ).toEqual([['router', 'it has no credentials to compare with']]);
});

test('not where it lets some pass, does not run, or a route says otherwise', () => {
  const some = {
    all: { permissions: [{ any: true }], principals: [{ source_ip: { address_prefix: '10.0.0.0' } }] },
  };
  expect(unreachable({ filters: [rbac({ action: 'DENY', policies: some })] })).toEqual([]);
  expect(unreachable({ filters: [rbac({ action: 'DENY' })] })).toEqual([]);
  expect(unreachable({ filters: [rbac({}, { disabled: true })] })).toEqual([]);
  const off = { rbac: typed('config.route.v3.FilterConfig', { disabled: true }) };
  expect(unreachable({ filters: [rbac({})], host: off })).toEqual([]);
  const ofRoute = [
    { match: { prefix: '/a' }, route: { cluster: 'c' }, typed_per_filter_config: off },
    { match: { prefix: '/' }, route: { cluster: 'c' } },
  ];
  expect(unreachable({ filters: [rbac({})], routes: ofRoute })).toEqual([]);
});
