import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const host = (name: string, domains: string) => `{ name: ${name}, domains: [${domains}], routes: [] }`;
const hosts = (...all: readonly string[]) => `virtual_hosts: [${all.join(', ')}]\n`;
const duplicates = (yaml: string, type = 'RouteConfiguration') =>
  found('duplicate-domain', yaml, type).map(({ pointer, data }) => ({ pointer, data }));

describe('found', () => {
  test('across virtual hosts, at the later one', () => {
    expect(found('duplicate-domain', hosts(host('a', 'x, w'), host('b', 'z, w')))).toMatchObject([
      {
        pointer: '/virtual_hosts/1/domains/1',
        level: 'error',
        data: { domain: 'w', virtual_hosts: ['a', 'b'] },
        related: [{ pointer: '/virtual_hosts/0/domains/1' }],
        message: expect.stringContaining('"a"'),
      },
    ]);
  });

  test('whatever the letter case', () => {
    const [finding] = found('duplicate-domain', hosts(host('a', 'Shop.Test'), host('b', 'shop.test')));
    expect(finding?.data).toEqual({ domain: 'shop.test', virtual_hosts: ['a', 'b'] });
    expect(finding?.message).toContain('upper and lower case are the same');
  });

  test.each(["'*'", "'*.shop.test'", "'shop.*'"])('%s', (domain) => {
    expect(duplicates(hosts(host('a', domain), host('b', domain)))).toHaveLength(1);
  });

  test('twice in one virtual host, where the second can go', () => {
    const [finding] = found('duplicate-domain', hosts(host('a', 'x, w, X')));
    expect(finding).toMatchObject({ pointer: '/virtual_hosts/0/domains/2' });
    expect(finding?.fix).toMatchObject({ operations: [{ op: 'remove', path: '/domains/2' }] });
  });

  test('a third one is named beside the first', () => {
    const [, third] = found('duplicate-domain', hosts(host('a', 'x'), host('b', 'x'), host('c', 'x')));
    expect(third).toMatchObject({ data: { virtual_hosts: ['a', 'c'] } });
  });

  test('in virtual hosts without a route configuration around them', () => {
    expect(duplicates(hosts(host('a', 'x'), host('b', 'x')), 'Resources')).toHaveLength(1);
    expect(found('duplicate-domain', `- ${host('a', 'x')}\n- ${host('b', 'x')}\n`)).toHaveLength(1);
  });
});

describe('not found', () => {
  test.each([
    ['a port makes another domain', hosts(host('a', 'x'), host('b', "'x:80'"))],
    ['a wildcard beside a name it takes', hosts(host('a', "'*.x'"), host('b', 'a.x'))],
    ['wildcards at both ends', hosts(host('a', "'*.x'"), host('b', "'x.*'"))],
  ])('%s', (_, yaml) => {
    expect(duplicates(yaml)).toEqual([]);
  });

  test('in two route configurations', () => {
    const yaml = `route_configs:
  - { name: a, virtual_hosts: [${host('a', 'x')}] }
  - { name: b, virtual_hosts: [${host('b', 'x')}] }
`;
    expect(duplicates(yaml, 'Resources')).toEqual([]);
  });

  test('in two documents, which may be alternatives', () => {
    expect(found('duplicate-domain', `${host('a', 'x')}\n---\n${host('b', 'x')}\n`)).toEqual([]);
  });
});
