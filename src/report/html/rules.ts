/** The explanations of rules, for links from what they found. */
import type { ExplainedRule } from '../../analyze/index.ts';
import { levelBadge } from './levels.ts';
import { inlineCode, type Show } from './shown.ts';

/** One section a rule, in the order of their names. */
export function rulesSection(
  ids: Iterable<string>,
  rules: ReadonlyMap<string, ExplainedRule>,
  show: Show,
): string {
  const known = [...new Set(ids)].sort().flatMap((id) => rules.get(id) ?? []);
  if (known.length === 0) return '';
  const sections = known.map(
    ({ id, level, purpose, why, mend, source }) => `<article class="rule" id="rule-${show(id)}">
<h3>${show(id)} ${levelBadge(level)}</h3>
<dl><dt>What</dt><dd>${inlineCode(show(purpose))}</dd><dt>Why</dt><dd>${inlineCode(show(why))}</dd><dt>What to do</dt><dd>${inlineCode(show(mend))}</dd><dt>Source</dt><dd>${show(source)}</dd></dl>
</article>`,
  );
  return `<section id="rules"><h2>The rules behind these findings</h2>${sections.join('\n')}</section>`;
}
