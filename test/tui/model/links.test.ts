import { expect, test } from 'vitest';
import type { ItemId } from '../../../src/tui/model/items.ts';
import { labelOf } from '../../../src/tui/model/labels.ts';
import {
  badgesOf,
  clusterNamed,
  clustersOf,
  listenersOf,
  referencesTo,
  routesOfListener,
} from '../../../src/tui/model/links.ts';
import { analysed } from '../analysed.ts';
import { sideOfText } from '../screen.tsx';
import { SAMPLE } from './sample.ts';

const side = sideOfText('a.yaml', SAMPLE);
const session = { side, ...analysed(side) };
const name = (item: ItemId) => labelOf(side.items, item).name;

function named(wanted: string): ItemId {
  for (let item = 0; item < side.items.count; item++) if (name(item) === wanted) return item;
  throw new Error(`no ${wanted}`);
}

test('the clusters of a route', () => {
  expect(clustersOf(side, named('/cart*'))).toEqual(['cart']);
  expect(clustersOf(side, named('= /pay  authorization: <redacted>'))).toEqual(['cart', 'pay']);
  expect(clusterNamed(side.items, 'pay')).toBe(named('pay'));
  expect(clusterNamed(side.items, 'gone')).toBeUndefined();
});

test('what comes to a cluster, and whether any request takes that way', () => {
  const references = (cluster: string) =>
    referencesTo(session, named(cluster))?.map(({ item, isLive }) => [name(item), isLive]);
  expect(references('cart')).toEqual([
    ['/cart*', true],
    ['= /pay  authorization: <redacted>', true],
  ]);
  expect(references('attic')).toEqual([['/cart/old*', false]]);
  expect(referencesTo({ side }, named('cart'))).toBeUndefined();
});

test('badges: dead routes, clusters that are not there, and the worst of what is inside', () => {
  const badges = badgesOf(session);
  const rules = (item: string) =>
    badges.at(named(item)).map((index) => session.analysis?.findings[index]?.rule);
  expect(badges.isDead(named('/cart/old*'))).toBe(true);
  expect(badges.isDead(named('/cart*'))).toBe(false);
  expect(rules('/*')).toContain('undefined-cluster');
  expect(badges.worst(named('shop'))).toBe('error');
  expect(badges.worst(named('cart'))).toBeUndefined();
});

test('the routes of a listener: those in it, and those that it fetches by name', () => {
  const routes = (at: string) => routesOfListener(side, named(at)).map(name);
  expect(routes('public')).toEqual(['main']);
  expect(routes('envoy.http_connection_manager')).toEqual(['main']);
  expect(routes('envoy.router')).toEqual([]);
  expect(listenersOf(side, named('main'))).toBe('public (0.0.0.0:80)');
  const text = (name: string) => `
listeners:
- name: a
  address: {socket_address: {address: 1.1.1.1, port_value: 1}}
  filter_chains: [{filters: [{name: envoy.http_connection_manager, config: {rds: {route_config_name: ${name}}}}]}]
route_configs: [{name: r, virtual_hosts: []}]`;
  for (const [wanted, expected] of [
    ['r', ['r']],
    ['other', []],
  ] as const) {
    const fetched = sideOfText('a.yaml', text(wanted));
    expect(routesOfListener(fetched, 1).map((item) => labelOf(fetched.items, item).name)).toEqual(expected);
  }
});
