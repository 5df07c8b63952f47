import { describe, expect, test } from 'vitest';
import { routeConfiguration, traced } from './traced.ts';

function requiring(requirement: string) {
  return routeConfiguration(`
virtual_hosts:
  - name: secure
    domains: ["*"]
    require_tls: ${requirement}
    routes: [{ match: { prefix: /known }, route: { cluster: a } }]`);
}

describe('require_tls', () => {
  test('fact 9: it is looked at before any route, also for paths without one', () => {
    expect(traced(requiring('ALL'), { path: '/unknown' })).toMatchObject({
      virtual_host: 'secure',
      route: null,
      outcome: { kind: 'redirect', status: 301, location: 'https://shop.test/unknown' },
    });
  });

  test('fact 10: the location is the request with https, its port untouched', () => {
    const { outcome } = traced(requiring('ALL'), { authority: 'h:80', path: '/x?y=1' });
    expect(outcome.location).toBe('https://h:80/x?y=1');
  });

  test('fact 11: TLS is x-forwarded-proto https; internal is the internal-request header set to true', () => {
    const kind = (requirement: string, fields: object, namespace = 'proxy') =>
      traced(requiring(requirement), { path: '/known', ...fields }, { namespace }).outcome.kind;
    expect(kind('ALL', { scheme: 'https' })).toBe('forward');
    expect(kind('ALL', { headers: { 'X-Forwarded-Proto': 'https' } })).toBe('forward');
    expect(kind('ALL', { headers: { 'x-forwarded-proto': 'HTTPS' } })).toBe('redirect');
    expect(kind('ALL', { internal: true })).toBe('redirect');
    expect(kind('EXTERNAL_ONLY', { internal: true })).toBe('forward');
    expect(kind('EXTERNAL_ONLY', { internal: true }, 'envoy')).toBe('forward');
    expect(kind('EXTERNAL_ONLY', { headers: { 'x-proxy-internal': 'true' } })).toBe('forward');
    expect(kind('EXTERNAL_ONLY', { headers: { 'x-proxy-internal': '1' } })).toBe('redirect');
    expect(kind('EXTERNAL_ONLY', {})).toBe('redirect');
    expect(kind('EXTERNAL_ONLY', { scheme: 'https' })).toBe('forward');
  });

  test('errors table: both requirements answer with 301, NONE (the default) with nothing', () => {
    expect(traced(requiring('EXTERNAL_ONLY')).outcome).toMatchObject({ kind: 'redirect', status: 301 });
    expect(traced(requiring('ALL')).outcome).toMatchObject({ kind: 'redirect', status: 301 });
    expect(traced(requiring('NONE'), { path: '/known' }).outcome.kind).toBe('forward');
  });

  test('says what it saw', () => {
    const { steps } = traced(requiring('ALL'), {}, { explain: true });
    expect(steps.at(-1)).toEqual({
      what: 'require_tls ALL',
      matched: true,
      why: 'x-forwarded-proto is "http": 301 to https',
    });
  });
});
