/** A point of a box as a request that can be shown and traced. */
import { setOwn } from '../../source/tree.ts';
import type { Request } from '../request/request.ts';
import { type Point, usual } from './box.ts';

export function requestAt(point: Point): Request {
  const header = (dimension: keyof typeof USUAL_HEADERS): string =>
    point.get(dimension) ?? USUAL_HEADERS[dimension];
  const headers: { [name: string]: string } = {};
  const query: string[] = [];
  for (const [dimension, text] of point) {
    if (text === undefined) continue;
    if (dimension.startsWith('query ')) query.push(`${dimension.slice('query '.length)}=${text}`);
    if (dimension.startsWith('header ') && !OWN_FIELD.has(dimension))
      setOwn(headers, dimension.slice('header '.length), text);
  }
  const protocol = header('header x-forwarded-proto');
  // A request that came over plain HTTP needs no header to say so.
  const scheme =
    point.get('header :scheme') ?? (protocol === 'http' || protocol === 'https' ? protocol : 'https');
  if (protocol !== scheme) headers['x-forwarded-proto'] = protocol;
  const path = point.get('path') ?? '/';
  return {
    method: header('header :method'),
    authority: header('header :authority'),
    path: point.get('target') ?? (query.length === 0 ? path : `${path}?${query.join('&')}`),
    scheme,
    internal: false,
    headers,
  };
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
