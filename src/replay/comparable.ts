/**
 * What becomes of a request as plain data that can be compared: two ways of writing the same come to the same. None of
 * the migrations is used for it, so that it can prove them.
 */
import { withoutNamespace } from '../model/extension-config.ts';
import type { Outcome } from '../routing/outcome/outcome.ts';
import type { Trace } from '../routing/trace.ts';
import { extensions } from '../schema/extensions.ts';
import { messageSpec } from '../schema/index.ts';
import { isMap } from '../source/data.ts';
import { lookup } from '../source/lookup.ts';

/** What becomes of a request, by aspect, each as a text. */
export type Comparable = ReadonlyMap<string, string>;

/** @param namespace the namespace of names in the file */
export function comparable(trace: Trace, namespace: string): Comparable {
  const { outcome } = trace;
  const named = (name: string | null | undefined): string => name ?? '';
  const found = new Map([['virtual host', named(trace.virtual_host)]]);
  if (outcome.kind !== 'random') {
    found.set('route', named(trace.route?.name));
    for (const [aspect, text] of aspectsOf(outcome, namespace)) found.set(aspect, text);
    return found;
  }
  const shares = new Map<string, number>();
  for (const { share, route, outcome: each } of outcome.branches) {
    const text = JSON.stringify([named(route?.name), ...aspectsOf(each, namespace)]);
    shares.set(text, (shares.get(text) ?? 0) + share);
  }
  const rounded = [...shares].map(([text, share]) => `${share.toFixed(9)} ${text}`).sort();
  return found.set('the shares of its outcomes', rounded.join('\n'));
}

/** The aspects in which two outcomes differ. */
export function differing(before: Comparable, after: Comparable): readonly string[] {
  const aspects = new Set([...before.keys(), ...after.keys()]);
  return [...aspects].filter((aspect) => before.get(aspect) !== after.get(aspect));
}

/** Aspects that are written in several ways, each as one of them. */
const FOLDS: { readonly [aspect: string]: (value: unknown, namespace: string) => unknown } = {
  clusters: foldedClusters,
  mirror: (value) =>
    listOf(value).map(({ cluster, numerator, denominator }) => [
      cluster,
      Math.min(Number(numerator) / Number(denominator), 1),
    ]),
  cors: foldedCors,
  // No cap: how long such a request may take is what its timeout says.
  max_grpc_timeout: (value) => (value === '0s' ? null : value),
  retry_policy: foldedRetries,
  hash_policy: folded,
};

function aspectsOf(outcome: Outcome, namespace: string): [aspect: string, text: string][] {
  return Object.entries(outcome).map(([aspect, value]) => {
    const fold = lookup(FOLDS, aspect);
    return [aspect, JSON.stringify(inOrder(fold === undefined ? value : fold(value, namespace)))];
  });
}

type Plain = { readonly [key: string]: unknown };

function listOf(value: unknown): readonly Plain[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** Weights count by their share. */
function foldedClusters(value: unknown): unknown {
  const clusters = listOf(value);
  const total = clusters.reduce((sum, { weight }) => sum + Number(weight), 0);
  return clusters.map(({ weight, ...own }) => ({ ...own, share: total === 0 ? 0 : Number(weight) / total }));
}

/** The lists of allowed origins as one set; the rest as it is. */
function foldedCors(value: unknown, namespace: string): unknown {
  if (!isMap(value)) return value;
  const { allow_origin, allow_origin_regex, allow_origin_string_match, ...rest } = value;
  const origins = [
    ...textsOf(allow_origin).map((text) => ({ exact: text })),
    ...textsOf(allow_origin_regex).map((text) => ({ regex: text })),
    ...listOf(folded(allow_origin_string_match, namespace)).map(({ ignore_case: ignored, ...matcher }) =>
      ignored === true ? { ...matcher, ignored } : matcher,
    ),
  ].map((origin) => JSON.stringify(inOrder(origin)));
  return { origins: [...new Set(origins)].sort(), ...(folded(rest, namespace) as Plain) };
}

/** Lists whose order means nothing stand in an order by how their entries are written, so that it comes after the folding. */
function foldedRetries(value: unknown, namespace: string): unknown {
  const policy = folded(value, namespace);
  if (!isMap(policy)) return policy;
  const fields = messageSpec('route.RetryPolicy')?.fields;
  return Object.fromEntries(
    Object.entries(policy).map(([field, item]) => [
      field,
      Array.isArray(item) && fields?.[field]?.order === 'set'
        ? [...new Set(item.map((each) => JSON.stringify(inOrder(each))))].sort()
        : item,
    ]),
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Conditions of a header matcher that `string_match` has as well. */
const CONDITION = /^(exact|prefix|suffix|contains|regex)_match$/;

/** Settings that only one version has, or only one way of writing it, and that say nothing where they are false. */
let unsetAsFalse: ReadonlySet<string> | undefined;

/** A newer release may bring one to a policy that both versions have, so these are told from its table. */
function isUnsetAsFalse(field: string): boolean {
  unsetAsFalse ??= new Set([
    'ignore_case',
    'treat_missing_header_as_empty',
    ...['route.RetryPolicy', 'route.RouteAction.HashPolicy'].flatMap((id) =>
      Object.entries(messageSpec(id)?.fields ?? {}).flatMap(([name, { only, type }]) =>
        only === 'v3' && type === 'bool' ? [name] : [],
      ),
    ),
  ]);
  return unsetAsFalse.has(field);
}

/** One word for a pattern, whichever engine reads it, for conditions, and for settings, however they are wrapped. */
function folded(value: unknown, namespace: string): unknown {
  if (Array.isArray(value)) return value.map((item) => folded(item, namespace));
  if (!isMap(value)) return value;
  const found: { [key: string]: unknown } = {};
  for (const [field, item] of Object.entries(value)) {
    const condition = CONDITION.exec(field)?.[1];
    if ((field === 'safe_regex' || field === 'safe_regex_match') && isMap(item)) found.regex = item.regex;
    else if (condition !== undefined) found[condition] = item;
    else if (field === 'string_match' && isMap(item)) Object.assign(found, folded(item, namespace));
    else if (isUnsetAsFalse(field) && item === false) continue;
    // An engine is named beside the pattern that it reads, wherever that stands.
    else if (field === 'google_re2' && 'regex' in value) continue;
    else if (field === 'config' || field === 'typed_config') {
      // Version 3 demands a type where there is nothing to set.
      const settings = settingsOf(item, namespace);
      if (!isMap(settings) || Object.keys(settings).length > 0) found.settings = settings;
    } else if (
      field === 'name' &&
      ('config' in value || 'typed_config' in value || Object.keys(value).length === 1)
    )
      found.name = currentName(String(item), namespace);
    else found[field] = folded(item, namespace);
  }
  return found;
}

function settingsOf(value: unknown, namespace: string): unknown {
  if (!isMap(value)) return value;
  const { '@type': type, ...fields } = value;
  return type === 'google.protobuf.Struct' ? folded(fields.value, namespace) : folded(fields, namespace);
}

let current: ReadonlyMap<string, string> | undefined;

function currentName(name: string, namespace: string): string {
  current ??= new Map(extensions.flatMap((each) => each.older.map((older) => [older, each.name])));
  const bare = withoutNamespace(name, namespace) ?? name;
  return current.get(bare) ?? bare;
}

/** Data with its keys in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isMap(value)) return value;
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => [key, inOrder(item)]);
}
