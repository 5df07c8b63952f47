/** What a format string writes for a request: filters set headers, query parameters and filter state by it. */

import { isObject } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { writerOfUnsaid } from '../match/metadata.ts';
import { addressText } from '../where/addresses.ts';
import type { FilterVisit } from './filter.ts';

type Written = string | { readonly undecided: string };

/** Its text, with `missing` for what is not there; undecided where a command of it is not known here. */
export function formatted(format: string, visit: FilterVisit, missing = ''): Written {
  let open: string | undefined;
  const text = format.replace(COMMAND, (whole, name: string = '', asked?: string, length?: string) => {
    if (name === '') return '%';
    const value = commandValue(name, asked ?? '', visit);
    if (value === undefined) open ??= whole;
    const found = value === undefined || value === MISSING ? missing : value;
    return length === undefined ? found : found.slice(0, Number(length));
  });
  return open === undefined ? text : { undecided: `${open} is known to the running proxy only` };
}

const COMMAND = /%(?:([A-Z_]+)(?:\(([^)]*)\))?(?::(\d+))?)?%/g;

const MISSING: unique symbol = Symbol('missing');

function commandValue(name: string, asked: string, visit: FilterVisit): string | typeof MISSING | undefined {
  const { request, client, metadata, filterState } = visit;
  switch (name) {
    case 'REQ':
    case 'REQUEST_HEADER': {
      const names = asked.split('?').map((each) => lowerAscii(each === 'host' ? ':authority' : each));
      const found = names.find((each) => request.header(each) !== undefined);
      return found === undefined ? MISSING : (request.firstValue(found) ?? MISSING);
    }
    case 'DYNAMIC_METADATA': {
      const [namespace = '', ...keys] = asked.split(':');
      const all = metadata.get(namespace);
      if (writerOfUnsaid(all) !== undefined) return undefined;
      const value = valueAt(all, keys);
      if (value === undefined) return visit.openMetadata === undefined ? MISSING : undefined;
      return typeof value === 'string' ? value : undefined;
    }
    case 'FILTER_STATE': {
      const [key = '', how] = asked.split(':');
      return how === 'PLAIN' ? filterState.get(key) : undefined;
    }
    case 'DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT':
      return 'undecided' in client.trusted ? undefined : addressText(client.trusted);
    default:
      return undefined;
  }
}

/** What stands under keys. */
export function valueAt(data: Data | undefined, keys: readonly string[]): Data | undefined {
  let at = data;
  for (const key of keys) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = (at as { readonly [name: string]: Data })[key];
  }
  return at;
}

/** Parameters of a query as filters read them who write it anew: decoded, with all values of a name. */
export function parametersOf(path: string): Map<string, readonly string[]> {
  const params = new Map<string, readonly string[]>();
  const at = path.indexOf('?');
  if (at === -1 || at === path.length - 1) return params;
  // What ends the query is no parameter without a name.
  for (const pair of path
    .slice(at + 1)
    .replace(/&$/, '')
    .split('&')) {
    const equals = pair.indexOf('=');
    const name = percentDecoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : percentDecoded(pair.slice(equals + 1));
    params.set(name, [...(params.get(name) ?? []), value]);
  }
  return params;
}

/** A path with a query in the order of its names, as it is written then: nothing is encoded again. */
export function withParameters(path: string, params: ReadonlyMap<string, readonly string[]>): string {
  const sorted = [...params].toSorted(([one], [other]) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  const query = sorted.flatMap(([name, values]) => values.map((value) => `${name}=${value}`)).join('&');
  const [bare = ''] = path.split('?', 1);
  return query === '' ? bare : `${bare}?${query}`;
}

export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return bytes;
}
