/** Settings that let more requests pass than others of the same kind: only what is certain is said. */
import { type BoundMessage, isObject, messagesIn } from '../../../model/bound.ts';
import { contentKey, withoutDefaults } from '../../../model/content.ts';
import { durationNanos } from '../../../model/values.ts';
import { shareOf } from '../../../routing/runtime.ts';
import type { Message } from '../../../schema/types.ts';

/** @param kind of the filter, by the package of its type */
export function letsMorePass(kind: string | undefined, before: BoundMessage, after: BoundMessage): boolean {
  if (kind === 'csrf')
    return (
      !isNever(before.filter_enabled) &&
      (isLowered(before.filter_enabled, after.filter_enabled) ||
        hasMore(before.additional_origins, after.additional_origins))
    );
  return kind === 'local_ratelimit' && !limitsNothing(before) && limitsLess(before, after);
}

/** Whether a local rate limit refuses no request, whatever comes. */
export function limitsNothing({ filter_enabled: enabled, filter_enforced: enforced }: BoundMessage): boolean {
  return isNever(enabled) || isNever(enforced);
}

function limitsLess(before: BoundMessage, after: BoundMessage): boolean {
  return (
    isLowered(before.filter_enabled, after.filter_enabled) ||
    isLowered(before.filter_enforced, after.filter_enforced) ||
    isLarger(before.token_bucket, after.token_bucket) ||
    // Each connection has a bucket of its own then.
    (after.local_rate_limit_per_downstream_connection === true &&
      before.local_rate_limit_per_downstream_connection !== true) ||
    messagesIn(before.descriptors).some((descriptor) => isLooser(descriptor, before, after))
  );
}

/** Whether requests of a descriptor find more tokens: in its bucket, or without it in that of all requests. */
function isLooser(descriptor: BoundMessage, before: BoundMessage, after: BoundMessage): boolean {
  const key = contentKey(withoutDefaults(descriptor.entries));
  const same = messagesIn(after.descriptors).find(
    ({ entries }) => contentKey(withoutDefaults(entries)) === key,
  );
  if (descriptor.shadow_mode === true) return false;
  if (same !== undefined)
    return same.shadow_mode === true || isLarger(descriptor.token_bucket, same.token_bucket);
  // Usually both buckets give a token, so that without the one less holds a request back.
  const isBeside = before.always_consume_default_token_bucket !== false;
  return isBeside || isLarger(descriptor.token_bucket, after.token_bucket);
}

/** Whether a bucket holds more tokens, or gets more in the same time. */
function isLarger(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return tokensOf(after) > tokensOf(before) || perSecond(after) > perSecond(before);
}

function tokensOf({ max_tokens: most }: BoundMessage): number {
  return Number(most ?? 0);
}

function perSecond(bucket: Message<'type.TokenBucket'>): number {
  const { tokens_per_fill: tokens = 1, fill_interval: interval } = bucket;
  const nanos = durationNanos(interval ?? '');
  return nanos === undefined ? Number.NaN : Math.min(tokens, tokensOf(bucket)) / Number(nanos);
}

/** Whether a share is none, whatever the runtime sets. */
export function isNever(share: unknown): boolean {
  return !isObject(share) || ((share.runtime_key ?? '') === '' && shareIn(share) === 0);
}

/** By what holds as long as the runtime says nothing else. */
function isLowered(before: unknown, after: unknown): boolean {
  return shareIn(after) < shareIn(before);
}

function shareIn(value: unknown): number {
  const { default_value: fraction }: Message<'core.RuntimeFractionalPercent'> = isObject(value) ? value : {};
  const { numerator, denominator } = shareOf(fraction);
  return Math.min(1, numerator / denominator);
}

/** Whether something stands in a list that did not before. */
function hasMore(before: unknown, after: unknown): boolean {
  const known = new Set(messagesIn(before).map((each) => contentKey(withoutDefaults(each))));
  return messagesIn(after).some((each) => !known.has(contentKey(withoutDefaults(each))));
}
