/** Filters that leave metadata or filter state for those behind them, and conditions on what is left. */

import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import { lowerMetadata } from '../../traffic/metadata.ts';
import { lowerAscii, lowerText } from '../../traffic/text.ts';
import { cookieOf } from '../match/match.ts';
import { holdsIn } from '../match/metadata.ts';
import { textHolds } from '../match/text.ts';
import { replacedIn } from '../outcome/rewrite.ts';
import type { Answer } from '../regex/regexes.ts';
import { withoutHeaders } from '../request/request.ts';
import { blockKey, blocksAround, ipAddress } from '../where/addresses.ts';
import { type FilterVisit, ofType, textIn, type Verdict } from './filter.ts';
import { formatted } from './format.ts';

/** Whether a MetadataMatcher holds. @param ofRoute it looks at the metadata of the route */
export function metadataHolds(matcher: BoundMessage, visit: FilterVisit, ofRoute = false): Answer {
  const test = lowerMetadata(matcher);
  const { namespace } = test;
  const found = ofRoute ? routeMetadata(namespace, visit) : dynamicMetadata(namespace, visit);
  if (typeof found === 'object' && found !== null && 'undecided' in found) return found;
  return holdsIn(test, found?.data, visit.regexes);
}

type Found = { readonly data: Data | undefined } | undefined | { readonly undecided: string };

function dynamicMetadata(namespace: string, { metadata, openMetadata }: FilterVisit): Found {
  const data = metadata.get(namespace);
  if (data !== undefined) return { data };
  if (openMetadata === undefined) return undefined;
  const asked = `the dynamic metadata ${JSON.stringify(namespace)}`;
  return { undecided: `it asks about ${asked}, which ${openMetadata} (dynamic_metadata of --request)` };
}

function routeMetadata(namespace: string, { route }: FilterVisit): Found {
  if (route.kind === 'none' || route.kind === 'tls') return undefined;
  return { data: route.visit.route.metadata?.filter_metadata?.[namespace] };
}

/** Whether a FilterStateMatcher holds. What no filter here sets may come with the connection. */
export function filterStateHolds({ key, ...matcher }: BoundMessage, visit: FilterVisit): Answer {
  const name = textIn(key) ?? '';
  const value = visit.filterState.get(name);
  const { string_match: text, address_match: address } = matcher;
  if (value === undefined)
    return visit.request.request.filter_state !== undefined && visit.openMetadata === undefined
      ? false
      : {
          undecided: `it asks about the filter state ${JSON.stringify(name)}, which filters of the connection may set (filter_state of --request)`,
        };
  if (isObject(text)) return textHolds(lowerText(text), value, visit.regexes);
  const own = isObject(address) ? ipAddress(value) : undefined;
  if (!isObject(address) || own === undefined)
    return { undecided: 'it asks for filter state in a way that is not known here' };
  const blocks = new Set(messagesIn(address.ranges).map(blockKey));
  const isIn = [...blocksAround(own)].some((block) => blocks.has(block));
  return isIn !== (address.invert_match === true);
}

type Values = { readonly [key: string]: Data };

/** A namespace that is there is kept, unless it may be overwritten. */
export function setMetadata(config: BoundMessage, { metadata }: FilterVisit): Verdict {
  const { metadata_namespace: older, value } = config;
  const all = [
    ...(textIn(older) === undefined ? [] : [{ metadata_namespace: older, value, allow_overwrite: true }]),
    ...messagesIn(config.metadata),
  ];
  const made = new Map(metadata);
  for (const { metadata_namespace: name, value: own, allow_overwrite: overwrites } of all) {
    if (typeof name !== 'string' || !isObject(own)) continue;
    const before = made.get(name);
    if (before !== undefined && overwrites !== true) continue;
    made.set(name, { ...valuesIn(before), ...valuesIn(own) });
  }
  const why = 'it only sets dynamic metadata';
  return { effect: 'passed', why, metadata: made };
}

function valuesIn(value: unknown): Values {
  return isObject(value) ? (value as Values) : {};
}

