/** What a real proxy refused is named by the rule that says so, and what it took is not. */
import { expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { asked } from './asked.ts';

test.each(asked.map((each) => [`${each.rules.join(' ') || 'taken'}: ${each.what}`, each] as const))(
  '%s',
  (_, { bootstrap, rules }) => {
    const file = sourceFile('asked.json', JSON.stringify(bootstrap), 'named');
    const configuration = openConfiguration(file, { type: 'Bootstrap', api: 'v3' });
    const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
    const errors = findings.filter(({ level }) => level === 'error');
    expect([...new Set(errors.map(({ rule }) => rule))].sort()).toEqual(rules);
  },
);
