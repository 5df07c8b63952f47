/** A request in one line, and as the command that traces it. */

import { markedRequest, withMarkedQuery } from '../../routing/request/marked-request.ts';
import { headerLines, type Request } from '../../routing/request/request.ts';
import { readRequestLine, requestFlags } from '../../routing/request/request-line.ts';
import { shellWord } from '../../source/shell-word.ts';

/** `GET http://shop.test/cart` */
export function urlText({ method, scheme, authority, path }: Request): string {
  return `${method} ${scheme}://${withMarkedQuery(`${authority}${path}`)}`;
}

/** `GET http://shop.test/cart (x-canary: 1, runtime shop.canary = 100, listener public)` */
export function requestText(request: Request): string {
  const { internal, runtime = {} } = request;
  const shown = headerLines(markedRequest(request)).map(([name, value]) => `${name}: ${value}`);
  if (internal) shown.push('internal');
  for (const [key, value] of Object.entries(runtime))
    shown.push(`runtime ${key} = ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  if (request.remote_address !== undefined) shown.push(`from ${request.remote_address}`);
  if (request.server_name !== undefined)
    shown.push(request.server_name === '' ? 'no server name' : `server name ${request.server_name}`);
  if (request.alpn !== undefined) shown.push(`ALPN ${request.alpn}`);
  if (request.listener !== undefined) shown.push(`listener ${request.listener}`);
  if (request.route_config !== undefined) shown.push(`route configuration ${request.route_config}`);
  return `${urlText(request)}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}

/** The command that shows the way of a request through a file, fit to be pasted into a shell; `-` is standard input. */
export function requestCommand(request: Request, file: string): string {
  const input = file === '<stdin>' ? '-' : file;
  const read = readRequestLine(wordsOf(request));
  const shown = markedRequest(request);
  if (typeof read !== 'string' && JSON.stringify(read) === JSON.stringify({ ...read, ...request }))
    return ['cfgtool', 'trace', input, ...wordsOf(shown)].map(shellWord).join(' ');
  // A URL cannot say everything: what stands behind a # never leaves a client.
  const trace = ['cfgtool', 'trace', input, '--request', '-'].map(shellWord).join(' ');
  return `printf %s ${shellWord(JSON.stringify(shown))} | ${trace}`;
}

function wordsOf(request: Request): readonly string[] {
  const { method, scheme, authority, path } = request;
  return [
    `${scheme}://${authority}${path}`,
    ...(method === 'GET' ? [] : ['--method', method]),
    ...requestFlags(request),
  ];
}
