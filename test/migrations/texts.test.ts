/** Hard texts with deprecated forms in them, each beside what is to be left of it: what differs differs for a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { opened } from '../opened.ts';

const FOLDER = fileURLToPath(new URL('texts/', import.meta.url));

/** With the optional migrations too. */
function migrated(text: string): string {
  const result = migrateConfiguration(opened(text, { api: 'v2' }), { older: false, also: ['all'] });
  expect(result.equivalent).toBe(true);
  return result.text;
}

describe('each text', () => {
  for (const name of readdirSync(FOLDER)) {
    const read = (file: string): string => readFileSync(`${FOLDER}${name}/${file}.yaml`, 'utf8');

    test(`${name}: is what it should be`, () => {
      const text = migrated(read('input'));
      expect(text).toBe(read('expected'));
      expect(migrated(text)).toBe(text);
    });

    test(`${name}: with other line ends, and behind a byte order mark`, () => {
      const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
      expect(migrated(crlf(read('input')))).toBe(crlf(read('expected')));
      expect(migrated(`\uFEFF${read('input')}`)).toBe(`\uFEFF${read('expected')}`);
    });
  }
});
