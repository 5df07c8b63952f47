/** How grave it is that requests go elsewhere. */
import type { Outcome } from '../../routing/index.ts';
import type { ReportedMoved } from './report.ts';

/** Breaking where requests were served and are no longer, or where they were told to use TLS and are no longer. */
export function movedLevel({ request, before, after }: ReportedMoved): 'breaking' | 'warning' {
  const isRefused = isServed(before.outcome) && !isServed(after.outcome);
  const losesTls = request.scheme === 'http' && leadsToTls(before.outcome) && isForwarded(after.outcome);
  return isRefused || losesTls ? 'breaking' : 'warning';
}

/** An answer with an error is a refusal, whether the proxy finds no route or was told to give it. */
function isServed({ kind, status }: Outcome): boolean {
  if (kind === 'not_found') return false;
  return kind !== 'direct_response' || typeof status !== 'number' || status < 400;
}

function leadsToTls({ kind, location }: Outcome): boolean {
  return kind === 'redirect' && location?.startsWith('https://') === true;
}

function isForwarded(outcome: Outcome): boolean {
  if (outcome.kind !== 'random') return outcome.kind === 'forward';
  return outcome.branches.some((branch) => branch.outcome.kind === 'forward');
}
