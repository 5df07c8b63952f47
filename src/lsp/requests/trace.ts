/** One request through what an editor has open, as `cfgtool trace` tells it. */
import { noPaint } from '../../present/text.ts';
import { requestSecrets } from '../../report/requests/request-secrets.ts';
import { traceText } from '../../report/requests/trace.ts';
import { redaction } from '../../results/secrets/redact.ts';
import { contextsOf } from '../../routing/context.ts';
import { markedRequest } from '../../routing/request/marked-request.ts';
import type { Request } from '../../routing/request/request.ts';
import { readRequestLine, requestLine } from '../../routing/request/request-line.ts';
import { routeRequest } from '../../routing/route.ts';
import { shellWords } from '../../source/shell-words.ts';
import type { Examined } from '../diagnostics.ts';
import type { TracedRequest } from '../shapes.ts';

/** @returns a text where the line is no request */
export function readRequest(line: string): Request | string {
  return readRequestLine(shellWords(line));
}

/** What becomes of a request, and why. */
export function traced({ subject, redact }: Examined, request: Request): TracedRequest {
  const { redact: hideMore } = redaction(requestSecrets(request));
  const hide = (text: string): string => hideMore(redact(text));
  const { routing, regexes } = subject;
  const routed = routeRequest(routing, request, {}, contextsOf(routing, { regexes, explain: true }));
  const text =
    'problem' in routed ? hide(`${routed.problem}; ${routed.hint}`) : traceText(routed, noPaint, hide);
  return { request: hide(requestLine(markedRequest(request))), text };
}
