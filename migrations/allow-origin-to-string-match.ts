import type { MessageView, Migration } from '../src/migrate/migration.ts';
import { sameLanguage } from '../src/migrate/same-language.ts';
import type { Data } from '../src/source/data.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** CorsPolicy.allow_origin and allow_origin_regex → allow_origin_string_match. */
export const allowOriginToStringMatch: Migration = {
  id: 'allow-origin-to-string-match',
  title: '`allow_origin` and `allow_origin_regex` of a CORS policy become `allow_origin_string_match`',
  why: 'The wider model deprecates both lists in favour of one list of string matchers, and later proxies refuse them.',
  how:
    'Each origin becomes an exact matcher, `*` included, never a pattern: a dot in an origin is a dot. Regular expressions are converted where both ' +
    'grammars read them alike; if one of them is not, that list is left.',
  source: 'wider model: route.CorsPolicy',
  optional: true,
  messages: ['route.CorsPolicy'],
  fields: ['allow_origin', 'allow_origin_regex'],
  example: {
    type: 'route.CorsPolicy',
    before: `allow_origin:
- https://shop.example.test
`,
    after: `allow_origin_string_match:
- exact: https://shop.example.test
`,
  },
  plan(view) {
    const left: { readonly kind: 'left'; readonly field: string; readonly reason: string }[] = [];
    const fields = (['allow_origin', 'allow_origin_regex'] as const).filter((field) => {
      if (view.value[field] === undefined) return false;
      const reason = obstacle(view, field);
      if (reason !== undefined) left.push({ kind: 'left', field, reason });
      return reason === undefined;
    });
    const [first] = fields;
    if (first === undefined) return left;
    const target = 'allow_origin_string_match';
    if (view.value[target] !== undefined && view.at(target, 0) === view.at(target)) {
      const reason = `${target} beside it is written as one object; write it as a list first`;
      return [...left, ...fields.map((field) => ({ kind: 'left' as const, field, reason }))];
    }
    return [
      {
        kind: 'edits',
        edits: edits(view, fields, first),
        reason: `${fields.join(' and ')} became allow_origin_string_match`,
      },
      ...left,
    ];
  },
};

/** Why a list cannot be converted. */
function obstacle(view: MessageView, field: 'allow_origin' | 'allow_origin_regex'): string | undefined {
  const list = listOf(view, field);
  if (list.length !== view.entries(field)) return 'not all of its entries can be read; mend them first';
  const odd = field === 'allow_origin' ? undefined : list.find((pattern) => !sameLanguage(pattern).same);
  return odd === undefined ? undefined : `the two grammars may read the pattern "${odd}" differently`;
}

function edits(view: MessageView, fields: readonly string[], first: string): Edit[] {
  const matchers: Data[] = fields.flatMap((field) =>
    listOf(view, field).map((text) =>
      view.spell(
        'type.matcher.StringMatcher',
        field === 'allow_origin' ? { exact: text } : { safe_regex: { google_re2: {}, regex: text } },
      ),
    ),
  );
  const place = view.place('allow_origin_string_match');
  const remove = fields.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
  if (view.value.allow_origin_string_match === undefined) {
    return [{ op: 'add', path: place, value: matchers, inPlaceOf: view.at(first) }, ...remove];
  }
  const target = view.at('allow_origin_string_match');
  return [...matchers.map((value): Edit => ({ op: 'add', path: `${target}/-`, value })), ...remove];
}

function listOf(view: MessageView, field: string): string[] {
  const value = view.value[field];
  return Array.isArray(value) ? value.map(String) : [];
}
