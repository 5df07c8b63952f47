/** A point of a box as a request that can be shown and traced. */
import { setOwn } from '../../source/tree.ts';
import type { Request } from '../request/request.ts';
import { headerOf, type Point, usual } from './box.ts';

export function requestAt(point: Point): Request {
  const header = (dimension: keyof typeof USUAL_HEADERS): string =>
    textOf(point, dimension) ?? USUAL_HEADERS[dimension];
  const headers: { [name: string]: string } = {};
  const repeated: { [name: string]: readonly string[] } = {};
  const query: string[] = [];
  for (const [dimension, text] of point) {
    if (text === undefined) continue;
    if (dimension.startsWith('query ')) query.push(`${dimension.slice('query '.length)}=${text}`);
    const name = OWN_FIELD.has(dimension) ? undefined : headerOf(dimension);
    if (name === undefined) continue;
    setOwn(headers, name, typeof text === 'string' ? text : text.join());
    if (typeof text !== 'string' && text.length > 1) setOwn(repeated, name, text);
  }
  const protocol = header('header x-forwarded-proto');
  // A request that came over plain HTTP needs no header to say so.
  const scheme =
    textOf(point, 'header :scheme') ?? (protocol === 'http' || protocol === 'https' ? protocol : 'https');
  if (protocol !== scheme) headers['x-forwarded-proto'] = protocol;
  const path = textOf(point, 'path') ?? '/';
  const certificate = textOf(point, 'certificate') ?? 'none';
  return {
    method: header('header :method'),
    authority: header('header :authority'),
    path: textOf(point, 'target') ?? (query.length === 0 ? path : `${path}?${query.join('&')}`),
    scheme,
    internal: false,
    headers,
    ...(Object.keys(repeated).length === 0 ? {} : { repeated }),
    ...(certificate === 'none' ? {} : { client_certificate: { validated: certificate === 'valid' } }),
  };
}

/** The text of a dimension that has one alone. */
function textOf(point: Point, dimension: string): string | undefined {
  const text = point.get(dimension);
  return typeof text === 'object' ? text.join() : text;
}

/** Where a point leaves them open. */
const USUAL_HEADERS = {
  'header :method': usual('header :method') ?? '',
  'header :authority': usual('header :authority') ?? '',
  'header x-forwarded-proto': usual('header x-forwarded-proto') ?? '',
};

/** Headers that a request keeps in fields of their own. */
const OWN_FIELD: ReadonlySet<string> = new Set([
  'header :method',
  'header :authority',
  'header :scheme',
  'header x-forwarded-proto',
]);

/** A request of which nothing but the path matters. */
export function requestTo(path: string): Request {
  return { ...USUAL, path, headers: {} };
}

const USUAL = requestAt(new Map());
