/** What a migration looks at may stand beside anything else of its message, readable or not: the result means the same. */
import { describe, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { opened } from '../opened.ts';
import { shareOf } from '../share.ts';
import { MARK, oddSample, sampleOf } from './samples.ts';

describe.each(migrations)('$id', ({ messages, fields, versions = ['v2'] }) => {
  const cases = versions.flatMap((api) => messages.map((type) => ({ api, type })));
  it.each(cases)('$type of $api', ({ api, type }) => {
    const { byName } = compiledMessage(type, api);
    const own = fields.flatMap((name) => byName.get(name) ?? []);
    const differing: string[] = [];
    for (const [turn, field] of own.entries())
      for (const other of shareOf([...byName.values()], turn))
        for (const sample of [sampleOf(other), ...oddSample(other, api)]) {
          if (other === field) continue;
          const text = `${field.name}: ${sampleOf(field)}\n${other.name}: ${sample}\n`;
          const { difference, text: after } = migrateConfiguration(opened(text, { type, api }), {
            older: false,
            also: ['all'],
          });
          if (difference !== undefined) differing.push(`${text}${difference}`);
          if (text.includes(MARK) && !after.includes(MARK)) differing.push(`${text}lost`);
        }
    expect(differing).toEqual([]);
  });
});
