import { isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** Settings of the protocol that have a field of their own. */
const NAMED = new Map<number, 'hpack_table_size' | 'max_concurrent_streams' | 'initial_stream_window_size'>([
  [1, 'hpack_table_size'],
  [3, 'max_concurrent_streams'],
  [4, 'initial_stream_window_size'],
]);
const ENABLE_PUSH = 2;
const ENABLE_CONNECT = 8;
/** What all headers may take where max_request_headers_kb is not set. */
const HEADERS_KB = 60;

export const conflictingHttp2Settings: AnalysisRule = {
  id: 'conflicting-http2-settings',
  level: 'error',
  purpose:
    'A setting of HTTP/2 that is given twice, or may not be given by number; one header that may be larger than all of them.',
  why: 'custom_settings_parameters are for settings that have no field. The proxy refuses a setting that is there by number and by its field, two values for one number, server push, and CONNECT by number. It refuses a max_header_field_size_kb above max_request_headers_kb, which is 60 where it is not set.',
  remedy:
    'Keep the field where the setting has one (hpack_table_size, max_concurrent_streams, initial_stream_window_size, allow_connect), and one entry for each number. Raise max_request_headers_kb where a single header may be that large.',
  source: 'how the proxy behaves: Http2ProtocolOptions.custom_settings_parameters',
  bad: {
    type: 'core.Http2ProtocolOptions',
    yaml: `hpack_table_size: 4096
custom_settings_parameters: [{ identifier: 1, value: 2048 }]
`,
  },
  good: {
    type: 'core.Http2ProtocolOptions',
    yaml: `hpack_table_size: 4096
custom_settings_parameters: [{ identifier: 16, value: 2048 }]
`,
  },
  messages: {
    HttpConnectionManager(manager, frame, { spot, report }) {
      const options: unknown = manager.http2_protocol_options;
      if (!isObject(options) || typeof options.max_header_field_size_kb !== 'number') return;
      const size = options.max_header_field_size_kb;
      const all = manager.max_request_headers_kb ?? HEADERS_KB;
      if (size <= all) return;
      const shown = manager.max_request_headers_kb === undefined ? `${all} where it is not set` : `${all}`;
      report({
        message: `one header may take ${size} KiB by max_header_field_size_kb, but all together max_request_headers_kb (${shown}), so the proxy refuses the connection manager; raise max_request_headers_kb`,
        at: spot(frame, 'http2_protocol_options'),
        identity: 'max_header_field_size_kb',
        data: { max_header_field_size_kb: size, max_request_headers_kb: all },
      });
    },
    'core.Http2ProtocolOptions'(options, frame, { spot, report }) {
      const first = new Map<number, number>();
      for (const [index, { identifier, value }] of (options.custom_settings_parameters ?? []).entries()) {
        if (identifier === undefined) continue;
        const earlier = first.get(identifier);
        first.set(identifier, earlier ?? value ?? 0);
        const why = problemOf(options, identifier, value ?? 0, earlier);
        if (why !== undefined)
          report({
            message: `${why}, so the proxy refuses the options`,
            at: spot(frame, 'custom_settings_parameters', index),
            identity: String(identifier),
          });
      }
    },
  },
};

function problemOf(
  options: Message<'core.Http2ProtocolOptions'>,
  identifier: number,
  value: number,
  earlier: number | undefined,
): string | undefined {
  if (earlier !== undefined && earlier !== value)
    return `setting ${identifier} has two values, ${earlier} and ${value}`;
  if (identifier === ENABLE_PUSH && value === 1)
    return `setting ${identifier} switches on server push, which the proxy does not have`;
  if (identifier === ENABLE_CONNECT) return `setting ${identifier} may only be given by allow_connect`;
  const field = NAMED.get(identifier);
  return field === undefined || options[field] === undefined
    ? undefined
    : `setting ${identifier} is ${field}, which is set too`;
}
