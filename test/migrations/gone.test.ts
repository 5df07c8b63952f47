/**
 * What only version 2 has may stand in a message of version 3, as dumps of proxies between the versions show it: one run
 * brings it to what is current in version 3, or leaves it with the reason.
 */
import { expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { looksAt } from '../../src/canonical/concerns.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { typeIn } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';

const older = migrations.filter((migration) => !looksAt(migration, 'v3'));

/** The resource of a response of version 3. */
const resource = (type: string, text: string): string =>
  `resources:\n- "@type": type.googleapis.com/envoy.${typeIn('v3', type)}\n${text.replaceAll(/^(?=.)/gm, '  ')}`;

const migrated = (text: string) => migrateConfiguration(opened(text, {}), { older: false, also: ['all'] });

it.each(older)('$id', ({ id, fields, example: { type, before } }) => {
  const { byName } = compiledMessage(type, 'v3');
  const isGone = fields.some((field) => byName.get(field)?.gone && before.includes(field));
  const made = migrated(resource(type, before));
  expect(made.equivalent).toBe(true);
  if (isGone) expect([...made.applied, ...made.left].map(({ migration }) => migration)).toContain(id);
  expect(made.text).not.toMatch(/\bv2(?:alpha\d)?\./);
  const again = migrated(made.text);
  expect([again.equivalent, again.text]).toEqual([true, made.text]);
});

it('most of them are gone in version 3', () => {
  const gone = older.filter(({ fields, example: { type } }) =>
    fields.some((field) => compiledMessage(type, 'v3').byName.get(field)?.gone),
  );
  expect(gone.length).toBeGreaterThan(older.length / 2);
});
