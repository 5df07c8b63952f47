/** What retry policies say: their conditions, and the routes for which they hold. */
import { durationNanos } from '../../model/values.ts';
import { type Frame, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';

export type RetryPolicy = Message<'route.RetryPolicy'>;
type RouteAction = Message<'route.RouteAction'>;

/** Conditions of `x-WORD-retry-on` and, after them, of `x-WORD-retry-grpc-on`; `retry_on` takes both. */
export const HTTP_CONDITIONS: readonly string[] = [
  '5xx',
  'gateway-error',
  'reset',
  'connect-failure',
  'retriable-4xx',
  'refused-stream',
  'retriable-status-codes',
  'retriable-headers',
];
export const GRPC_CONDITIONS: readonly string[] = [
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
];
/** Conditions that came with later proxies; the first one carries the namespace. */
const LATER_CONDITIONS = [
  'ratelimited',
  'http3-post-connect-failure',
  'reset-before-request',
  'envoy-ratelimited',
];

/** The words of a comma-separated list of conditions, without blanks around them. */
export function conditionsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((namespace) => namespace.trim())
    .filter((namespace) => namespace !== '');
}

export function isCondition(condition: string, namespace: string): boolean {
  return (
    HTTP_CONDITIONS.includes(condition) ||
    GRPC_CONDITIONS.includes(condition) ||
    LATER_CONDITIONS.includes(condition) ||
    condition === `${namespace}-ratelimited`
  );
}

/** Nanoseconds of the timeout where none is set. */
const DEFAULT_TIMEOUT = 15_000_000_000n;

/** Nanoseconds of a route's timeout; 0 where it has none. */
export function timeoutOf({ timeout }: RouteAction): bigint {
  return timeout === undefined ? DEFAULT_TIMEOUT : (durationNanos(timeout) ?? DEFAULT_TIMEOUT);
}

/**
 * The actions that a retry policy holds for: the one that it stands in, or those of its virtual host's routes that have
 * none of their own.
 *
 * @returns undefined where they are not known
 */
export function actionsWith({ parent }: Frame): readonly RouteAction[] | undefined {
  if (isOf(parent, 'route.RouteAction')) return [parent.message];
  if (!isOf(parent, 'route.VirtualHost')) return undefined;
  const { routes = [] } = parent.message;
  return routes.flatMap(({ route }) =>
    route === undefined || route.retry_policy !== undefined ? [] : [route],
  );
}
