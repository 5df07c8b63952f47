/** What people call a part of a resource, where its path says little. */

const THINGS: ReadonlyMap<string, string> = new Map([
  ['cluster-tls', 'TLS to the hosts'],
  ['listener-tls', 'TLS to the clients'],
  ['cluster-endpoints', 'the list of hosts'],
]);

/** The part that comes or goes by a rule; undefined where the path has to do. */
export function thingOf(rule: string): string | undefined {
  const end = rule.lastIndexOf('-');
  const way = rule.slice(end + 1);
  return way === 'added' || way === 'removed' ? THINGS.get(rule.slice(0, end)) : undefined;
}
