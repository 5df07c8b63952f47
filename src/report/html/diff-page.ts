/** A comparison as one page: the verdict, moved requests, what leads where, the changes, and both files beside each other. */

import { REFUSED_TITLE } from '../../present/changes.ts';
import {
  DIFF_LEVELS,
  type DiffReport,
  type FilePair,
  isEqual,
  mostSevere,
  verdict,
} from '../../present/difference.ts';
import { htmlOf, type Show, saying, showing } from '../../present/html.ts';
import type { ComparedPair } from '../../results/comparison.ts';
import type { PictureNode } from '../../results/picture/picture.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { counted } from '../../source/counted.ts';
import {
  changeId,
  changeNote,
  changesHtml,
  movedId,
  notesOf,
  type PairPage,
  REQUESTS,
  refusedHtml,
  requestsHtml,
  shownChanges,
  sideTarget,
} from './diff-cards.ts';
import { type Allowance, startAllowance } from './listing.ts';
import { type Counted, controlsOf, joinedNotice, pageText, runNotice } from './page.ts';
import { draw } from './picture.ts';
import { planSides, type SideNotes, sides } from './sides.ts';

/** Pairs that are shown at length. */
const MAX_PAIRS = 40;
const MAX_OPEN = 4;
/** Accepted differences of a pair that are listed. */
const MAX_ACCEPTED = 200;

const JOINED = joinedNotice(
  'changes and requests',
  'both files beside each other, and the picture of what leads where before and after',
  'cfgtool diff A B --format html',
);

export function diffHtml(report: DiffReport): string {
  const show = showing(report.redact);
  const { pairs } = report;
  const isSingle = pairs.length === 1;
  const differing = pairs.filter((pair) => isSingle || !isSame(pair)).slice(0, MAX_PAIRS);
  const allowance = startAllowance();
  const parts = differing.map((pair) => {
    const at = pairs.indexOf(pair);
    return pairParts(pair, report.texts?.[at] ?? [], at, report, show, allowance);
  });
  const [first] = parts;
  const main = isSingle
    ? (first ?? []).map(({ id, words, html }) => `<section id="${id}"><h2>${words}</h2>${html}</section>`)
    : [
        contents(report, differing, show),
        ...differing.map((pair, index) =>
          pairSection(
            pair,
            show(verdict({ ...report, pairs: [pair] })),
            pairs.indexOf(pair),
            parts[index] ?? [],
            differing.length,
            show,
          ),
        ),
      ];
  const mood = isEqual(report) ? 'good' : (mostSevere(report) ?? 'info');
  return pageText({
    title: `cfgtool diff: ${verdict(report)}`,
    head: `<p class="tool">cfgtool diff</p>
<div class="verdict ${mood === 'cosmetic' ? 'good' : mood}"><h1>${show(verdict(report))}</h1><p class="about">${aboutPairs(pairs, show)}</p></div>${runNotice(report.run, show)}${isJoined(report) ? JOINED : ''}`,
    links: isSingle
      ? (first ?? []).map(({ id, words }) => ({ id, words }))
      : [
          { id: 'contents', words: 'Overview' },
          ...(differing.length > 8
            ? []
            : differing.map((pair) => ({
                id: `pair${pairs.indexOf(pair)}`,
                words: report.redact(pair.name),
              }))),
        ],
    controls: controlsOf('differences', differing.flatMap(countedIn), DIFF_LEVELS),
    main: main.join('\n'),
    version: report.version,
  });
}

/** Whether nothing is known of the files but what reports say. */
function isJoined({ pairs, texts }: DiffReport): boolean {
  return pairs.length > 0 && texts === undefined;
}

function isSame({ result, behaviour }: ComparedPair): boolean {
  return result.equal && behaviour?.equal !== false && result.changes.length === 0;
}

function countedIn(pair: ComparedPair): readonly Counted[] {
  const moved = pair.behaviour?.changes.slice(0, 200) ?? [];
  return [...moved.map((each) => ({ level: each.level, rule: REQUESTS })), ...shownChanges(pair)];
}

function aboutPairs(pairs: readonly ComparedPair[], show: Show): string {
  const [pair] = pairs;
  if (pair === undefined) return 'nothing to compare';
  if (pair.nodes !== undefined) return pairs.length > 1 ? 'a fleet, node by node' : show(pair.name);
  if (pairs.length > 1) return `${counted(pairs.length, 'pair')} of configurations`;
  return `<code>${show(pair.before ?? 'nothing')}</code> → <code>${show(pair.after ?? 'nothing')}</code>`;
}

interface Part {
  readonly id: string;
  readonly words: string;
  /** Empty parts are left out. */
  readonly html: string;
}

