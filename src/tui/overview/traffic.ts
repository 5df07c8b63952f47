/** What comes in where, and what takes it: the listeners with the hosts they serve. */
import type { FoundRoutes } from '../../routing/index.ts';
import { placesOf } from '../../routing/tree/flatten.ts';
import type { FoundListener } from '../../routing/where/listeners.ts';
import { type ItemId, ItemKind, type Items, kindOfItem, skipOfItem } from '../model/items.ts';
import { addressText } from '../model/labels.ts';
import { clustersOf } from '../model/links.ts';
import { nameOfItem } from '../model/names.ts';
import type { Side } from '../model/side.ts';
import { texts } from '../model/values.ts';
import type { Piece } from '../text/line.ts';
import type { OverviewRow } from './row.ts';

/** More rows nobody reads at a glance. */
const MAX_ROWS = 12;
const MAX_HOSTS = 4;

export function trafficRows(side: Side): readonly OverviewRow[] {
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
