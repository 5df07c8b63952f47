import { expect, test } from 'vitest';
import { type Replacement, replacementsOf } from '../../../src/analyze/fixes/replacements.ts';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { openConfiguration } from '../../../src/model/index.ts';
import { sourceFile } from '../../../src/source/load.ts';

function replacements(text: string) {
  const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'));
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return [...replacementsOf(configuration, findings)].map(([{ rule }, list]) => ({ rule, list }));
}

/** As a reader of lines and columns would do it. */
function applied(text: string, list: readonly Replacement[]): string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = ({ line, column }: { line: number; column: number }) => (starts[line - 1] ?? 0) + column - 1;
  return list.reduceRight(
    (done, { range, text: inserted }) =>
      done.slice(0, offset(range.start)) + inserted + done.slice(offset(range.end)),
    text,
  );
}

test('each fix stands by itself, in lines and columns of the text as it is', () => {
  const text = 'name: cart\nconect_timeout: 1s\ntype: STATIC\nlb_polcy: RANDOM # as ever\nhosts: []\n';
  const fixes = replacements(text).filter(({ rule }) => rule === 'unknown-field');
  expect(fixes.map(({ list }) => applied(text, list))).toEqual([
    text.replace('conect_timeout', 'connect_timeout'),
    text.replace('lb_polcy', 'lb_policy'),
  ]);
});

test('a file that nothing can fix has no replacements', () => {
  expect(
    replacements('name: cart\nconnect_timeout: 1s\nx: 1\n').filter(({ rule }) => rule === 'unknown-field'),
  ).toEqual([]);
});
