import { isWritten, leave, type Migration } from '../src/canonical/migration/migration.ts';
import { type Made, relocate } from '../src/canonical/migration/relocate.ts';

const MAX_TIMEOUT = 'max_grpc_timeout';
const OFFSET = 'grpc_timeout_offset';
const DURATION = 'max_stream_duration';

/** RouteAction.max_grpc_timeout and grpc_timeout_offset → max_stream_duration. */
export const grpcTimeoutsToStreamDuration: Migration = {
  id: 'grpc-timeouts-to-stream-duration',
  title: '`max_grpc_timeout` and `grpc_timeout_offset` of a route become fields of `max_stream_duration`',
  why: 'Version 3 deprecates both: `max_stream_duration` says how long a stream may take, and what becomes of a `grpc-timeout` header.',
  how:
    'A route that has `max_stream_duration` passes its `timeout` over, for all its requests. So the two are moved only where `timeout` and `max_grpc_timeout` are 0s, which set no limit of their own; ' +
    'else they are left, with what to write. An offset alone has no effect, and goes, and so do both where `max_stream_duration` stands beside them.',
  source: 'full API of version 3: route.RouteAction',
  optional: false,
  versions: ['v3'],
  messages: ['route.RouteAction'],
  fields: [MAX_TIMEOUT, OFFSET],
  example: {
    type: 'route.RouteAction',
    before: `cluster: ledger
timeout: 0s
max_grpc_timeout: 0s
grpc_timeout_offset: 0.2s
`,
    after: `cluster: ledger
timeout: 0s
max_stream_duration:
  grpc_timeout_header_max: 0s
  grpc_timeout_header_offset: 0.2s
`,
  },
  plan(view) {
    const written = [MAX_TIMEOUT, OFFSET].filter((field) => view.value[field] !== undefined);
    const removed = (why: string): ReturnType<Migration['plan']> => [
      {
        kind: 'edits',
        edits: written.map((field) => ({ op: 'remove', path: view.at(field) })),
        reason: `removed ${written.join(' and ')}: ${why}`,
      },
    ];
    if (written.length === 0) return [];
    if (view.value[DURATION] !== undefined) return removed(`a route with ${DURATION} reads that alone`);
    if (!isWritten(view, MAX_TIMEOUT)) return removed(`without ${MAX_TIMEOUT} nobody reads it`);
    if (view.value[MAX_TIMEOUT] !== '0s' || view.value.timeout !== '0s')
      return written.flatMap((field) =>
        leave(
          field,
          `with ${DURATION} the timeout of this route would count for none of its requests; write ${DURATION} with grpc_timeout_header_max, and with ${DURATION} itself for those without a grpc-timeout header, as long as a whole stream may take`,
        ),
      );
    const made: Made = new Set();
    return [
      {
        kind: 'edits',
        edits: written.flatMap((field) =>
          relocate(
            view,
            {
              from: [field],
              to: [
                DURATION,
                field === MAX_TIMEOUT ? 'grpc_timeout_header_max' : 'grpc_timeout_header_offset',
              ],
            },
            made,
          ),
        ),
        reason: `${written.join(' and ')} became fields of ${DURATION}`,
        warning: `a grpc-timeout header, also of a request that is no gRPC, now ends the whole stream after its time, counted from its start, where ${MAX_TIMEOUT} ended the wait for the response; retries no longer begin it anew`,
      },
    ];
  },
};
