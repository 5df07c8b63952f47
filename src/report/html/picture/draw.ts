/** A picture: columns of links in rows of equal height, and the lines between them as SVG behind them. */

import type { LinkKind, Mark, Picture, PictureNode } from '../../../results/picture/picture.ts';
import { grouped } from '../../../source/grouped.ts';
import { type Element, element } from '../element.ts';
import type { Say } from '../shown.ts';
import { BELOW, ROW, roomBetween } from './measures.ts';
import { type Slots, slotsOf } from './slots.ts';

export interface DrawOptions {
  /** Tells the pictures of a page apart. */
  readonly id: string;
  readonly say: Say;
  /** What it shows; empty where that is clear. */
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

export function draw(picture: Picture, { id, say, caption, target }: DrawOptions): Element {
  const { columns, remarks } = picture;
  const slots = slotsOf(picture);
  const leads = leadsOf(picture);
  const lists = columns.map(({ heading, nodes, total }, column) => {
    const items: Element[] = [];
    let row = 0;
    for (const index of slots.order[column] ?? []) {
      const node = nodes[index];
      if (node === undefined) continue;
      for (; row < (slots.rows[column]?.[index] ?? row); row++) items.push(element('li', HIDDEN));
      const to = leads.get(`${column}-${index}`) ?? [];
      items.push(element('li', {}, nodeElement(node, `${column}-${index}`, to, say, target(node))));
      row++;
    }
    const shown = grouped(nodes.length);
    const count = total === nodes.length ? shown : `${shown} of ${grouped(total)}`;
    const head = element('h4', {}, `${heading} `, element('span', {}, count));
    return element('section', {}, head, element('ol', {}, ...items));
  });
  const height = slots.height * ROW;
  const box = { viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', height: String(height) };
  const svg = element('svg', { ...HIDDEN, ...box }, ...paths(picture, slots));
  return element(
    'figure',
    { class: `picture columns${columns.length}`, id },
    element(
      'figcaption',
      {},
      ...(caption === '' ? [] : [element('b', {}, say(caption))]),
      ...legend(picture),
    ),
    element('div', { class: 'canvas' }, svg, ...lists),
    ...remarks.map((remark) => element('p', { class: 'remark' }, say(remark))),
  );
}

const HIDDEN = { 'aria-hidden': 'true' };

/** A link where there is something to go to; all can be focused, so that their ways can be followed. */
function nodeElement(
  { title, note, mark, said }: PictureNode,
  key: string,
  leads: readonly string[],
  say: Say,
  target: string | undefined,
): Element {
  const marked = mark === undefined ? [] : [element('em', {}, `${SIGNS[mark]} ${say(said ?? mark)}`), ' '];
  const hint =
    leads.length === 0 ? [] : [element('span', { class: 'sr' }, `, leads to ${say(leads.join(', '))}`)];
  const inner = [element('b', {}, say(title)), element('span', {}, ...marked, say(note)), ...hint];
  const attributes = {
    class: `node${mark === undefined ? '' : ` ${mark}`}`,
    'data-n': key,
    title: say([title, said ?? '', note].filter((text) => text !== '').join('; ')),
  };
  return target === undefined
    ? element('span', { ...attributes, tabindex: '0' }, ...inner)
    : element('a', { ...attributes, href: target }, ...inner);
}

/** So many names are told to those who cannot see the lines. */
const MAX_TOLD = 5;

function leadsOf({ columns, links }: Picture): ReadonlyMap<string, readonly string[]> {
  const leads = new Map<string, string[]>();
  for (const { from, to } of links) {
    const key = `${from[0]}-${from[1]}`;
    const title = columns[to[0]]?.nodes[to[1]]?.title ?? '';
    const known = leads.get(key);
    if (known === undefined) leads.set(key, [title]);
    else if (known.length < MAX_TOLD) known.push(title);
  }
  return leads;
}

/** Columns and the room between them take the whole width, in hundredths. */
function paths({ columns, links }: Picture, { rows }: Slots): readonly Element[] {
  const room = roomBetween(columns.length);
  const width = (100 - room * (columns.length - 1)) / columns.length;
  const middle = ([column, node]: readonly [number, number]): number =>
    (rows[column]?.[node] ?? 0) * ROW + (ROW - BELOW) / 2;
  // What is drawn later lies on top.
  const sorted = links.toSorted((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
  return sorted.map(({ from, to, kind }) => {
    const start = from[0] * (width + room) + width;
    const end = to[0] * (width + room);
    const bend = (start + end) / 2;
    const [one, other] = [middle(from), middle(to)];
    const shift = kind === 'before' ? -3 : kind === 'after' ? 3 : 0;
    return element('path', {
      class: kind,
      'data-f': `${from[0]}-${from[1]}`,
      'data-t': `${to[0]}-${to[1]}`,
      d: `M${round(start)} ${one + shift}C${round(bend)} ${one + shift} ${round(bend)} ${other + shift} ${round(end)} ${other + shift}`,
    });
  });
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
function legend({ links }: Picture): readonly Element[] {
  const kinds = ORDER.filter((kind) => links.some((link) => link.kind === kind));
  if (kinds.length < 2) return [];
  const keys = kinds.map((kind) => {
    const line = element('path', { class: kind, d: 'M0 4L28 4' });
    const words = kind === 'live' && kinds.includes('after') ? 'before and after' : LINES[kind];
    return element('li', {}, element('svg', { ...HIDDEN, width: '28', height: '8' }, line), ` ${words}`);
  });
  return [element('ul', { class: 'legend' }, ...keys)];
}
