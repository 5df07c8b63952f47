import { expect, test } from 'vitest';
import type { Migration } from '../../src/canonical/migration/migration.ts';
import { migrations } from '../../src/migrate/index.ts';
import { migrateConfiguration } from '../../src/migrate/migrate.ts';
import { opened } from '../opened.ts';

/** Wrong on purpose: its own comparison of both texts calls it right, since it converts both. */
const wrong: Migration = {
  ...(migrations[0] as Migration),
  id: 'wrong',
  optional: false,
  messages: ['route.RouteAction'],
  fields: ['cors'],
  plan: (view) =>
    view.value.cors === undefined
      ? []
      : [{ kind: 'edits', edits: [{ op: 'remove', path: view.at('cors') }], reason: 'removed cors' }],
};

const TEXT = `virtual_hosts:
- name: v
  domains: ["*"]
  routes:
  - match: { prefix: /cart }
    route: { cluster: a, cors: { allow_methods: GET } }
`;

test('14.2 a conversion that the comparison of meanings takes for right is found by replay, and nothing is changed', () => {
  const { changed, text, equivalent, difference } = migrateConfiguration(
    opened(TEXT, { api: 'v2' }),
    [wrong],
    {
      older: false,
    },
  );
  expect({ changed, equivalent, text }).toEqual({ changed: false, equivalent: false, text: TEXT });
  expect(difference).toMatch(/^GET https:\/\/\S+\/cart would be handled differently: cors$/);
});

test('14.2 what reaches no route is not replayed', () => {
  const clusters = 'clusters: [{ name: a, connect_timeout: 1s, hosts: [{ pipe: { path: /a } }] }]';
  expect(migrateConfiguration(opened(clusters), migrations, { older: false })).toMatchObject({
    changed: true,
    equivalent: true,
    replayed: 0,
  });
});
