/** A request in one line, and as the command that traces it. */
import type { Request } from '../../routing/index.ts';

/** `GET http://shop.test/cart (x-canary: 1, runtime shop.canary = 100)` */
export function requestText(request: Request): string {
  const { method, scheme, authority, path, headers, internal, runtime = {} } = request;
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (internal) shown.push('internal');
  for (const [key, value] of Object.entries(runtime))
    shown.push(`runtime ${key} = ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  return `${method} ${scheme}://${authority}${path}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}

/** The command that shows the way of a request through a file, fit to be pasted into a shell; `-` is standard input. */
export function requestCommand(request: Request, file: string): string {
  const { method, scheme, authority, path } = request;
  const flags = [...(method === 'GET' ? [] : ['--method', method]), ...requestFlags(request)];
  const input = file === '<stdin>' ? '-' : file;
  return ['cfgtool', 'trace', input, `${scheme}://${authority}${path}`, ...flags].map(shellWord).join(' ');
}

/** What a request has beside its method and URL, as flags of `cfgtool trace`; words, not yet quoted. */
export function requestFlags(request: Request): readonly string[] {
  const { headers, internal, random_value, service_cluster, remote_address } = request;
  return [
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(internal ? ['--internal'] : []),
    ...(random_value === undefined ? [] : ['--random-value', String(random_value)]),
    ...(service_cluster === undefined ? [] : ['--service-cluster', service_cluster]),
    ...(remote_address === undefined ? [] : ['--remote-address', remote_address]),
  ];
}

/** A word as a shell reads it back. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
