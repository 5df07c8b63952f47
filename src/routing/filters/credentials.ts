/** Filters that ask for a user's name and password, or for a key. Whether what is shown is right is not tried here. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { lowerAscii, type SeenRequest } from '../request/request.ts';
import type { FilterVisit, Verdict } from './filter.ts';

export function basicAuth(config: BoundMessage, { request }: FilterVisit): Verdict {
  const { authentication_header: own = '' } = config;
  const header = typeof own === 'string' && own !== '' ? lowerAscii(own) : 'authorization';
  const value = request.firstValue(header);
  if (value === undefined || !value.startsWith('Basic '))
    return {
      effect: 'answered',
      status: 401,
      why: `the header ${header} has no user and password`,
    };
  return {
    effect: 'assumed',
    why: `it looks up the user of the header ${header}`,
    that: 'the user and password of the request are among its users',
  };
}

export function apiKeyAuth(config: BoundMessage, { request, settings }: FilterVisit): Verdict {
  const own = settings[0] ?? {};
  const refused = { effect: 'answered', status: 401 } as const;
  const sources = filled(own.key_sources) ?? filled(config.key_sources) ?? [];
  const credentials = filled(own.credentials) ?? filled(config.credentials) ?? [];
  if (credentials.length === 0) return { ...refused, why: 'it has no credentials to compare with' };
  const source = sources.find((each) => isShown(each, request));
  if (source === undefined) return { ...refused, why: `the request shows no key in ${sourcesText(sources)}` };
  return {
    effect: 'assumed',
    why: `it looks up the key in ${sourcesText([source])}`,
    that: 'the key of the request is one of its credentials, for a client that the route lets in',
  };
}

function filled(value: unknown): readonly BoundMessage[] | undefined {
  const list = Array.isArray(value) ? value.filter(isObject) : [];
  return list.length === 0 ? undefined : list;
}

function isShown({ header, query, cookie }: BoundMessage, request: SeenRequest): boolean {
  if (typeof header === 'string' && header !== '') return (request.firstValue(header) ?? '') !== '';
  if (typeof query === 'string' && query !== '') return (request.queryParameter(query) ?? '') !== '';
  if (typeof cookie !== 'string') return false;
  const cookies = (request.values('cookie') ?? []).flatMap((line) => line.split(';'));
  return cookies.some((pair) => pair.trim().startsWith(`${cookie}=`));
}

function sourcesText(sources: readonly BoundMessage[]): string {
  const texts = sources.map(({ header, query, cookie }) =>
    header ? `the header ${header}` : query ? `the query parameter ${query}` : `the cookie ${cookie}`,
  );
  return texts.length === 0 ? 'any place that it looks at' : texts.join(' or ');
}
