/** The names of types in both versions. */
import { describe, expect, test } from 'vitest';
import { enums, messages } from '../../src/schema/index.ts';
import { PACKAGES } from '../../src/schema/packages.ts';
import { messageOfType, typeIn } from '../../src/schema/version.ts';

/** Tables that stand for no type of the API: what people write by hand, and dumps older than the API's own. */
const NO_TYPE = ['OlderConfigDump', 'Resources'];

test('every table has the type that it is in a version', () => {
  const without = [...Object.keys(messages), ...Object.keys(enums)].filter(
    (id) => typeIn('v2', id) === undefined && typeIn('v3', id) === undefined,
  );
  expect(without.sort()).toEqual(NO_TYPE);
});

describe('a type and its id lead to each other', () => {
  const ids = PACKAGES.flatMap((line) => line.split(' ').slice(2));

  test('in both versions', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      for (const version of ['v2', 'v3'] as const) {
        const type = typeIn(version, id);
        if (type !== undefined) expect(messageOfType(type)).toEqual({ id, version });
      }
  });

  test.each([
    ['api.v2.core.Node', { id: 'core.Node', version: 'v2' }],
    ['config.core.v3.Node', { id: 'core.Node', version: 'v3' }],
    ['api.v2.auth.UpstreamTlsContext', { id: 'UpstreamTlsContext', version: 'v2' }],
    ['extensions.filters.http.rbac.v3.RBAC', { id: 'http.rbac.RBAC', version: 'v3' }],
    ['config.rbac.v3.RBAC', { id: 'rbac.RBAC', version: 'v3' }],
    ['type.matcher.StringMatcher', { id: 'type.matcher.StringMatcher', version: 'v2' }],
    ['config.trace.v2.OpenCensusConfig', { id: 'OpenCensusConfig', version: 'v2' }],
  ] as const)('%s', (type, named) => {
    expect(messageOfType(type)).toEqual(named);
  });

  test.each(['', 'Node', 'core.Node', 'api.v2.core.Nothing', 'api.v2.core.', 'no.such.v3.Node', 'a.B.C'])(
    '%j is the type of nothing',
    (type) => {
      expect(messageOfType(type)).toBeUndefined();
    },
  );
});
