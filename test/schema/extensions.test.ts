import { describe, expect, it } from 'vitest';
import { extensions, findExtension } from '../../src/schema/extensions.ts';
import { messageSpec } from '../../src/schema/index.ts';

describe('known extensions', () => {
  it('have names that are unique within a kind, older ones included', () => {
    const all = extensions.flatMap((spec) =>
      [spec.name, ...spec.older].map((name) => `${spec.kind}: ${name}`),
    );
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  it('name configurations that have a table', () => {
    const named = extensions.flatMap((spec) => [spec.config, spec.perRoute]);
    const withoutTable = named.filter((name) => name !== undefined && messageSpec(name) === undefined);
    expect(withoutTable).toEqual([]);
  });

  it('give a type without a table only where there is none', () => {
    const typeNames = extensions.flatMap((spec) => [spec.typeName, spec.perRouteTypeName]);
    const withTable = typeNames.filter((name) => name !== undefined && messageSpec(name) !== undefined);
    expect(withTable).toEqual([]);
  });

  it('are written without the namespace', () => {
    const texts = extensions.flatMap((spec) => [spec.name, ...spec.older, spec.typeName ?? '']);
    expect(texts.filter((text) => /^(proxy|envoy)\./.test(text))).toEqual([]);
  });
});

describe('findExtension', () => {
  it.each([
    ['network filter', 'filters.network.http_connection_manager', 'filters.network.http_connection_manager'],
    ['network filter', 'http_connection_manager', 'filters.network.http_connection_manager'],
    ['network filter', 'ratelimit', 'filters.network.ratelimit'],
    ['http filter', 'rate_limit', 'filters.http.ratelimit'],
    ['http filter', 'router', 'filters.http.router'],
    ['http filter', 'http_dynamo_filter', 'filters.http.dynamo'],
    ['listener filter', 'listener.tls_inspector', 'filters.listener.tls_inspector'],
    ['access log', 'file_access_log', 'access_loggers.file'],
    ['transport socket', 'tls', 'transport_sockets.tls'],
    ['stats sink', 'statsd', 'stat_sinks.statsd'],
    ['tracer', 'dynamic.ot', 'tracers.dynamic_ot'],
  ] as const)('finds the %s %s', (kind, name, current) => {
    expect(findExtension(kind, name)?.name).toBe(current);
  });

  it('keeps kinds apart', () => {
    expect(findExtension('network filter', 'ext_authz')?.name).toBe('filters.network.ext_authz');
    expect(findExtension('http filter', 'ext_authz')?.name).toBe('filters.http.ext_authz');
    expect(findExtension('http filter', 'ratelimit')).toBeUndefined();
  });

  it('knows nothing of names that only look like members of every object', () => {
    expect(findExtension('http filter', 'constructor')).toBeUndefined();
  });
});
