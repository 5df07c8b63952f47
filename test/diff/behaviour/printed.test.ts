/** Requests that diff prints come to where it says, on both sides. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import type { Configuration } from '../../../src/model/index.ts';
import { triedByDiff } from '../../laws/printed/checking.ts';
import { opened } from '../../opened.ts';

const MANAGER = 'envoy.http_connection_manager';

function chain(cluster: string, match = '', more = '', host = ''): string {
  const hosts = `[{name: v, domains: ["*"]${host}, routes: [{match: {prefix: /}, route: {cluster: ${cluster}}}]}]`;
  const config = `{stat_prefix: x, route_config: {virtual_hosts: ${hosts}}, http_filters: [{name: envoy.router}]}`;
  const own = match === '' ? '' : `filter_chain_match: {${match}}, `;
  return `{${own}${more}filters: [{name: ${MANAGER}, config: ${config}}]}`;
}

function bootstrap(...listeners: readonly (readonly [port: number, ...chains: string[]])[]): Configuration {
  const all = listeners.map(
    ([port, ...chains]) =>
      `{name: l${port}, address: {socket_address: {address: 0.0.0.0, port_value: ${port}}}, filter_chains: [${chains.join(', ')}]}`,
  );
  return opened(`static_resources: {listeners: [${all.join(', ')}]}`);
}

/** The only request that is printed; it does in `trace` what is said of it. */
function printed(before: Configuration, after: Configuration) {
  const [tried, ...others] = triedByDiff([before], [after]);
  expect(others).toEqual([]);
  expect(tried?.wrong).toBeUndefined();
  const { changes, undecided } = compareBehaviour([before], [after]);
  expect(undecided).toEqual([]);
  return changes[0]?.request;
}

it('14.3 a request to a filter chain for server names asks for one of them', () => {
  const side = (cluster: string) => bootstrap([443, chain(cluster, 'server_names: [a.test]'), chain('c1')]);
  expect(printed(side('c0'), side('c9'))).toMatchObject({ scheme: 'https', authority: 'a.test' });
});

it('14.3 a request to the chain without server names asks for none of those that others have', () => {
  const side = (cluster: string) =>
    bootstrap([
      443,
      chain('c1', 'server_names: ["*.test"]', 'tls_context: {}, '),
      chain(cluster, '', 'tls_context: {}, '),
    ]);
  expect(printed(side('c0'), side('c9'))).toMatchObject({ scheme: 'https', server_name: '' });
});

it('14.3 several listeners: the request says to which it goes', () => {
  const side = (cluster: string) => bootstrap([8080, chain('c1')], [9090, chain(cluster)]);
  expect(printed(side('c0'), side('c9'))).toMatchObject({ listener: 'l9090' });
  const secure = (cluster: string) =>
    bootstrap([80, chain('c1')], [443, chain(cluster, '', 'tls_context: {}, ')]);
  expect(printed(secure('c0'), secure('c9'))).toMatchObject({ scheme: 'https' });
  expect(printed(secure('c0'), secure('c9'))).not.toHaveProperty('listener');
});

it('14.3 a request to a listener without TLS is none over https', () => {
  const side = (cluster: string) => bootstrap([80, chain(cluster)]);
  const request = printed(side('c0'), side('c9'));
  expect(request).toMatchObject({ scheme: 'http', headers: {} });
  // What only a header can say is said by one.
  const guarded = (cluster: string) => bootstrap([80, chain(cluster, '', '', ', require_tls: ALL')]);
  expect(printed(guarded('c0'), guarded('c9'))).toMatchObject({
    scheme: 'http',
    headers: { 'x-forwarded-proto': 'https' },
  });
});

it('14.3 a request for require_tls ALL to NONE is none from inside, unless it has to be', () => {
  const side = (need: string) => bootstrap([80, chain('c0', '', '', `, require_tls: ${need}`)]);
  expect(printed(side('ALL'), side('NONE'))).toMatchObject({ scheme: 'http', internal: false, headers: {} });
  expect(printed(side('EXTERNAL_ONLY'), side('NONE'))).toMatchObject({ internal: false });
  expect(printed(side('ALL'), side('EXTERNAL_ONLY'))).toMatchObject({ internal: true });
});

it('14.3 where no one request comes to both sides it is undecided, not printed', () => {
  const side = (cluster: string, name: string) =>
    bootstrap([
      443,
      chain(cluster, `server_names: [${name}]`, 'tls_context: {}, '),
      chain('c1', '', 'tls_context: {}, '),
    ]);
  const { changes, undecided } = compareBehaviour([side('c0', 'a.test')], [side('c9', 'b.test')]);
  for (const { request } of changes) expect(request).toBeDefined();
  expect(triedByDiff([side('c0', 'a.test')], [side('c9', 'b.test')]).filter(({ wrong }) => wrong)).toEqual(
    [],
  );
  expect(changes.length + undecided.length).toBeGreaterThan(0);
});

/** What a request brings upstream, worked out from what is configured alone. */
function upstream(
  headers: { readonly [name: string]: string },
  remove: readonly string[],
  add: readonly Add[],
) {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));
  for (const name of remove) sent.delete(name);
  for (const [name, value, action] of add) {
    const known = sent.get(name);
    if (action === 'ADD_IF_ABSENT' && known !== undefined) continue;
    if (action === 'OVERWRITE_IF_EXISTS' && known === undefined) continue;
    sent.set(name, action === 'APPEND_IF_EXISTS_OR_ADD' ? [...(known ?? []), value] : [value]);
  }
  return [...sent].sort();
}

type Add = readonly [name: string, value: string, action: string];
type Edit = readonly [remove: readonly string[], add: readonly Add[]];

const ACTIONS = [
  'APPEND_IF_EXISTS_OR_ADD',
  'OVERWRITE_IF_EXISTS_OR_ADD',
  'ADD_IF_ABSENT',
  'OVERWRITE_IF_EXISTS',
] as const;

it('a request that shows a change of headers has those without which it shows none', () => {
  const names = fc.uniqueArray(fc.constantFrom('x-a', 'x-b', 'x-c'), { maxLength: 2 });
  const add = fc.tuple(
    fc.constantFrom('x-a', 'x-b', 'x-d'),
    fc.constantFrom('1', '2'),
    fc.constantFrom(...ACTIONS),
  );
  const edit: fc.Arbitrary<Edit> = fc.tuple(names, fc.array(add, { maxLength: 1 }));
  const side = ([remove, added]: Edit): Configuration => {
    const entries = added.map(
      ([key, value, action]) => `{header: {key: ${key}, value: "${value}"}, append_action: ${action}}`,
    );
    const edits = `request_headers_to_remove: [${remove.join(', ')}], request_headers_to_add: [${entries.join(', ')}]`;
    const route = `{match: {prefix: /}, route: {cluster: c}, ${edits}}`;
    const type = '"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration';
    return opened(`{${type}, name: r, virtual_hosts: [{name: v, domains: ["*"], routes: [${route}]}]}`);
  };
  fc.assert(
    fc.property(edit, edit, (one, other) => {
      const { changes } = compareBehaviour([side(one)], [side(other)]);
      for (const { request } of changes)
        expect(upstream(request.headers, ...one), JSON.stringify(request)).not.toEqual(
          upstream(request.headers, ...other),
        );
    }),
    { numRuns: 200 },
  );
});
