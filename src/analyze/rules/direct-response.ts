import { INVALID, versionOf } from '../../model/bound.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** The proxy keeps bodies in memory for each route, and takes no longer ones. */
const MAX_BYTES = 4096;

/** Bytes of a body that is written in the configuration. */
function sizeOf({ inline_string: text, inline_bytes: bytes }: Message<'core.DataSource'>): number {
  return text === undefined ? Buffer.from(bytes ?? '', 'base64').length : Buffer.byteLength(text);
}

/** In version 3 the route configuration decides; undefined where that is not here. */
function maxBytes(frame: Frame): number | undefined {
  if (versionOf(frame.message) === 'v2') return MAX_BYTES;
  const table = around(frame, 'RouteConfiguration')?.message;
  return table && Number(table.max_direct_response_body_size_bytes ?? MAX_BYTES);
}

/** Version 3 says of the status by itself that it is required. */
const OLDER = '"@type": type.googleapis.com/envoy.api.v2.route.DirectResponseAction\n';

export const directResponse: AnalysisRule = {
  id: 'direct-response',
  level: 'error',
  purpose:
    'A direct response without a status, or with a body that is too long: of more than 4096 bytes, where its route configuration does not set another limit.',
  why: 'The proxy refuses the configuration: a response needs a status from 100 to 599, and a body that is kept with a route has to be short.',
  remedy: 'Set the status. Serve longer bodies from an upstream.',
  source: 'data-model.md: route.DirectResponseAction; how the proxy behaves',
  bad: {
    type: 'route.DirectResponseAction',
    yaml: `${OLDER}body: { inline_string: closed }\n`,
  },
  good: {
    type: 'route.DirectResponseAction',
    yaml: `${OLDER}status: 503\nbody: { inline_string: closed }\n`,
  },
  messages: {
    'route.DirectResponseAction'({ status, body }, frame, { spot, report }) {
      if (status === undefined && frame.message[INVALID]?.status === undefined)
        report({
          message: 'the direct response has no status, which the proxy refuses; set one from 100 to 599',
          at: spot(frame),
          identity: 'status',
        });
      const size = body === undefined ? 0 : sizeOf(body);
      const most = maxBytes(frame);
      if (most !== undefined && size > most)
        report({
          message: `the body of the direct response has ${size} bytes, and the proxy takes at most ${most}; shorten it, or serve it from an upstream`,
          at: spot(frame, 'body'),
          identity: 'body',
          data: { bytes: size },
        });
    },
  },
};
