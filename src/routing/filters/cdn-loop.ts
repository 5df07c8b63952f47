/** Loops of content delivery networks: requests that came by before are answered. */
import type { BoundMessage } from '../../model/bound.ts';
import type { FilterVisit, Verdict } from './filter.ts';
import { passed } from './filter.ts';

export function cdnLoop(
  { cdn_id: id, max_allowed_occurrences: most = 0 }: BoundMessage,
  { request }: FilterVisit,
): Verdict {
  const value = request.header('cdn-loop');
  if (value === undefined) return passed('the request came by no content delivery network');
  const names = value.split(',').map((each) => each.split(';', 1)[0]?.trim() ?? '');
  const isPlain = /^[\w.!#$%&'*+^`|~:[\]-]+(?:\s*,\s*[\w.!#$%&'*+^`|~:[\]-]+)*$/.test(value.trim());
  if (!isPlain)
    return {
      effect: 'assumed',
      why: 'it reads the header cdn-loop',
      that: `the header cdn-loop is well formed and names ${JSON.stringify(id)} at most ${most} times`,
    };
  const count = names.filter((each) => each === id).length;
  if (count > Number(most))
    return { effect: 'answered', status: 502, why: `the request came by ${JSON.stringify(id)} before` };
  return passed(`the request came by ${JSON.stringify(id)} at most ${most} times`);
}
