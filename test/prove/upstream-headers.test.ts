/** Who writes headers beside routes (docs/routing.md, fact 138): nothing is proved of such a header, nor refuted. */
import { describe, expect, test } from 'vitest';
import { proved } from './proved.ts';
import { configuration, filter, MUTATION, type World, WRITERS, ZIPKIN } from './writers.ts';

/** Whether it is proved that a header arrives, that a sent one does, and that it does not. */
function saidOf(name: string, world: World) {
  const header = JSON.stringify(name);
  const text = `properties:
- { name: arrives, then: { upstream_header: ${header} } }
- { name: stays, when: { header: ${header} }, then: { upstream_header: ${header} } }
- { name: none, then: { upstream_header: { name: ${header}, present: false } } }`;
  return proved(JSON.stringify(configuration(world)), text).map(({ kind }) => kind);
}

const OPEN = ['undecided', 'undecided', 'undecided'];
const AS_SENT = ['refuted', 'proved', 'refuted'];

describe('fact 138: whoever writes a header leaves open what arrives of it', () => {
  test.each(WRITERS)('%s: %j, %s', (_, world, name) => {
    // What cannot be sent at all is no more than open.
    for (const kind of saidOf(name, world)) expect(['undecided', 'vacuous']).toContain(kind);
    expect(saidOf(name, world)[0]).toBe(OPEN[0]);
  });
});

describe('what nobody writes arrives as it was sent', () => {
  test.each<[string, World, string]>([
    ['without anything', {}, 'x-a'],
    ['tracing', { manager: { tracing: ZIPKIN } }, 'x-a'],
    ['without tracing', {}, 'x-b3-traceid'],
    ['no add_user_agent', { manager: { add_user_agent: false } }, 'user-agent'],
    ['a mutation of others', { filters: [filter('header_mutation', 'HeaderMutation', MUTATION)] }, 'x-c'],
    ['a mutation of others', { upstream: [filter('header_mutation', 'HeaderMutation', MUTATION)] }, 'x-c'],
  ])('%s: %j, %s', (_, world, name) => {
    expect(saidOf(name, world)).toEqual(AS_SENT);
  });

  test('what a route writes arrives', () => {
    const add = [{ header: { key: 'x-a', value: 'v' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' }];
    expect(saidOf('x-a', { add })).toEqual(['proved', 'proved', 'refuted']);
    expect(saidOf('x-a', { add, upstream: [filter('lua', 'Lua')] })).toEqual(OPEN);
  });
});

describe('several values of one header', () => {
  const kindsOf = (host: object, cluster: object, properties: string) => {
    const match = { prefix: '/' };
    const route = { weighted_clusters: { clusters: [{ name: 'a', weight: 1, ...cluster }] } };
    const routes = {
      name: 'r',
      virtual_hosts: [{ name: 'v', domains: ['*'], routes: [{ match, route }], ...host }],
    };
    return proved(JSON.stringify(routes), `properties: [${properties}]`).map(({ kind }) => kind);
  };
  const adding = (value: string, more: object) => ({
    request_headers_to_add: [{ header: { key: 'x-c', value }, ...more }],
  });

  test('any of them is enough, and none but these arrives', () => {
    const said =
      '{ name: said, when: { header: { name: x-c, exact: a } }, then: { upstream_header: { name: x-c, exact: a } } }';
    const never = '{ name: never, then: { not: { upstream_header: { name: x-c, exact: b } } } }';
    const appending = adding('b', { append_action: 'APPEND_IF_EXISTS_OR_ADD' });
    expect(kindsOf(appending, {}, `${said}, ${never}`)).toEqual(['undecided', 'refuted']);
  });

  test('what may be empty may not be there, so that nothing replaces it', () => {
    const cluster = { ...adding('%REQ(x-c)%', {}), request_headers_to_remove: ['x-c'] };
    const host = adding('', { append_action: 'OVERWRITE_IF_EXISTS', keep_empty_value: true });
    const none = '{ name: none, then: { upstream_header: { name: x-c, present: false } } }';
    expect(kindsOf(host, cluster, none)).toEqual(['undecided']);
    expect(kindsOf(host, {}, none.replace('then', 'when: { header: x-c }, then'))).toEqual(['refuted']);
  });
});

test('what the input leaves out is what a proof rests on', () => {
  const routes =
    'name: r\nvirtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: a } }] }]';
  const [verdict] = proved(
    routes,
    'properties: [{ name: stays, when: { header: x-a }, then: { upstream_header: x-a } }]',
  );
  expect(verdict).toMatchObject({ kind: 'proved' });
  expect(verdict?.assuming).toEqual([
    'what stands in front of the routes (filters, tracing), and not in the input, writes no headers',
    'clusters that are not in the input have no HTTP filters that write headers',
  ]);
});
