import {
  leave,
  leaveForOlder,
  type MessageView,
  type Migration,
} from '../src/canonical/migration/migration.ts';
import { engineField, safeRegexOf } from '../src/canonical/same-language.ts';
import { versionOf } from '../src/model/bound.ts';
import type { ApiVersion } from '../src/schema/version.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** VirtualCluster.pattern and method → headers. */
export const virtualClusterToHeaders: Migration = {
  id: 'virtual-cluster-to-headers',
  title: '`pattern` and `method` of a virtual cluster become `headers`',
  why: "The proxy's full API deprecates both fields: it reads them as matchers of `:path` and `:method` itself, and later proxies refuse them.",
  how:
    'The pattern becomes a `safe_regex_match` on `:path`, query included, where both grammars read it alike; the method becomes an exact match on ' +
    '`:method`. Where the pattern is left, so is the method. A method beside `headers` is added to them, as the proxy does.',
  source: 'full API: route.VirtualCluster; routing-facts 51',
  optional: true,
  messages: ['route.VirtualCluster'],
  fields: ['pattern', 'method'],
  example: {
    type: 'route.VirtualCluster',
    before: `name: one-item
pattern: /items/\\d+
method: GET
`,
    after: `name: one-item
headers:
  - name: ":path"
    safe_regex_match:
      google_re2: {}
      regex: /items/\\d+
  - name: ":method"
    exact_match: GET
`,
  },
  plan(view) {
    const { pattern, headers } = view.value;
    const fields = ['pattern', 'method'].filter((field) => view.value[field] !== undefined);
    const stay = (reason: string) => fields.flatMap((field) => leave(field, reason));
    const hasHeaders = Array.isArray(headers) && headers.length > 0;
    if (hasHeaders && typeof pattern === 'string' && pattern !== '')
      return stay('headers stands beside pattern, and the proxy takes only one of them: decide which');
    if (hasHeaders) return besideHeaders(view);
    if (typeof pattern !== 'string' || pattern === '')
      return stay('the proxy refuses a virtual cluster without a pattern or headers: write either');
    if (view.older) return fields.flatMap((field) => leaveForOlder(field, 'headers in a virtual cluster'));
    const regex = safeRegexOf(pattern);
    if ('why' in regex) return stay(`the two grammars may read the pattern differently: ${regex.why}`);
    return [
      {
        kind: 'edits',
        edits: asHeaders(view, regex.engine),
        reason: `${fields.join(' and ')} became headers: both grammars read "${pattern}" alike`,
      },
    ];
  },
};

function asHeaders(view: MessageView, engine: object): Edit[] {
  const place = view.place('headers');
  const version = versionOf(view.value);
  const path = conditionIn(version, 'safe_regex_match', engineField(engine, version));
  const matchers: object[] = [{ name: ':path', ...path.value }];
  const moves: Edit[] = [];
  const method = methodOf(view);
  if (method !== undefined) {
    const isPlain = view.text('method') === method;
    const exact = conditionIn(version, 'exact_match', method);
    matchers.push({ name: ':method', ...(isPlain ? exact.around : exact.value) });
    if (isPlain) moves.push({ op: 'move', from: view.at('method'), path: `${place}/1/${exact.at(view)}` });
    else moves.push({ op: 'remove', path: view.at('method') });
  } else if (view.value.method !== undefined) moves.push({ op: 'remove', path: view.at('method') });
  const value = matchers.map((matcher) => view.spell('route.HeaderMatcher', matcher));
  const from = view.at('pattern');
  // An empty list beside the pattern says nothing.
  const empty: Edit[] = view.value.headers === undefined ? [] : [{ op: 'remove', path: view.at('headers') }];
  return [
    ...empty,
    { op: 'add', path: place, value, inPlaceOf: from },
    { op: 'move', from, path: `${place}/0/${path.at(view)}/regex` },
    ...moves,
  ];
}

/** A condition of a header matcher in the current form of a version; `at` says where its own value stands in it. */
function conditionIn(version: ApiVersion, field: 'exact_match' | 'safe_regex_match', value: unknown) {
  if (version === 'v2')
    return { value: { [field]: value }, around: {}, at: (view: MessageView) => view.spelling(field) };
  const inside = field.replace(/_match$/, '');
  return {
    value: { string_match: { [inside]: value } },
    around: { string_match: {} },
    at: (view: MessageView) => `${view.spelling('string_match')}/${view.spelling(inside)}`,
  };
}

/** A method that stands beside header matchers is one more of them; an empty pattern says nothing. */
function besideHeaders(view: MessageView): ReturnType<Migration['plan']> {
  const edits: Edit[] = ['pattern', 'method']
    .filter((field) => view.value[field] !== undefined)
    .map((field) => ({ op: 'remove', path: view.at(field) }));
  const method = methodOf(view);
  if (method === undefined)
    return [{ kind: 'edits', edits, reason: 'removed what says nothing beside headers' }];
  if (view.at('headers', 0) === view.at('headers'))
    return leave('method', 'headers beside it is written as one object; write it as a list first');
  if (view.sharing('headers', 'pattern') !== 'alone')
    return leave('method', 'headers beside it is shared through an anchor; write it out first');
  const exact = conditionIn(versionOf(view.value), 'exact_match', method);
  const value = view.spell('route.HeaderMatcher', { name: ':method', ...exact.value });
  edits.unshift({ op: 'add', path: `${view.at('headers')}/-`, value });
  return [{ kind: 'edits', edits, reason: `method became one of headers: exactly ${method}` }];
}

function methodOf({ value: { method } }: MessageView): string | undefined {
  return typeof method === 'string' && method !== 'METHOD_UNSPECIFIED' ? method : undefined;
}