/** Values of headers and cookies; all are written when all are read, and what is removed is gone for later rules. */
export function headerToMetadata(config: BoundMessage, visit: FilterVisit): Verdict {
  const rules = messagesIn((visit.settings[0] ?? config).request_rules);
  const found: Written[] = [];
  const gone = new Set<string>();
  for (const { header, cookie, on_header_present: present, on_header_missing: missing, remove } of rules) {
    const name = textIn(header);
    const text =
      name === undefined
        ? textIn(cookieOf(visit.request, textIn(cookie) ?? ''))
        : gone.has(lowerAscii(name))
          ? undefined
          : visit.request.header(name);
    if (name !== undefined && remove === true && text !== undefined) gone.add(lowerAscii(name));
    const target = text === undefined ? missing : present;
    const written = isObject(target) ? writtenBy(target, text ?? '', visit) : undefined;
    if (written !== undefined) found.push(written);
  }
  const made = new Map(visit.metadata);
  const open = found.find((each) => 'undecided' in each);
  for (const each of found)
    if ('value' in each)
      made.set(each.namespace, { ...valuesIn(made.get(each.namespace)), [each.key]: each.value });
  const request = withoutHeaders(visit.request.request, gone);
  const isChanged = request !== visit.request.request;
  if (open !== undefined && 'undecided' in open)
    return {
      effect: 'assumed',
      why: open.undecided,
      that: 'the metadata that it sets decides nothing',
      metadata: made,
      ...(isChanged ? { request } : {}),
    };
  if (!isChanged) return { effect: 'passed', why: 'it only sets dynamic metadata', metadata: made };
  const why = `it sets dynamic metadata, and removes ${[...gone].join(', ')}`;
  return { effect: 'changed', why, request, metadata: made };
}

type Written =
  | { readonly namespace: string; readonly key: string; readonly value: Data }
  | { readonly undecided: string };

/** What a rule of header_to_metadata writes; undefined for nothing. */
function writtenBy(
  {
    metadata_namespace: name,
    key,
    value,
    type = 'STRING',
    encode = 'NONE',
    regex_value_rewrite: rewrite,
  }: BoundMessage,
  text: string,
  { namespace, regexes }: FilterVisit,
): Written | undefined {
  const raw = textIn(value) ?? (isObject(rewrite) ? replacedIn(text, rewrite, regexes) : text);
  if (typeof raw !== 'string') return raw;
  if (raw === '' || Buffer.byteLength(raw) >= LONGEST) return undefined;
  const own = encode === 'BASE64' || encode === 1 ? decoded(raw) : raw;
  if (own === undefined) return undefined;
  const under = textIn(name) ?? `${namespace}.filters.http.header_to_metadata`;
  const said = { namespace: under, key: typeof key === 'string' ? key : '' };
  if (type === 'STRING' || type === 0) return { ...said, value: own };
  if (type === 'NUMBER' || type === 1) {
    const number = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(own) ? Number(own) : undefined;
    return number === undefined ? undefined : { ...said, value: number };
  }
  return { undecided: 'it reads a value that is written in binary' };
}

/** Values of this many bytes or more are left. */
const LONGEST = 8192;

/** Base64 with or without its padding; undefined for what is none. */
export function decoded(text: string): string | undefined {
  const bare = text.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return undefined;
  const bytes = Buffer.from(bare, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === bare ? bytes.toString('latin1') : undefined;
}

/** Values of a JSON body, which no request here has; with none `on_missing` counts where the type of the body is allowed. */
export function jsonToMetadata(config: BoundMessage, visit: FilterVisit): Verdict {
  const own = visit.settings[0] ?? config;
  const { request_rules: requests } = own;
  const rules = isObject(requests) ? messagesIn(requests.rules) : [];
  if (rules.length === 0) return { effect: 'passed', why: 'it looks at no requests' };
  return {
    effect: 'assumed',
    why: 'it sets dynamic metadata by the body of the request',
    that: 'the metadata that it sets decides nothing, and no route is chosen anew by it',
  };
}

/** Objects by the filter's settings, then by those of each level, the least specific first. */
export function setFilterState(config: BoundMessage, visit: FilterVisit): Verdict {
  const levels = [config, ...visit.settings.toReversed()];
  const made = new Map(visit.filterState);
  const open: string[] = [];
  let clears = false;
  for (const level of levels) {
    const own = ofType('http.set_filter_state.Config', level) ?? {};
    clears ||= own.clear_route_cache === true;
    for (const { object_key: key, format_string: written, skip_if_empty: skips } of messagesIn(
      own.on_request_headers,
    )) {
      if (typeof key !== 'string') continue;
      const format = isObject(written) ? written : {};
      const { text_format: older, text_format_source: source } = format;
      const text = textIn(older) ?? (isObject(source) ? textIn(source.inline_string) : undefined);
      const missing = format.omit_empty_values === true ? '' : '-';
      const value =
        text === undefined
          ? { undecided: 'a file' }
          : formatted(text, { ...visit, filterState: made }, missing);
      if (typeof value === 'string') {
        if (value !== '' || skips !== true) made.set(key, value);
      } else {
        made.delete(key);
        open.push(key);
      }
    }
  }
  const more = { filterState: made, ...(clears ? { clearsRoute: true } : {}) };
  if (open.length === 0) return { effect: 'passed', why: 'it only sets filter state', ...more };
  const that = `the filter state ${open.map((key) => JSON.stringify(key)).join(', ')}, which it writes by what is not known here, decides nothing`;
  return { effect: 'assumed', why: 'it sets filter state', that, ...more };
}
