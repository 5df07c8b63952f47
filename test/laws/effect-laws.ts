/** Laws of what has no effect: what analysis says of a field, comparing must not contradict. */
import fc from 'fast-check';
import { analyze, type Finding, subjectOf } from '../../src/analyze/index.ts';
import { ignoredField } from '../../src/analyze/rules/fields.ts';
import { duplicateEntry } from '../../src/analyze/rules/names.ts';
import { duplicatePriority } from '../../src/analyze/rules/weights-and-priorities.ts';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import type { Data } from '../../src/source/data.ts';
import { type Message, messageOf } from '../arbitraries/message.ts';
import { opened } from '../opened.ts';
import { withoutPointer } from './effects/pointers.ts';
import { respelledValues } from './effects/same-values.ts';
import { demand, type Law, law } from './law.ts';

/** What is compared; tests of the law hand in comparisons that are wrong on purpose. */
export interface Comparing {
  readonly diff: typeof diffConfigurations;
  readonly behaviour: typeof compareBehaviour;
}

const properly: Comparing = { diff: diffConfigurations, behaviour: compareBehaviour };

const NAMES = ['shop', 'cart', 'a/b'] as const;
const CLUSTER_TYPES = ['STATIC', 'STRICT_DNS', 'EDS', 'LOGICAL_DNS', 'ORIGINAL_DST'] as const;

/** Clusters, and virtual hosts whose routes name them, in a bootstrap. */
const bootstraps: fc.Arbitrary<Data> = fc
  .tuple(
    fc.tuple(
      ...NAMES.map((name) =>
        fc
          .tuple(messageOf('Cluster', { depth: 4, most: 8 }), fc.constantFrom(...CLUSTER_TYPES))
          .map(([cluster, type]): Message => ({ ...without(cluster, 'cluster_type'), name, type })),
      ),
    ),
    fc.array(messageOf('route.VirtualHost', { depth: 5, most: 8 }), { minLength: 1, maxLength: 2 }),
    fc.boolean(),
  )
  .map(([clusters, hosts, hasCors]) => ({
    static_resources: { clusters, listeners: [listener(hosts, hasCors)] },
  }));

function without(message: Message, field: string): Message {
  const { [field]: _, ...rest } = message;
  return rest;
}

function listener(hosts: readonly Message[], hasCors: boolean): Data {
  const virtualHosts = hosts.map((host, index) => ({
    ...host,
    name: `host${index}`,
    domains: [`${index}.test`],
  }));
  const filters = [...(hasCors ? ['proxy.filters.http.cors'] : []), 'proxy.filters.http.router'];
  return {
    name: 'front',
    address: { socket_address: { address: '0.0.0.0', port_value: 80 } },
    filter_chains: [
      {
        filters: [
          {
            name: 'proxy.filters.network.http_connection_manager',
            typed_config: {
              '@type':
                'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager',
              stat_prefix: 'front',
              route_config: { name: 'main', virtual_hosts: virtualHosts },
              http_filters: filters.map((name) => ({ name })),
            },
          },
        ],
      },
    ],
  };
}

/** Findings that say of a part that it can go, and nothing else changes. */
export function idleFindings(text: string, name = 'test.yaml'): readonly Finding[] {
  const rules = [ignoredField, duplicateEntry, duplicatePriority];
  const known = rules.map(({ id }) => id);
  const { findings } = analyze(subjectOf([opened(text, { api: 'v2' }, name)]), { rules, known });
  return findings.filter(
    ({ rule, level, message, fix }) =>
      rule === 'duplicate-priority' ||
      (known.includes(rule) &&
        level !== 'error' &&
        fix !== undefined &&
        !message.includes('the proxy refuses it')),
  );
}

/** How many parts of one configuration are taken away, one at a time. */
const MAX_TAKEN = 3;

export function effectLawsOf(comparing: Comparing): readonly Law[] {
  const demandEqual = (before: Data, after: Data, what: string): void => {
    const [one, other] = [
      [opened(JSON.stringify(before), { api: 'v2' })],
      [opened(JSON.stringify(after), { api: 'v2' })],
    ];
    const { changes } = comparing.diff(one, other);
    demand(changes.length === 0, () => `${what}, but the diff says ${told(changes)}`);
    const behaviour = comparing.behaviour(one, other, { work: 3_000_000 });
    const [moved] = behaviour.changes;
    demand(moved === undefined, () => `${what}, but requests are said to differ: ${moved?.aspects.join()}`);
  };
  return [
    law(
      {
        id: 'without-effect',
        says: 'What analysis says has no effect can be taken away, or put there, without a difference in meaning',
        runs: 150,
        slow: 4,
      },
      [bootstraps, fc.nat()],
      (configuration, seed) => {
        const text = JSON.stringify(configuration);
        const findings = idleFindings(text);
        for (let turn = 0; turn < Math.min(MAX_TAKEN, findings.length); turn++) {
          const found = findings[(seed + turn) % findings.length];
          if (found === undefined) continue;
          const less = withoutPointer(configuration, found.pointer);
          demandEqual(configuration, less, found.message);
          demandEqual(less, configuration, `the other way round: ${found.message}`);
        }
      },
    ),
    law(
      {
        id: 'same-value',
        says: 'What is said in another way, and means the same, makes no difference',
        runs: 150,
        slow: 4,
      },
      [bootstraps, fc.nat()],
      (configuration, seed) => {
        const { after, names } = respelledValues('Bootstrap', configuration, seed);
        demandEqual(configuration, after, names.join(', '));
        demandEqual(after, configuration, `the other way round: ${names.join(', ')}`);
      },
    ),
  ];
}

function told(changes: readonly { readonly rule: string; readonly path: string }[]): string {
  return changes.map(({ rule, path }) => `${rule} ${path}`).join(', ');
}

export const effectLaws: readonly Law[] = effectLawsOf(properly);
