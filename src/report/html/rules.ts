/** The explanations of rules, for links from what they found. */
import { type ExplainedRule, explainedRules } from '../../analyze/index.ts';
import { DEFAULT_WORD, inWord } from '../../model/word.ts';
import type { AnalyzeReport } from '../analyze/report.ts';
import { levelBadge } from './levels.ts';
import { inlineCode, type Show } from './shown.ts';

/** Answers with the texts of all rules by id, in the namespace of a file; without one in that of the first file. */
export function startExplaining({
  files,
}: AnalyzeReport): (file?: string) => ReadonlyMap<string, ExplainedRule> {
  const words = new Map(files.flatMap(({ name, word }) => (word === undefined ? [] : [[name, word]])));
  const [first = DEFAULT_WORD] = words.values();
  const made = new Map<string, ReadonlyMap<string, ExplainedRule>>();
  return (file = '') => {
    const word = words.get(file) ?? first;
    const known = made.get(word) ?? new Map(explainedRules.map((rule) => [rule.id, inWordOf(rule, word)]));
    made.set(word, known);
    return known;
  };
}

function inWordOf(rule: ExplainedRule, word: string): ExplainedRule {
  const { purpose, why, remedy } = rule;
  return { ...rule, purpose: inWord(purpose, word), why: inWord(why, word), remedy: inWord(remedy, word) };
}

/** One section a rule, in the order of their names. */
export function rulesSection(
  ids: Iterable<string>,
  rules: ReadonlyMap<string, ExplainedRule>,
  show: Show,
): string {
  const known = [...new Set(ids)].sort().flatMap((id) => rules.get(id) ?? []);
  if (known.length === 0) return '';
  const sections = known.map(
    ({ id, level, purpose, why, remedy, source }) => `<article class="rule" id="rule-${show(id)}">
<h3>${show(id)} ${levelBadge(level)}</h3>
<dl><dt>What</dt><dd>${inlineCode(show(purpose))}</dd><dt>Why</dt><dd>${inlineCode(show(why))}</dd><dt>What to do</dt><dd>${inlineCode(show(remedy))}</dd><dt>Source</dt><dd>${show(source)}</dd></dl>
</article>`,
  );
  return `<section id="rules"><h2>The rules behind these findings</h2>${sections.join('\n')}</section>`;
}
