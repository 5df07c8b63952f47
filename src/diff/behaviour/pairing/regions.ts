/** What comes to a pair of virtual hosts, by how require_tls treats it on either side (facts 9 to 11). */
import type { Box } from '../../../routing/all/box.ts';
import { exactly } from '../../../routing/all/language.ts';
import { meet, PRESENT, type Values, within, without } from '../../../routing/all/values.ts';
import { internalHeader } from '../../../routing/request/request.ts';
import type { HostPlace } from '../place.ts';
import { type HostClass, hostLanguages } from './host-pairs.ts';

/** Requests that the routes of both sides see, or that require_tls redirects on one side. */
export interface Region {
  readonly before: 'routes' | 'redirect';
  readonly after: 'routes' | 'redirect';
  readonly base: readonly Box[];
}

const PROTOCOL = 'header x-forwarded-proto';

/** Requests that are redirected on both sides are left out: they get the same answer. */
export function regionsOf(
  before: HostPlace,
  after: HostPlace,
  classes: readonly HostClass[],
): readonly Region[] {
  const hosts = classes.map(hostBox);
  const needs = [before, after].map(({ virtualHost }) => virtualHost?.require_tls ?? 'NONE');
  const internal = `header ${internalHeader(before.context.word)}`;
  const yes = exactly('true');
  const notTls = without(exactly('https'));
  const ways: readonly { readonly passes: readonly unknown[]; readonly box: Box }[] = needs.every(
    (each) => each !== 'ALL' && each !== 'EXTERNAL_ONLY',
  )
    ? [{ passes: needs, box: new Map() }]
    : [
        { passes: ['NONE', 'ALL', 'EXTERNAL_ONLY'], box: new Map([[PROTOCOL, within(exactly('https'))]]) },
        {
          passes: ['NONE', 'EXTERNAL_ONLY'],
          box: new Map([
            [PROTOCOL, notTls],
            [internal, within(yes)],
          ]),
        },
        {
          passes: ['NONE'],
          box: new Map([
            [PROTOCOL, notTls],
            [internal, { absent: true, present: true, within: [], without: [yes] }],
          ]),
        },
      ];
  const regions = new Map<string, { before: Region['before']; after: Region['after']; base: Box[] }>();
  for (const { passes, box } of ways) {
    const [first, second] = needs.map((each) => (passes.includes(each) ? 'routes' : 'redirect'));
    if (first === undefined || second === undefined || (first === 'redirect' && second === 'redirect'))
      continue;
    const region = regions.get(first + second) ?? { before: first, after: second, base: [] };
    regions.set(first + second, region);
    for (const host of hosts) region.base.push(new Map([...host, ...box]));
  }
  return [...regions.values()];
}

/** All requests to the hosts, whatever require_tls says. */
export function hostBox(hosts: HostClass): Box {
  const languages = hostLanguages(hosts);
  let values: Values = PRESENT;
  for (const language of languages.within) values = meet(values, within(language));
  for (const language of languages.without) values = meet(values, without(language));
  return new Map([['header :authority', values]]);
}

/** Whether no host ends with the default port of a scheme. */
export function isPortless(classes: readonly HostClass[]): boolean {
  return classes.every((each) =>
    each.within.some(({ kind, literal }) => kind === 'exact' && !/:(?:80|443)$/.test(literal)),
  );
}
