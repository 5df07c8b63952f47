import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Domain,
  domainIndex,
  findDomain,
  fittingDomains,
  readDomain,
} from '../../../src/routing/match/hosts.ts';
import type { Message } from '../../../src/schema/types.ts';
import { lowerAscii } from '../../../src/traffic/text.ts';
import { opened } from '../../opened.ts';
import { context, requestOf, routeConfiguration, traced } from '../traced.ts';

/** A configuration with one virtual host for each domain, named after it. */
function hosts(...domains: readonly string[]): Message<'RouteConfiguration'> {
  return { virtual_hosts: domains.map((domain) => ({ name: domain, domains: [domain] })) };
}

function chosen(configuration: Message<'RouteConfiguration'>, authority: string): string | undefined {
  return findDomain(domainIndex(configuration), authority)?.written;
}

describe('domain search', () => {
  const all = hosts('*', 'www.*', '*.foo.com', '*-bar.foo.com', 'www.foo.com', 'www.foo.*');

  test('fact 1: exact names, then suffix wildcards, then prefix wildcards, then the lone star', () => {
    expect(chosen(all, 'www.foo.com')).toBe('www.foo.com');
    expect(chosen(all, 'api.foo.com')).toBe('*.foo.com');
    expect(chosen(all, 'baz-bar.foo.com')).toBe('*-bar.foo.com');
    expect(chosen(all, 'www.foo.org')).toBe('www.foo.*');
    expect(chosen(all, 'www.other.org')).toBe('www.*');
    expect(chosen(all, 'elsewhere')).toBe('*');
    expect(chosen(hosts('long.prefix.of.*', '*.x'), 'long.prefix.of.x')).toBe('*.x');
    expect(chosen(hosts('*.x', 'a.x', '*'), 'a.x')).toBe(chosen(hosts('*', 'a.x', '*.x'), 'a.x'));
  });

  test('fact 2: letter case of domains and hosts is ignored, also between duplicates', () => {
    expect(chosen(hosts('WWW.Foo.com'), 'www.fOO.com')).toBe('WWW.Foo.com');
    expect(domainIndex(hosts('a.test', 'A.test')).duplicates.map(({ written }) => written)).toEqual([
      'A.test',
    ]);
  });

  test('fact 3: the port is part of the compared text', () => {
    expect(chosen(hosts('a.example'), 'a.example:80')).toBeUndefined();
    expect(chosen(hosts('*.a.example'), 'x.a.example:80')).toBeUndefined();
    expect(chosen(hosts('a.example:*'), 'a.example:8080')).toBe('a.example:*');
    expect(chosen(hosts('a.example:*'), 'a.example')).toBeUndefined();
  });

  test('fact 4: a star stands for one character at least', () => {
    expect(chosen(hosts('*-bar.foo.com'), '-bar.foo.com')).toBeUndefined();
    expect(chosen(hosts('*-bar.foo.com'), 'baz-bar.foo.com')).toBe('*-bar.foo.com');
    expect(chosen(hosts('foo.*'), 'foo.')).toBeUndefined();
    expect(chosen(hosts('*'), '')).toBe('*');
  });

  test('fact 5: a star counts only at an end, and the front is looked at first', () => {
    expect(readDomain('*x*', 0)).toMatchObject({ kind: 'suffix', literal: 'x*' });
    expect(readDomain('a.*.b', 0)).toMatchObject({ kind: 'exact', literal: 'a.*.b' });
    expect(readDomain('**', 0)).toMatchObject({ kind: 'suffix', literal: '*' });
    expect(chosen(hosts('*x*'), 'axb')).toBeUndefined();
    expect(chosen(hosts('*x*'), 'ax*')).toBe('*x*');
  });

  test('fact 6: the chosen virtual host alone decides, even if none of its routes match', () => {
    const configuration = routeConfiguration(`
virtual_hosts:
  - { name: narrow, domains: [shop.test], routes: [{ match: { prefix: /only }, route: { cluster: a } }] }
  - { name: wide, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: b } }] }`);
    const trace = traced(configuration, { authority: 'shop.test', path: '/other' });
    expect(trace).toMatchObject({
      virtual_host: 'narrow',
      route: null,
      outcome: { kind: 'not_found', status: 404 },
    });
  });

  test('fact 7: the same domain twice, also inside one virtual host, is a duplicate; the first one counts', () => {
    const twice: Message<'RouteConfiguration'> = {
      virtual_hosts: [
        { name: 'one', domains: ['a.test', 'a.test', '*'] },
        { name: 'two', domains: ['a.test', '*'] },
      ],
    };
    expect(domainIndex(twice).duplicates.map(({ written, virtualHost }) => [written, virtualHost])).toEqual([
      ['a.test', 0],
      ['a.test', 1],
      ['*', 1],
    ]);
    expect(findDomain(domainIndex(twice), 'a.test')?.virtualHost).toBe(0);
  });

  test('fact 8: every domain without odd stars keeps hosts of its own', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(plainDomain(), { minLength: 1, maxLength: 12, selector: lowerAscii }),
        (domains) => {
          const index = domainIndex(hosts(...domains));
          for (const domain of domains) {
            const fresh = 'zzqqzz';
            const host = domain === '*' ? fresh : domain.replace('*', fresh);
            expect(findDomain(index, host)?.written).toBe(domain);
          }
        },
      ),
    );
  });

  test('no domain fits: 404 without a virtual host', () => {
    expect(traced(hosts('a.test'), { authority: 'b.test' })).toMatchObject({
      virtual_host: null,
      virtual_host_index: null,
      route: null,
      outcome: { kind: 'not_found', status: 404 },
    });
  });

  test('domain rules 3 and 4: a domain in two virtual hosts is reported when the file is read', () => {
    const text = `virtual_hosts:
  - { name: one, domains: ["*"], routes: [] }
  - { name: two, domains: ["*"], routes: [] }`;
    expect(domainIndex(routeConfiguration(text)).duplicates).toHaveLength(1);
    expect(opened(text).roots).toHaveLength(1);
  });
});

