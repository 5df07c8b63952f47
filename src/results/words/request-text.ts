/** A request in one line, and as the command that traces it. */
import { headerLines, type Request } from '../../routing/request/request.ts';
import { readRequestLine, requestFlags } from '../../routing/request/request-line.ts';
import { secretly, secretlyIf } from '../../source/secret-marks.ts';
import { isCredentialHeader, isSecretName } from '../../source/secret-names.ts';
import { shellWord } from '../../source/shell-word.ts';

/** `GET http://shop.test/cart` */
export function urlText({ method, scheme, authority, path }: Request): string {
  return `${method} ${scheme}://${withMarkedQuery(`${authority}${path}`)}`;
}

/** A path or URL in which the values of parameters are marked that are called like secrets. */
export function withMarkedQuery(path: string): string {
  const at = path.indexOf('?');
  if (at === -1) return path;
  return (
    path.slice(0, at) +
    path
      .slice(at)
      .replace(PARAMETER, (whole, before: string, name: string, value: string) =>
        isSecretName(name) ? `${before}${name}=${secretly(value)}` : whole,
      )
  );
}

const PARAMETER = /([?&])([^?&=#]*)=([^&#]*)/g;

/** A request whose secrets are marked, for sentences. */
export function markedRequest(request: Request): Request {
  const { headers, repeated } = request;
  const marked = (all: Request['headers']) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, secretlyIf(isCredentialHeader(name), value)]),
    );
  return {
    ...request,
    path: withMarkedQuery(request.path),
    headers: marked(headers),
    ...(repeated === undefined
      ? {}
      : {
          repeated: Object.fromEntries(
            Object.entries(repeated).map(([name, values]) => [
              name,
              values.map((value) => secretlyIf(isCredentialHeader(name), value)),
            ]),
          ),
        }),
  };
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
