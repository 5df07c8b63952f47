/** Policies in force for a forwarded request: the route's, else the virtual host's, never a mixture of both. */
import type { BoundMessage } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import type { RouteVisit } from '../context.ts';
import type { MetadataMatch } from './outcome.ts';

/** The retry policy with its defaults; even an empty one of the route hides the virtual host's (fact 58). */
export function retryPolicyOf({ route, virtualHost, context }: RouteVisit): BoundMessage | null {
  const policy = route.route?.retry_policy ?? virtualHost.retry_policy;
  return policy === undefined ? null : filled('route.RetryPolicy', policy, context.word);
}

/**
 * The CORS policy with its defaults. `enabled`, which is read on routes only, is given as the filter_enabled that it
 * stands for: 0 or 100 of a hundred (fact 60).
 */
export function corsPolicyOf({ route, virtualHost, context }: RouteVisit): BoundMessage | null {
  const own = route.route?.cors;
  const policy = own ?? virtualHost.cors;
  if (policy === undefined) return null;
  const { enabled, ...others } = policy;
  if (own === undefined || enabled === undefined) return filled('route.CorsPolicy', others, context.word);
  const fraction = { default_value: { numerator: enabled ? 100 : 0, denominator: 'HUNDRED' as const } };
  return filled('route.CorsPolicy', { ...others, filter_enabled: fraction }, context.word);
}

function filled<N extends MessageName>(type: N, message: Message<N>, word: string): BoundMessage {
  return fill({ type, message }, { word, onlyWritten: false });
}

/** Subset criteria: what stands under `WORD.lb`, the weighted cluster's keys over the route's. */
export function metadataMatchOf(
  word: string,
  action: Message<'core.Metadata'> | undefined,
  cluster: Message<'core.Metadata'> | undefined,
): MetadataMatch {
  const namespace = `${word}.lb`;
  return { ...action?.filter_metadata?.[namespace], ...cluster?.filter_metadata?.[namespace] };
}
