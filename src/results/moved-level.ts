/** How severe it is that requests go elsewhere, and under which rule that falls. */

import type { ChangedRequests } from '../diff/behaviour/index.ts';
import type { Outcome } from '../routing/index.ts';

export const MOVED_RULES = ['access-opened', 'access-closed', 'request-rerouted'] as const;
export type MovedRule = (typeof MOVED_RULES)[number];

/** The rule of a group of requests. */
export function movedRule({ access }: Pick<ChangedRequests, 'access'>): MovedRule {
  return access === undefined ? 'request-rerouted' : `access-${access}`;
}

/**
 * Breaking where requests pass that were kept out, and where requests were served and are no longer, or where they were told to use TLS and are no longer; also
 * where that is so for some of them by chance.
 */
export function movedLevel({
  request,
  before,
  after,
  access,
}: Pick<ChangedRequests, 'request' | 'before' | 'after' | 'access'>): 'breaking' | 'warning' {
  if (access === 'opened') return 'breaking';
  // What only filters deny is a warning: they may be meant to.
  if (access === 'closed' && after.outcome.kind === 'answered') return 'warning';
  const isRefused = share(isServed, after.outcome) < share(isServed, before.outcome);
  const isOverTls = (request.headers['x-forwarded-proto'] ?? request.scheme) === 'https';
  const losesTls = !isOverTls && share(leadsToTls, after.outcome) < share(leadsToTls, before.outcome);
  return isRefused || losesTls ? 'breaking' : 'warning';
}

/** How many of a million requests fare in a way. */
function share(fares: (outcome: Outcome) => boolean, outcome: Outcome): number {
  if (outcome.kind !== 'random') return fares(outcome) ? 1_000_000 : 0;
  return Math.round(
    outcome.branches.reduce((sum, branch) => sum + branch.share * share(fares, branch.outcome), 0),
  );
}

/** An answer with an error is a refusal, whether the proxy finds no route or was told to give it. */
function isServed({ kind, status }: Outcome): boolean {
  if (kind === 'not_found') return false;
  return kind !== 'direct_response' || typeof status !== 'number' || status < 400;
}

function leadsToTls({ kind, location }: Outcome): boolean {
  return kind === 'redirect' && location?.startsWith('https://') === true;
}
