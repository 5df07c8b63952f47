/** The access log that a run writes: one line of JSON for each request, found again by a header that each carries. */
import { anyOf, type Plain } from './plain.ts';
import type { Logged } from './seen.ts';

/** The header that tells requests apart. It is no part of what is asked about. */
export const REQUEST_ID = 'x-cfgtool-request';

/** The namespace of the metadata that marks routes. */
export const MARK = 'cfgtool';

export function accessLog(namespace: string, path: string): Plain {
  return {
    name: `${namespace}.access_loggers.file`,
    typed_config: anyOf(namespace, 'extensions.access_loggers.file.v3.FileAccessLog', {
      path,
      log_format: {
        json_format: {
          id: `%REQ(${REQUEST_ID})%`,
          cluster: '%UPSTREAM_CLUSTER%',
          host: `%METADATA(ROUTE:${MARK}:host)%`,
          route: `%METADATA(ROUTE:${MARK}:route)%`,
          details: '%RESPONSE_CODE_DETAILS%',
        },
      },
    }),
  };
}

/** A line of the log; undefined for one that is not of it, or not finished yet. */
export function readLine(line: string): Logged | undefined {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof fields !== 'object' || fields === null) return undefined;
  const texts = new Map(Object.entries(fields));
  const text = (key: string): string | null => {
    const value: unknown = texts.get(key);
    return typeof value === 'string' && value !== '-' ? value : null;
  };
  const id = text('id');
  if (id === null) return undefined;
  const [host, route] = [text('host'), text('route')];
  return {
    id,
    cluster: text('cluster'),
    route: host === null || route === null ? null : { virtualHost: Number(host), route: Number(route) },
    details: text('details') ?? '',
  };
}
