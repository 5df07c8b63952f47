/** The rows of the overview, and where Enter leads from each. */

import { placesOf } from '../../routing/tree/flatten.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { FoundListener } from '../../routing/where/listeners.ts';
import type { Destination } from '../command.ts';
import type { ExploredAnalysis, ExploredFinding } from '../jobs/analysis.ts';
import {
  type ItemId,
  ItemKind,
  type Items,
  KIND_WORDS,
  kindOfItem,
  nameOfItem,
  skipOfItem,
  texts,
} from '../model/items.ts';
import { addressText } from '../model/labels.ts';
import { clustersOf } from '../model/links.ts';
import type { Side } from '../model/side.ts';
import type { Piece } from '../text.ts';
import { LEVEL_SIGNS, type Role } from '../theme.ts';
import type { Session } from '../view.ts';

/** A row of the overview. */
export interface OverviewRow {
  readonly pieces: readonly Piece[];
  readonly go?: Destination;
  /** What Enter shows in full where the row may be too short for it. */
  readonly whole?: string;
  /** What stays the same of the row when counts change and other rows come and go. */
  readonly key?: string;
}

// The rows of the overview, and where Enter leads from each.

const made = new WeakMap<Session, readonly OverviewRow[]>();

export function overviewRows(session: Session): readonly OverviewRow[] {
  const known = made.get(session);
  if (known !== undefined) return known;
  const rows = [
    ...inputRows(session),
    ...(session.before === undefined ? [] : section('What changes', changeRows(session))),
    ...section('What it does', trafficRows(session.side)),
    ...section('What is wrong with it', findingRows(session)),
    ...section('What is in it', kindRows(session.side)),
  ];
  while (rows.at(-1)?.pieces.length === 0) rows.pop();
  made.set(session, rows);
  return rows;
}

function heading(title: string): OverviewRow {
  return { pieces: [[title, 'title']] };
}

function section(title: string, rows: readonly OverviewRow[]): readonly OverviewRow[] {
  return rows.length === 0 ? [] : [heading(title), ...rows, { pieces: [] }];
}

const LABEL_WIDTH = 12;

function fact(label: string, ...pieces: readonly Piece[]): OverviewRow {
  return { pieces: ['  ', [label.padEnd(LABEL_WIDTH), 'dim'], ...pieces] };
}

function inputRows({ side, before }: Session): readonly OverviewRow[] {
  const rows: OverviewRow[] = [heading(before === undefined ? 'What was loaded' : 'What is compared')];
  if (before !== undefined) rows.push(fact('before', before.name));
  rows.push(fact(before === undefined ? 'input' : 'after', side.name, [` ${sizeText(side)}`, 'dim']));
  const words = new Set(side.configurations.map(({ namespace }) => namespace));
  const isAssumed = side.configurations.every(({ namespaceIsAssumed }) => namespaceIsAssumed);
  rows.push(
    fact('namespace', [...words].map((namespace) => JSON.stringify(namespace)).join(', '), [
      isAssumed ? '  assumed: no type name is written' : '  as type names are written',
      'dim',
    ]),
  );
  for (const { file, notes } of side.configurations)
    for (const each of notes) {
      const whole = `${file.name}: ${each}`;
      rows.push({ ...fact('note', ['! ', 'warning'], whole), whole, key: whole });
    }
  return [...rows, { pieces: [] }];
}

function sizeText({ configurations, documents }: Side): string {
  const bytes = configurations.reduce((sum, { file }) => sum + file.text.length, 0);
  const lines = configurations.reduce((sum, { file }) => sum + file.lines.count, 0);
  const parts = [
    ...(configurations.length > 1 ? [`${configurations.length} files`] : []),
    ...(documents.length > 1 ? [`${documents.length} documents`] : []),
    `${lines.toLocaleString('en-US')} lines`,
    bytes >= 1e6
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : bytes >= 1e3
        ? `${(bytes / 1e3).toFixed(1)} kB`
        : `${bytes} bytes`,
  ];
  return parts.join(', ');
}

