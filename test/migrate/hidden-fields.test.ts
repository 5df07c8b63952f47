/** Dumps of newer proxies show the field X as `hidden_WORD_deprecated_X` (CONTRACT, Two versions of the API). */
import { describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { analyze } from '../../src/index.ts';
import { migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import { findNamespace } from '../../src/model/namespace.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { camelCase } from '../../src/schema/hidden.ts';
import { messages } from '../../src/schema/index.ts';
import { opened } from '../opened.ts';

const NAMES = Object.keys(messages);

describe('14.6 every field is read under the name that hides it', () => {
  test('in every message', () => {
    const wrong: string[] = [];
    for (const name of NAMES) {
      const { fields, bySpelling } = compiledMessage(name);
      for (const field of fields) {
        const snake = `hidden_acme_deprecated_${field.name}`;
        const camel = camelCase(snake);
        for (const spelling of [snake, camel])
          if (bySpelling.get(spelling) !== field || !bySpelling.has(spelling))
            wrong.push(`${name} ${spelling}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    'hidden_envoy_deprecated_',
    'hidden_deprecated_hosts',
    'hiddenenvoyDeprecatedHosts',
    'hiddenEnvoyDeprecatedhosts',
    'hidden_envoy_deprecated_hosts_of_mine',
    'hidden_hosts',
    'hidden_envoy_deprecated_hidden_envoy_deprecated_hosts',
  ])('and no other name is: %s', (name) => {
    expect(compiledMessage('Cluster').bySpelling.has(name)).toBe(false);
    const { problems } = opened(`{name: a, type: STATIC, hosts: [], ${name}: 1}`, { type: 'Cluster' });
    expect(problems.map(({ rule }) => rule)).toContain('unknown-field');
  });
});

/** The fields of a text's messages that a migration converts, under their hidden names. */
function hide(text: string, type: string, prefix: string): string {
  const places = new Set<number>();
  const [root] = opened(text, { type }).roots;
  if (root === undefined) throw new Error('the example is no configuration');
  const visit = ({ message, type }: { message: object; type: string }): void => {
    for (const name of Object.keys(message)) {
      if (!compiledMessage(type).byName.get(name)?.spec.deprecated) continue;
      for (const { index } of text.matchAll(new RegExp(`(?<=^|[{, \\n-])${name}(?=:)`, 'g')))
        places.add(index);
    }
  };
  for (const frame of rootFrames(root)) walkInsideOut(frame, 'envoy', visit);
  return [...places]
    .sort((left, right) => right - left)
    .reduce((made, at) => `${made.slice(0, at)}${prefix}${made.slice(at)}`, text);
}

describe.each(migrations.map(({ id, example, versions }) => [id, example, versions] as const))(
  '14.6 %s of a hidden field',
  (id, { type, before }, versions) => {
    const api = versions?.includes('v2') === false ? ('v3' as const) : ('v2' as const);
    const hidden = hide(before, type, 'hidden_envoy_deprecated_');
    const options = { older: false, only: [id] };
    const plain = opened(before, { type, api });
    const dump = opened(hidden, { type, api });

    test('binds to the same, without a problem that the field itself does not have', () => {
      expect(JSON.stringify(dump.roots.map(({ value }) => value))).toBe(
        JSON.stringify(plain.roots.map(({ value }) => value)),
      );
      expect(dump.namespace).toBe('envoy');
      expect(dump.problems.map(({ rule, message }) => [rule, message])).toEqual(
        plain.problems.map(({ rule, message }) => [rule, message]),
      );
    });

    test('makes of it the same text', () => {
      const [made, other] = [dump, plain].map((each) => migrateConfiguration(each, options));
      expect(made?.text).toBe(other?.text);
      expect(made?.equivalent).toBe(true);
      expect(made?.left).toEqual(other?.left);
    });

    test('is equal in normal form and for diff', () => {
      const forms = [dump, plain].map((each) =>
        normalizeConfiguration(each, { onlyWritten: false, showSecrets: true }).map(({ value }) => value),
      );
      expect(JSON.stringify(forms[0])).toBe(JSON.stringify(forms[1]));
      expect(diffConfigurations([dump], [plain])).toMatchObject({ equal: true, changes: [] });
    });
  },
);

const DUMP = (hidden: (field: string) => string): string =>
  JSON.stringify({
    configs: [
      {
        '@type': 'type.googleapis.com/envoy.admin.v3.BootstrapConfigDump',
        bootstrap: {
          static_resources: {
            listeners: [
              {
                name: 'l',
                address: { socket_address: { address: '0.0.0.0', port_value: 80 } },
                [hidden('use_original_dst')]: true,
                filter_chains: [
                  {
                    [hidden('tls_context')]: {
                      common_tls_context: {
                        tls_certificates: [{ private_key: { inline_string: 'Mark123456789' } }],
                      },
                    },
                    filters: [
                      {
                        name: 'envoy.http_connection_manager',
                        [hidden('config')]: {
                          stat_prefix: 'i',
                          route_config: {
                            name: 'r',
                            virtual_hosts: [
                              {
                                name: 'v',
                                domains: ['*'],
                                routes: [
                                  { match: { prefix: '/a' }, route: { cluster: 'a' } },
                                  { match: { [hidden('regex')]: '/a/.*' }, route: { cluster: 'o' } },
                                ],
                              },
                            ],
                          },
                          http_filters: [{ name: 'envoy.router' }],
                        },
                      },
                    ],
                  },
                ],
              },
            ],
            clusters: [
              {
                name: 'a',
                type: 'STATIC',
                connect_timeout: '1s',
                [hidden('hosts')]: [{ socket_address: { address: '10.0.0.1', port_value: 80 } }],
              },
              {
                name: 'o',
                type: 'ORIGINAL_DST',
                lb_policy: hidden('ORIGINAL_DST_LB'),
                connect_timeout: '1s',
              },
            ],
          },
        },
      },
    ],
  });

const snake = (field: string): string => `hidden_envoy_deprecated_${field}`;

describe('14.6 a dump of a newer proxy', () => {
  const plain = opened(DUMP((field) => field));
  const dump = opened(DUMP(snake));

  test('has the findings of the same file with the fields themselves', () => {
    const [found, expected] = [DUMP(snake), DUMP((field) => field)].map((each) =>
      analyze(each).findings.map(({ rule, message }) => `${rule}: ${message}`),
    );
    expect(found).toEqual(expected);
    expect(found?.join('\n')).toMatch(/^shadowed-route/m);
    expect(found?.join('\n')).not.toMatch(/unknown-field|missing-hosts|unknown-enum/);
  });

  test('is converted, and what nothing converts is left with its reason', () => {
    const result = migrateConfiguration(dump, { older: false, skip: ['listener-use-original-dst'] });
    expect(result.equivalent).toBe(true);
    expect(result.text).not.toMatch(/hidden_envoy_deprecated_(?:hosts|tls_context|ORIGINAL)/);
    expect(result.left.map(({ migration, pointer }) => [migration, pointer.split('/').at(-1)])).toEqual([
      [expect.any(String), 'hidden_envoy_deprecated_use_original_dst'],
      ['config-to-typed-config', 'hidden_envoy_deprecated_config'],
      ['regex-to-safe-regex', 'hidden_envoy_deprecated_regex'],
    ]);
    expect(result.left.at(-1)?.reason).toMatch(/--also regex-to-safe-regex/);
    const all = migrateConfiguration(dump, { older: false, also: ['all'] });
    expect(all.equivalent).toBe(true);
    expect(all.text).not.toMatch(/hidden_envoy_deprecated_(?!use_original_dst)/);
  });

  test('in lowerCamelCase is the same', () => {
    const camel = opened(DUMP((field) => (/[A-Z]/.test(field) ? snake(field) : camelCase(snake(field)))));
    expect(JSON.stringify(camel.roots.map(({ value }) => value))).toBe(
      JSON.stringify(plain.roots.map(({ value }) => value)),
    );
    expect(camel.namespace).toBe('envoy');
  });
});

test('14.6 a field beside the name that hides it is one field that stands twice', () => {
  const text = '{name: a, hosts: [{pipe: {path: /x}}], hidden_envoy_deprecated_hosts: [{pipe: {path: /y}}]}';
  const configuration = opened(text, { type: 'Cluster' });
  expect(configuration.problems.filter(({ rule }) => rule === 'duplicate-key')).toMatchObject([
    { level: 'warning', message: expect.stringMatching(/^hosts is written twice, in two spellings/) },
  ]);
  const result = migrateConfiguration(configuration, { older: false });
  expect(result.text).toBe(text);
  expect(result.left).toMatchObject([{ reason: expect.stringMatching(/two spellings/) }]);
});

test.each([
  ['{name: a, hidden_acme_deprecated_hosts: []}', 'acme'],
  ['{"name": "a", "hiddenAcmeDeprecatedHosts": []}', 'acme'],
])('14.6 the namespace of %s is %s', (text, namespace) => {
  expect(findNamespace(text)).toBe(namespace);
});
