/** The requests that are handled differently, with where they went and go, and what could not be decided. */

import type { SideOutcome } from '../../diff/behaviour/index.ts';
import type { MovedResult } from '../../results/comparison.ts';
import { requestText } from '../../results/words/request-text.ts';
import { capital } from '../../source/capital.ts';
import { grouped } from '../../source/grouped.ts';
import { answersOf, routesText, whereText } from '../diff/outcome-text.ts';
import { isAccess } from '../diff/report.ts';
import { requestsVerdict } from '../diff/requests-verdict.ts';
import { movedId, type PairPage, sideLink } from './diff-links.ts';
import { filterable, levelBadge } from './levels.ts';
import type { Side } from './sides.ts';

/** The rule under which moved requests can be filtered. */
export const REQUESTS = 'requests';
const MAX_MOVED = 200;

/** As HTML; empty where behaviour was not asked for. */
export function requestsHtml(page: PairPage): string {
  const { behaviour } = page.pair;
  if (behaviour === undefined) return '';
  const { show } = page;
  const { changes, removed, added, reorders, undecided } = behaviour;
  const cards = changes.slice(0, MAX_MOVED).map((moved, index) => movedCard(page, moved, index));
  const left = changes.length - cards.length;
  const remarks = [
    ...(left > 0
      ? [`${grouped(left)} more groups are left out; <code>--format json</code> lists them.`]
      : []),
    ...removed.map((name) => `No request is routed any more by ${show(routesText(name))}, which is gone.`),
    ...added.map((name) => `Requests are now routed by ${show(routesText(name))}, which is new.`),
    ...reorders.map(
      ({ virtual_host: host, proof }) =>
        `Reordered without effect in <code>${show(host)}</code>: ${show(proof)}.`,
    ),
  ].map((text) => `<p class="remark">${text}</p>`);
  const open = undecided.map(
    ({ where, reason }) => `<p class="remark open"><b>? Undecided:</b> ${show(where)}: ${show(reason)}</p>`,
  );
  const none =
    changes.length + removed.length + added.length > 0
      ? ''
      : undecided.length > 0
        ? noteBox('No request was found that is handled differently.')
        : requestsVerdict([page.pair]).map(sentence).map(noteBox).join('');
  return [
    `${none}<ol>${cards.join('\n')}</ol>`,
    ...open.slice(0, MAX_MOVED),
    ...remarks.slice(0, MAX_MOVED),
  ].join('\n');
}

function noteBox(text: string): string {
  return `<p class="note-box">${text}</p>`;
}

function sentence(text: string): string {
  return `${capital(text)}.`;
}

function movedCard(page: PairPage, moved: MovedResult, index: number): string {
  const { show, number } = page;
  const { request, stands_for: standsFor, before, after } = moved;
  const level = moved.level;
  const answers = answersOf(moved);
  const sides = [
    sideOutcome(page, 'before', before, answers.before),
    sideOutcome(page, 'after', after, answers.after),
  ];
  return `<li class="card ${level}" id="${movedId(number, index)}" ${filterable(level, REQUESTS)}>
<div class="top">${levelBadge(level)}${isAccess(moved) ? ` <span class="rule">${moved.rule}</span>` : ''} <code class="request">${show(requestText(request))}</code></div>
${standsFor === '' ? '' : `<p class="why">stands for ${show(standsFor)}</p>\n`}<div class="sides">${sides.join('')}</div>${answers.rest === '' ? '' : `\n<p class="message">${show(answers.rest)}</p>`}
</li>`;
}

function sideOutcome(page: PairPage, side: Side, { place, ...rest }: SideOutcome, answer: string): string {
  const { show } = page;
  const link = place === undefined ? '' : `, ${sideLink(page, side, place)}`;
  const sign = side === 'before' ? '−' : '+';
  return `<div class="side ${side}"><b>${sign} ${side}</b> ${show(answer)}<span class="what"> (${show(whereText(rest))}${link})</span></div>`;
}
