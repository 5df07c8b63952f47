/** Which virtual hosts of two route configurations are the same one: by name, else by the hosts that they take. */
import { hostPairs } from '../../../diff/behaviour/pairing/host-pairs.ts';
import type { Message } from '../../../schema/types.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;

/** For each virtual host of either side a key that those which belong together share. */
export function pairedHosts(
  before: RouteConfiguration,
  after: RouteConfiguration,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const [first, second] = [namesOf(before), namesOf(after)];
  const keys = {
    before: first.map((name, index) => `before ${index} ${name}`),
    after: second.map((name, index) => `after ${index} ${name}`),
  };
  const left = { before: new Set(first.keys()), after: new Set(second.keys()) };
  const pair = (one: number, other: number): void => {
    if (!left.before.delete(one) || !left.after.delete(other)) return;
    keys.before[one] = `both ${one}`;
    keys.after[other] = `both ${one}`;
  };
  const byName = new Map(second.map((name, index) => [name, index]));
  for (const [one, name] of first.entries()) {
    const other = byName.get(name);
    if (other !== undefined && left.after.has(other)) pair(one, other);
  }
  if (left.before.size > 0 && left.after.size > 0)
    for (const { before: one, after: other } of hostPairs(before, after).pairs)
      if (one !== undefined && other !== undefined && left.before.has(one) && left.after.has(other))
        pair(one, other);
  return keys;
}

function namesOf({ virtual_hosts: hosts = [] }: RouteConfiguration): readonly string[] {
  return hosts.map(({ name = '' }) => name);
}
