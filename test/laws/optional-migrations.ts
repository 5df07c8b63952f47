/** Laws of the optional migrations: what takes a request before takes it after, asked of what is written, not of a normal form. */
import fc from 'fast-check';
import { analyze } from '../../src/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import type { Outcome } from '../../src/routing/outcome/outcome.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import type { Message } from '../../src/schema/types.ts';
import { printYaml } from '../../src/source/edit/print.ts';
import { opened } from '../opened.ts';
import { regexes, requests, WORD } from '../routing/all/lists.ts';
import { routeConfigurations } from './configurations.ts';
import { demand, demandSame, type Law, law } from './law.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const pattern = some('/a', '/a.*', '/.*', '/[ab]\\?k=\\d', '/(?!a).*', '/a{1,40}b?', '^/a$', '/a1');
const method = some('GET', 'PUT', 'METHOD_UNSPECIFIED');
const header = fc.oneof(
  fc.record({ name: some(':path'), exact_match: some('/a', '/a?k=1') }),
  fc.record({ name: some('x', ':path'), regex_match: some('[0-9]+', '/a.*', '(?!/a).*') }),
  fc.record({ name: some('x'), present_match: fc.constant(true) }),
);

/** In every form that the proxy takes, and in some that it does not. */
const virtualCluster = fc
  .tuple(
    fc.option(pattern, { nil: undefined, freq: 4 }),
    fc.option(method, { nil: undefined }),
    fc.option(fc.array(header, { maxLength: 2 }), { nil: undefined, freq: 2 }),
  )
  .map(([path, by, headers]) => ({
    ...(path === undefined ? {} : { pattern: path }),
    ...(by === undefined ? {} : { method: by }),
    ...(headers === undefined ? {} : { headers }),
  }));

const virtualClusters = fc
  .array(virtualCluster, { minLength: 1, maxLength: 4 })
  .map((list) => list.map((each, index) => ({ name: `v${index}`, ...each })));

/** Routes that a value of the parameter k tells apart. */
const byValue = fc
  .array(
    fc.oneof(
      fc.record({ value: some('1', 'a', '') }),
      fc.record({ value: some('[0-9]', '1+', '(?!1).*', ''), regex: fc.boolean() }),
      fc.record({
        value: some('1', ''),
        string_match: some<object>({ exact: 'a' }, { regex: '[a-z]+' }, { regex: '(?!1).*' }),
      }),
      fc.record({ value: some('1'), present_match: fc.boolean() }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) =>
    list.map((rest, index) => ({
      match: { prefix: '/', query_parameters: [{ name: 'k', ...rest }] },
      direct_response: { status: 210 + index },
    })),
  );

/** A request, as often as not with a value of that parameter. */
const asks = fc
  .tuple(requests, some('', '?k', '?k=', '?k=1', '?k=11', '?k=a', '?k=ab', '?k=1x'))
  .map(([request, query]) => (query === '' ? request : { ...request, path: `/a${query}` }));

const oldForms: fc.Arbitrary<object> = fc
  .tuple(routeConfigurations, virtualClusters, byValue)
  .map(([configuration, clusters, routes]) => ({
    virtual_hosts: (configuration as { readonly virtual_hosts: readonly Host[] }).virtual_hosts.map(
      (host) => ({
        ...host,
        virtual_clusters: clusters,
        routes: [...routes, ...host.routes],
      }),
    ),
  }));

interface Host {
  readonly routes: readonly object[];
}

/** What one request comes to by what a text says. */
function traced(text: string): (request: Request) => readonly [number | null, number | undefined, Outcome] {
  const [root] = opened(text, { type: 'RouteConfiguration', api: 'v2' }).roots;
  const configuration = root?.value as RouteConfiguration;
  return (request) => {
    const { virtual_host_index, route, outcome } = traceRequest(configuration, request, {
      regexes,
      namespace: WORD,
    });
    return [virtual_host_index, route?.index, outcome];
  };
}

export const optionalMigrationLaws: readonly Law[] = [
  law(
    {
      id: 'optional-migrations-route',
      says: 'Migrated with every optional conversion, a route configuration handles each request as before, and a second run changes nothing',
      runs: 100,
      slow: 10,
    },
    [oldForms, fc.array(asks, { minLength: 10, maxLength: 10 })],
    (written, asked) => {
      const before = printYaml(written as never, { indent: 0, step: 2 });
      const options = { older: false, also: ['all'] };
      const migrate = (text: string) =>
        migrateConfiguration(opened(text, { type: 'RouteConfiguration', api: 'v2' }), options);
      const { text, equivalent } = migrate(before);
      demand(equivalent, () => `is not equivalent: ${before}`);
      demandSame(migrate(text).text, text, 'migrated twice');
      const [first, second] = [traced(before), traced(text)];
      for (const request of asked)
        demandSame(second(request), first(request), `${JSON.stringify(request)} after migrating`);
    },
  ),
  law(
    {
      id: 'uncounted-virtual-clusters',
      says: 'No request counts under a virtual cluster that analyze says counts none, however it is written',
      runs: 60,
      slow: 20,
    },
    [oldForms, fc.array(asks, { minLength: 20, maxLength: 20 })],
    (written, asked) => {
      const text = printYaml(written as never, { indent: 0, step: 2 });
      const uncounted = new Set(
        analyze(text, { namespace: WORD }).findings.flatMap(({ data }) =>
          data?.virtual_cluster === undefined ? [] : [`${data.virtual_host} v${data.virtual_cluster}`],
        ),
      );
      const of = traced(text);
      for (const request of asked) {
        const [host, , { virtual_cluster: name }] = of(request);
        demand(
          !uncounted.has(`h${host} ${name}`),
          () => `${JSON.stringify(request)} counts under ${name} of h${host}, which counts none: ${text}`,
        );
      }
    },
  ),
];
