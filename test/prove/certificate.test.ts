/** Certificates: what is proved is checked by a checker of its own, and what was tampered with is refused. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CertifiedProperty, certified, checkAll } from '../../src/prove/certificate.ts';
import { holds, observedIn } from '../../src/prove/holds.ts';
import type { Property } from '../../src/prove/property.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { opened } from '../opened.ts';
import { propertiesIn, provingOf, regexes } from './proved.ts';
import { configurations, isNeverAsked, match, properties, requestsFor } from './worlds.ts';

const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');
const ACCESS = propertiesIn(readFileSync('examples/prove/access.yaml', 'utf8'));

function certificatesOf(all: readonly Property[], configuration: string): readonly CertifiedProperty[] {
  const proving = provingOf(configuration);
  const verdicts = proveAll(all, proving);
  return all.flatMap((property, at) => {
    const verdict = verdicts[at];
    return (verdict && certified(property, verdict, proving)) ?? [];
  });
}

function checked(
  all: readonly Property[],
  certificates: readonly CertifiedProperty[],
  configuration: string,
) {
  return checkAll(all, certificates, [opened(configuration, { api: 'v3' })]);
}

/** Without the way around, all four hold. */
const CLOSED = FRONT.replace(
  /match: \{ prefix: \/ledger \}\n *route: \{ cluster: office \}/,
  'match: { prefix: /ledger }\n                redirect: { path_redirect: /ledger/ }',
);

describe('certificates', () => {
  const whole = certificatesOf(ACCESS, CLOSED);

  test('are accepted', () => {
    expect(checked(ACCESS, whole, CLOSED).map(({ refused }) => refused)).toEqual(ACCESS.map(() => undefined));
  });

  test('prove nothing of another configuration', () => {
    expect(checked(ACCESS, whole, FRONT).map(({ refused }) => refused)).toEqual([
      undefined,
      undefined,
      expect.stringContaining('may break it'),
      undefined,
    ]);
  });

  test('without a case, with one that is none, or of another property are refused', () => {
    const [first] = whole;
    if (first === undefined) throw new Error('nothing is proved');
    const tampered: readonly CertifiedProperty[] = [
      { ...first, cases: first.cases.slice(1) },
      { ...first, cases: [...first.cases, { at: '9/9/9/9', by: [] }] },
      { ...first, cases: [...first.cases, ...first.cases.slice(0, 1)] },
      { ...first, must: { kind: 'all', of: [] } },
      { ...first, cases: first.cases.map((each) => ({ ...each, by: [7] })) },
    ];
    for (const each of tampered)
      expect(checked(ACCESS.slice(0, 1), [each], CLOSED)[0]?.refused, JSON.stringify(each)).toBeDefined();
    expect(checked(ACCESS.slice(0, 1), [first, first], CLOSED)[0]?.refused).toContain('several');
    expect(checked(ACCESS.slice(0, 1), [], CLOSED)[0]?.refused).toBeDefined();
  });
});

const RUNS = Number(process.env.LAW_RUNS || 200);

const TO_ONE = { route: { cluster: 'one' } };
const ELSEWHERE = fc.constantFrom<object>(
  { route: { cluster: 'two' } },
  { direct_response: { status: 403 } },
);

const header = (test: object): object => ({ prefix: '/', headers: [test] });
const NOT_ONE = { name: 'x', string_match: { exact: '1' }, invert_match: true };
const WITHOUT_X = { name: 'x', present_match: true, invert_match: true };

