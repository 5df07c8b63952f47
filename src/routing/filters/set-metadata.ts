/** Filters that leave metadata for those behind them: fixed values, or values of headers. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import { lowerAscii, type Request } from '../request/request.ts';
import type { FilterVisit, Verdict } from './filter.ts';

type Values = { readonly [key: string]: Data };

/** A namespace that is there is kept, unless it may be overwritten. */
export function setMetadata(config: BoundMessage, { metadata }: FilterVisit): Verdict {
  const { metadata_namespace: older, value } = config;
  const all = [
    ...(typeof older === 'string' && older !== ''
      ? [{ metadata_namespace: older, value, allow_overwrite: true }]
      : []),
    ...objects(config.metadata),
  ];
  const made = new Map(metadata);
  for (const { metadata_namespace: name, value: own, allow_overwrite: overwrites } of all) {
    if (typeof name !== 'string' || !isObject(own)) continue;
    const before = made.get(name);
    if (before !== undefined && overwrites !== true) continue;
    made.set(name, { ...valuesIn(before), ...valuesIn(own) });
  }
  return { effect: 'passed', why: 'it only sets dynamic metadata', metadata: made };
}

function valuesIn(value: unknown): Values {
  return isObject(value) ? (value as Values) : {};
}

/** The values of headers; what is made of them by a pattern, or is no text, is left to the reader. */
export function headerToMetadata(config: BoundMessage, visit: FilterVisit): Verdict {
  const rules = objects((visit.settings[0] ?? config).request_rules);
  const made = new Map(visit.metadata);
  const gone = new Set<string>();
  for (const rule of rules) {
    const { header, on_header_present: present, on_header_missing: missing, remove } = rule;
    if (typeof header !== 'string' || header === '')
      return {
        effect: 'assumed',
        why: 'it reads cookies',
        that: 'the metadata that it sets decides nothing',
      };
    const text = visit.request.header(header);
    const target = text === undefined ? missing : present;
    if (isObject(target) && !put(target, text, made, visit.word))
      return {
        effect: 'assumed',
        why: `it sets metadata by the header ${header}`,
        that: 'the metadata that it sets decides nothing',
      };
    if (remove === true) gone.add(lowerAscii(header));
  }
  const { request } = visit.request;
  if (gone.size === 0 || !Object.keys(request.headers).some((name) => gone.has(name)))
    return { effect: 'passed', why: 'it only sets dynamic metadata', metadata: made };
  return {
    effect: 'changed',
    why: `it sets dynamic metadata, and removes ${[...gone].join(', ')}`,
    request: without(request, gone),
    metadata: made,
  };
}

/** @returns false where the value is not known here */
function put(target: BoundMessage, text: string | undefined, made: Map<string, Data>, word: string): boolean {
  const { metadata_namespace: name, key, value, type = 'STRING', encode = 'NONE' } = target;
  const isPlain = (type === 'STRING' || type === 0) && (encode === 'NONE' || encode === 0);
  if (!isPlain || target.regex_value_rewrite !== undefined || typeof key !== 'string') return false;
  const own = typeof value === 'string' && value !== '' ? value : (text ?? '');
  // What is empty is not set.
  if (own === '') return true;
  const namespace =
    typeof name === 'string' && name !== '' ? name : `${word}.filters.http.header_to_metadata`;
  made.set(namespace, { ...valuesIn(made.get(namespace)), [key]: own });
  return true;
}

function without({ repeated, ...request }: Request, gone: ReadonlySet<string>): Request {
  const kept = <T>(all: { readonly [name: string]: T }): { readonly [name: string]: T } =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !gone.has(name)));
  return {
    ...request,
    headers: kept(request.headers),
    ...(repeated === undefined ? {} : { repeated: kept(repeated) }),
  };
}

function objects(value: unknown): readonly BoundMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
