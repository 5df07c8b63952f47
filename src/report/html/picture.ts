/** A picture: columns of links in rows of equal height, and the lines between them as SVG behind them. */
import { type Element, element, type Say } from '../../present/html.ts';
import type { LinkKind, Mark, Picture, PictureNode } from '../../results/picture/picture.ts';
import { grouped } from '../../source/counted.ts';

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
    const head = element('p', { class: 'head' }, `${heading} `, element('span', {}, count));
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

/** What crosses others is painted last. */
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

/** As the words follow each other. */
const LEGEND: readonly LinkKind[] = ['live', 'dead', 'aside', 'before', 'after'];

/** What the lines mean, for the kinds that are there. */
function legend({ links }: Picture): readonly Element[] {
  const kinds = LEGEND.filter((kind) => links.some((link) => link.kind === kind));
  if (kinds.length < 2) return [];
  const keys = kinds.map((kind) => {
    const line = element('path', { class: kind, d: 'M0 4L28 4' });
    const words = kind === 'live' && kinds.includes('after') ? 'before and after' : LINES[kind];
    return element('li', {}, element('svg', { ...HIDDEN, width: '28', height: '8' }, line), ` ${words}`);
  });
  return [element('ul', { class: 'legend' }, ...keys)];
}

export interface Slots {
  /** The row of each node, by column; growing within a column. */
  readonly rows: readonly (readonly number[])[];
  /** The order in which the nodes of each column stand. */
  readonly order: readonly (readonly number[])[];
  readonly height: number;
}

export function slotsOf({ columns, links }: Picture): Slots {
  const height = Math.max(1, ...columns.map(({ nodes }) => nodes.length));
  const rows = columns.map(({ nodes }) => nodes.map((_, index) => index));
  const order = columns.map(({ nodes }) => nodes.map((_, index) => index));
  // The column with the most nodes stays as it is; the others stand where their links lead.
  const fixed = columns.findIndex(({ nodes }) => nodes.length === height);
  const places = new Map<string, string[]>();
  for (const { from, to } of links) {
    places.set(String(from), [...(places.get(String(from)) ?? []), String(to)]);
    places.set(String(to), [...(places.get(String(to)) ?? []), String(from)]);
  }
  const settled = new Set([fixed]);
  const near = [...columns.keys()].sort((left, right) => Math.abs(left - fixed) - Math.abs(right - fixed));
  for (const column of near) {
    if (column === fixed) continue;
    const wanted = (columns[column]?.nodes ?? []).map((_, index) => {
      const at = (places.get(`${column},${index}`) ?? []).flatMap((key) => {
        const [other = 0, node = 0] = key.split(',').map(Number);
        return settled.has(other) ? [rows[other]?.[node] ?? 0] : [];
      });
      return at.length === 0 ? undefined : at.reduce((sum, row) => sum + row, 0) / at.length;
    });
    const { placed, sorted } = place(wanted, height);
    rows[column] = placed;
    order[column] = sorted;
    settled.add(column);
  }
  return { rows, order, height };
}

/** Rows near the wanted ones, one node a row; what wants none comes last. */
function place(
  wanted: readonly (number | undefined)[],
  height: number,
): { readonly placed: number[]; readonly sorted: number[] } {
  const sorted = [...wanted.keys()].sort(
    (left, right) => (wanted[left] ?? height) - (wanted[right] ?? height) || left - right,
  );
  const placed: number[] = wanted.map(() => 0);
  let next = 0;
  for (const index of sorted) {
    const row = Math.max(next, Math.round(wanted[index] ?? next));
    placed[index] = row;
    next = row + 1;
  }
  let most = height - 1;
  for (const index of sorted.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - 1;
  }
  return { placed, sorted };
}

/** Pixels of a row, and of the room below its node. */
export const ROW = 56;
export const BELOW = 8;

/** Room between columns in hundredths of the width, by how many columns there are. */
export function roomBetween(columns: number): number {
  return columns === 4 ? 6 : 10;
}
