import { readDomain } from '../../routing/match/hosts.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

/** Signs that no host holds, with what most often brings them in. */
const WRONG_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, 'it begins with a scheme, which is no part of the Host header'],
  [/\//, 'it holds a path, which is no part of the Host header; paths belong into the match of a route'],
  [/\s/, 'it holds a blank'],
  [/[^\x21-\x7e]/, 'it holds characters outside ASCII, for which clients send the xn-- form of a name'],
  [/[?#@\\<>"{}|^`]/, 'it holds a sign that no host has'],
];

/** Why no request can name a domain; undefined where one can. */
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
  purpose: 'A domain that is the host of no request.',
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
  messages: {
    'route.VirtualHost'({ domains = [] }, frame, { spot, report }) {
      for (const [index, domain] of domains.entries()) {
        const why = whyImpossible(domain);
        if (why === undefined) continue;
        report({
          message: `no request can name the domain ${quoted(domain)}: ${why}`,
          at: spot(frame, 'domains', index),
          identity: domain,
          data: { domain },
        });
      }
    },
  },
};