function plainDomain(): fc.Arbitrary<string> {
  const label = fc.stringMatching(/^[abAB]{1,3}$/);
  const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
  return fc.oneof(
    name,
    name.map((text) => `*.${text}`),
    name.map((text) => `*-${text}`),
    name.map((text) => `${text}.*`),
    fc.constant('*'),
  );
}

describe('the index', () => {
  const anyDomain = fc.stringMatching(/^[ab.*:]{0,6}$/);
  const anyHost = fc.stringMatching(/^[abA.:*]{0,7}$/);

  test('finds what comparing with every domain in turn finds', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyDomain, { maxLength: 25, selector: lowerAscii }),
        anyHost,
        (domains, host) => {
          const naive = naiveFind(domains, host);
          const index = domainIndex(hosts(...domains));
          expect(findDomain(index, host)?.written).toBe(naive);
          expect([...fittingDomains(index, host)][0]?.written).toBe(naive);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('lists every domain that fits, the winner first', () => {
    const configuration = hosts('*', '*.com', 'a.*', '*.b.com', 'a.b.com', 'c.*');
    expect([...fittingDomains(domainIndex(configuration), 'a.b.com')].map(({ written }) => written)).toEqual([
      'a.b.com',
      '*.b.com',
      '*.com',
      'a.*',
      '*',
    ]);
  });

  test('is built once for a configuration', () => {
    const configuration = hosts('a.test');
    expect(domainIndex(configuration)).toBe(domainIndex(configuration));
  });

  test('serves 10,000 virtual hosts by looking up', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `${at % 2 ? '*.' : ''}host${at}.test`);
    const configuration = hosts(...names);
    expect(chosen(configuration, 'x.host9999.test')).toBe('*.host9999.test');
    expect(domainIndex(configuration).suffixes.length).toBeLessThan(10);
  });
});

/** The search as the specification words it, over a plain list. */
function naiveFind(domains: readonly string[], host: string): string | undefined {
  const text = lowerAscii(host);
  const all: readonly Domain[] = domains.map(readDomain);
  const fits = ({ kind, literal }: Domain) => {
    if (kind === 'any') return true;
    if (kind === 'exact') return text === literal;
    const longer = text.length > literal.length;
    return longer && (kind === 'suffix' ? text.endsWith(literal) : text.startsWith(literal));
  };
  const order = ['exact', 'suffix', 'prefix', 'any'];
  return all
    .filter(fits)
    .sort(
      (left, right) =>
        order.indexOf(left.kind) - order.indexOf(right.kind) || right.literal.length - left.literal.length,
    )[0]?.written;
}

describe('steps', () => {
  test('name the domains that lost, and why', () => {
    const { steps } = traced(
      hosts('*', 'a.*', '*.test', '*.b.test', 'a.b.test'),
      { authority: 'a.b.test' },
      {
        explain: true,
      },
    );
    expect(steps.map(({ what, matched, why }) => `${matched ? '+' : '-'} ${what}: ${why}`)).toEqual([
      '+ virtual host "a.b.test", domain "a.b.test": it fits the host "a.b.test"',
      '- virtual host "*.b.test", domain "*.b.test": an exact name ("a.b.test") comes before a wildcard at the front',
      '- virtual host "*.test", domain "*.test": an exact name ("a.b.test") comes before a wildcard at the front',
      '- virtual host "a.*", domain "a.*": an exact name ("a.b.test") comes before a wildcard at the end',
      '- virtual host "*", domain "*": an exact name ("a.b.test") comes before the lone star',
    ]);
  });

  test('point at a port that kept a domain from fitting', () => {
    const { steps } = traced(hosts('a.test', '*'), { authority: 'a.test:8080' }, { explain: true });
    expect(steps[0]).toMatchObject({
      what: 'virtual host "a.test", domain "a.test"',
      matched: false,
      why: 'the port is part of the host "a.test:8080"',
    });
  });

  test('are not gathered unless asked for', () => {
    expect(traced(hosts('*'), requestOf({}), context).steps).toEqual([]);
  });
});
