/** Requests of the explorer: the line that is typed, and the line that may be shown. */

import type { Request } from '../../routing/index.ts';
import { readRequestLine, requestLine } from '../../routing/request/request-line.ts';
import { shellWords } from '../../source/shell-words.ts';
import type { Effect } from '../effect.ts';
import type { ShownRequest } from '../model/shown-request.ts';

/** @returns a text where it is none, with what is missing */
export function typedRequest(line: string): Request | string {
  return readRequestLine(shellWords(line));
}

/** The request to the clipboard, with its secrets hidden as on the screen. */
export function copyOfRequest({ line, request }: ShownRequest): Effect {
  const hides = line !== requestLine(request);
  return {
    kind: 'copy',
    text: line,
    what: `the request ${line}${hides ? ', in which secrets are hidden' : ''}`,
  };
}
