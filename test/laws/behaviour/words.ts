/**
 * Reads the words that a group of requests stands for, as a person does, and says whether a request fits them. Made for
 * the words that generated configurations bring about; others are an error.
 */

import type { SeenRequest } from '../../../src/routing/request/request.ts';
import { lowerAscii } from '../../../src/traffic/text.ts';

export interface Told {
  /** Whether the words claim that every request which fits them differs. */
  readonly isAll: boolean;
  /** Whether they name all hosts. */
  readonly isWhole: boolean;
  /** On which sides they leave aside what earlier routes take, without saying what that is. */
  readonly unnamed: { readonly before: boolean; readonly after: boolean; readonly branches: boolean };
  fits(request: SeenRequest): boolean;
}

type Condition = (request: SeenRequest) => boolean;

const FOLD = '( in any letter case)?';

/** What is said of a header's value. */
const VALUE = '(?:not )?(?:=|beginning with|ending with) "[^"]*"';

function readValue(words: string): (value: string) => boolean {
  const [, not, kind, text = ''] = /^(not )?(=|beginning with|ending with) "(.*)"$/.exec(words) ?? [];
  const fits = (value: string): boolean =>
    kind === '=' ? value === text : kind === 'ending with' ? value.endsWith(text) : value.startsWith(text);
  return (value) => fits(value) !== (not !== undefined);
}

/** Conditions by the words they are told in; each begins where the one before it ends. */
const CONDITIONS: readonly (readonly [RegExp, (parts: readonly string[]) => Condition])[] = [
  [/^over TLS or from inside/, () => (request) => isTls(request) || isInside(request)],
  [/^over TLS/, () => isTls],
  [/^without TLS/, () => (request) => !isTls(request)],
  [/^from inside/, () => isInside],
  [/^from outside/, () => (request) => !isInside(request)],
  [
    new RegExp(`^for (\\S+)${FOLD}`),
    ([, text = '', fold]) =>
      ({ barePath }) =>
        folded(barePath, fold) === folded(text, fold),
  ],
  [new RegExp(`^below (\\S+/)${FOLD}`), ([, text = '', fold]) => beginning(text, fold)],
  [new RegExp(`^whose path begins with (\\S+)${FOLD}`), ([, text = '', fold]) => beginning(text, fold)],
  [
    /^whose path is one matching (\S+)/,
    ([, pattern = '']) =>
      ({ barePath }) =>
        new RegExp(`^(?:${pattern})$`).test(barePath),
  ],
  [
    /^without header (\S+)/,
    ([, name = '']) =>
      (request) =>
        request.header(name) === undefined,
  ],
  [
    /^whose path is one under (\S+)/,
    ([, text = '']) =>
      ({ barePath }) =>
        barePath === text || barePath.startsWith(`${text}/`),
  ],
  [
    new RegExp(`^with header (\\S+) (${VALUE}(?: and ${VALUE})*)( or without it)?`),
    ([, name = '', values = '', orWithout]) => {
      const asked = values.split(' and ').map(readValue);
      return (request) => {
        const value = request.header(name);
        return value === undefined ? orWithout !== undefined : asked.every((fits) => fits(value));
      };
    },
  ],
  [
    /^with query parameter (\S+) = "([^"]*)"/,
    ([, name = '', text]) =>
      (request) =>
        request.queryParameter(name) === text,
  ],
];

function beginning(text: string, fold: string | undefined): Condition {
  return ({ barePath, rawPath }) => {
    // The path must be all that stands before the `?`.
    const path = text.includes('?') ? rawPath : barePath;
    return folded(path, fold).startsWith(folded(text, fold));
  };
}

function folded(text: string, fold: string | undefined): string {
  return fold === undefined ? text : lowerAscii(text);
}

function isTls(request: SeenRequest): boolean {
  return request.header('x-forwarded-proto') === 'https';
}

function isInside(request: SeenRequest): boolean {
  return [...request.headerNames()].some(
    (name) => /^x-\w+-internal$/.test(name) && request.header(name) === 'true',
  );
}