/** What may have to hold of what comes to a cluster, and matches before its route and of it with which it does. */
const HELD: readonly (readonly [must: Property['must'], before: readonly object[], own: object])[] = [
  [
    { kind: 'header', header: { name: 'x', test: { how: 'exact', text: '1' } } },
    [header(WITHOUT_X), header(NOT_ONE)],
    { prefix: '/' },
  ],
  [
    { kind: 'header', header: { name: 'x', test: { how: 'exact', text: '1' } } },
    [],
    header({ name: 'x', string_match: { exact: '1' } }),
  ],
  [{ kind: 'header', header: { name: 'x', test: 'present' } }, [header(WITHOUT_X)], { prefix: '/' }],
  [{ kind: 'path', tests: [{ how: 'prefix', text: '/a' }] }, [], { path_separated_prefix: '/a' }],
  [
    { kind: 'not', of: { kind: 'path', tests: [{ how: 'exact', text: '/a' }] } },
    [{ path: '/a' }],
    { prefix: '/' },
  ],
  [
    { kind: 'method', names: ['GET'] },
    [header({ name: ':method', string_match: { exact: 'GET' }, invert_match: true })],
    { prefix: '/' },
  ],
];

/** Routes alone, in one virtual host, with a property of one cluster that holds most often. */
const ROUTED = fc
  .tuple(
    configurations,
    fc.constantFrom(...HELD),
    fc.array(fc.tuple(match, ELSEWHERE, fc.nat(9)), { maxLength: 4 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: match }),
  )
  .map(([drawn, [must, before, own], others, hole]) => {
    const made = JSON.parse(JSON.stringify(drawn));
    const [host] = hostsOf(made);
    const routes: object[] = [
      ...before.map((each) => ({ match: each, direct_response: { status: 403 } })),
      { match: own, ...TO_ONE },
    ];
    for (const [matched, action, at] of others) routes.splice(at, 0, { match: matched, ...action });
    if (hole !== null) routes.unshift({ match: hole, ...TO_ONE });
    for (const chain of made.static_resources.listeners[0].filter_chains) {
      const manager = chain.filters.at(-1).typed_config;
      manager.http_filters = manager.http_filters.slice(-1);
      manager.route_config.virtual_hosts = [{ name: host.name, domains: ['*'], routes }];
    }
    const property: Property = { name: 'it', place: null, when: { kind: 'cluster', names: ['one'] }, must };
    return [made, property] as const;
  });

/** Half of them such as the checker follows, since of all others few are proved. */
const MIXED = fc.oneof(fc.tuple(configurations, properties), ROUTED);

