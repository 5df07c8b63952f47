/** What is said about the routes of a virtual host that could not be decided. */
import type { Regexes } from '../../routing/index.ts';
import type { Draft } from '../finding.ts';
import type { InHost } from './in-host.ts';
import { isRefused } from './refused.ts';
import type { HostVerdicts } from './verdicts.ts';

/** So many routes are named one by one; the rest of a virtual host shares one finding. */
const MAX_SINGLE = 20;

export function* undecidedRoutes(
  { verdicts }: HostVerdicts,
  host: InHost,
  regexes: Regexes,
): Generator<Draft> {
  const open: { readonly index: number; readonly why: string }[] = [];
  for (const [index, verdict] of verdicts.entries())
    if (verdict?.kind === 'undecided' && !isRefused(host.route(index).match, regexes))
      open.push({ index, why: verdict.why });
  const single = open.length > MAX_SINGLE ? MAX_SINGLE - 1 : open.length;
  for (const { index, why } of open.slice(0, single))
    yield draft(host, index, `whether ${host.words(index)} is ever reached could not be decided: ${why}`, {
      route: index,
    });
  const rest = open.slice(single);
  const [first] = rest;
  if (first !== undefined)
    yield draft(
      host,
      first.index,
      `whether ${host.words(first.index)} and ${rest.length - 1} more routes are ever reached could not be decided: ${first.why}`,
      { routes: rest.map(({ index }) => index) },
    );
}

function draft(host: InHost, index: number, message: string, about: Draft['data']): Draft {
  return {
    message,
    at: host.spot(index),
    identity: 'shadowed-route',
    data: { virtual_host: host.name, ...about },
    undecided: true,
  };
}
