/** What comes to a pair of virtual hosts, by how require_tls treats it on either side (facts 9 to 11). */
import type { HostPiece } from '../../../routing/all/base.ts';
import type { Box } from '../../../routing/all/box.ts';
import { exactly } from '../../../routing/all/language.ts';
import { type Values, within, without } from '../../../routing/all/values.ts';
import { internalHeader } from '../../../routing/request/request.ts';
import type { HostPlace } from '../served-host.ts';

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
  pieces: readonly HostPiece[],
): readonly Region[] {
  const hosts = pieces.map(hostBox);
  const needs = [before, after].map(({ virtualHost }) => virtualHost?.require_tls ?? 'NONE');
  const internal = `header ${internalHeader(before.context.namespace)}`;
  const yes = exactly('true');
  const notTls = without(exactly('https'));
  const notInternal: Values = { absent: true, present: true, within: [], without: [yes] };
  const isInternalAsked = needs.includes('EXTERNAL_ONLY');
  const ways: readonly { readonly passes: readonly unknown[]; readonly box: Box }[] = needs.every(
    (each) => each !== 'ALL' && each !== 'EXTERNAL_ONLY',
  )
    ? [{ passes: needs, box: new Map() }]
    : [
        { passes: ['NONE', 'ALL', 'EXTERNAL_ONLY'], box: new Map([[PROTOCOL, within(exactly('https'))]]) },
        // Examples are looked for in the first ones first: most clients are not inside.
        {
          passes: ['NONE'],
          box: new Map([[PROTOCOL, notTls], ...(isInternalAsked ? [[internal, notInternal] as const] : [])]),
        },
        ...(isInternalAsked
          ? [
              {
                passes: ['NONE', 'EXTERNAL_ONLY'],
                box: new Map([
                  [PROTOCOL, notTls],
                  [internal, within(yes)],
                ]),
              },
            ]
          : []),
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
export function hostBox(hosts: HostPiece): Box {
  return new Map([['header :authority', hosts.values()]]);
}

/** Whether no host ends with the default port of a scheme. */
export function isPortless(pieces: readonly HostPiece[]): boolean {
  return pieces.every(({ within: lists }) =>
    lists.some((domains) =>
      domains.every(({ kind, literal }) => kind === 'exact' && !/:(?:80|443)$/.test(literal)),
    ),
  );
}
