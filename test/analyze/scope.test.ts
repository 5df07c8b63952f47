/** What rules say of a cluster or virtual host without declaring that they look beyond it follows from it alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import type { AnalysisRule, SubjectContext } from '../../src/analyze/rule.ts';
import type { BoundMessage } from '../../src/model/bound.ts';
import type { Configuration } from '../../src/model/index.ts';
import type { Frame } from '../../src/model/walk.ts';
import { opened } from '../opened.ts';

type Visit = (message: BoundMessage, frame: Frame, look: SubjectContext) => void;

/** The same rule, which is handed everything above a resource whatever it declares. */
function widened(rule: AnalysisRule): AnalysisRule {
  const { messages = {}, tables = {}, withSubject = {} } = rule;
  const visits = new Map<string, Visit>();
  const add = (type: string, visit: Visit): void => {
    const known = visits.get(type);
    visits.set(type, (...asked) => {
      known?.(...asked);
      visit(...asked);
    });
  };
  for (const [type, visit] of Object.entries(messages)) add(type, visit as Visit);
  for (const [type, look] of Object.entries(tables)) add(type, (_, frame, at) => look(frame, at));
  for (const [type, visit] of Object.entries(withSubject)) add(type, visit as Visit);
  return { ...rule, messages: {}, tables: {}, withSubject: Object.fromEntries(visits) };
}

const WIDENED = analysisRules.map(widened);

function found(configuration: Configuration, rules: readonly AnalysisRule[]): readonly string[] {
  const { findings } = analyze(subjectOf([configuration]), { rules, known: ruleIds });
  return findings.map(({ rule, pointer, message }) => `${rule} ${pointer} ${message}`).toSorted();
}

test('with everything above a resource at hand they say no more, and nothing else', () => {
  const files = readdirSync('examples').filter((name) => /(?<!\.tests)\.(?:ya?ml|json)$/.test(name));
  const configurations = [
    ...files.map((name) => opened(readFileSync(join('examples', name), 'utf8'), {}, name)),
    ...analysisRules.flatMap(({ bad, good }) => [bad, good].map(({ type, yaml }) => opened(yaml, { type }))),
  ];
  for (const each of configurations) expect(found(each, WIDENED)).toEqual(found(each, analysisRules));
});