function pairParts(
  pair: ComparedPair,
  texts: readonly FilePair[],
  number: number,
  { redact, by }: Pick<DiffReport, 'redact' | 'by'>,
  show: Show,
  allowance: Allowance,
): readonly Part[] {
  const changes = shownChanges(pair);
  const planned = texts.map((files, index) => {
    const names = {
      ...(files.before === undefined ? {} : { before: files.before.name }),
      ...(files.after === undefined ? {} : { after: files.after.name }),
    };
    const notes = notesOf(pair, changes, names, (change, at) =>
      changeNote(change, changeId(number, at), show),
    );
    return { notes, plan: planSides(files, notes, `p${number}f${index}`, allowance) };
  });
  const page: PairPage = { pair, number, show, by, plans: planned.map(({ plan }) => plan) };
  const parts: Part[] = [
    { id: `refused${number}`, words: REFUSED_TITLE, html: refusedHtml(page) },
    { id: `requests${number}`, words: 'Requests', html: requestsHtml(page) },
    { id: `picture${number}`, words: 'Before and after', html: pictureHtml(page, redact) },
    { id: `changes${number}`, words: 'Changes', html: changesHtml(page) },
    { id: `accepted${number}`, words: 'Accepted', html: acceptedHtml(page) },
    {
      id: `lines${number}`,
      words: 'Both files',
      html: planned.map(({ plan, notes }) => filesHtml(plan, notes, redact, show)).join('\n'),
    },
  ];
  return parts.filter(({ html }) => html !== '');
}

/** What was accepted earlier, folded. */
function acceptedHtml({ pair: { accepted = [] }, show }: PairPage): string {
  if (accepted.length === 0) return '';
  const rows = accepted
    .slice(0, MAX_ACCEPTED)
    .map(({ level, rule, message }) => `<li>${level} <code>${show(rule)}</code> ${show(message)}</li>`);
  const more = accepted.length > rows.length ? `<li>and ${accepted.length - rows.length} more</li>` : '';
  return `<details><summary>${counted(accepted.length, 'accepted difference')}, not counted</summary><ul>${rows.join('')}${more}</ul></details>`;
}

function pictureHtml(page: PairPage, redact: Redact): string {
  const { pair, number } = page;
  if (pair.picture === undefined || pair.picture.columns.every(({ nodes }) => nodes.length === 0)) return '';
  const target = ({ request, place, side }: PictureNode): string | undefined => {
    if (request !== undefined) return `#${movedId(number, request)}`;
    return place === undefined || side === undefined ? undefined : sideTarget(page, side, place);
  };
  return htmlOf(draw(pair.picture, { id: `drawing${number}`, say: saying(redact), caption: '', target }));
}

function filesHtml(plan: ReturnType<typeof planSides>, notes: SideNotes, redact: Redact, show: Show): string {
  const { before, after } = plan.pair;
  const head = (side: 'before' | 'after', name: string | undefined): string =>
    `<span class="${side}">${side === 'before' ? '−' : '+'} ${name === undefined ? 'nothing' : show(name)}</span>`;
  return `<div class="file"><div class="heads">${head('before', before?.name)}${head('after', after?.name)}</div>${sides(plan, notes, redact)}</div>`;
}

/** The verdict on each pair. */
function contents(report: DiffReport, shown: readonly ComparedPair[], show: Show): string {
  const rows = report.pairs.slice(0, 1000).map((pair, index) => {
    const name = show(pair.name);
    const link = shown.includes(pair) ? `<a href="#pair${index}">${name}</a>` : name;
    return `<tr><td>${link}</td><td>${show(verdict({ ...report, pairs: [pair] }))}</td></tr>`;
  });
  const left = report.pairs.length - rows.length;
  const rest = left > 0 ? `<p class="remark">${counted(left, 'more pair')} not listed.</p>` : '';
  const long = report.pairs.filter((pair) => !isSame(pair)).length - shown.length;
  const folded =
    long > 0
      ? `<p class="note-box">${counted(long, 'more pair')} differ, but are not shown at length to keep this page small.</p>`
      : '';
  return `<section id="contents"><h2>Overview</h2><table class="toc"><thead><tr><th scope="col">configuration</th><th scope="col">verdict</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>${rest}${folded}</section>`;
}

function pairSection(
  { name }: ComparedPair,
  told: string,
  number: number,
  parts: readonly Part[],
  count: number,
  show: Show,
): string {
  const body = parts
    .map(({ id, words, html }) => `<section id="${id}"><h3>${words}</h3>${html}</section>`)
    .join('\n');
  const inner = count > MAX_OPEN ? `<details><summary>${told}</summary>${body}</details>` : body;
  return `<section class="pair" id="pair${number}"><h2>${show(name)}</h2>${inner}</section>`;
}