test('whatever it accepts, no request of a small world breaks', () => {
  const count = { proved: 0, accepted: 0, forged: 0 };
  fc.assert(
    fc.property(MIXED, fc.nat(3), ([configuration, property], by) => {
      const text = JSON.stringify(configuration);
      const proving = provingOf(text);
      const [verdict] = proveAll([property], proving);
      if (verdict === undefined) throw new Error('no verdict');
      const made = certified(property, verdict, proving);
      const forgedFrom = certified(
        property,
        { kind: 'proved', taken: new Map(), covered: verdict.covered, assuming: [] },
        proving,
      );
      if (forgedFrom === undefined) throw new Error('no cases');
      // One that nobody proved: every case names routes before it, however few there are.
      const forged = {
        ...forgedFrom,
        cases: forgedFrom.cases.map(({ at }) => {
          const last = /\/(\d+)$/.test(at.slice(at.indexOf('/', 2))) ? Number(at.split('/').at(-1)) : 0;
          return { at, by: at.split('/').length === 4 ? [...Array(Math.min(by, last)).keys()] : [] };
        }),
      };
      const isAccepted = (each: CertifiedProperty | undefined): boolean =>
        each !== undefined && checked([property], [each], text)[0]?.refused === undefined;
      const [isReal, isForged] = [isAccepted(made), isAccepted(forged)];
      if (made !== undefined) count.proved++;
      if (isReal) count.accepted++;
      if (isForged) count.forged++;
      if (!isReal && !isForged) return;
      for (const request of requestsFor(configuration)) {
        const routed = routeRequest(proving.routing, request, {}, proving.contextFor);
        if ('problem' in routed) throw new Error(routed.problem);
        if (isNeverAsked(routed)) continue;
        for (const observed of observedIn(routed, proving))
          if (holds(property.when, observed) === true)
            expect([holds(property.must, observed), request]).toEqual([true, request]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(count.accepted).toBeGreaterThan(RUNS / 20);
  expect(count.forged).toBeGreaterThan(RUNS / 20);
  if (RUNS !== 200) console.log(count);
}, 3_600_000);

function hostsOf({ static_resources: { listeners } }: ReturnType<typeof JSON.parse>) {
  const [chain] = listeners[0].filter_chains;
  return chain.filters.at(-1).typed_config.route_config.virtual_hosts;
}

/** Cases without one of the routes that take from them, where a request of the small world then breaks the property. */
function weakened(
  certificate: CertifiedProperty,
  property: Property,
  configuration: object,
): readonly CertifiedProperty[] {
  return certificate.cases.flatMap(({ at, by }, position) => {
    const [, , host, route] = at.split('/');
    if (route === undefined) return [];
    return by.flatMap((left) => {
      const kept = by.filter((each) => each !== left);
      const changed = JSON.parse(JSON.stringify(configuration));
      const hosts = hostsOf(changed);
      const { routes } = hosts[Number(host)];
      const own = route === 'none' ? [] : [routes[Number(route)]];
      hosts[Number(host)].routes = [...kept.map((each) => routes[each]), ...own];
      const { routing, contextFor } = provingOf(JSON.stringify(changed));
      const isBroken = requestsFor(configuration).some((request) => {
        const routed = routeRequest(routing, request, {}, contextFor);
        if ('problem' in routed || routed.trace.virtual_host_index !== Number(host)) return false;
        return observedIn(routed, { routing, regexes }).some(
          (observed) =>
            (observed.branch.route?.index ?? kept.length) === kept.length &&
            holds(property.when, observed) === true &&
            holds(property.must, observed) === false,
        );
      });
      if (!isBroken) return [];
      const cases = certificate.cases.map((each, index) => (index === position ? { at, by: kept } : each));
      return [{ ...certificate, cases }];
    });
  });
}

test('without a reason that counts, a case or the truth of one, none is accepted', () => {
  const count = { accepted: 0, weakened: 0, tampered: 0 };
  fc.assert(
    fc.property(ROUTED, fc.nat(), ([configuration, property], drawn) => {
      const text = JSON.stringify(configuration);
      const [made] = certificatesOf([property], text);
      if (made === undefined || checked([property], [made], text)[0]?.refused !== undefined) return;
      count.accepted++;
      const at = drawn % made.cases.length;
      const one = made.cases[at] ?? { at: '', by: [] };
      const changed = (...cases: typeof made.cases) => ({
        ...made,
        cases: [...made.cases.slice(0, at), ...cases, ...made.cases.slice(at + 1)],
      });
      const tampered = [
        changed(),
        changed(one, one),
        changed({ at: one.at, by: [...one.by, 99] }),
        changed({ at: `${one.at}9`, by: one.by }),
      ];
      const weak = weakened(made, property, configuration);
      count.tampered += tampered.length;
      count.weakened += weak.length;
      for (const each of [...tampered, ...weak])
        expect(checked([property], [each], text)[0]?.refused, JSON.stringify(each)).toBeDefined();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(Math.min(count.accepted, count.weakened)).toBeGreaterThan(RUNS / 20);
  if (RUNS !== 200) console.log(count);
}, 3_600_000);

test('what a certificate rests on has to stand in it', () => {
  const asking = CLOSED.replace(
    /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
    '$1          - { name: asks, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz, grpc_service: { envoy_grpc: { cluster_name: pages } } } }\n',
  );
  const asked = propertiesIn(
    '[{ when: { reaches: { cluster: rounds } }, then: { passed: { filter: asks } } }]',
  );
  const [made] = certificatesOf(asked, asking);
  if (made === undefined) throw new Error('nothing is proved');
  expect(made.assuming.join()).toContain('the authorization service of the filter "asks"');
  expect(checked(asked, [made], asking)[0]?.refused).toBeUndefined();
  expect(checked(asked, [{ ...made, assuming: [] }], asking)[0]?.refused).toContain('"asks"'.slice(1, -1));
});
