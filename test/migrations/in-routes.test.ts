/**
 * No request notices what a migration makes of a message, wherever in a route configuration it stands and whatever stands
 * beside it there: the replay of requests, which sees whole routes, reads all forms of a field as the comparison does.
 */
import { expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';
import { inTime, shareOf } from '../share.ts';
import { sampleOf } from './samples.ts';

const ROOT = 'RouteConfiguration';

/** What a message needs so that requests come to it; a field on the way takes the place of one here. */
const NEEDED: { readonly [type: string]: { readonly [field: string]: string } } = {
  'route.VirtualHost': {
    name: 'v',
    domains: '["*"]',
    routes: '[{match: {prefix: /}, route: {cluster: a}}]',
  },
  'route.Route': { match: '{prefix: /}', route: '{cluster: a}' },
  'route.RouteAction': { cluster: 'a' },
  'route.RouteMatch': { prefix: '/' },
  'route.WeightedCluster.ClusterWeight': { name: 'a', weight: '1' },
  'route.HeaderMatcher': { name: 'x' },
  'route.QueryParameterMatcher': { name: 'x' },
  'type.matcher.RegexMatcher': { regex: 'a' },
  'type.matcher.RegexMatchAndSubstitute': { pattern: '{regex: a}', substitution: 'b' },
  'route.RouteAction.HashPolicy.Header': { header_name: 'x' },
};

interface Step {
  /** The message that has the field. */
  readonly type: string;
  readonly field: string;
}

/** The ways from a route configuration to the messages of a type. */
function waysTo(target: string, api: ApiVersion): readonly (readonly Step[])[] {
  const from = (type: string, way: readonly Step[]): readonly (readonly Step[])[] => {
    const here = type === target ? [way] : [];
    // No message twice on a way: there is no end of rules in rules.
    if (way.some((step) => step.type === type)) return [];
    const fields = compiledMessage(type, api).fields.flatMap(({ name, element }) =>
      element.kind === 'message' ? from(element.name, [...way, { type, field: name }]) : [],
    );
    return [...here, ...fields];
  };
  return from(ROOT, []);
}

type Fields = { readonly [field: string]: string };

/** A message with some fields beside those that it needs; of a one-of these stand alone. */
function written(type: string, api: ApiVersion, own: Fields): string {
  const { byName } = compiledMessage(type, api);
  const groups = new Set(Object.keys(own).map((name) => byName.get(name)?.spec.oneof));
  const kept = Object.entries(NEEDED[type] ?? {}).filter(([name]) => {
    const group = byName.get(name)?.spec.oneof;
    return group === undefined || !groups.has(group);
  });
  const all = Object.entries({ ...Object.fromEntries(kept), ...own });
  return `{${all.map(([name, value]) => `${name}: ${value}`).join(', ')}}`;
}

/** A route configuration with a message at the end of a way. */
function around(way: readonly Step[], api: ApiVersion, message: string): string {
  return way.reduceRight((inside, { type, field }) => {
    const shape = compiledMessage(type, api).byName.get(field)?.shape;
    const value = { list: `[${inside}]`, map: `{k: ${inside}}`, one: inside }[shape ?? 'one'];
    return written(type, api, { [field]: value });
  }, message);
}

const cases = migrations.flatMap(({ id, messages, fields, versions = ['v2'] }) =>
  versions.flatMap((api) =>
    messages.flatMap((type) => {
      const ways = waysTo(type, api);
      return ways.length === 0 ? [] : [{ id, api, type, fields, ways }];
    }),
  ),
);

test.each(cases)('$id: $type of $api', ({ api, type, fields, ways }) => {
  const { byName } = compiledMessage(type, api);
  const noticed: string[] = [];
  const demand = (way: readonly Step[], own: Fields): void => {
    const text = around(way, api, written(type, api, own));
    const { difference } = migrateConfiguration(opened(text, { type: ROOT, api }), {
      older: false,
      also: ['all'],
    });
    if (difference !== undefined) noticed.push(`${text}\n${difference}`);
  };
  for (const [turn, field] of fields.flatMap((name) => byName.get(name) ?? []).entries()) {
    const own = { [field.name]: sampleOf(field) };
    for (const way of ways) demand(way, own);
    for (const way of ways.slice(0, inTime(2, 1)))
      for (const other of shareOf([...byName.values()], turn))
        if (other !== field) demand(way, { ...own, [other.name]: sampleOf(other) });
  }
  expect(noticed).toEqual([]);
});
