import { analysisRules, analyze, type Finding, subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';

/** The findings of all rules for a text; of the named message where a type is given. */
export function analyzed(text: string, type?: string): readonly Finding[] {
  const configuration = openConfiguration(
    sourceFile('front.yaml', text, 'named'),
    type === undefined ? {} : { type },
  );
  return analyze(subjectOf([configuration]), { rules: analysisRules });
}

/** The findings of one rule. */
export function found(rule: string, text: string, type?: string): readonly Finding[] {
  return analyzed(text, type).filter((finding) => finding.rule === rule);
}
