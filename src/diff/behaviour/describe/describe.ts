/** A behavioural change in words. */
import type { Outcome } from '../../../routing/outcome/outcome.ts';
import { answerText, branchText } from '../../../routing/outcome/words.ts';
import { ASPECT_NAMES, type Aspect } from '../aspects.ts';
import type { ComparedHosts } from '../compare-hosts.ts';
import type { Shown } from '../groups.ts';

/** What happens to a request; each case where chance decides. */
export function outcomeWords(outcome: Outcome): string {
  if (outcome.kind !== 'random') return answerText(outcome);
  return `is drawn: ${outcome.branches.map(branchText).join(', ')}`;
}

/** `timeout, retry policy` */
export function aspectsText(aspects: readonly Aspect[], joint: string): string {
  return aspects.map((aspect) => ASPECT_NAMES[aspect]).join(joint);
}

/** Such as `GET http://shop.test/cart goes to cluster "a" before, and goes to cluster "b" after`. */
export function changeMessage({ request, before, after, aspects }: Shown): string {
  const { method, scheme, authority, path, runtime = {} } = request;
  const given = Object.entries(runtime).map(
    ([key, value]) => `${key} = ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const url = `${method} ${scheme}://${authority}${path}${given.length === 0 ? '' : ` with runtime ${given.join(', ')}`}`;
  const [was, is] = [outcomeWords(before.trace.outcome), outcomeWords(after.trace.outcome)];
  if (was !== is) return `${url} ${was} before, and ${is} after`;
  return `${url} ${is} as before, with another ${aspectsText(aspects, ', ')}`;
}

/** Routes of a member, for naming what stays open. */
export function whereWords(
  hosts: ComparedHosts,
  before: readonly number[],
  after: readonly number[],
): string {
  const sides = [
    { virtualHost: hosts.before.virtualHost, routes: before, when: 'before' },
    { virtualHost: hosts.after.virtualHost, routes: after, when: 'after' },
  ];
  return sides
    .map(({ virtualHost, routes, when }) => {
      const host =
        virtualHost === undefined
          ? 'no virtual host'
          : `virtual host ${JSON.stringify(virtualHost.name ?? '')}`;
      const more = routes.length > MAX_ROUTES ? ` and ${routes.length - MAX_ROUTES} more` : '';
      const named = routes.slice(0, MAX_ROUTES).join(', ');
      return `${when}: ${host}${routes.length === 0 ? '' : `, ${routes.length === 1 ? 'route' : 'routes'} ${named}${more}`}`;
    })
    .join('; ');
}

const MAX_ROUTES = 8;
