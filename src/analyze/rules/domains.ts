import { around } from '../../model/walk.ts';
import { readDomain } from '../../routing/match/hosts.ts';
import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { quoted } from '../../traffic/words.ts';
import type { Definition } from '../clusters/definitions.ts';
import type { Fix, Location } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';
import { virtualHostGroups } from '../traffic/virtual-hosts.ts';

type VirtualHost = Definition<Message<'route.VirtualHost'>>;

/** Where a domain stands. */
interface Entry {
  readonly virtualHost: VirtualHost;
  readonly index: number;
  readonly domain: string;
}

export const duplicateDomain: AnalysisRule = {
  id: 'duplicate-domain',
  level: 'error',
  refuses: true,
  purpose: 'A domain stands twice in one route configuration.',
  why: 'A request goes to the one virtual host that its Host names, so that a domain must be unique across all virtual hosts, and only one may take all hosts with `*`. The route configuration fails to load. Upper and lower case are the same.',
  remedy: 'Leave the domain with the virtual host that is to get its requests, or merge the virtual hosts.',
  source: 'data-model.md: route.VirtualHost: Domain rules, 3 and 4; Errors',
  bad: {
    type: 'RouteConfiguration',
    yaml: `virtual_hosts:
  - { name: shop, domains: [shop.test], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }
  - { name: cart, domains: [Shop.test], routes: [{ match: { prefix: / }, route: { cluster: cart } }] }
`,
  },
  good: {
    type: 'RouteConfiguration',
    yaml: `virtual_hosts:
  - { name: shop, domains: [shop.test], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }
  - { name: cart, domains: [cart.test], routes: [{ match: { prefix: / }, route: { cluster: cart } }] }
`,
  },
  subject(subject, report) {
    for (const group of virtualHostGroups(subject)) {
      const first = new Map<string, Entry>();
      for (const entry of entriesOf(group)) {
        const key = lowerAscii(entry.domain);
        const earlier = first.get(key);
        if (earlier === undefined) {
          first.set(key, entry);
          continue;
        }
        const isOwn = earlier.virtualHost === entry.virtualHost;
        const { name } = earlier.virtualHost;
        const where = isOwn ? 'this virtual host' : `the virtual host ${quoted(name)}`;
        const spelling = entry.domain === earlier.domain ? '' : ' (upper and lower case are the same)';
        const end = isOwn ? 'delete one of them' : 'leave it with one of the two, or merge them';
        report({
          message: `the domain ${quoted(entry.domain)} is listed in ${where} already${spelling}: the proxy refuses the route configuration; ${end}`,
          at: spotOfEntry(entry),
          identity: key,
          data: { domain: key, virtual_hosts: [name, entry.virtualHost.name] },
          related: [{ message: 'the first of them', at: spotOfEntry(earlier) }],
          ...(isOwn ? { fix: deletion(entry) } : {}),
        });
      }
    }
  },
};

function* entriesOf(group: readonly VirtualHost[]): Generator<Entry> {
  for (const virtualHost of group)
    for (const [index, domain] of (virtualHost.message.domains ?? []).entries())
      if (domain !== '') yield { virtualHost, index, domain };
}

function spotOfEntry({ virtualHost: { document, message }, index }: Entry): Location {
  return { document, message, type: 'route.VirtualHost', field: 'domains', index };
}

function deletion({ virtualHost: { document, message }, index }: Entry): Fix {
  return {
    kind: 'operations',
    title: 'delete the second entry',
    at: { document, message, type: 'route.VirtualHost' },
    operations: [{ op: 'remove', path: `/domains/${index}` }],
  };
}

/** Signs that no host holds, with what most often brings them in. */
const WRONG_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, 'it begins with a scheme, which is no part of the Host header'],
  [/\//, 'it holds a path, which is no part of the Host header; paths belong into the match of a route'],
  [/\s/, 'it holds a blank'],
  [/[^\x21-\x7e]/, 'it holds characters outside ASCII, for which clients send the xn-- form of a name'],
  [/[?#@\\<>"{}|^`]/, 'it holds a sign that no host has'],
];

/** Why no host is named so; undefined where one may be. */
function whyImpossible(domain: string): string | undefined {
  if (domain === '') return 'it is empty';
  const { literal } = readDomain(domain, 0);
  if (literal.includes('*'))
    return `a star is a wildcard only as the first or the last character, and the first is looked at first: the other one stands for itself`;
  return WRONG_SIGNS.find(([sign]) => sign.test(literal))?.[1];
}

export const impossibleDomain: AnalysisRule = {
  id: 'impossible-domain',
  level: 'warning',
  purpose: 'A domain that is the name of no host.',
  why: 'Domains are compared with the Host header (or :authority) as a text. One with a star in its middle, a scheme, a path or a blank is accepted by the proxy and never found, so its requests go to another virtual host or get a 404.',
  remedy:
    'Write a bare host, with its port where clients send one: shop.test, *.shop.test, shop.* or shop.test:8443.',
  source: 'data-model.md: route.VirtualHost: Domain rules 1, 2',
  bad: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.*.test]
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: ["*.shop.test"]
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
`,
  },
  withSubject: {
    'route.VirtualHost'({ domains = [] }, frame, { spot, report }) {
      // Another header than Host may hold anything.
      const { vhost_header: header = '' } = around(frame, 'RouteConfiguration')?.message ?? {};
      if (header !== '') return;
      for (const [index, domain] of domains.entries()) {
        const why = whyImpossible(domain);
        if (why === undefined) continue;
        report({
          message: `no host is named ${quoted(domain)}: ${why}`,
          at: spot(frame, 'domains', index),
          identity: domain,
          data: { domain },
        });
      }
    },
  },
};
