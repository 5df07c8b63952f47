import {
  isWritten,
  leave,
  leaveForOlder,
  type MessageView,
  type Migration,
} from '../src/canonical/migration/migration.ts';
import { shownIn } from '../src/canonical/migration/shown.ts';
import { engineField, safeRegexOf } from '../src/canonical/same-language.ts';
import { versionOf } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** QueryParameterMatcher.value and regex → string_match. */
export const queryValueToStringMatch: Migration = {
  id: 'query-value-to-string-match',
  title: '`value` and `regex` of a query parameter matcher become `string_match`',
  why: "The proxy's full API deprecates both fields in favour of a string matcher, and later proxies refuse them.",
  how:
    'A value becomes an exact matcher, and with `regex: true` a `safe_regex` where both grammars read it alike. An empty value asks for presence ' +
    'only, as the name alone does, so it goes. Beside `string_match` or `present_match` the old fields have no effect and go too.',
  source: 'full API: route.QueryParameterMatcher; routing-facts 29',
  optional: true,
  messages: ['route.QueryParameterMatcher'],
  fields: ['value', 'regex'],
  example: {
    type: 'route.QueryParameterMatcher',
    before: `name: lang
value: de
`,
    after: `name: lang
string_match:
  exact: de
`,
  },
  plan(view) {
    const { value, regex } = view.value;
    const fields = ['value', 'regex'].filter((field) => view.value[field] !== undefined);
    if (fields.length === 0) return [];
    const winner = ['string_match', 'present_match'].find((field) => isWritten(view, field));
    if (winner !== undefined && view.value[winner] === undefined)
      return fields.flatMap((field) => leave(field, `${winner} beside it cannot be read; correct it first`));
    if (winner !== undefined)
      return removed(view, fields, `${winner} stands beside ${fields.length === 1 ? 'it' : 'them'} and wins`);
    if (typeof value !== 'string' || value === '')
      return removed(
        view,
        fields,
        'without a value the parameter just has to be there, as the name alone says',
      );
    if (view.older)
      return fields.flatMap((field) => leaveForOlder(field, 'string_match of a query parameter'));
    if (regex !== true) return converted(view, {}, ['exact'], 'an exact matcher');
    const safe = safeRegexOf(value);
    if ('why' in safe)
      return fields.flatMap((field) =>
        leave(field, `the two grammars may read the pattern differently: ${safe.why}`),
      );
    const matcher = { safe_regex: engineField(safe.engine, versionOf(view.value)) };
    return converted(
      view,
      matcher,
      ['safe_regex', 'regex'],
      `both grammars read "${shownIn(view, value)}" alike`,
    );
  },
};

function removed(view: MessageView, fields: readonly string[], why: string): ReturnType<Migration['plan']> {
  const edits = fields.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
  return [{ kind: 'edits', edits, reason: `removed ${fields.join(' and ')}: ${why}` }];
}

/** @param path where the value goes in the matcher */
function converted(
  view: MessageView,
  matcher: object,
  path: readonly string[],
  how: string,
): ReturnType<Migration['plan']> {
  const from = view.at('value');
  const place = view.place('string_match');
  const inside = path.map((name) => `/${view.spelling(name)}`).join('');
  const around = view.spell('type.matcher.StringMatcher', matcher);
  const edits: Edit[] = [
    { op: 'add', path: place, value: around, inPlaceOf: from },
    { op: 'move', from, path: place + inside },
  ];
  if (view.value.regex !== undefined) edits.push({ op: 'remove', path: view.at('regex') });
  return [{ kind: 'edits', edits, reason: `value became string_match: ${how}` }];
}