/** The verdict of the comparison, the requests that are handled differently, the changes by level. */
function changeRows({ comparison }: Session): readonly OverviewRow[] {
  if (comparison === undefined) return [fact('', ['being compared…', 'dim'])];
  const { summary } = comparison;
  const go: Destination = { view: 'diff' };
  const rows: OverviewRow[] = [];
  const add = (count: number, one: string, many: string): void => {
    if (count > 0) rows.push({ pieces: [`  ${number(count)}  `, count === 1 ? one : many], go, key: one });
  };
  add(
    summary.rerouted,
    'group of requests is handled differently',
    'groups of requests are handled differently',
  );
  for (const level of CHANGE_LEVELS) add(summary[level], `${level} change`, `${level} changes`);
  return rows.length > 0 ? rows : [fact('', ['✔ ', 'good'], 'nothing that means anything')];
}

const CHANGE_LEVELS = ['breaking', 'warning', 'info', 'cosmetic'] as const;

/** Kinds with how many there are; Enter leads to the first. */
function kindRows({ items }: Side): readonly OverviewRow[] {
  const counts = new Map<ItemKind, { count: number; first: ItemId }>();
  for (let item = 0; item < items.count; item++) {
    const kind = kindOfItem(items, item);
    if (kind === ItemKind.Group) continue;
    const known = counts.get(kind);
    if (known === undefined) counts.set(kind, { count: 1, first: item });
    else known.count++;
  }
  const rows = [...counts].map(([kind, { count, first }]): OverviewRow => {
    const [one = '', many = ''] = KIND_WORDS[kind] ?? [];
    return {
      pieces: [`  ${number(count)}  `, count === 1 ? one : many],
      go: { view: 'tree', item: first },
      key: one,
    };
  });
  return rows.length === 0 ? [fact('', 'nothing that the tree could show')] : rows;
}

/** Rules of a level that are named, those with the most findings first. */
const MAX_RULES = 5;

const LEVELS = [
  { level: 'error', words: ['error', 'errors'] },
  { level: 'warning', words: ['warning', 'warnings'] },
  { level: 'info', words: ['info', 'infos'] },
] as const;

function findingRows({ analysis }: Session): readonly OverviewRow[] {
  if (analysis === undefined) return [fact('', ['being worked out…', 'dim'])];
  if (analysis.findings.length === 0) return [fact('', ['✔ ', 'good'], 'nothing was found')];
  const rows: OverviewRow[] = [...deprecatedRows(analysis)];
  for (const { level, words } of LEVELS) {
    const found = analysis.findings.filter((finding) => finding.level === level);
    if (found.length === 0) continue;
    rows.push({
      pieces: [
        `  ${number(found.length)}  `,
        [`${LEVEL_SIGNS[level]} ${found.length === 1 ? words[0] : words[1]}`, level],
      ],
      go: { view: 'findings' },
      key: level,
    });
    const rules = byRule(found);
    for (const [rule, count] of rules.slice(0, MAX_RULES)) rows.push(ruleRow(rule, count, level));
    const more = rules.length - MAX_RULES;
    if (more > 0)
      rows.push({ pieces: [[`               and of ${more} more rules`, 'dim']], go: { view: 'findings' } });
  }
  return rows;
}

/** Forms that a migration ends. */
function deprecatedRows({ findings }: ExploredAnalysis): readonly OverviewRow[] {
  const count = findings.filter(({ rule }) => rule === 'deprecated-field').length;
  if (count === 0) return [];
  return [
    {
      pieces: [
        `  ${number(count)}  `,
        count === 1 ? 'deprecated form' : 'deprecated forms',
        ['  Migrate (5) brings most of them up to date', 'dim'],
      ],
      go: { view: 'findings', rule: 'deprecated-field' },
      key: 'deprecated',
    },
  ];
}

function number(count: number): string {
  return count.toLocaleString('en-US').padStart(9);
}

function ruleRow(rule: string, count: number, role: Role): OverviewRow {
  return {
    pieces: [`  ${number(count)}    `, [rule, role]],
    go: { view: 'findings', rule },
    key: `${role} ${rule}`,
  };
}

function byRule(findings: readonly ExploredFinding[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([left, many], [right, more]) => more - many || (left < right ? -1 : 1));
}

// What comes in where, and what takes it: the listeners with the hosts they serve.

/** More rows nobody reads at a glance. */
const MAX_ROWS = 12;
const MAX_HOSTS = 4;

function trafficRows(side: Side): readonly OverviewRow[] {
  const rows = [...listenerRows(side), ...looseRows(side)];
  if (rows.length <= MAX_ROWS) return rows;
  return [
    ...rows.slice(0, MAX_ROWS),
    { pieces: [[`  … and ${rows.length - MAX_ROWS} more in the tree`, 'dim']] },
  ];
}

