import { leave, type MessageView, type Migration } from '../src/canonical/migration/migration.ts';
import { safeRegexOf } from '../src/canonical/same-language.ts';
import { type BoundMessage, isObject } from '../src/model/bound.ts';

const ENGINE = 'type.matcher.RegexMatcher.GoogleRE2';
const LEVEL = 're2.max_program_size.error_level';

/** RegexMatcher.google_re2 and its max_program_size → nothing. */
export const regexEngineRemoved: Migration = {
  id: 'regex-engine-removed',
  title: '`google_re2` of a regular expression goes',
  why: 'RE2 is the only engine there is, so version 3 deprecates naming it; how large a program may be is the matter of one runtime key for all.',
  how:
    'An engine without `max_program_size` goes. With one it goes only where the pattern surely fits into the default of 100 instructions; ' +
    `else it is left, as the proxy might refuse the pattern until the runtime key \`${LEVEL}\` allows more.`,
  source: 'full API of version 3: type.matcher.RegexMatcher',
  optional: false,
  versions: ['v3'],
  messages: ['type.matcher.RegexMatcher', ENGINE],
  fields: ['google_re2', 'max_program_size'],
  example: {
    type: 'type.matcher.RegexMatcher',
    before: `google_re2: {}
regex: /items/\\d+
`,
    after: `regex: /items/\\d+
`,
  },
  plan(view) {
    if (view.type === ENGINE) return view.parent === undefined ? whyLeft('max_program_size', view) : [];
    const field = 'google_re2';
    const engine = view.value[field];
    if (!isObject(engine)) return [];
    if (engine.max_program_size !== undefined && !fits(view.value.regex)) return whyLeft(field, view);
    const reason = `removed ${field}: RE2 is the only engine`;
    return [{ kind: 'edits', edits: [{ op: 'remove', path: view.at(field) }], reason }];
  },
};

/** Whether a pattern surely needs no more than the default size. */
function fits(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  const needed = safeRegexOf(pattern);
  return 'engine' in needed && needed.engine.max_program_size === undefined;
}

/** A string matcher as it is once the engine in it is gone, where it can go. */
export function withoutEngine(matcher: BoundMessage): object {
  const { safe_regex: regex, ...others } = matcher;
  if (!isObject(regex) || !isObject(regex.google_re2)) return matcher;
  if (regex.google_re2.max_program_size !== undefined && !fits(regex.regex)) return matcher;
  const { google_re2: _, ...rest } = regex;
  return { ...others, safe_regex: rest };
}

function whyLeft(field: string, { value }: MessageView): ReturnType<Migration['plan']> {
  const engine = isObject(value.google_re2) ? value.google_re2 : value;
  return leave(
    field,
    `the pattern may need more than the 100 instructions that are allowed where nothing is said; set the runtime key ${LEVEL} to ${String(engine.max_program_size)} or more for all patterns, then remove google_re2`,
  );
}
