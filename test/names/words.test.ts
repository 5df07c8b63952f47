/** Words that objects of JavaScript have by themselves are names like any others: all is said of them that is said of those. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../fuzz/folder.ts';
import { innerRunner, type Runner } from '../fuzz/inner.ts';

/** Each beside an ordinary word that is as long, and sorts alike. */
const WORDS = [
  ['__proto__', '__prots__'],
  ['constructor', 'conductress'],
  ['toString', 'toStrung'],
  ['hasOwnProperty', 'hasOwnPropertx'],
  ['valueOf', 'valueOg'],
  ['toJSON', 'toJSOM'],
] as const;

const folder = makeFolder();
let runner: Runner;

beforeAll(async () => {
  runner = await innerRunner(resolve('.'), folder);
});
afterAll(() => {
  process.chdir(resolve(import.meta.dirname, '../..'));
  folder.remove();
});

const TYPE = 'type.googleapis.com/envoy.extensions.filters';

/** A listener whose every name is the word: of filters, providers, requirements, headers, keys of data, clusters. */
function bootstrap(word: string, cluster: string): string {
  const http = (name: string, type: string, config: object) =>
    `{ name: "${name}", typed_config: ${JSON.stringify({ '@type': `${TYPE}.http.${type}`, ...config })} }`;
  return `
static_resources:
  listeners:
  - name: ${word}
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains:
    - name: ${word}
      filters:
      - name: manager
        typed_config:
          "@type": ${TYPE}.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: ${word}
          http_filters:
          - ${http(word, 'jwt_authn.v3.JwtAuthentication', {
            providers: { a: { issuer: word, local_jwks: { inline_string: '{"keys": []}' } } },
            requirement_map: { a: { provider_name: 'a' } },
            rules: [
              { match: { prefix: '/a' }, requirement_name: word },
              { match: { prefix: '/b' }, requires: { provider_name: word } },
            ],
          })}
          - ${http('switch', 'match_delegate.v3.ExtensionWithMatcher', { [word]: 1 })}
          - { name: router, typed_config: { "@type": ${TYPE}.http.router.v3.Router } }
          route_config:
            name: ${word}
            virtual_hosts:
            - name: ${word}
              domains: ["*"]
              typed_per_filter_config: { a: { "@type": ${TYPE}.http.rbac.v3.RBACPerRoute } }
              routes:
              - match: { prefix: /h, headers: [{ name: ${word}, present_match: true }] }
                route: { cluster_header: ${word} }
              - match: { prefix: /q, query_parameters: [{ name: ${word}, string_match: { exact: ${word} } }] }
                route: { cluster: ${word} }
              - match: { prefix: /m, dynamic_metadata: [{ filter: ${word}, path: [{ key: ${word} }], value: { present_match: true } }] }
                route: { cluster: ${cluster} }
              - match: { prefix: /r, runtime_fraction: { runtime_key: ${word}, default_value: { numerator: 0 } } }
                metadata: { filter_metadata: { "${word}": { "${word}": { a: ${cluster}, token: hunter2hunter2 }, b: 1 } } }
                route: { cluster: ${cluster}, priority: ${word}, "${word}": 1 }
              - match: { prefix: / }
                route: { cluster: ${cluster}, metadata_match: { filter_metadata: { envoy.lb: { "${word}": a } } } }
  clusters:
  - name: ${word}
    type: ${word}
    connect_timeout: 1s
    transport_socket: { name: ${word}, typed_config: { "@type": type.googleapis.com/${word}, a: b } }
    lb_subset_config: { fallback_policy: ${word}, subset_selectors: [{ keys: [${word}] }] }
`;
}

/** What is told by the keys of a document, here by one that is a word. */
const documents = (word: string): readonly string[] =>
  [
    `{"${word}": [{"name": "a"}]}`,
    `{"${word}": {"name": "a"}}`,
    `{"${word}": {"${word}": {"name": "a"}}}`,
    `{"xds": {"${word}": {"a": {"name": "a"}}}}`,
    `{"@type": "${word}", "name": "a"}`,
    `{"@type": "type.googleapis.com/${word}", "clusters": []}`,
    `{"configs": [{"@type": "${word}"}], "${word}": 1}`,
    `{"resources": [{"@type": "${word}", "a": 1}], "type_url": "${word}"}`,
    `{"static_resources": {"${word}": []}, "${word}": 1}`,
    `{"name": "a", "type": "${word}", "connect_timeout": "1s", "lb_policy": "${word}"}`,
  ].map((text) => `${text}\n`);

const properties = (word: string): string => `properties:
- { name: a, when: { reaches: { cluster: ${word} } }, then: { header: ${word} } }
- { name: b, when: { path: { prefix: /a } }, then: { passed: { filter: ${word}, provider: a } } }
`;

const COMMANDS: readonly (readonly string[])[] = [
  ['validate', '--format', 'json', 'one.yaml'],
  ['analyze', '--format', 'json', 'one.yaml'],
  ['analyze', '--upgrade', '1.36..1.40', 'one.yaml'],
  ['diff', '--format', 'json', 'one.yaml', 'two.yaml'],
  ['migrate', '--format', 'diff', '--also', 'all', 'one.yaml'],
  ['normalize', 'one.yaml'],
  ['prove', '--format', 'json', '--property', 'properties.yaml', 'one.yaml'],
  ['test', '--suggest', 'one.yaml'],
  ...['/h', '/q', '/m', '/r', '/a', '/b'].map((path) => [
    ...['trace', '--format', 'json', '-H', 'WORD: a', 'one.yaml', `http://a.test${path}?WORD=WORD`],
  ]),
  ...documents('a').flatMap((_, at) =>
    ['validate', 'analyze', 'normalize', 'migrate'].map((command) => [command, `${at}.json`]),
  ),
  ...['Cluster.LbPolicy.WORD', 'WORD.name'].map((what) => ['explain', what]),
];

/** What a command says, exit code included. */
async function said(word: string, command: readonly string[]): Promise<string> {
  const files = new Map([
    ['one.yaml', Buffer.from(bootstrap(word, 'b'))],
    ['two.yaml', Buffer.from(bootstrap(word, word))],
    ['properties.yaml', Buffer.from(properties(word))],
    ...documents(word).map((text, at) => [`${at}.json`, Buffer.from(text)] as const),
  ]);
  const [name = '', ...args] = command.map((each) => each.replaceAll('WORD', word));
  const { code, out, err } = await runner.run({ command: name, args, files, marks: [] });
  return `${code}\n${out}\n${err}`;
}

/** In ordinary words; fingerprints are made of names, and what is meant is guessed from their letters. */
function plain(text: string, word: string, ordinary: string): string {
  return text
    .replaceAll(word, ordinary)
    .replaceAll(word.toLowerCase(), ordinary.toLowerCase())
    .replace(/\b[0-9a-f]{12,64}\b/g, 'FINGERPRINT')
    .replace(/did you mean .*\?/g, 'did you mean …?');
}

test.each(WORDS)('%s', { timeout: 120_000 }, async (word, ordinary) => {
  for (const command of COMMANDS) {
    const [told, expected] = [await said(word, command), await said(ordinary, command)];
    expect(plain(told, word, ordinary), command.join(' ')).toBe(plain(expected, word, ordinary));
    expect(told, command.join(' ')).not.toMatch(/^3/);
  }
});
