import { expect, test } from 'vitest';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';

const open = (text: string, namespace?: string) =>
  openConfiguration(sourceFile('in', text, 'named'), namespace === undefined ? {} : { namespace });

const ESCAPED = String.raw`{"resources":[{"@type":"type.googleapis.com\/acme.api.v2.Cluster","name":"a","tls_context":{"sni":"x"}}]}`;

test.each([
  [ESCAPED],
  [
    'resources:\n- "@type": "type.googleapis.com/acme.api\\\n    .v2.Cluster"\n  name: a\n  tls_context: {sni: x}\n',
  ],
  [
    'static_resources:\n  listeners:\n  - name: a\n    filter_chains:\n    - filters:\n      - name: "acme\\x2ehttp_connection_manager"\n        config: {stat_prefix: x}\n      tls_context: {}\n',
  ],
])('14.b6 types are written with the word that the values show: %s', (text) => {
  const { text: after, equivalent, changed } = migrateConfiguration(open(text), { older: false });
  expect({ changed, equivalent }).toEqual({ changed: true, equivalent: true });
  expect(after).toMatch(/type\.googleapis\.com\/acme\.api\.v2\.auth\.\w+TlsContext/);
});

test.each([
  [ESCAPED],
  ['filter_chains: [{filters: [{name: acme.http_connection_manager}], tls_context: {}}]'],
])('14.b6 the proof compares the word with the one that the values carry: %s', (text) => {
  const mistaken = { ...open(text), namespace: 'other', namespaceIsAssumed: true };
  const { changed, equivalent, difference } = migrateConfiguration(mistaken, { older: false });
  expect({ changed, equivalent }).toEqual({ changed: false, equivalent: false });
  expect(difference).toContain('namespace "other", while those of the file carry "acme"');
  // Whoever gives a word means it.
  expect(migrateConfiguration(open(text, 'other'), { older: false }).equivalent).toBe(true);
});

test.each(['e]nvoy.listener.tls_inspector', 'Acme.listener.tls_inspector'])(
  'what stands before a name and can be no namespace is none: %s',
  (name) => {
    const made = migrateConfiguration(
      open(`listener_filters: [{name: "${name}"}]\nfilter_chains: [{tls_context: {}}]\n`),
      { older: false },
    );
    expect(made.equivalent).toBe(true);
    expect(made.text).toContain('type.googleapis.com/envoy.');
  },
);
