import type { MessageView, Migration } from '../src/migrate/migration.ts';
import { sameLanguage } from '../src/migrate/same-language.ts';
import { wrapEntry } from '../src/migrate/wrap.ts';
import type { Data } from '../src/source/data.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** CorsPolicy.allow_origin and allow_origin_regex → allow_origin_string_match. */
export const allowOriginToStringMatch: Migration = {
  id: 'allow-origin-to-string-match',
  title: '`allow_origin` and `allow_origin_regex` of a CORS policy become `allow_origin_string_match`',
  why: "The proxy's full API deprecates both lists in favour of one list of string matchers, and later proxies refuse them.",
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
    if (view.value[TARGET] !== undefined && view.at(TARGET, 0) === view.at(TARGET)) {
      const reason = `${TARGET} beside it is written as one object; write it as a list first`;
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
function obstacle(view: MessageView, field: Field): string | undefined {
  const list = listOf(view, field);
  if (list.length !== view.entries(field)) return 'not all of its entries can be read; mend them first';
  const odd = field === 'allow_origin' ? undefined : list.find((pattern) => !sameLanguage(pattern).same);
  return odd === undefined ? undefined : `the two grammars may read the pattern "${odd}" differently`;
}

type Field = 'allow_origin' | 'allow_origin_regex';

const TARGET = 'allow_origin_string_match';

/** The first list gets the new name where it stands, and what is in the other one, or in both, is moved to its end. */
function edits(view: MessageView, fields: readonly Field[], first: Field): Edit[] {
  const isOwn = fields.every((field) => isOwnList(view, field));
  if (!isOwn || fields.every((field) => view.isInBrackets(field))) return writtenAnew(view, fields, first);
  const lists = fields.map((field) => ({ path: view.at(field), count: listOf(view, field).length }));
  const made = fields.flatMap((field) => matchersIn(view, field));
  const isNew = view.value[TARGET] === undefined;
  const target = isNew ? view.place(TARGET) : view.at(TARGET);
  if (isNew) {
    const from = view.at(first);
    made.push({ op: 'move', from, path: target, inPlaceOf: from });
  }
  for (const { path, count } of isNew ? lists.slice(1) : lists) {
    for (let index = 0; index < count; index++)
      made.push({ op: 'move', from: `${path}/0`, path: `${target}/-` });
    made.push({ op: 'remove', path });
  }
  return made;
}

/** Whether a field's text is its own, and a list in which no entry is passed over. */
function isOwnList(view: MessageView, field: Field): boolean {
  const last = listOf(view, field).length - 1;
  return view.sharing(field, TARGET) === 'alone' && view.at(field, last) === `${view.at(field)}/${last}`;
}

/** Each entry of a list becomes a matcher where it stands. */
function matchersIn(view: MessageView, field: Field): Edit[] {
  const isExact = field === 'allow_origin';
  const inside = isExact ? '/exact' : `/${view.spelling('safe_regex')}/regex`;
  return listOf(view, field).flatMap((_, index) => {
    // Applying edits changes their values, so each has one of its own.
    const around = view.spell(
      'type.matcher.StringMatcher',
      isExact ? {} : { safe_regex: { google_re2: {} } },
    );
    return wrapEntry(view.at(field, index), around, inside);
  });
}

function writtenAnew(view: MessageView, fields: readonly Field[], first: Field): Edit[] {
  const matchers: Data[] = fields.flatMap((field) =>
    listOf(view, field).map((text) =>
      view.spell(
        'type.matcher.StringMatcher',
        field === 'allow_origin' ? { exact: text } : { safe_regex: { google_re2: {}, regex: text } },
      ),
    ),
  );
  const remove = fields.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
  if (view.value[TARGET] === undefined) {
    return [{ op: 'add', path: view.place(TARGET), value: matchers, inPlaceOf: view.at(first) }, ...remove];
  }
  const target = view.at(TARGET);
  return [...matchers.map((value): Edit => ({ op: 'add', path: `${target}/-`, value })), ...remove];
}

function listOf(view: MessageView, field: string): string[] {
  const value = view.value[field];
  return Array.isArray(value) ? value.map(String) : [];
}
