/** Secrets that are looked for in the next version of a text are those that a fresh look finds. */
import { expect, test } from 'vitest';
import { startCleanTexts } from '../../../src/model/clean-texts.ts';
import { openConfiguration } from '../../../src/model/index.ts';
import { secretTexts } from '../../../src/results/secrets/redact.ts';
import { sourceFile } from '../../../src/source/load.ts';

const MANAGER =
  'type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

const front = (inner: string, hosts: readonly string[]): string => `listeners:
- name: front
  filter_chains:
  - filters:
    - name: envoy.filters.network.http_connection_manager
      typed_config:
        "@type": ${MANAGER}
        stat_prefix: front
        ${inner}
        route_config:
          virtual_hosts:
${hosts.map((host, at) => `          - name: host${at}\n            domains: ['${at}.test']\n${host}`).join('')}`;

const PLAIN = '            routes: [{ match: { prefix: / }, route: { cluster: a } }]\n';
// By its table a header's name is no secret, as data of the Any around it is.
const NAMED = `${PLAIN}            my_password: hidden-by-name\n`;
const TABLED =
  '            routes: [{ match: { prefix: /, headers: [{ name: authorization, exact_match: tok-9fKd83LmQp }] }, route: { cluster: a } }]\n';
const LOOKS = `            routes: [{ match: { prefix: / }, redirect: { path_redirect: 'http://user:s3cr3t-pw@a.test/' } }]\n`;
const CLUSTERS =
  'clusters: [{ name: a, connect_timeout: 1s }, { name: b, metadata: { filter_metadata: { x: { password: hidden-of-cluster } } } }]\n';

test('whatever was found in older versions, in an Any and around it', () => {
  const hosts = [PLAIN, NAMED, TABLED, LOOKS];
  const inners = ['server_name: a', 'server_name: "Bearer abcdefghijklmnop"', 'secret: [x]'];
  const known = startCleanTexts();
  let found = 0;
  // Each text after each other one: hosts become clean and stop being so, and what is around them changes alone.
  for (let round = 0; round < 2; round++)
    for (const inner of inners)
      for (const one of hosts)
        for (const other of hosts)
          for (const text of [
            front(inner, [one, other, PLAIN]),
            `${front(inner, [PLAIN, one])}${CLUSTERS}`,
          ]) {
            const configuration = openConfiguration(sourceFile('a.yaml', text, 'named'));
            const wanted = new Set(secretTexts(configuration));
            expect(new Set(secretTexts(configuration, known)), text).toEqual(wanted);
            found += wanted.size;
          }
  expect(found).toBeGreaterThan(100);
});

test('a virtual host that is clean by itself is looked through where all around it is secret', () => {
  const known = startCleanTexts();
  const text = (key: string) => `virtual_hosts:
- name: shop
  domains: ['*']
  routes:
  - match: { prefix: / }
    route: { cluster: a }
    typed_per_filter_config:
      ${key}:
        "@type": type.googleapis.com/envoy.api.v2.RouteConfiguration
        virtual_hosts:
        - name: inner
          domains: [inner-domain.test]
`;
  for (const key of ['plain', 'password', 'plain', 'password']) {
    const configuration = openConfiguration(sourceFile('a.yaml', text(key), 'named'));
    const wanted = new Set(secretTexts(configuration));
    expect(wanted.has('inner-domain.test')).toBe(key === 'password');
    expect(new Set(secretTexts(configuration, known))).toEqual(wanted);
  }
});
