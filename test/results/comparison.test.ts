/** Whatever a comparison says can be written as plain data and read again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffResult, diffConfigurations } from '../../src/diff/index.ts';
import { normalizeConfiguration } from '../../src/migrate/index.ts';
import { detachedPair } from '../../src/results/comparison.ts';
import { messages } from '../../src/schema/index.ts';
import { printJson, printYaml } from '../../src/source/edit/print.ts';
import { messageOf } from '../arbitraries/message.ts';
import { diffOfValues, sideOf } from '../diff/sides.ts';

const written = (result: DiffResult): DiffResult =>
  detachedPair({ name: 'a.yaml', result }, (text) => text).result;

test('two messages of any type, what is only cosmetic included', () => {
  const two = fc
    .constantFrom(...Object.keys(messages).sort())
    .chain((type) => fc.tuple(fc.constant(type), messageOf(type), messageOf(type)));
  fc.assert(
    fc.property(two, ([type, before, after]) => {
      const result = diffOfValues(before, after, { type, cosmetic: true });
      expect(written(result).changes).toEqual(JSON.parse(JSON.stringify(result.changes)));
    }),
    { numRuns: 200 },
  );
});

test('a message and its normal form, which writes out what is absent', () => {
  const one = fc
    .constantFrom(...Object.keys(messages).sort())
    .chain((type) => fc.tuple(fc.constant(type), messageOf(type)));
  fc.assert(
    fc.property(one, ([type, message]) => {
      const before = sideOf(printJson(message, ''), 'a.yaml', type);
      const [form] = normalizeConfiguration(before, { onlyWritten: false, showSecrets: true });
      const after = sideOf(printYaml(form?.value ?? null, { indent: 0, step: 2 }), 'b.yaml', type);
      const result = diffConfigurations([before], [after], { cosmetic: true });
      for (const { before: side, after: other } of written(result).changes)
        expect([side?.value, other?.value]).not.toContain(undefined);
      expect(written(result).changes).toHaveLength(result.changes.length);
    }),
    { numRuns: 200 },
  );
});
