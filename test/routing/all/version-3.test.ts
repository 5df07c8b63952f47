/** All requests of version 3: nothing that is said of a route is contradicted by a request. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { request as anyRequest } from '../../../scripts/proxy/generate.ts';
import { generatedSubjects } from '../../../scripts/proxy/subjects.ts';
import { baseOf, decide, decideInHost, routeList } from '../../../src/routing/all/index.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { traceRequest } from '../../../src/routing/trace.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';

const regexes = regexEngine();
const namespace = 'envoy';

/** What is said of each route of a host for all. */
function verdicts(...matches: readonly object[]) {
  const routes = matches.map((match) => ({ match, direct_response: { status: 200 } }));
  const text = JSON.stringify({ name: 'r', virtual_hosts: [{ name: 'v', domains: ['*'], routes }] });
  const [found] = findRouting([opened(text, { type: 'RouteConfiguration', api: 'v3' })]).routes;
  const bound = found?.routeConfiguration.virtual_hosts?.[0]?.routes ?? [];
  const list = routeList(bound, { regexes, namespace });
  return bound.map((_, index) => {
    const verdict = decide(list, index, startMeter({ work: 1_000_000 }));
    return verdict.kind === 'undecided' ? verdict.why : verdict.kind;
  });
}

const header = (matcher: object) => ({ prefix: '/', headers: [{ name: 'x', ...matcher }] });
const text = (string_match: object) => header({ string_match });
const TEMPLATE = 'type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig';

describe('routes of version 3', () => {
  it('that exclude a value each are alive: a header may come several times', () => {
    const matches = Array.from({ length: 30 }, (_, at) =>
      header({ string_match: { exact: `v${at}` }, invert_match: true }),
    );
    expect(new Set(verdicts(...matches))).toEqual(new Set(['alive']));
    // Of a header that comes once alone two of them leave nothing.
    const ofMethod = matches.map(({ headers: [match] }) => ({
      prefix: '/',
      headers: [{ ...match, name: ':method' }],
    }));
    expect(verdicts(...ofMethod)).toEqual(['alive', 'alive', ...Array.from({ length: 28 }, () => 'hidden')]);
  });

  it('hide each other by what they match', () => {
    expect(
      verdicts({ path_separated_prefix: '/a' }, { path: '/a' }, { prefix: '/a/' }, { prefix: '/a' }),
    ).toEqual(['alive', 'hidden', 'hidden', 'alive']);
    expect(
      verdicts(text({ contains: 'A', ignore_case: true }), text({ exact: 'bab' }), text({ prefix: 'b' })),
    ).toEqual(['alive', 'hidden', 'alive']);
    expect(
      verdicts(header({ present_match: false }), header({ present_match: true }), { prefix: '/' }),
    ).toEqual(['alive', 'alive', 'hidden']);
    const empty = { treat_missing_header_as_empty: true, string_match: { exact: '' } };
    expect(verdicts(header(empty), header({ present_match: false }))).toEqual(['alive', 'hidden']);
    const policy = { name: 't', typed_config: { '@type': TEMPLATE, path_template: '/a/*' } };
    expect(
      verdicts({ path_match_policy: policy }, { safe_regex: { regex: '/a/[0-9]+' } }, { prefix: '/a/' }),
    ).toEqual(['alive', 'hidden', 'alive']);
  });

  it('take requests whose client leaves its Host empty', () => {
    const named = (matcher: object) => ({ prefix: '/', headers: [{ name: ':authority', ...matcher }] });
    expect(
      verdicts(
        named({ string_match: { exact: '' } }),
        named({ present_match: false }),
        named({ present_match: true }),
      ),
    ).toEqual(['alive', 'never', 'alive']);
  });

  it('fact 69: take nothing with a fragment', () => {
    expect(verdicts({ path: '/c#top' }, { prefix: '/#' }, { path: '/c' })).toEqual([
      'never',
      'never',
      'alive',
    ]);
  });

  it('take nothing with a query in a prefix', () => {
    expect(verdicts({ prefix: '/s?a' })).toEqual(['never']);
    const key = (present_match: boolean) => ({
      prefix: '/',
      query_parameters: [{ name: 'k', present_match }],
    });
    expect(verdicts(key(true), key(false), { prefix: '/' })).toEqual(['alive', 'alive', 'hidden']);
    // One that looks at `:path` as a whole brings queries and paths together.
    const whole = { prefix: '/', headers: [{ name: ':path', string_match: { suffix: '?k=1' } }] };
    expect(verdicts(key(false), whole, { path: '/a', ...key(false), prefix: undefined })).toEqual([
      'alive',
      'alive',
      'hidden',
    ]);
  });

  it('hide nothing for certain, and are not dead, where they ask for what is not looked into', () => {
    const cookies = [{ name: 'c', string_match: { exact: 'a' } }];
    expect(verdicts({ prefix: '/', cookies }, { prefix: '/a' })).toEqual(['it asks about cookies', 'alive']);
    expect(verdicts({ prefix: '/', cookies }, { prefix: '/a', headers: [{ name: 'cookie' }] })[1]).not.toBe(
      'hidden',
    );
    expect(verdicts({ connect_matcher: {} }, { prefix: '/' })[0]).toContain('asks for CONNECT requests');
    const filter_state = [{ key: 'k', string_match: { exact: 'a' } }];
    expect(verdicts({ prefix: '/', filter_state }, { prefix: '/' })[0]).toContain('filter state');
  });

  it('are not said to be alive where the route configuration looks at requests in its own way', () => {
    const hosts = [
      {
        name: 'v',
        domains: ['a.test'],
        routes: [{ match: { prefix: '/' }, direct_response: { status: 200 } }],
      },
    ];
    for (const manner of [{ vhost_header: 'x' }, { ignore_path_parameters_in_path_matching: true }]) {
      const text = JSON.stringify({ name: 'r', virtual_hosts: hosts, ...manner });
      const [found] = findRouting([opened(text, { type: 'RouteConfiguration', api: 'v3' })]).routes;
      const routes = found?.routeConfiguration.virtual_hosts?.[0]?.routes ?? [];
      const verdict = decide(routeList(routes, { regexes, namespace }), 0, startMeter({ work: 100_000 }));
      expect(verdict.kind).toBe('undecided');
    }
  });

  it.each([1, 2, 3])('that take a request are not said to be dead, seed %i', (seed) => {
    const requests = fc.sample(anyRequest, { seed, numRuns: 100 }) as readonly Request[];
    let taken = 0;
    for (const { name, found } of generatedSubjects(seed, 90)) {
      const { routeConfiguration } = found;
      const lists = (routeConfiguration.virtual_hosts ?? []).map((virtualHost, host) => {
        const base = baseOf(routeConfiguration, host, namespace);
        return { virtualHost, list: routeList(virtualHost.routes ?? [], { regexes, namespace, base }) };
      });
      const said = new Map<string, string>();
      for (const request of requests) {
        const { route, virtual_host_index: host } = traceRequest(routeConfiguration, request, {
          namespace,
          regexes,
        });
        const its = lists[host ?? -1];
        if (route === null || its === undefined) continue;
        taken++;
        const key = `${host} ${route.index}`;
        const meter = startMeter({ work: 200_000 });
        const kind = said.get(key) ?? decideInHost(its.virtualHost, its.list, route.index, meter).kind;
        said.set(key, kind);
        expect(['alive', 'undecided'], `${name}, route ${key}, ${JSON.stringify(request)}`).toContain(kind);
      }
    }
    expect(taken).toBeGreaterThan(150);
  });
});