function listenerRows(side: Side): readonly OverviewRow[] {
  const { items } = side;
  const heard = new Map(side.subject.routing.listeners.map((each) => [each.message, each]));
  const rows: OverviewRow[] = [];
  for (let item = 0; item < items.count; item++) {
    if (kindOfItem(items, item) !== ItemKind.Listener) continue;
    const message = items.messages[item];
    const name = nameOfItem(items, item) ?? '';
    const address = addressText(message?.address);
    const head: Piece[] = [
      '  ',
      [address === '' ? name : address, 'strong'],
      [address === '' || name === '' ? '' : `  ${name}`, 'dim'],
    ];
    rows.push({
      pieces: [
        ...head,
        '  ',
        ...servedPieces(side, item, heard.get(message ?? {})),
        ...filePieces(side, items.documents[item]),
      ],
      go: { view: 'tree', item },
      key: `listener ${name} ${address} ${items.documents[item]}`,
    });
  }
  return rows;
}

/** Hosts of the routes that a listener uses, or the clusters of its TCP proxies. */
function servedPieces(side: Side, listener: ItemId, heard: FoundListener | undefined): readonly Piece[] {
  const leads = (heard?.chains ?? []).flatMap((chain) => chain.leads.map(({ found }) => found));
  const routes = [...new Set(leads)];
  if (routes.length > 0) return [['→ ', 'dim'], ...hostPieces(routes)];
  const clusters = tcpClusters(side, listener);
  if (clusters.length > 0) return [['→ ', 'dim'], `${clusters.join(', ')}`, ['  as it comes, TCP', 'dim']];
  return [
    ['→ ', 'dim'],
    ['nothing that is written here', 'dim'],
  ];
}

/** The file of a row, where there are several. */
function filePieces({ configurations, documents }: Side, document: number | undefined): readonly Piece[] {
  const file = documents[document ?? -1]?.configuration.file;
  return configurations.length < 2 || file === undefined ? [] : [[`  ${file.name}`, 'dim']];
}

function tcpClusters(side: Side, listener: ItemId): readonly string[] {
  const { items } = side;
  const names = new Set<string>();
  for (let item = listener; item < skipOfItem(items, listener); item++)
    if (kindOfItem(items, item) === ItemKind.Filter && isTcpProxy(items, item))
      for (const name of clustersOf(side, item)) names.add(name);
  return [...names];
}

function isTcpProxy(items: Items, item: ItemId): boolean {
  return /(?:^|\.)tcp_proxy$/.test(nameOfItem(items, item) ?? '');
}

/** Route configurations that no listener of the input uses. */
function looseRows(side: Side): readonly OverviewRow[] {
  return side.subject.routing.routes
    .filter(({ listeners }) => listeners.length === 0)
    .map((found, index): OverviewRow => {
      const { name } = found;
      const fileOf = side.configurations.length < 2 ? [] : [[`  ${found.file.name}`, 'dim'] as const];
      // Looked for among all items where it is shown: the first frame waits for no index over them.
      const item = index < MAX_ROWS ? itemOf(side, found) : undefined;
      return {
        pieces: ['  ', [name ?? 'routes', 'strong'], ['  → ', 'dim'], ...hostPieces([found]), ...fileOf],
        ...(item === undefined ? {} : { go: { view: 'tree', item }, key: `routes ${name ?? index}` }),
      };
    });
}

function itemOf({ items }: Side, { routeConfiguration }: FoundRoutes): ItemId | undefined {
  for (const message of [routeConfiguration, routeConfiguration.virtual_hosts?.[0]]) {
    const item = message === undefined ? -1 : items.messages.indexOf(message);
    if (item !== -1) return item;
  }
  return undefined;
}

function hostPieces(all: readonly FoundRoutes[]): readonly Piece[] {
  const hosts = all.flatMap(({ routeConfiguration }) => routeConfiguration.virtual_hosts ?? []);
  const domains = [...new Set(hosts.flatMap((host) => texts(host.domains)))];
  const routes = hosts.reduce((sum, host) => sum + placesOf(host).length, 0);
  const more = domains.length - MAX_HOSTS;
  const names = domains.slice(0, MAX_HOSTS).map((domain) => (domain === '*' ? 'any host' : domain));
  return [
    `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`,
    [`  ${routes.toLocaleString('en-US')} ${routes === 1 ? 'route' : 'routes'}`, 'dim'],
  ];
}