/** @param domains of all virtual hosts of both sides */
export function readWords(words: string, domains: readonly string[]): Told {
  const [, claim = ''] = /^(.*?)(?:, and \d+ more pairs? of routes)?$/.exec(words) ?? [];
  const [, set = '', far] = /^(.*?)(, as far as their .* differs)?$/.exec(claim) ?? [];
  const [, without = '', unnamed] =
    /^(.*?)( that no (?:other )?(?:earlier )?route(?: or branch)? (?:took|takes)\b.*)?$/.exec(set) ?? [];
  const [own = '', ...except] = without.split(/ except those | and those /);
  const [, all, method, rest = ''] = /^(all )?(?:([A-Z]+) )?requests(.*)$/.exec(own) ?? [];
  if ((all === undefined) !== (far !== undefined)) throw new Error(`all, or as far as: ${words}`);
  const [, hosts, conditions = ''] =
    /^(?: to (.*?))?((?: (?:over TLS|without|from (?:in|out)side|for|below|whose path|with) .*| (?:over TLS|from inside|from outside|without TLS))?)$/.exec(
      rest,
    ) ?? [];
  const wanted = readConditions(conditions, words);
  const others = except.map((each) => readConditions(` ${each}`, words));
  const isHost = hosts === undefined ? () => true : readHosts(hosts, domains);
  return {
    isAll: all !== undefined,
    isWhole: !/ and \d+ more/.test(hosts ?? ''),
    unnamed: {
      before: /before|either side/.test(unnamed ?? ''),
      after: /now|either side/.test(unnamed ?? ''),
      branches: / or branch /.test(unnamed ?? ''),
    },
    fits: (request) =>
      (method === undefined || request.request.method === method) &&
      isHost(lowerAscii(request.request.authority)) &&
      wanted(request) &&
      !others.some((fits) => fits(request)),
  };
}

function readConditions(text: string, words: string): Condition {
  const found: Condition[] = [];
  let left = text.replace(/^ /, '');
  while (left !== '') {
    const known = CONDITIONS.flatMap(([shape, make]) => {
      const parts = shape.exec(left);
      return parts === null ? [] : [{ length: parts[0].length, condition: make(parts) }];
    })[0];
    if (known === undefined) throw new Error(`cannot read "${left}" of: ${words}`);
    found.push(known.condition);
    left = left.slice(known.length).replace(/^ (?:and )?/, '');
  }
  return (request) => found.every((condition) => condition(request));
}

/** An exception does not take away what is within a name that is narrower than it. */
function readHosts(text: string, domains: readonly string[]): (host: string) => boolean {
  const [named = '', except] = text.split(' except ');
  const [, list = '', narrower] = /^(.*?)( that no more specific domain takes)?$/.exec(named) ?? [];
  const names = list
    .replace(/ and \d+ more$/, '')
    .split(', ')
    .map((name) => name.split(' that also fit '));
  const lost = except?.split(' and ') ?? [];
  return (host) =>
    names.some((all) => {
      const [first = ''] = all;
      if (first === 'hosts of no other domain') {
        const others = domains.filter((domain) => domain !== '*' && !names.some(([own]) => own === domain));
        return !others.some((domain) => fitsDomain(host, domain));
      }
      if (!(first === 'any host' || all.every((domain) => fitsDomain(host, domain)))) return false;
      if (narrower !== undefined)
        return !domains.some(
          (domain) =>
            fitsDomain(host, domain) &&
            !names.some(([own]) => own === domain) &&
            !all.includes(domain) &&
            !isWithin(first, domain),
        );
      return !lost.some((domain) => fitsDomain(host, domain) && !all.some((own) => isWithin(own, domain)));
    });
}

function fitsDomain(host: string, domain: string): boolean {
  if (domain === '*') return true;
  if (domain.startsWith('*')) return host.length >= domain.length && host.endsWith(domain.slice(1));
  if (domain.endsWith('*')) return host.length >= domain.length && host.startsWith(domain.slice(0, -1));
  return host === domain;
}

/** Whether all hosts that fit a domain fit another. */
function isWithin(domain: string, other: string): boolean {
  if (domain === other || other === '*') return true;
  if (!other.includes('*')) return false;
  if (!domain.includes('*')) return fitsDomain(domain, other);
  return (
    domain.startsWith('*') === other.startsWith('*') &&
    (other.startsWith('*') ? domain.endsWith(other.slice(1)) : domain.startsWith(other.slice(0, -1)))
  );
}
