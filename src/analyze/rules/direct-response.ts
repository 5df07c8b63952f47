import { UNREADABLE } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** The proxy keeps bodies in memory for each route, and takes no longer ones. */
const MAX_BYTES = 4096;

/** Bytes of a body that is written in the configuration. */
function sizeOf({ inline_string: text, inline_bytes: bytes }: Message<'core.DataSource'>): number {
  return text === undefined ? Buffer.from(bytes ?? '', 'base64').length : Buffer.byteLength(text);
}

export const directResponse: AnalysisRule = {
  id: 'direct-response',
  level: 'error',
  purpose: 'A direct response without a status, or with a body of more than 4096 bytes.',
  why: 'The proxy refuses the configuration: a response needs a status from 100 to 599, and a body that is kept with a route has to be short.',
  remedy: 'Set the status. Serve longer bodies from an upstream.',
  source: 'data-model.md: route.DirectResponseAction; how the proxy behaves',
  bad: {
    type: 'route.DirectResponseAction',
    yaml: 'body: { inline_string: closed }\n',
  },
  good: {
    type: 'route.DirectResponseAction',
    yaml: 'status: 503\nbody: { inline_string: closed }\n',
  },
  messages: {
    'route.DirectResponseAction'({ status, body }, frame, { spot, report }) {
      if (status === undefined && frame.message[UNREADABLE]?.status === undefined)
        report({
          message: 'the direct response has no status, which the proxy refuses; set one from 100 to 599',
          at: spot(frame),
          identity: 'status',
        });
      const size = body === undefined ? 0 : sizeOf(body);
      if (size > MAX_BYTES)
        report({
          message: `the body of the direct response has ${size} bytes, and the proxy takes at most ${MAX_BYTES}; shorten it, or serve it from an upstream`,
          at: spot(frame, 'body'),
          identity: 'body',
          data: { bytes: size },
        });
    },
  },
};
