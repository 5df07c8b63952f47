/** What an admin dump shows several times is one for everything that counts it; files are counted apart. */
import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { NODE } from '../../src/model/bound.ts';
import { shownAgain } from '../../src/model/dump-copies.ts';
import { chooseRoutes } from '../../src/routing/where/choose.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { routePlace } from '../../src/routing/where/found-routes.ts';
import type { Data } from '../../src/source/data.ts';
import { pointerOf } from '../../src/source/pointer.ts';
import { opened } from '../opened.ts';
import { requestOf } from '../routing/traced.ts';
import { dumpText, listenerOf, type Wanted } from './dumps.ts';

const ROUTES: readonly Data[] = [
  { match: { regex: '/c.*' }, route: { cluster: 'web', retry_policy: { retry_on: '5xx' } } },
  { match: { prefix: '/' }, route: { cluster: 'web' } },
  { match: { prefix: '/x' }, route: { cluster: 'web', timeout: '3s' } },
];

const findingsIn = (...texts: readonly (readonly [name: string, text: string])[]) =>
  analyze(subjectOf(texts.map(([name, text]) => opened(text, {}, name))), {
    rules: analysisRules,
    known: ruleIds,
  }).findings;

describe('14.9 what a dump shows several times is one:', () => {
  test.each<[string, Wanted]>([
    ['routes with a name', { routes: ROUTES, name: 'main' }],
    ['routes without a name', { routes: ROUTES }],
    ['a listener that the proxy named', { routes: ROUTES, name: 'main', listener: [undefined, '7c1e-uuid'] }],
    ['neither has a name of its own', { routes: ROUTES, listener: [undefined, '7c1e-uuid'] }],
    ['routes that were others at the start', { routes: ROUTES, name: 'main', started: ROUTES.slice(1) }],
  ])('%s', (_, wanted) => {
    const text = dumpText(wanted);
    const routing = findRouting([opened(text, {}, 'dump.json')]);
    expect(routing.routes).toHaveLength(1);
    expect(routing.listeners.map(({ ref }) => ref.name)).toEqual([wanted.listener?.[1] ?? 'l']);
    expect(chooseRoutes(routing, requestOf({ authority: 'a.test', path: '/x' }), {})).toMatchObject({
      kind: 'routes',
      found: routing.routes[0],
    });
    const found = findingsIn(['dump.json', text]);
    expect(found.map(({ rule }) => rule).sort()).toEqual(
      findingsIn([
        'l.json',
        JSON.stringify(
          listenerOf('l', { virtual_hosts: [{ name: 'shop', domains: ['*'], routes: ROUTES }] }),
        ),
      ])
        .map(({ rule }) => rule)
        .sort(),
    );
    for (const { pointer } of found) expect(pointer).toMatch(/^\/configs\/2\/static_listeners\/0/);
  });

  test('what waits and what is over do not count, unless nothing else stands there', () => {
    const routes = (cluster: string) => ({
      name: 'main',
      virtual_hosts: [
        { name: 'v', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster } }] },
      ],
    });
    const states = {
      active_state: { version_info: '2', listener: listenerOf('l', routes('new')) },
      warming_state: { version_info: '3', listener: listenerOf('l', routes('next')) },
      draining_state: { version_info: '1', listener: listenerOf('l', routes('old')) },
    };
    const text = (some: object) =>
      JSON.stringify({
        configs: [
          {
            '@type': 'type.googleapis.com/envoy.admin.v3.ListenersConfigDump',
            dynamic_listeners: [{ name: 'l', ...some }],
          },
        ],
      }).replace('admin.v3', 'admin.v2alpha');
    const clusters = (some: object) =>
      findRouting([opened(text(some), {}, 'dump.json')]).routes.map(
        ({ routeConfiguration }) => routeConfiguration.virtual_hosts?.[0]?.routes?.[0]?.route?.cluster,
      );
    expect(clusters(states)).toEqual(['new']);
    expect(clusters({ warming_state: states.warming_state })).toEqual(['next']);
    expect(clusters({ draining_state: states.draining_state })).toEqual([]);
  });

  test('what is found in a copy alone is kept', () => {
    const started = [{ match: { prefix: '/' }, route: { cluster: 'web', timeout: 'soon' } }];
    const found = findingsIn(['dump.json', dumpText({ routes: ROUTES.slice(1, 2), name: 'main', started })]);
    expect(found.map(({ rule, pointer }) => [rule, pointer.slice(0, 10)])).toEqual([
      ['wrong-type', '/configs/0'],
    ]);
  });

  test('which copy counts is said of each', () => {
    const configuration = opened(dumpText({ routes: ROUTES, name: 'main' }), {}, 'dump.json');
    const [root] = configuration.roots;
    if (root === undefined) throw new Error('nothing was read');
    const pointer = (node: number | undefined) =>
      node === undefined ? undefined : pointerOf(root.tree, node);
    const said = [...shownAgain(root, 'envoy')].map(([copy, counts]) => [
      pointer(copy[NODE]),
      pointer(counts?.[NODE]),
    ]);
    expect(said).toEqual([
      ['/configs/0/bootstrap/static_resources/listeners/0', '/configs/2/static_listeners/0/listener'],
      ['/configs/0/bootstrap/static_resources/clusters/0', '/configs/1/static_clusters/0/cluster'],
      [
        '/configs/3/static_route_configs/0/route_config',
        '/configs/2/static_listeners/0/listener/filter_chains/0/filters/0/typed_config/route_config',
      ],
    ]);
  });
});

