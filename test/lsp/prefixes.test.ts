/** Whatever is written so far, completion and hover answer, and what they would replace is there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completionsAt } from '../../src/lsp/completion/complete.ts';
import { knownOf, readText, typedPlaceAt } from '../../src/lsp/document.ts';
import { fieldHover } from '../../src/lsp/hover/field.ts';

const FILES = readdirSync('examples')
  .filter((name) => /\.(?:ya?ml|json)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('examples', name), 'utf8') }));

test('2 any prefix of a file answers completion and hover', () => {
  let answered = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...FILES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ name, text }, share) => {
        const { configuration } = readText(name, text, {});
        const end = Math.floor(share * text.length);
        const half = { text: text.slice(0, end), options: {} };
        for (const opened of [half, { ...half, ...(configuration && { known: knownOf(configuration) }) }]) {
          const suggestions = completionsAt(opened, end);
          answered += suggestions.length;
          for (const { replaces } of suggestions) {
            expect(replaces.start).toBeLessThanOrEqual(end);
            expect(replaces.end).toBeLessThanOrEqual(opened.text.length);
          }
          const typed = typedPlaceAt(opened, end);
          if (typed !== undefined) fieldHover(opened.text, typed);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(answered).toBeGreaterThan(1000);
});
