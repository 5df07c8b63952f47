/** What a header, query parameter or path is asked for as a set of values (facts 20 to 23, 27 to 30). */

import { once } from '../../source/once.ts';
import type { HeaderTest, ValueTest } from '../../traffic/headers.ts';
import type { Predicate, QueryTest } from '../../traffic/predicate.ts';
import { lowerAscii, type TextTest } from '../../traffic/text.ts';
import type { Regexes } from '../regex/regexes.ts';
import { alternatives, EMPTY, EVERYTHING, literal, NOTHING, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';
import { SHOWN, type Shown } from '../where/certificates.ts';
import { HEADER, VALUES } from './box.ts';
import { containing, endingWith, exactly, inRange, type Language, startingWith } from './language.ts';
import { matching } from './pattern.ts';
import { ABSENT, ANYTHING, meet, NEVER, ofEach, PRESENT, type Values, within, without } from './values.ts';

/** The dimension that a header is asked about in. */
export function headerDimension({ each, header }: HeaderTest): string {
  return (each ? VALUES : HEADER) + lowerAscii(header);
}

/** A missing header meets nothing, inverted or not, except inverted presence (fact 21). */
export function headerValues(test: HeaderTest, regexes: Regexes): Values {
  const values = anyValues(test, regexes);
  return test.each ? ofEach(values) : values;
}

function anyValues({ test, inverted, missingIsEmpty }: HeaderTest, regexes: Regexes): Values {
  switch (test.kind) {
    case 'any':
      return inverted ? NEVER : missingIsEmpty ? ANYTHING : PRESENT;
    case 'present':
    case 'absent': {
      const wantsAbsence = test.kind === 'absent';
      if (missingIsEmpty) return wantsAbsence === inverted ? ANYTHING : NEVER;
      return inverted === wantsAbsence ? PRESENT : ABSENT;
    }
    default: {
      const language = valueLanguage(test, regexes);
      const values = inverted ? without(language) : within(language);
      // A missing header is judged as an empty one.
      return missingIsEmpty && language.holds('') === !inverted ? { ...values, absent: true } : values;
    }
  }
}

type WithLanguage = TextTest | Extract<ValueTest, { readonly kind: 'range' }>;

function valueLanguage(test: WithLanguage, regexes: Regexes): Language {
  return test.kind === 'range'
    ? inRange(test.start, test.end)
    : (textLanguage(test, regexes) ?? NOTHING_AT_ALL);
}

/** Without a value, or with an empty one, the key just has to be there (fact 29). */
export function parameterValues({ name, test }: QueryTest, regexes: Regexes): Values {
  // No request has such a key: the query is split at both signs.
  if (/[&=]/.test(name)) return NEVER;
  if (test.kind === 'absent') return ABSENT;
  if (test.kind === 'present') return PRESENT;
  const language = textLanguage(test, regexes);
  return language === undefined ? NEVER : within(language);
}

/** Undefined where it asks for nothing, which nothing meets, or for what nobody here knows. */
export function textLanguage(test: TextTest, regexes: Regexes): Language | undefined {
  switch (test.kind) {
    case 'exact':
      return exactly(test.text, test.fold);
    case 'prefix':
      return startingWith(test.text, test.fold);
    case 'suffix':
      return endingWith(test.text, test.fold);
    case 'contains':
      return containing(test.text, test.fold);
    case 'regex':
      return matching(test.pattern, test.grammar, regexes);
    case 'nothing':
    case 'unknown':
      return undefined;
  }
}

/** The language of a matcher that asks for nothing, which nothing meets. */
const NOTHING_AT_ALL: Language = { key: 'nothing', holds: () => false, tree: () => NOTHING, samples: [] };

/** A certificate that is valid is shown, too (fact 132). */
export function certificateValues({ presented, validated }: NonNullable<Predicate['certificate']>): Values {
  const none = exactly('none');
  const asked = presented === undefined ? ANYTHING : presented ? without(none) : within(none);
  if (validated === undefined) return asked;
  const valid = exactly('valid');
  return meet(asked, validated ? within(valid) : without(valid));
}

/** The certificates of some kinds. */
export function certificatesAmong(kinds: readonly Shown[]): Values {
  return SHOWN.filter((each) => !kinds.includes(each))
    .map((each) => without(exactly(each)))
    .reduce(meet, ANYTHING);
}

const GRPC = 'application/grpc';

/** The content types of gRPC (fact 30). */
export const GRPC_TYPES: Values = within({
  key: 'grpc',
  holds: (text) => text === GRPC || text.startsWith(`${GRPC}+`),
  tree: once(() =>
    sequence([literal(bytesOf(GRPC)), alternatives([EMPTY, sequence([literal(bytesOf('+')), EVERYTHING])])]),
  ),
  samples: [GRPC, `${GRPC}+proto`],
});
