/** The requests that are handled differently and the changes of one compared pair, as cards with links to both files. */
import type { SideOutcome } from '../../diff/behaviour/index.ts';
import type { Change } from '../../diff/index.ts';
import { firstOf, type Sentence } from '../../present/blocks.ts';
import { byHolder, isRefusal, valueText } from '../../present/changes.ts';
import { type DiffReport, isAccess, requestsVerdict } from '../../present/difference.ts';
import { filterable, htmlSentence, levelBadge, type Show } from '../../present/html.ts';
import { answersOf, behaviourRemarks, resultRemarks, whereText } from '../../present/outcomes.ts';
import type { ComparedPair, MovedResult } from '../../results/comparison.ts';
import { requestText } from '../../results/requests.ts';
import { capital, grouped } from '../../source/counted.ts';
import type { Range } from '../../source/lines.ts';
import { type Side, type SideNotes, type SidesPlan, sideLineId } from './sides.ts';

export interface PairPage {
  readonly pair: ComparedPair;
  /** Position among all pairs, for ids. */
  readonly number: number;
  readonly show: Show;
  readonly by: DiffReport['by'];
  /** Both files, or each pair of files where a side has several. */
  readonly plans: readonly SidesPlan[];
}

type Place = { readonly file: string; readonly range: Range };

/** The line of a place as the value of `href`; undefined where the page does not show it. */
export function sideTarget({ plans }: PairPage, side: Side, { file, range }: Place): string | undefined {
  const plan = plans.find(({ pair }) => pair[side]?.name === file);
  const id = plan === undefined ? undefined : sideLineId(plan, side, range.start.line);
  return id === undefined ? undefined : `#${id}`;
}

/** `line 41`, with the file where the pair has several; a link where the page shows the line. */
export function sideLink(page: PairPage, side: Side, place: Place): string {
  const { show, plans } = page;
  const file = plans.length > 1 ? `${show(place.file)}:` : 'line ';
  const text = `${file}${place.range.start.line}`;
  const target = sideTarget(page, side, place);
  return target === undefined
    ? `<span class="place">${text}</span>`
    : `<a class="place" href="${target}">${text}</a>`;
}

/** Changes that a page has room for: the most severe come first already. */
const MAX_CHANGES = 600;

export function shownChanges({ result }: ComparedPair): readonly Change[] {
  return result.changes.slice(0, MAX_CHANGES);
}

export function changeId(pair: number, change: number): string {
  return `c${pair}-${change + 1}`;
}

export function movedId(pair: number, moved: number): string {
  return `m${pair}-${moved + 1}`;
}

const SIDES: readonly Side[] = ['before', 'after'];

/** The lines of a file pair to keep in sight, and what stands below them. */
export function notesOf(
  { behaviour }: ComparedPair,
  changes: readonly Change[],
  names: { readonly [side in Side]?: string },
  noteHtml: (change: Change, index: number) => string,
): SideNotes {
  const notes = { before: new Map<number, string[]>(), after: new Map<number, string[]>() };
  const keep = (side: Side, place: Place | null | undefined, html?: string): void => {
    if (place == null || place.file !== names[side]) return;
    const { line } = place.range.start;
    const known = notes[side].get(line) ?? [];
    notes[side].set(line, known);
    if (html !== undefined) known.push(html);
  };
  for (const [index, change] of changes.entries()) {
    const isAfter = change.after !== null && change.after.file === names.after;
    for (const side of SIDES) {
      const isNoted = (side === 'after') === isAfter;
      keep(side, change[side], isNoted ? noteHtml(change, index) : undefined);
    }
  }
  for (const moved of behaviour?.changes.slice(0, 200) ?? [])
    for (const side of SIDES) keep(side, moved[side].place);
  return notes;
}

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
  const ids = new Map(changes.map((change, index) => [change, changeId(number, index)]));
  const groups = byHolder(
    changes.filter((change) => !isRefusal(change)),
    page.by,
  );
  const left = pair.result.changes.length - changes.length;
  const html = [...groups].map(([holder, own]) => {
    const cards = own.map((change) => changeCard(page, change, ids.get(change) ?? ''));
    return `<div class="group"><h3>${show(holder)}</h3><ol>${cards.join('\n')}</ol></div>`;
  });
  if (left > 0)
    html.unshift(
      `<p class="note-box">The ${grouped(changes.length)} most severe changes are shown; ${grouped(left)} are left out. <code>--format json</code> lists them all.</p>`,
    );
  const { summary } = pair.result;
  for (const { says } of resultRemarks(pair.result)) html.push(remarkHtml(says, show));
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

/** The rule under which moved requests can be filtered. */
export const REQUESTS = 'requests';
const MAX_MOVED = 200;

/** As HTML; empty where behaviour was not asked for. */
export function requestsHtml(page: PairPage): string {
  const { behaviour } = page.pair;
  if (behaviour === undefined) return '';
  const { show } = page;
  const { changes, removed, added, undecided } = behaviour;
  const { shown, more } = firstOf(changes, MAX_MOVED, 'group');
  const cards = shown.map((moved, index) => movedCard(page, moved, index));
  const all = behaviourRemarks(behaviour);
  const remarks = [
    ...more.map((each) => remarkHtml(each, show)),
    ...all.filter(({ kind }) => kind !== 'undecided').map(({ says }) => remarkHtml(says, show)),
  ];
  const open = all.flatMap(({ kind, says }) =>
    kind === 'undecided' ? `<p class="remark open"><b>?</b> ${htmlSentence(says, show)}</p>` : [],
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

function remarkHtml(sentence: Sentence, show: Show): string {
  return `<p class="remark">${htmlSentence(sentence, show)}</p>`;
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
