/** Results are plain data: what another thread is handed, or what is written and read again, is the same result. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { pairSides } from '../../src/diff/pairing.ts';
import { refusedSides } from '../../src/engine/refused.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { pairObject } from '../../src/report/diff/json.ts';
import { analyzedObject, analyzedPart, partOfFile } from '../../src/results/analysis.ts';
import { behaviourResult, comparedPart, detachedPair, refusedResult } from '../../src/results/comparison.ts';
import { plainData } from '../../src/results/detached.ts';
import { migratedObject, migratedPart, migratedText, withoutTexts } from '../../src/results/migration.ts';
import { pictureOfSides } from '../../src/results/picture/of-sides.ts';
import { pictureOf } from '../../src/results/picture/of-subject.ts';
import { showAll } from '../../src/results/secrets/redact.ts';
import type { Shape } from '../../src/results/shapes.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { readJson } from '../../src/source/json.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';
import { opened } from '../opened.ts';

const [BEFORE, AFTER] = ['snapshots/pages/before.yaml', 'snapshots/pages/after.yaml'].map((path) =>
  readFileSync(path, 'utf8'),
);
/** A fix, a broken field, a suppressed finding and deprecated forms beside dead routes. */
const BROKEN = `${BEFORE}\n---\nname: cart\nlb_polcy: RANDOM\nconnect_timeout: soon\nhosts: [{ socket_address: { address: h, port_value: 80 } }]\n`;

function readAgain<R>(written: object, shape: Shape<R>): R {
  const [tree] = readJson('result', printJson(plainData(written, showAll), ''));
  if (tree === undefined) throw new Error('nothing was written');
  return shape(plainValue(tree, ROOT), '');
}

describe('15.3 a result survives another thread, and being written and read', () => {
  test.each([
    ['a bootstrap', BEFORE ?? ''],
    ['several documents with errors', BROKEN],
  ])('of an analysis: %s', (_, text) => {
    const configuration = opened(text);
    const subject = subjectOf([configuration]);
    const { findings } = analyze(subject, { rules: analysisRules, known: ruleIds });
    const { name, lines } = configuration.file;
    const part = partOfFile(name, findings, { suppressed: 1, lines, redact: showAll });
    expect(part.findings.length).toBeGreaterThan(3);
    expect(structuredClone(part)).toEqual(part);
    expect(readAgain(analyzedObject(part), analyzedPart)).toEqual(part);
    const picture = pictureOf(subject, findings);
    expect(structuredClone(picture)).toEqual(picture);
  });

  test.each([
    ['requests go elsewhere', BEFORE ?? '', AFTER ?? ''],
    ['a side is refused', BEFORE ?? '', BROKEN],
  ])('of a comparison: %s', (_, one, two) => {
    const [before, after] = [[opened(one)], [opened(two)]];
    const refused = refusedSides(before, after, undefined, () => 0);
    const pairing = pairSides(before, after);
    const behaviour = compareBehaviour(before, after, { refused, pairing });
    const { beyond, ...result } = diffConfigurations(before, after, { refused, pairing });
    const pair = detachedPair(
      {
        name: 'pair',
        before: 'a',
        after: 'b',
        result,
        ...refusedResult(refused),
        behaviour: behaviourResult(behaviour, beyond),
      },
      showAll,
    );
    expect(pair.result.changes.length).toBeGreaterThan(0);
    expect(structuredClone(pair)).toEqual(pair);
    // A line says whether the pair is equal as a whole.
    expect(readAgain(pairObject(pair), comparedPart)).toEqual({
      ...pair,
      result: { ...pair.result, equal: pair.result.equal || pair.behaviour?.equal === false },
    });
    const picture = pictureOfSides(findRouting(before), findRouting(after), behaviour, pairing);
    expect(structuredClone(picture)).toEqual(picture);
  });

  test('of a migration', () => {
    const configuration = opened(BROKEN);
    const migration = migrateConfiguration(configuration, { older: false });
    const file = withoutTexts(migratedText(configuration.file, migration), showAll);
    expect(file.migration.applied.length).toBeGreaterThan(0);
    expect(structuredClone(file)).toEqual(file);
    expect(readAgain(migratedObject(file), migratedPart)).toEqual(file);
  });
});
