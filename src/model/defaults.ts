/** Defaults that depend on the rest of the message, each under the name that the tables use. */
import type { DerivedDefault, Literal } from '../schema/language.ts';
import { type BoundMessage, UNREADABLE } from './bound.ts';
import { durationNanos, durationText, readDuration } from './values.ts';
import type { Frame } from './walk.ts';

/** The value a derived default has in this place, or undefined where it has none. */
export function derivedDefault(
  rule: DerivedDefault,
  frame: Frame,
  filled: BoundMessage,
): Literal | undefined {
  switch (rule) {
    case 'ten-times-base-interval':
      return tenTimes(filled.base_interval ?? frame.message.base_interval);
    case 'dns-refresh-rate': {
      // The failure rate falls back to the DNS refresh rate, which does not grow; own default is 5 s (data-model, Cluster and Limits).
      const rate = filled.dns_refresh_rate ?? frame.message.dns_refresh_rate ?? '5s';
      return typeof rate === 'string' ? { base_interval: rate, max_interval: rate } : undefined;
    }
    case 'own-cluster-name': {
      const name = frame.parent?.type === 'Cluster' ? frame.parent.message.name : undefined;
      return typeof name === 'string' && name !== '' ? name : undefined;
    }
    case 'interval':
      return textIn(frame.message, 'interval');
    case 'unhealthy-interval': {
      const { message } = frame;
      const isSet = message.unhealthy_interval ?? message[UNREADABLE]?.unhealthy_interval;
      return textIn(message, isSet === undefined ? 'interval' : 'unhealthy_interval');
    }
    case 'every-request': {
      const { message } = frame;
      const isCounted = message.runtime_key !== undefined || message[UNREADABLE]?.runtime_key !== undefined;
      return isCounted ? undefined : { default_value: { numerator: 100, denominator: 'HUNDRED' } };
    }
  }
}

function textIn(message: BoundMessage, field: string): string | undefined {
  const value = message[field];
  return typeof value === 'string' ? value : undefined;
}

function tenTimes(base: unknown): string | undefined {
  if (typeof base !== 'string') return undefined;
  const nanos = durationNanos(base);
  if (nanos === undefined) return undefined;
  const ten = readDuration(durationText(nanos * 10n));
  // Ten times the longest durations is none.
  return 'problem' in ten ? base : ten.value;
}
