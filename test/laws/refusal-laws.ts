/** Laws of sides that the proxy refuses: new errors are told, each once, and nothing is claimed beside them. */
import fc from 'fast-check';
import { analysisRules, analyze, type Finding, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { diff } from '../../src/library/diff.ts';
import type { Difference } from '../../src/library/types.ts';
import { verdict } from '../../src/present/difference.ts';
import { comparedPart } from '../../src/results/comparison.ts';
import type { Data } from '../../src/source/data.ts';
import { opened } from '../opened.ts';
import { bootstraps } from './configurations.ts';
import { demand, demandSame, type Law, law } from './law.ts';

/** What is put to the laws: the comparison, or one that is wrong on purpose. */
export type CompareTexts = (before: string, after: string) => Difference;

const properly: CompareTexts = (before, after) => diff(before, after);

type Json = { [key: string]: Json } & Json[];

/** Breaks one place of a bootstrap; the same fault at the same place is the same error on both sides. */
interface Fault {
  readonly kind: keyof typeof BREAKS;
  readonly at: number;
}

const bootstrapOf = (root: object) =>
  (root as { static_resources: { [list: string]: Json } }).static_resources;
const clustersOf = (root: object): Json[] => [...(bootstrapOf(root).clusters ?? [])];
const listenersOf = (root: object): Json[] => [...(bootstrapOf(root).listeners ?? [])];
const hostsOf = (root: object): Json[] =>
  listenersOf(root).flatMap((listener) => [
    ...((listener as Json).filter_chains?.[0]?.filters?.[0]?.typed_config?.route_config?.virtual_hosts ?? []),
  ]);
const routesIn = (root: object): Json[] => hostsOf(root).flatMap((host) => [...(host.routes ?? [])]);

function change(
  list: readonly Json[],
  at: number,
  how: (each: { [key: string]: unknown }, index: number) => void,
): void {
  const index = at % Math.max(1, list.length);
  const each = list[index];
  if (each !== undefined) how(each as unknown as { [key: string]: unknown }, index);
}

const BREAKS = {
  'connect timeout': (root: object, at: number) =>
    change(clustersOf(root), at, (each) => {
      each.connect_timeout = 'soon';
    }),
  'negative interval': (root: object, at: number) =>
    change(clustersOf(root), at, (each) => {
      each.outlier_detection = { interval: '-1s' };
    }),
  port: (root: object, at: number) =>
    change(clustersOf(root), at, (each) => {
      each.type = 'STATIC';
      each.hosts = [{ socket_address: { address: '10.0.0.1', port_value: 99_999 } }];
    }),
  'listener port': (root: object, at: number) =>
    change(listenersOf(root), at, (each) => {
      each.address = { socket_address: { address: '0.0.0.0', port_value: 99_999 } };
    }),
  regex: (root: object, at: number) =>
    change(routesIn(root), at, (each) => {
      each.match = { safe_regex: { google_re2: {}, regex: '(' } };
    }),
  'route timeout': (root: object, at: number) =>
    change(routesIn(root), at, (each) => {
      for (const action of ['redirect', 'direct_response', 'filter_action']) delete each[action];
      each.route = { cluster: 'a', timeout: '10 seconds' };
    }),
  weights: (root: object, at: number) =>
    change(routesIn(root), at, (each) => {
      for (const action of ['redirect', 'direct_response', 'filter_action']) delete each[action];
      each.route = {
        weighted_clusters: {
          clusters: [
            { name: 'a', weight: 60 },
            { name: 'b', weight: 50 },
          ],
        },
      };
    }),
  'undefined cluster': (root: object, at: number) =>
    change(routesIn(root), at, (each) => {
      for (const action of ['redirect', 'direct_response', 'filter_action']) delete each[action];
      each.route = { cluster: 'nobody-has-it' };
    }),
  'duplicate cluster': (root: object) => {
    const { clusters } = bootstrapOf(root) as { clusters?: object[] };
    if (clusters?.[0] !== undefined) clusters.push({ ...clusters[0] });
  },
  'duplicate domain': (root: object, at: number) =>
    change(hostsOf(root), at, (each, index) => {
      each.domains = [`twice-${index}.test`, `twice-${index}.test`];
    }),
  'unknown field': (root: object, at: number) =>
    change(hostsOf(root), at, (each) => {
      each.nonsense = 1;
    }),
} as const;

/** Edits that break nothing, and leave everything where it stands. */
const EDITS = {
  timeout: (root: object, at: number) =>
    change(routesIn(root), at, (each) => {
      if (each.route !== undefined) each.route = { ...(each.route as object), priority: 'HIGH' };
    }),
  'connect timeout': (root: object, at: number) =>
    change(clustersOf(root), at, (each) => {
      if (each.connect_timeout !== 'soon') each.connect_timeout = '7s';
    }),
  policy: (root: object, at: number) =>
    change(clustersOf(root), at, (each) => {
      each.lb_policy = 'RANDOM';
    }),
} as const;

const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom(...(Object.keys(BREAKS) as (keyof typeof BREAKS)[])),
  at: fc.nat(5),
});
const edit = fc.record({
  kind: fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[])),
  at: fc.nat(5),
});
const faults = (most: number) => fc.array(fault, { maxLength: most });

