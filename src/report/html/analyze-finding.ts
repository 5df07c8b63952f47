/** One finding on a page: what is wrong, where, what belongs to it, what to try and what to do. */
import type { ExplainedRule } from '../../analyze/index.ts';
import { requestCommand } from '../../results/words/request-text.ts';
import { grouped } from '../../source/grouped.ts';
import { shellWord } from '../../source/shell-word.ts';
import { severity } from '../analyze/fold.ts';
import type { Chosen } from './analyze-chosen.ts';
import { type Plans, placeLink } from './anchors.ts';
import { filterable, levelBadge } from './levels.ts';
import { inlineCode, type Show } from './shown.ts';

/** Related places that are listed. */
const MAX_RELATED = 6;

export interface FindingPage {
  readonly show: Show;
  readonly plans: Plans;
  /** Texts of the rules by id. */
  readonly rules: ReadonlyMap<string, ExplainedRule>;
}

/** @param others of which the same is said, at other places */
export function findingCard(
  { finding, id }: Chosen,
  others: readonly Chosen[],
  { show, plans, rules }: FindingPage,
): string {
  const { rule, level, message, related, request } = finding;
  const places = related
    .slice(0, MAX_RELATED)
    .map((each) => `<li>${placeLink(plans, each, show)} ${show(each.message)}</li>`);
  if (related.length > MAX_RELATED)
    places.push(
      `<li>and ${related.length - MAX_RELATED} more places; <code>--format json</code> lists them</li>`,
    );
  const todo = whatToDo(finding, rules.get(rule), show);
  return `<li class="card ${level}" id="${id}" ${filterable(level, rule)} data-count="${others.length + 1}" data-order="${id.slice(1)}" data-severity="${severity(level)}">
<div class="top">${levelBadge(level)} <a href="#rule-${show(rule)}">${show(rule)}</a> <span class="what">${show(subject(finding))}</span>${others.length === 0 ? '' : ` <span class="count">${grouped(others.length + 1)} times</span>`} <span class="at">${placeLink(plans, finding, show)}</span></div>
<p class="message">${show(message)}</p>
${places.length === 0 ? '' : `<ul class="related">${places.join('')}</ul>`}
${alsoAt(others, plans, show)}
${request === undefined ? '' : `<p class="try"><b>Try</b> <code>${show(requestCommand(request, finding.file))}</code></p>`}
${todo.length === 0 ? '' : `<details class="fix"><summary>How to fix</summary>${todo.join('')}</details>`}
</li>`.replaceAll(/\n\n+/g, '\n');
}

function subject({ resource }: Chosen['finding']): string {
  return resource === undefined || resource.name === '' ? '' : `${resource.type} ${resource.name}`;
}

/** The other places of what is said many times, each where its links lead to. */
function alsoAt(others: readonly Chosen[], plans: Plans, show: Show): string {
  if (others.length === 0) return '';
  const places = others.map(
    (each) =>
      `<li id="${each.id}">${placeLink(plans, each.finding, show)} ${show(subject(each.finding))}</li>`,
  );
  const list = `<ul class="related">${places.join('')}</ul>`;
  return others.length <= MAX_RELATED
    ? list
    : `<details class="fix"><summary>${grouped(others.length)} more places</summary>${list}</details>`;
}

/** What to do about this finding: what its message asks for, what the commands do, and what holds for its rule. */
function whatToDo(
  { rule, message, file, fix, data }: Chosen['finding'],
  texts: ExplainedRule | undefined,
  show: Show,
): readonly string[] {
  // What comes of a guess is in the fix, where there is one.
  const given = adviceIn(message);
  const advice = fix !== undefined && given?.endsWith('?') ? undefined : given;
  const { migration } = data;
  return [
    ...(advice === undefined ? [] : [`<p><b>Here</b> ${show(advice)}${advice.endsWith('?') ? '' : '.'}</p>`]),
    ...(fix === undefined
      ? []
      : [
          `<p><code>${show(`cfgtool analyze ${shellWord(file)} --fix --rule ${rule}`)}</code> can ${show(fix.title)}.</p>`,
        ]),
    ...(typeof migration === 'string'
      ? [
          `<p><code>${show(`cfgtool migrate ${shellWord(file)} --write --only ${migration}`)}</code> converts it.</p>`,
        ]
      : []),
    ...(texts === undefined ? [] : [`<p><b>In general</b> ${inlineCode(show(texts.remedy))}</p>`]),
  ];
}

/** What a message says to do, or guesses was meant, stands behind its last semicolon. */
function adviceIn(message: string): string | undefined {
  const at = message.lastIndexOf('; ');
  return at === -1 ? undefined : message.slice(at + 2);
}

/** What stands below a line of the file, with the way back to the finding. */
export function findingNote({ finding, id }: Chosen, show: Show): string {
  const { level, rule, message } = finding;
  return `<div class="note ${level}" ${filterable(level, rule)}>${levelBadge(level)} <a href="#${id}">${show(rule)}</a> ${show(message)}</div>`;
}
