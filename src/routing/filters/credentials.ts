/** Filters that ask for a user's name and password or for a key, and the one that shows a credential of its own. */

import { createHash } from 'node:crypto';
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { cookieOf } from '../match/match.ts';
import { type Request, type SeenRequest, withHeaders, withoutHeaders } from '../request/request.ts';
import { type FilterVisit, ofType, passed, skipped, textIn, type Verdict } from './filter.ts';
import { parametersOf, withParameters } from './format.ts';
import { decoded } from './metadata.ts';

const REFUSED = { effect: 'answered', status: 401 } as const;

/** The users of a route replace those of the filter; all else is the filter's. */
export function basicAuth(config: BoundMessage, visit: FilterVisit): Verdict {
  const { request } = visit;
  const header = lowerAscii(textIn(config.authentication_header) ?? 'authorization');
  const value = request.firstValue(header);
  if (value === undefined || !value.startsWith('Basic ')) {
    const why = `the header ${header} has no user and password`;
    return config.allow_missing === true ? skipped(`${why}, which it allows`) : { ...REFUSED, why };
  }
  const own = ofType('BasicAuthPerRoute', visit.settings[0]);
  const users = usersIn(own === undefined ? config.users : own.users);
  if (users === undefined)
    return {
      effect: 'assumed',
      why: `it looks up the user of the header ${header}`,
      that: 'the user and password of the request are among its users, which are not in the input',
    };
  const text = decoded(value.slice('Basic '.length)) ?? '';
  const colon = text.indexOf(':');
  const user = colon === -1 ? undefined : text.slice(0, colon);
  const hash = user === undefined ? undefined : users.get(user);
  const shown = createHash('sha1')
    .update(text.slice(colon + 1), 'latin1')
    .digest('base64');
  if (user === undefined || hash !== shown)
    return { ...REFUSED, why: `the header ${header} has no user and password that it knows` };
  const forward = textIn(config.forward_username_header);
  if (forward === undefined) return passed('the user and password are among its users');
  return {
    effect: 'changed',
    why: `the user and password are among its users; it writes the user into ${lowerAscii(forward)}`,
    request: withHeaders(request.request, { [lowerAscii(forward)]: user }),
  };
}

/** Users and their hashes; undefined where they are not in the input. */
function usersIn(source: unknown): ReadonlyMap<string, string> | undefined {
  if (!isObject(source)) return undefined;
  const { inline_string: text, inline_bytes: bytes } = source;
  const all =
    textIn(text) ?? (typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString('latin1') : undefined);
  if (all === undefined) return undefined;
  const lines = all.split('\n').map((line) => line.replace(/\r$/, ''));
  return new Map(
    lines.flatMap((line) => {
      const [, user, hash] = /^([^:]+):\{SHA\}(.+)$/.exec(line) ?? [];
      return user === undefined || hash === undefined ? [] : [[user, hash] as const];
    }),
  );
}

/** Credentials, sources and forwarding of the route each take the place of the filter's. */
export function apiKeyAuth(config: BoundMessage, { request, settings }: FilterVisit): Verdict {
  const own = ofType('ApiKeyAuthPerRoute', settings[0]);
  const sources = filled(own?.key_sources) ?? filled(config.key_sources) ?? [];
  const credentials = filled(own?.credentials) ?? filled(config.credentials) ?? [];
  if (sources.length === 0) return { ...REFUSED, why: 'it has no key_sources to look at' };
  if (credentials.length === 0) return { ...REFUSED, why: 'it has no credentials to compare with' };
  let key: string | undefined;
  const source = sources.find((each) => {
    key = textIn(keyIn(each, request));
    return key !== undefined;
  });
  if (source === undefined) return { ...REFUSED, why: `the request shows no key in ${sourcesText(sources)}` };
  const found = credentials.find((each) => each.key === key);
  if (found === undefined)
    return { ...REFUSED, why: `the key in ${sourcesText([source])} is none of its credentials` };
  const client = textIn(found.client) ?? '';
  const allowed = own?.allowed_clients;
  if (Array.isArray(allowed) && allowed.length > 0 && !allowed.includes(client))
    return { ...REFUSED, status: 403, why: 'the client of the key is none of allowed_clients' };
  // Settings of a route without forwarding take that of the filter away.
  const { forwarding } = own ?? config;
  const made = isObject(forwarding)
    ? forwarded(request.request, client, forwarding, sources)
    : request.request;
  if (made === request.request) return passed('the key is one of its credentials');
  return {
    effect: 'changed',
    why: 'the key is one of its credentials; it tells the client, or hides the key',
    request: made,
  };
}

function forwarded(
  request: Request,
  client: string,
  { header, hide_credentials: hides }: BoundMessage,
  sources: readonly BoundMessage[],
): Request {
  const name = textIn(header);
  const named = name === undefined ? request : withHeaders(request, { [lowerAscii(name)]: client });
  if (hides !== true) return named;
  return sources.reduce(withoutKey, named);
}

function withoutKey(request: Request, { header, query, cookie }: BoundMessage): Request {
  const name = textIn(header);
  if (name !== undefined) return withoutHeaders(request, new Set([lowerAscii(name)]));
  const key = textIn(query);
  if (key === undefined) return withoutCookie(request, textIn(cookie) ?? '');
  const params = parametersOf(request.path);
  params.delete(key);
  return { ...request, path: withParameters(request.path, params) };
}

/** A request without the cookies of a name. */
function withoutCookie(request: Request, name: string): Request {
  const all = request.headers.cookie;
  if (all === undefined || name === '') return request;
  const kept = all
    .split(';')
    .map((each) => each.trim())
    .filter((each) => !each.startsWith(`${name}=`));
  if (kept.length === 0) return withoutHeaders(request, new Set(['cookie']));
  return withHeaders(request, { cookie: kept.join('; ') });
}

function filled(value: unknown): readonly BoundMessage[] | undefined {
  const list = messagesIn(value);
  return list.length === 0 ? undefined : list;
}

/** The key of a source; that of a header may stand behind `Bearer`. */
function keyIn({ header, query, cookie }: BoundMessage, request: SeenRequest): string | undefined {
  const name = textIn(header);
  if (name !== undefined) return request.firstValue(lowerAscii(name))?.replace(/^Bearer /, '');
  const key = textIn(query);
  if (key !== undefined) return parametersOf(request.rawPath).get(key)?.[0];
  return cookieOf(request, textIn(cookie) ?? '');
}

function sourcesText(sources: readonly BoundMessage[]): string {
  const texts = sources.map(({ header, query, cookie }) =>
    header ? `the header ${header}` : query ? `the query parameter ${query}` : `the cookie ${cookie}`,
  );
  return texts.join(' or ');
}

const GENERIC = 'http.injected_credentials.generic.v3.Generic';

/** Adds the credential of the proxy itself. Where that cannot be had, requests are refused. */
export function credentialInjector(
  { overwrite: overwrites, credential }: BoundMessage,
  { request }: FilterVisit,
): Verdict {
  const source = isObject(credential) ? credential.typed_config : undefined;
  const { '@type': type, header } = isObject(source) ? source : {};
  const isGeneric = String(type ?? '').endsWith(GENERIC);
  const name = lowerAscii((isGeneric ? textIn(header) : undefined) ?? 'authorization');
  if (request.header(name) !== undefined && overwrites !== true)
    return passed(`the request has the header ${name}, which it leaves`);
  return {
    effect: 'assumed',
    why: `it writes a credential of its own into ${name}`,
    that: 'it has its credential, and the header that it writes decides nothing',
  };
}
