/** Routes that came or went and whose requests nobody knows. */
import { predicateAt } from '../../traffic/routes.ts';
import type { HostsResult } from './compare-hosts.ts';
import { whereWords } from './describe/describe.ts';

interface OpenPart {
  readonly reason: string;
  readonly where: string;
}

/** What stays open since matches on one side only have fields that are not known; one entry for all of them. */
export function unknownParts({ hosts }: HostsResult): readonly OpenPart[] {
  const unknownOf = (side: 'before' | 'after'): ReadonlyMap<string, number> => {
    const { routes = [] } = hosts[side].virtualHost ?? {};
    return new Map(
      routes.flatMap(({ match }, route) =>
        predicateAt(routes, route).isUnknown ? [[JSON.stringify(match), route] as const] : [],
      ),
    );
  };
  const [before, after] = [unknownOf('before'), unknownOf('after')];
  const alone = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): readonly number[] =>
    [...one].flatMap(([text, route]) => (other.has(text) ? [] : [route]));
  const [gone, come] = [alone(before, after), alone(after, before)];
  if (gone.length + come.length === 0) return [];
  const reason = 'a match has fields that are not known here, so that it stays open which requests it takes';
  return [{ reason, where: whereWords(hosts, gone, come) }];
}
