/** What a comparison says of requests, as a part of its verdict: no more than what was looked at. */

import type { ComparedPair } from '../../results/comparison.ts';
import { counted } from '../../source/counted.ts';
import { grouped } from '../../source/grouped.ts';

/** Topics of rules about what decides whether a request comes to the routes at all. */
export const ARRIVAL: readonly string[] = [
  ...['listener', 'listener-address', 'listener-tls', 'listener-binding', 'listener-socket', 'listener-udp'],
  ...['listener-filter', 'listener-filter-timeout', 'filter-chain', 'filter-chain-match', 'network-filter'],
  ...['codec-type', 'max-request-headers', 'downstream-http-options', 'downstream-upgrade', 'tcp-target'],
  ...['downstream-tls', 'downstream-tls-validation', 'downstream-tls-certificate', 'downstream-tls-alpn'],
  ...['downstream-tls-parameters', 'client-certificate-requirement', 'sni-requirement'],
  ...['secret', 'secret-certificate', 'secret-validation', 'overload-manager'],
];

/** Topics of rules about what the routes are asked, or about routes that are not in the file: nothing is claimed then. */
export const ASKED_OTHERWISE: readonly string[] = [
  ...['http-filter', 'http-connection-manager', 'path-normalization', 'client-address', 'route-source'],
  ...['route-filter-config', 'virtual-host-filter-config', 'route-configuration-vhds'],
  ...['dynamic-resources', 'runtime', 'header-prefix', 'bootstrap', 'resource'],
];

/** What became of the requests of some pairs, in a few words each; empty where nothing can be said. */
export function requestsVerdict(pairs: readonly ComparedPair[]): readonly string[] {
  const told = pairs.flatMap(({ behaviour }) => behaviour ?? []);
  const sum = (count: (each: (typeof told)[number]) => number): number =>
    told.reduce((total, each) => total + count(each), 0);
  const moved = sum(({ changes }) => changes.length);
  const severe = sum(({ changes }) => changes.filter(({ level }) => level === 'breaking').length);
  const gone = sum(({ removed }) => removed.length);
  const born = sum(({ added }) => added.length);
  const differing = [
    ...(moved === 0
      ? []
      : [
          `${counted(moved, 'group')} of requests ${moved === 1 ? 'is' : 'are'} handled differently${severeWords(severe, moved)}`,
        ]),
    ...(gone === 0
      ? []
      : [`${counted(gone, 'route configuration')} ${gone === 1 ? 'routes' : 'route'} no request any more`]),
    ...(born === 0 ? [] : [`${counted(born, 'route configuration')} ${born === 1 ? 'is' : 'are'} new`]),
  ];
  if (differing.length > 0) return differing;
  // What was accepted may be about requests.
  if (pairs.some(({ accepted }) => accepted !== undefined)) return [];
  // A comparison of no routes says nothing about requests.
  if (sum(({ undecided }) => undecided.length) > 0 || sum(({ compared }) => compared) === 0) return [];
  const changes = pairs.flatMap(({ result }) =>
    // What is new as a whole takes nothing away.
    result.changes.filter(
      ({ level, kind, path }) => level !== 'cosmetic' && !(kind === 'added' && path === ''),
    ),
  );
  // A field of a route configuration that has no rule of its own may be about anything.
  if (changes.some(({ rule, path }) => path !== '' && isAbout(['route-configuration'], rule))) return [];
  const changed = changes.map(({ rule }) => rule);
  if (changed.some((rule) => isAbout(ASKED_OTHERWISE, rule))) return [];
  return [
    changed.some((rule) => isAbout(ARRIVAL, rule))
      ? 'requests that still arrive are routed as before'
      : 'every request is routed as before',
  ];
}

/** How many groups of requests are served no more, or without TLS. */
function severeWords(severe: number, all: number): string {
  if (severe === 0) return '';
  return severe === all ? ' (breaking)' : ` (${grouped(severe)} breaking)`;
}

/** Whether a rule is one of a topic: a rule is called by its topic and the way in which that changed. */
function isAbout(topics: readonly string[], rule: string): boolean {
  return topics.includes(rule.slice(0, rule.lastIndexOf('-')));
}