describe('14.9 independent copies of a file are two:', () => {
  const text = JSON.stringify(
    listenerOf('l', { name: 'main', virtual_hosts: [{ name: 'shop', domains: ['*'], routes: ROUTES }] }),
  );
  const names = ['x/front.json', 'y/front.json'] as const;
  const routing = findRouting(names.map((name) => opened(text, {}, name)));
  const request = requestOf({ authority: 'a.test', path: '/x' });

  test('each finding names its file', () => {
    const found = findingsIn(...names.map((name) => [name, text] as const));
    const of = (name: string) =>
      found.filter(({ file, rule }) => file === name && rule !== 'duplicate-name').map(({ rule }) => rule);
    expect(of(names[0])).toEqual(of(names[1]));
    expect(of(names[0])).toContain('shadowed-route');
  });

  test('a name that both have offers a way out, which works', () => {
    expect([routing.routes.length, routing.listeners.length]).toEqual([2, 2]);
    const choice = chooseRoutes(routing, request, { routeConfig: 'main' });
    if (choice.kind !== 'problem') throw new Error('it was chosen');
    expect(choice.hint).toBe(
      'choose with --route-config or --listener: there are "main" (l (0.0.0.0:80), x/front.json:main); "main" (l (0.0.0.0:80), y/front.json:main)',
    );
    expect(choice.candidates?.map((each) => each.route_config)).toEqual(names.map((name) => `${name}:main`));
    for (const name of names)
      for (const wish of [
        { routeConfig: `${name}:main` },
        { routeConfig: `${name}:/filter_chains/0/filters/0/typed_config/route_config` },
        { listener: `${name}:l` },
      ]) {
        const chosen = chooseRoutes(routing, request, wish);
        if (chosen.kind !== 'routes') throw new Error(`${JSON.stringify(wish)} chooses nothing`);
        expect(routePlace(chosen.found, 0, 0)?.file).toBe(name);
      }
  });

  test('two documents of one file are two as well, and pointers tell them apart', () => {
    const both = findRouting([opened(`${text}\n---\n${text}`, {}, 'both.yaml')]);
    expect(both.routes).toHaveLength(2);
    const choice = chooseRoutes(both, request, {});
    if (choice.kind !== 'problem') throw new Error('it was chosen');
    const [first, second] = choice.candidates ?? [];
    for (const [index, wish] of [first?.route_config, second?.route_config].entries()) {
      const chosen = chooseRoutes(both, request, wish === undefined ? {} : { routeConfig: wish });
      expect(chosen.kind === 'routes' && routePlace(chosen.found, 0, 0)?.document).toBe(index);
    }
  });
});

test('14.9 a route configuration that several listeners of one file hold is one', () => {
  const held = { name: 'main', virtual_hosts: [{ name: 'shop', domains: ['*'], routes: ROUTES }] };
  const listeners = [listenerOf('a', held), { ...listenerOf('b', held), address: { pipe: { path: '/b' } } }];
  const { routes } = findRouting([opened(JSON.stringify({ static_resources: { listeners } }))]);
  expect(routes.map(({ listeners: used }) => used.map(({ name }) => name))).toEqual([['a', 'b']]);
});
