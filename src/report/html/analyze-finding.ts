/** One finding on a page: what is wrong, where, what belongs to it, what to try and what to do. */
import type { ExplainedRule } from '../../analyze/index.ts';
import { requestCommand } from '../requests/request-text.ts';
import type { Chosen } from './analyze-chosen.ts';
import { type Plans, placeLink } from './anchors.ts';
import { filterable, levelBadge } from './levels.ts';
import { inlineCode, type Show } from './shown.ts';

/** Related places that are listed. */
const MOST_RELATED = 6;

export interface FindingPage {
  readonly show: Show;
  readonly plans: Plans;
  /** Texts of the rules by id. */
  readonly rules: ReadonlyMap<string, ExplainedRule>;
}

export function findingCard({ finding, id }: Chosen, { show, plans, rules }: FindingPage): string {
  const { rule, level, message, resource, related, request, fix } = finding;
  const what = resource === undefined || resource.name === '' ? '' : `${resource.type} ${resource.name}`;
  const places = related
    .slice(0, MOST_RELATED)
    .map((each) => `<li>${placeLink(plans, each, show)} ${show(each.message)}</li>`);
  if (related.length > MOST_RELATED)
    places.push(
      `<li>and ${related.length - MOST_RELATED} more places; <code>--format json</code> lists them</li>`,
    );
  const mend = rules.get(rule)?.mend;
  return `<li class="card ${level}" id="${id}" ${filterable(level, rule)}>
<div class="top">${levelBadge(level)} <a href="#rule-${show(rule)}">${show(rule)}</a> <span class="what">${show(what)}</span> <span class="at">${placeLink(plans, finding, show)}</span></div>
<p class="message">${show(message)}</p>
${places.length === 0 ? '' : `<ul class="related">${places.join('')}</ul>`}
${request === undefined ? '' : `<p class="try"><b>Try</b> <code>${show(requestCommand(request, finding.file))}</code></p>`}
${fix === undefined ? '' : `<p class="mend"><b>Fix</b> <code>cfgtool analyze --fix</code> can ${show(fix.title)}.</p>`}
${mend === undefined ? '' : `<details class="mend"><summary>How to mend</summary>${inlineCode(show(mend))}</details>`}
</li>`.replaceAll(/\n\n+/g, '\n');
}

/** What stands below a line of the file, with the way back to the finding. */
export function findingNote({ finding, id }: Chosen, show: Show): string {
  const { level, rule, message } = finding;
  return `<div class="note ${level}" ${filterable(level, rule)}>${levelBadge(level)} <a href="#${id}">${show(rule)}</a> ${show(message)}</div>`;
}
