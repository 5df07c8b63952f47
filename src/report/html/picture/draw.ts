/** A picture as HTML: columns of links in rows of equal height, and the lines between them as SVG behind them. */

import type { LinkKind, Mark, Picture, PictureNode } from '../../../results/picture/picture.ts';
import { grouped } from '../../../source/grouped.ts';
import type { Show } from '../shown.ts';
import { BELOW, ROW, roomBetween } from './measures.ts';
import { type Slots, slotsOf } from './slots.ts';

export interface DrawOptions {
  /** Of the element; tells the pictures of a page apart. */
  readonly id: string;
  readonly show: Show;
  /** What it shows, as HTML. */
  readonly caption: string;
  /** Where to go from a node, as the value of `href`; undefined where nothing on the page is about it. */
  readonly target: (node: PictureNode) => string | undefined;
}

const SIGNS: { readonly [mark in Mark]: string } = {
  dead: '✕',
  undefined: '⚠',
  unreachable: '⊘',
  undecided: '?',
  before: '−',
  after: '+',
  changed: '~',
  breaking: '✖',
  warning: '▲',
};

export function draw(picture: Picture, { id, show, caption, target }: DrawOptions): string {
  const { columns, remarks } = picture;
  const slots = slotsOf(picture);
  const leads = leadsOf(picture);
  const lists = columns.map(({ heading, nodes, total }, column) => {
    const items: string[] = [];
    let row = 0;
    for (const index of slots.order[column] ?? []) {
      const node = nodes[index];
      if (node === undefined) continue;
      for (; row < (slots.rows[column]?.[index] ?? row); row++) items.push('<li aria-hidden="true"></li>');
      const to = leads.get(`${column}-${index}`) ?? [];
      items.push(`<li>${nodeHtml(node, `${column}-${index}`, to, show, target(node))}</li>`);
      row++;
    }
    const shown = grouped(nodes.length);
    const count = total === nodes.length ? shown : `${shown} of ${grouped(total)}`;
    return `<section><h4>${heading} <span>${count}</span></h4><ol>${items.join('')}</ol></section>`;
  });
  const height = slots.height * ROW;
  const svg = `<svg aria-hidden="true" viewBox="0 0 100 ${height}" preserveAspectRatio="none" height="${height}">${paths(picture, slots)}</svg>`;
  const said = remarks.map((remark) => `<p class="remark">${show(remark)}</p>`).join('');
  return `<figure class="picture columns${columns.length}" id="${id}"><figcaption>${caption}${legend(picture)}</figcaption>
<div class="canvas">${svg}${lists.join('\n')}</div>${said}</figure>`;
}

/** A link where there is something to go to; all can be focused, so that their ways can be followed. */
function nodeHtml(
  { title, note, mark, said }: PictureNode,
  key: string,
  leads: readonly string[],
  show: Show,
  target: string | undefined,
): string {
  const marked = mark === undefined ? '' : `<em>${SIGNS[mark]} ${show(said ?? mark)}</em> `;
  const hint = leads.length === 0 ? '' : `<span class="sr">, leads to ${show(leads.join(', '))}</span>`;
  const inner = `<b>${show(title)}</b><span>${marked}${show(note)}</span>${hint}`;
  const attributes = `class="node${mark === undefined ? '' : ` ${mark}`}" data-n="${key}" title="${show([title, said ?? '', note].filter((text) => text !== '').join('; '))}"`;
  return target === undefined
    ? `<span ${attributes} tabindex="0">${inner}</span>`
    : `<a ${attributes} href="${target}">${inner}</a>`;
}

/** So many names are told to those who cannot see the lines. */
const MOST_TOLD = 5;

function leadsOf({ columns, links }: Picture): ReadonlyMap<string, readonly string[]> {
  const leads = new Map<string, string[]>();
  for (const { from, to } of links) {
    const key = `${from[0]}-${from[1]}`;
    const title = columns[to[0]]?.nodes[to[1]]?.title ?? '';
    const known = leads.get(key);
    if (known === undefined) leads.set(key, [title]);
    else if (known.length < MOST_TOLD) known.push(title);
  }
  return leads;
}

/** Columns and the room between them take the whole width, in hundredths. */
function paths({ columns, links }: Picture, { rows }: Slots): string {
  const room = roomBetween(columns.length);
  const width = (100 - room * (columns.length - 1)) / columns.length;
  const middle = ([column, node]: readonly [number, number]): number =>
    (rows[column]?.[node] ?? 0) * ROW + (ROW - BELOW) / 2;
  // What is drawn later lies on top.
  const sorted = links.toSorted((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
  return sorted
    .map(({ from, to, kind }) => {
      const start = from[0] * (width + room) + width;
      const end = to[0] * (width + room);
      const bend = (start + end) / 2;
      const [one, other] = [middle(from), middle(to)];
      const shift = kind === 'before' ? -3 : kind === 'after' ? 3 : 0;
      return `<path class="${kind}" data-f="${from[0]}-${from[1]}" data-t="${to[0]}-${to[1]}" d="M${round(start)} ${one + shift}C${round(bend)} ${one + shift} ${round(bend)} ${other + shift} ${round(end)} ${other + shift}"/>`;
    })
    .join('');
}

const ORDER: readonly LinkKind[] = ['dead', 'aside', 'live', 'before', 'after'];

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const LINES: { readonly [kind in LinkKind]: string } = {
  live: 'requests go along here',
  dead: 'none does',
  aside: 'copies, or it depends',
  before: 'only before',
  after: 'only after',
};

/** What the lines mean, for the kinds that are there. */
function legend({ links }: Picture): string {
  const kinds = ORDER.filter((kind) => links.some((link) => link.kind === kind));
  if (kinds.length < 2) return '';
  const keys = kinds.map(
    (kind) =>
      `<li><svg aria-hidden="true" width="28" height="8"><path class="${kind}" d="M0 4L28 4"/></svg> ${kind === 'live' && kinds.includes('after') ? 'before and after' : LINES[kind]}</li>`,
  );
  return `<ul class="legend">${keys.join('')}</ul>`;
}
