/** Requests that diff prints come to where it says, on both sides. */
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
