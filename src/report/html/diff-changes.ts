/** What differs, by resource: each change with its values, its places, and why it matters. */

import type { Change } from '../../diff/index.ts';
import { grouped } from '../../source/grouped.ts';
import { valueText } from '../diff/change-words.ts';
import { isRefusal, resourceText } from '../diff/report.ts';
import { changeId, type PairPage, shownChanges, sideLink } from './diff-links.ts';
import { filterable, levelBadge } from './levels.ts';
import type { Show } from './shown.ts';
import type { Side } from './sides.ts';

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕', renamed: '→' } as const;

/** New errors, as HTML; empty where there are none. */
export function refusedHtml(page: PairPage): string {
  const cards = shownChanges(page.pair).flatMap((change, index) =>
    isRefusal(change) ? changeCard(page, change, changeId(page.number, index)) : [],
  );
  return cards.length === 0 ? '' : `<ol>${cards.join('\n')}</ol>`;
}

/** As HTML; empty where nothing differs. */
export function changesHtml(page: PairPage): string {
  const { pair, show, number } = page;
  const changes = shownChanges(pair);
  const groups = new Map<string, string[]>();
  for (const [index, change] of changes.entries()) {
    if (isRefusal(change)) continue;
    const resource = resourceText(change);
    const group = groups.get(resource) ?? [];
    groups.set(resource, group);
    group.push(changeCard(page, change, changeId(number, index)));
  }
  const left = pair.result.changes.length - changes.length;
  const html = [...groups].map(
    ([resource, cards]) => `<div class="group"><h3>${show(resource)}</h3><ol>${cards.join('\n')}</ol></div>`,
  );
  if (left > 0)
    html.unshift(
      `<p class="note-box">The ${grouped(changes.length)} most severe changes are shown; ${grouped(left)} are left out. <code>--format json</code> lists them all.</p>`,
    );
  const { ignored, summary, remarks } = pair.result;
  for (const remark of remarks) html.push(`<p class="remark">${show(remark)}.</p>`);
  if (ignored > 0) html.push(`<p class="remark">${grouped(ignored)} ignored by the settings.</p>`);
  const listed = changes.filter(({ level }) => level === 'cosmetic').length;
  if (summary.cosmetic > listed)
    html.push(
      `<p class="remark">${grouped(summary.cosmetic)} in form only; <code>--show-cosmetic</code> lists them.</p>`,
    );
  return html.join('\n');
}

function changeCard(page: PairPage, change: Change, id: string): string {
  const { show } = page;
  const { level, rule, kind, path, before, after, message, reason } = change;
  const links = [
    ...(before === null ? [] : [sideLink(page, 'before', before)]),
    ...(after === null ? [] : [sideLink(page, 'after', after)]),
  ];
  const values =
    kind === 'moved' || isRefusal(change) || (before === null && after === null)
      ? ''
      : `<div class="sides">${value('before', before, show)}${value('after', after, show)}</div>\n`;
  return `<li class="card ${level}" id="${id}" ${filterable(level, rule)}>
<div class="top">${levelBadge(level)} <span>${SIGNS[kind]} ${kind}</span> <code>${show(path)}</code> <span class="what">${show(rule)}</span> <span class="at">${links.join(' → ')}</span></div>
<p class="message">${show(message)}</p>
${values}<p class="why">${show(reason)}</p>
</li>`;
}

function value(side: Side, shown: Change['before'], show: Show): string {
  const sign = side === 'before' ? '−' : '+';
  if (shown === null) return `<div class="side"><b>${side}</b> nothing</div>`;
  const { origin, why } = shown;
  const from =
    origin === 'written'
      ? ''
      : ` <span class="what">(${origin}${why === undefined ? '' : `: ${show(why)}`})</span>`;
  return `<div class="side ${side}"><b>${sign} ${side}</b> <code>${show(valueText(shown))}</code>${from}</div>`;
}

/** What stands below a line, with the way back to the change. */
export function changeNote(change: Change, id: string, show: Show): string {
  const { level, rule, message } = change;
  return `<div class="note ${level}" ${filterable(level, rule)}>${levelBadge(level)} <a href="#${id}">${show(rule)}</a> ${show(message)}</div>`;
}
