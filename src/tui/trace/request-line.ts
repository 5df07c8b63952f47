/** A request as a person types it: `POST https://shop.test/cart -H 'x-canary: 1'`. */

import { requestFlags, shellWord } from '../../report/requests/request-text.ts';
import { parseRequest, type Request, splitUrl } from '../../routing/index.ts';
import type { Effect } from '../effect.ts';
import { words } from '../text/words.ts';

export interface TypedRequest {
  readonly request: Request;
  /** The route configuration to use, `@NAME`. */
  readonly routeConfig?: string;
}

export const REQUEST_HINT = "GET shop.test/cart -H 'name: value' --internal --random-value N @ROUTE-CONFIG";

/** Flags with a value, and what they are called in a request. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ['--random-value', 'random_value'],
  ['--service-cluster', 'service_cluster'],
  ['--remote-address', 'remote_address'],
]);

/** @returns a text where it is none, with what is missing */
export function readRequestLine(line: string): TypedRequest | string {
  let [method, url, routeConfig]: (string | undefined)[] = [];
  const headers = new Map<string, string[]>();
  const others: { [field: string]: unknown } = {};
  const given = words(line);
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? '';
    const value = given[at + 1];
    if (word === '-H' || word === '--header') {
      const [, name = '', text = ''] = /^\s*([^:\s]+)\s*:(.*)$/s.exec(value ?? '') ?? [];
      if (name === '') return `-H takes 'name: value', not "${value ?? ''}"`;
      headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), text.trim()]);
      at++;
    } else if (word === '-X' || word === '--method') {
      method = value;
      at++;
    } else if (word === '--internal') others.internal = true;
    else if (VALUES.has(word)) {
      others[VALUES.get(word) ?? ''] = value;
      at++;
    } else if (word.startsWith('-')) return `there is no ${word} here; a request looks like ${REQUEST_HINT}`;
    else if (word.startsWith('@')) routeConfig = word.slice(1);
    else if (url === undefined && method === undefined && /^[A-Z]+$/.test(word)) method = word;
    else if (url === undefined) url = word;
    else return `one request has one URL: "${url}" or "${word}"`;
  }
  if (url === undefined) return `no host is named; a request looks like ${REQUEST_HINT}`;
  const parts = splitUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);
  if (parts === undefined) return `"${url}" is no URL; a request looks like ${REQUEST_HINT}`;
  const result = parseRequest({
    ...parts,
    ...others,
    ...(method === undefined ? {} : { method }),
    headers: Object.fromEntries(headers),
  });
  if ('problem' in result) return result.problem;
  return { request: result.request, ...(routeConfig === undefined ? {} : { routeConfig }) };
}

/** The same line for a request, fit to be typed again. */
export function requestLine({ request, routeConfig }: TypedRequest): string {
  const { method, scheme, authority, path } = request;
  const url = `${scheme === 'http' ? '' : `${scheme}://`}${authority}${path}`;
  const flags = [...requestFlags(request), ...(routeConfig === undefined ? [] : [`@${routeConfig}`])];
  return [method, ...[url, ...flags].map(shellWord)].join(' ');
}

/** A request that was asked, and its line as it may be shown. */
export interface ShownRequest extends TypedRequest {
  /** Without secrets. */
  readonly line: string;
}

/** The request to the clipboard, with its secrets hidden as on the screen. */
export function copyOfRequest({ line, ...request }: ShownRequest): Effect {
  const hides = line !== requestLine(request);
  return {
    kind: 'copy',
    text: line,
    what: `the request ${line}${hides ? ', in which secrets are hidden' : ''}`,
  };
}