const texts = fc
  .record({
    root: bootstraps,
    both: faults(2),
    before: faults(1),
    after: faults(2),
    edits: fc.array(edit, { maxLength: 2 }),
  })
  .map(({ root, both, before, after, edits }) => {
    const side = (own: readonly Fault[], changes: typeof edits): string => {
      const made = structuredClone(root);
      // Of two that have one name nobody can tell which of them an error has come to.
      for (const at of listenersOf(made).keys())
        change(listenersOf(made), at, (each) => {
          each.name = `listener ${at}`;
        });
      for (const { kind, at } of [...both, ...own]) BREAKS[kind](made, at);
      for (const { kind, at } of changes) EDITS[kind](made, at);
      return JSON.stringify(made);
    };
    return { before: side(before, []), after: side(after, edits) };
  });

type Told = Pick<Finding, 'rule' | 'pointer' | 'message' | 'data'>;

/** An error by its rule and place; at the same place another name may be wrong. */
function keyOf({ rule, pointer, data }: Told): string {
  return `${rule} ${pointer} ${data.domain ?? data.cluster ?? ''}`;
}

function ruleOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

/** The errors of all rules, asked without anything that makes the comparison fast: by rule and place. */
function errorsOf(text: string): readonly string[] {
  const { findings } = analyze(subjectOf([opened(text, { api: 'v2' }, 'a.json')]), {
    rules: analysisRules,
    known: ruleIds,
  });
  return findings.flatMap((finding) => (finding.level === 'error' ? keyOf(finding) : [])).sort();
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((each) => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

export function refusalLawsOf(compare: CompareTexts): readonly Law[] {
  return [
    law(
      {
        id: 'refused-sides',
        says: 'Each error that is new is told, and none that is not; with one nothing is said to be as before, and of what it is about nothing is said',
        runs: 120,
        slow: 30,
      },
      [texts],
      ({ before, after }) => {
        const found = compare(before, after);
        const [was, is] = [errorsOf(before), errorsOf(after)];
        const named = (side: 'before' | 'after') =>
          (found.refused?.[side] ?? []).map((finding) => keyOf(finding as unknown as Told)).sort();
        demandSame(named('before'), was, 'the errors of the first side');
        demandSame(named('after'), is, 'the errors of the second side');
        const refusals = found.changes.filter(({ rule }) => rule === 'refused');
        const told = refusals.map((each) => {
          const { pointer } = each.after as unknown as { readonly pointer: string };
          const errors = (found.refused?.after ?? []) as unknown as readonly Told[];
          const error = errors.find(
            (one) => one.pointer === pointer && each.message.endsWith(`${one.message} (${one.rule})`),
          );
          return error === undefined ? each.message : keyOf(error);
        });
        const [lost, come] = [without(was, is), without(is, was)];
        // Where one is gone and one like it is new, it may be the same one in a route that has moved.
        const moved = new Set(lost.map(ruleOf).filter((rule) => come.some((each) => ruleOf(each) === rule)));
        const certain = (each: string): boolean => !moved.has(ruleOf(each));
        const [gone, added] = [lost.filter(certain), come.filter(certain)];
        demandSame(told.filter(certain).sort(), [...added].sort(), 'the errors that are new');
        for (const rule of moved) {
          const [now, then, said] = [is, was, told].map(
            (all) => all.filter((each) => ruleOf(each) === rule).length,
          );
          demand(
            (said ?? 0) >= (now ?? 0) - (then ?? 0),
            () => `${rule}: ${said} new ones of ${then} and ${now}`,
          );
        }
        demandSame(without(told, is), [], 'errors that are told and are none');
        demandSame(
          found.changes
            .slice(0, refusals.length)
            .every(({ rule, level }) => rule === 'refused' && level === 'breaking'),
          true,
          'new errors come first, as breaking',
        );
        const pair = comparedPart(
          { ...JSON.parse(JSON.stringify(found)), file: '', before: 'a', after: 'b' } as Data,
          '',
        );
        const words = verdict({
          pairs: [pair],
          files: { before: [], after: [] },
          redact: (text) => text,
          version: '',
        });
        if (added.length > 0) {
          demand(!found.equal && found.behaviour?.equal === false, () => `equal, although refused: ${added}`);
          demand(!/as before|equal in meaning/.test(words), () => `"${words}", although refused: ${added}`);
        }
        for (const { before: one, after: other } of found.behaviour?.changes ?? [])
          for (const [landing, errors] of [
            [one, gone],
            [other, added],
          ] as const)
            demand(
              !isThroughRefused(landing as never, errors, landing === one ? before : after),
              () =>
                `a request is told of that goes through what is refused: ${JSON.stringify(landing)}; ${errors}`,
            );
      },
    ),
  ];
}

interface Landed {
  readonly outcome: { readonly clusters?: readonly { readonly name: string }[] };
  readonly place?: { readonly pointer: string };
}

/** Whether a request goes to a cluster with an error, or by routes of a listener with one. */
function isThroughRefused({ outcome, place }: Landed, errors: readonly string[], text: string): boolean {
  const clusters = clustersOf(JSON.parse(text) as object).map(({ name }) => String(name));
  return errors.some((error) => {
    const [, list, index] = /\/static_resources\/(clusters|listeners)\/(\d+)/.exec(error) ?? [];
    if (list === 'clusters')
      return outcome.clusters?.some(({ name }) => name === clusters[Number(index)]) === true;
    return place?.pointer.startsWith(`/static_resources/listeners/${index}/`) === true;
  });
}

export const refusalLaws: readonly Law[] = refusalLawsOf(properly);
