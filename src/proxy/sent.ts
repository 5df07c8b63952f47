/** A request as it has to be sent so that the proxy sees what was asked about. */
import type { Request } from '../routing/request/request.ts';
import { REQUEST_ID } from './access-log.ts';
import type { Headers } from './seen.ts';

/** Headers that say how a connection is used, which each end decides by itself, but for one that says more. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'transfer-encoding', 'content-length']);

/**
 * @param id finds the request again
 * @param overTls whether the connection tells that the scheme is https
 * @param inside the address that a request from inside comes from; undefined where that is not to be had
 */
export function sentHeaders(
  request: Request,
  { id, overTls, inside }: { readonly id: string; readonly overTls: boolean; readonly inside?: string },
): Headers {
  const { headers, repeated = {}, authority, scheme, internal } = request;
  const own = Object.entries(headers).flatMap(([name, value]) =>
    (OF_THE_CONNECTION.has(name) && !(name === 'connection' && namesMore(headers))) || name === 'host'
      ? []
      : (repeated[name] ?? [value]).map((each) => [name, each] as const),
  );
  const has = (name: string): boolean => Object.hasOwn(headers, name);
  return [
    ['host', authority],
    ...(has('x-forwarded-proto') || overTls === (scheme === 'https')
      ? []
      : [['x-forwarded-proto', scheme] as const]),
    ...(internal && inside !== undefined && !has('x-forwarded-for')
      ? [['x-forwarded-for', inside] as const]
      : []),
    ...own,
    [REQUEST_ID, id],
  ];
}

/** Whether `connection` asks for an upgrade, or names headers. */
function namesMore(headers: { readonly [name: string]: string }): boolean {
  const tokens = (headers.connection ?? '').split(',').map((token) => token.trim());
  return Object.hasOwn(headers, 'upgrade') || tokens.some((token) => !/^(?:|close|keep-alive)$/i.test(token));
}
