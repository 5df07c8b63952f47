/** The finding about a route that takes no request, whatever stands before it. */
import type { Verdict } from '../../routing/all/index.ts';
import type { Draft } from '../finding.ts';
import { neverMatches, whyImpossible } from './impossible.ts';
import type { InHost } from './in-host.ts';
import type { HostVerdicts } from './verdicts.ts';

type Never = Extract<Verdict, { kind: 'never' }>;

/** Undefined where another rule says it: a match without a path rule, a virtual host that nothing comes to. */
export function impossibleDraft(
  verdicts: HostVerdicts,
  host: InHost,
  index: number,
  { byDefault }: Never,
): Draft | undefined {
  const { match } = host.route(index);
  if (match === undefined || !hasPathRule(match)) return undefined;
  const ground = verdicts.ground();
  const contradicts = neverMatches(match, ground);
  if (contradicts && neverMatches({ prefix: '' }, ground)) return undefined;
  const certain = contradicts || !byDefault;
  const why = contradicts
    ? `${whyImpossible(match, ground, verdicts.virtualHost)}; correct its match, or delete it`
    : fractionWords(match.runtime_fraction?.runtime_key, byDefault);
  return {
    message: `${host.words(index)} never matches: ${why}`,
    at: host.spot(index),
    // A route behind a switch of the runtime may be meant just so.
    ...(certain ? {} : { level: 'info' as const }),
    data: { virtual_host: host.name, route: index, certain },
  };
}

function hasPathRule({
  prefix,
  path,
  regex,
  safe_regex: safeRegex,
}: NonNullable<ReturnType<InHost['route']>['match']>) {
  return [prefix, path, regex, safeRegex].some((rule) => rule !== undefined);
}

function fractionWords(key: string | undefined, byDefault: boolean): string {
  return byDefault
    ? `its runtime_fraction takes none of the requests while runtime key ${JSON.stringify(key)} keeps its default`
    : 'its runtime_fraction takes none of the requests, and no runtime_key can change that; delete it, or give the fraction a numerator';
}
