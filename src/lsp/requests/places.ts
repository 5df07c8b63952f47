/** Routes and virtual hosts by where they begin in a text, with what is decided on them. */
import { printable, routeVerdicts } from '../../analyze/traffic/verdicts.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { spanOf } from '../../model/place.ts';
import type { Request } from '../../routing/request/request.ts';
import type { Project } from '../project.ts';

type HostVerdicts = ReturnType<typeof routeVerdicts>[number];

/** A virtual host, or one of its routes. */
export interface RoutePlace {
  readonly verdicts: HostVerdicts;
  /** Position in the virtual host; absent for that itself. */
  readonly route?: number;
  /** Where it begins. */
  readonly start: number;
}

/** Every virtual host of a file, each before its routes. */
export function* routePlaces({ subject }: Project, { roots }: Configuration): Generator<RoutePlace> {
  for (const verdicts of subject.shared(routeVerdicts)) {
    const { found, host, virtualHost } = verdicts;
    const root = found.rootOf(host);
    if (!roots.includes(root)) continue;
    const own = startIn(root, virtualHost);
    if (own !== undefined) yield { verdicts, start: own };
    for (const [route, message] of (virtualHost.routes ?? []).entries()) {
      const start = startIn(root, message);
      if (start !== undefined) yield { verdicts, route, start };
    }
  }
}

function startIn(root: Root, message: BoundMessage): number | undefined {
  const at = message[NODE];
  return at === undefined ? undefined : spanOf(root, at).start;
}

/** A request that comes to a route, or that it would take if no other one did; of a virtual host to its first route that has one. */
export function exampleOf({ subject }: Project, { verdicts, route }: RoutePlace): Request | undefined {
  const { found, losses } = verdicts;
  const routes = route === undefined ? verdicts.verdicts.keys() : [route];
  for (const each of routes) {
    const verdict = verdicts.verdicts[each];
    const request =
      verdict?.kind === 'alive' ? printable(subject, found, verdict.witness) : losses.get(each)?.request;
    if (request !== undefined) return request;
  }
  return undefined;
}

/** Whether there may be such a request, without looking for it. */
export function hasExample({ verdicts, route }: RoutePlace): boolean {
  if (route === undefined) return verdicts.verdicts.some((each) => each?.kind === 'alive');
  return verdicts.verdicts[route]?.kind === 'alive' || verdicts.losses.has(route);
}
