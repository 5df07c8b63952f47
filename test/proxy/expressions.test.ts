/** Random expressions of CEL, whole and damaged: the real proxy takes all that nothing is said of, and no other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bootstrapAround } from '../../scripts/proxy/around.ts';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import { celProblem } from '../../src/analyze/fields/cel.ts';
import { isBefore } from '../../src/schema/release.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { damaged, wellFormed } from '../analyze/expressions.ts';
import { PROXY, releaseOf } from './program.ts';

/** Refused ones are asked about one by one. */
const MAX_ASKED = 30;

test.skipIf(PROXY === undefined)('fact 145: random expressions', async () => {
  const program = PROXY ?? '';
  const dialect = { lacksQuotes: isBefore(releaseOf(program), '1.40') };
  // Names of messages are not judged, nor what looks like a template.
  const texts = fc
    .sample(fc.oneof(wellFormed, damaged, damaged), 600)
    .filter((text) => !/\w\s*\{|\{\{/.test(text));
  const [fine, refused] = [true, false].map((is) =>
    texts.filter((text) => (celProblem(text, dialect) === undefined) === is),
  );
  expect(await refusedAsOne(program, fine ?? [])).toBeUndefined();
  for (const text of (refused ?? []).slice(0, MAX_ASKED))
    expect(await refusedAsOne(program, [text]), text).toBeDefined();
});

async function refusedAsOne(program: string, texts: readonly string[]): Promise<string | undefined> {
  const bootstrap = printJson(bootstrapAround('expressions', JSON.stringify(texts)), '');
  return (await askValidate(program, bootstrap)).refused;
}
