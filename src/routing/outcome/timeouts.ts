/** Time limits of a forwarded request (data-model, route.RouteAction: timeout, max_grpc_timeout). */
import { isObject } from '../../model/bound.ts';
import { durationNanos, durationText } from '../../model/values.ts';
import type { Message } from '../../schema/types.ts';
import { isGrpc } from '../match/headers.ts';
import type { SeenRequest } from '../request/request.ts';

/** The route timeout where none is set. */
const DEFAULT_TIMEOUT = '15s';

/**
 * The timeout in force; `0s` is none. With max_grpc_timeout a gRPC request brings its own in `grpc-timeout` (no header:
 * no limit), which grpc_timeout_offset shortens and max_grpc_timeout caps, unless that is 0.
 */
export function effectiveTimeout(action: Message<'route.RouteAction'>, request: SeenRequest): string {
  // Beside it neither the timeout nor the older fields count (fact 81).
  if (action.max_stream_duration !== undefined) return streamTimeout(action.max_stream_duration, request);
  const cap = nanosOf(action.max_grpc_timeout);
  if (cap === undefined || !isGrpc(request)) return action.timeout ?? DEFAULT_TIMEOUT;
  let timeout = grpcTimeout(request.header('grpc-timeout'));
  const offset = nanosOf(action.grpc_timeout_offset) ?? 0n;
  // Taking off the whole of it would mean no limit, so that such an offset is not applied.
  if (offset < timeout) timeout -= offset;
  if (cap !== 0n && (timeout === 0n || timeout > cap)) timeout = cap;
  return durationText(timeout);
}

/** The stream's own limit, or what a `grpc-timeout` says where that is asked for; `0s` where the manager's holds. */
function streamTimeout(duration: unknown, request: SeenRequest): string {
  const {
    max_stream_duration: own,
    grpc_timeout_header_max: max,
    grpc_timeout_header_offset: offset,
  } = readDuration(duration);
  const asked = request.header('grpc-timeout');
  const cap = nanosOf(max);
  if (cap === undefined || asked === undefined) return own ?? '0s';
  let timeout = grpcTimeout(asked);
  if (cap !== 0n && (timeout === 0n || timeout > cap)) timeout = cap;
  const less = nanosOf(offset) ?? 0n;
  return durationText(less < timeout ? timeout - less : timeout);
}

/** As it is bound: nobody wrote a table for it. */
function readDuration(bound: unknown): { readonly [field: string]: string | undefined } {
  const fields = Object.entries(isObject(bound) ? bound : {});
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function nanosOf(duration: string | undefined): bigint | undefined {
  return duration === undefined ? undefined : durationNanos(duration);
}

const UNITS: { readonly [unit: string]: bigint } = {
  H: 3_600_000_000_000n,
  M: 60_000_000_000n,
  S: 1_000_000_000n,
  m: 1_000_000n,
  u: 1_000n,
  n: 1n,
};

const MILLISECOND = 1_000_000n;

/** Nanoseconds of a `grpc-timeout`, rounded up to milliseconds; 0 where it is missing or unreadable. */
function grpcTimeout(header: string | undefined): bigint {
  const [, digits = '', unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header ?? '') ?? [];
  const nanos = BigInt(digits === '' ? '0' : digits) * (UNITS[unit] ?? 0n);
  return ((nanos + MILLISECOND - 1n) / MILLISECOND) * MILLISECOND;
}
