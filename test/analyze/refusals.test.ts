/** Finding errors alone must find what all rules find. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { startFindingRefusals } from '../../src/analyze/refusals.ts';
import { refusingRules } from '../../src/analyze/rules/refusing.ts';
import type { Configuration } from '../../src/model/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { opened } from '../opened.ts';

const CORPUS = '../shared/corpus';

function errorsOf(configuration: Configuration): readonly string[] {
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return findings.flatMap(({ level, rule, pointer, fingerprint }) =>
    level === 'error' ? `${rule} ${pointer} ${fingerprint}` : [],
  );
}

function openedOrNot(text: string, name: string, type?: string): Configuration | undefined {
  try {
    return opened(text, type === undefined ? {} : { type }, name);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

test('14.4 every rule that refuses is asked, every rule whose own level is error refuses, and every rule that gives one', () => {
  const refusing = analysisRules.filter(({ refuses }) => refuses);
  expect(new Set(refusingRules)).toEqual(new Set(refusing));
  for (const rule of analysisRules) if (rule.level === 'error') expect(refusing).toContain(rule);
  for (const { bad } of analysisRules) {
    const configuration = opened(bad.yaml, { type: bad.type });
    const found = startFindingRefusals()([configuration]);
    expect(found.map(({ finding }) => `${finding.rule} ${finding.pointer} ${finding.fingerprint}`)).toEqual(
      errorsOf(configuration),
    );
  }
});

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesIn(path);
    return /\.(?:ya?ml|json)$/.test(name) && statSync(path).size < 300_000 ? [path] : [];
  });
}

test.skipIf(!existsSync(CORPUS))(
  '14.4 over real configurations the errors alone are the errors of all rules, asked after each other',
  { timeout: 240_000 },
  () => {
    // One search for all, so that what it has learnt of one file must be right for the next.
    const find = startFindingRefusals();
    let errors = 0;
    for (const path of filesIn(CORPUS)) {
      const configuration = openedOrNot(readFileSync(path, 'utf8'), path);
      if (configuration === undefined) continue;
      for (const each of [configuration, configuration]) {
        const found = find([each]).map(
          ({ finding }) => `${finding.rule} ${finding.pointer} ${finding.fingerprint}`,
        );
        expect(found, path).toEqual(errorsOf(each));
        errors += found.length;
      }
    }
    expect(errors).toBeGreaterThan(100);
  },
);
