/** Which fields of the messages of filters were drawn, and which never were. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/model/bound.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { messageOfType } from '../../src/schema/version.ts';

/** How often each field of each message was drawn: `http.rbac.RBAC`, then `rules`. */
export type Drawn = Map<string, Map<string, number>>;

/** Counts the fields of filters, and of what routes say for them. */
export function noteFields(value: unknown, drawn: Drawn, message?: string): void {
  if (Array.isArray(value)) {
    for (const item of value) noteFields(item, drawn, message);
    return;
  }
  if (!isObject(value)) return;
  const { '@type': type } = value;
  const [, named = ''] = typeof type === 'string' ? (/\/envoy\.(.*)$/.exec(type) ?? []) : [];
  const isFilters = /^extensions\.(?:filters\.http\.(?!router)|common\.matching)|^config\.rbac/.test(named);
  const own = typeof type === 'string' ? (isFilters ? messageOfType(named)?.id : undefined) : message;
  const table = own === undefined ? undefined : compiledMessage(own, 'v3');
  for (const [field, item] of Object.entries(value)) {
    const known = table?.byName.get(field);
    if (own !== undefined && known !== undefined) {
      const counts = drawn.get(own) ?? new Map<string, number>();
      drawn.set(own, counts.set(field, (counts.get(field) ?? 0) + 1));
    }
    const told = known?.element.kind === 'message' ? known.element.name : undefined;
    const inner = told ?? (field === 'rate_limits' ? 'route.RateLimit' : undefined);
    if (known?.shape === 'map' && isObject(item))
      for (const each of Object.values(item)) noteFields(each, drawn, inner);
    else noteFields(item, drawn, inner);
  }
}

/** The code that reads fields of filters. */
const MODELS = [
  'src/routing/filters',
  'src/routing/tree',
  'src/traffic',
  'src/routing/outcome/rate-limit.ts',
  'src/routing/outcome/header-changes.ts',
  'src/routing/outcome/policies.ts',
];

/** Every word of it: a field counts as read where its name is one, be it that of another message. */
function wordsOfModels(): ReadonlySet<string> {
  const words = new Set<string>();
  for (const place of MODELS) {
    const names = statSync(place).isFile()
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name));
    for (const name of names.filter((each) => each.endsWith('.ts')))
      for (const [word] of readFileSync(name, 'utf8').matchAll(/\w+/g)) words.add(word);
  }
  return words;
}

/** Fields that models read, as what nobody knows or as what is fetched, and which are not drawn. */
const NOT_DRAWN: { readonly [field: string]: string } = {
  'Composite.matcher': 'only the newest releases read it; the matcher of ExtensionWithMatcher is drawn',
  'ExecuteFilterAction.dynamic_config': 'the filter is fetched: undecided',
  'Permission.matcher': 'an extension that nobody knows: undecided',
  'Principal.custom': 'an extension that nobody knows: undecided',
  'route.RateLimit.Action.extension': 'an extension that nobody knows: undecided',
  'type.matcher.Matcher.MatcherList.Predicate.SinglePredicate.custom_match':
    'an extension that nobody knows: undecided',
  'type.matcher.Matcher.OnMatch.keep_matching': 'the proxy refuses it in trees of filters',
  'type.matcher.StringMatcher.custom': 'an extension that nobody knows: undecided',
  'xds.type.matcher.StringMatcher.custom': 'an extension that nobody knows: undecided',
};

/** Lines about what was drawn; the share is of the fields that models read. */
export function fieldLines(drawn: Drawn): readonly string[] {
  const words = wordsOfModels();
  let read = 0;
  const never: string[] = [];
  for (const [message, counts] of [...drawn].sort(([one], [other]) => (one < other ? -1 : 1)))
    for (const field of compiledMessage(message, 'v3').fields) {
      if (!words.has(field.name) || field.spec.deprecated !== undefined) continue;
      read++;
      const name = `${message}.${field.name}`;
      if (counts.has(field.name)) continue;
      never.push(name in NOT_DRAWN ? `${name} (${NOT_DRAWN[name]})` : name);
    }
  const share = Math.round(((read - never.length) * 1000) / Math.max(read, 1)) / 10;
  return [
    `${read - never.length} of ${read} fields of ${drawn.size} messages were drawn (${share} %)`,
    ...never.map((each) => `  never: ${each}`),
  ];
}
