import { versionOf } from '../../model/bound.ts';
import { isAboutCredential } from '../../model/secrets.ts';
import type { Frame } from '../../model/walk.ts';
import { leastInstructions, problemFor } from '../../routing/regex/index.ts';
import { readerOf } from '../../routing/regex/parse.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import { patternsIn, type WrittenPattern } from '../fields/regex-fields.ts';
import type { AnalysisRule, RuleContext, Visits } from '../rule.ts';
import type { Subject } from '../subject.ts';

const GRAMMARS = { ecmascript: 'ECMAScript as std::regex reads it', re2: 'RE2' };
/** Characters of a pattern that a message shows. */
const SHOWN = 80;

type Verdict = { readonly kind: 'right' } | { readonly kind: 'wrong' | 'open'; readonly why: string };

/** Patterns of a configuration repeat themselves: each is read once. */
function verdictsOf(_subject: Subject): Map<string, Verdict> {
  return new Map();
}

function verdictOf({ pattern, grammar, mostInstructions = 0 }: WrittenPattern, subject: Subject): Verdict {
  const known = subject.shared(verdictsOf);
  const key = `${grammar} ${mostInstructions} ${pattern}`;
  const verdict = known.get(key) ?? judged(pattern, grammar, mostInstructions, subject);
  known.set(key, verdict);
  return verdict;
}

function judged(
  pattern: string,
  grammar: WrittenPattern['grammar'],
  most: number,
  subject: Subject,
): Verdict {
  // Routing reads it in any case; where it is wrong, all of it is in the tail.
  const { head, tail } = readerOf(subject.regexes)(pattern, grammar);
  const { parsed } = tail;
  if (!parsed.ok) {
    const why = `it ${parsed.problem} (at character ${parsed.offset + 1})`;
    return parsed.kind === 'invalid' ? { kind: 'wrong', why } : { kind: 'open', why };
  }
  // Each sign of the head takes an instruction.
  const needed = grammar === 're2' ? head.length + leastInstructions(parsed.tree) : 0;
  if (needed <= most) return { kind: 'right' };
  return {
    kind: 'wrong',
    why: `its program takes at least ${needed} instructions, and google_re2.max_program_size allows ${most}`,
  };
}

/** Releases that speak version 2 know no `(?<name>`, and those from 1.39 on read bytes. */
function inItsReleases({ pattern }: WrittenPattern, { message }: Frame): Verdict {
  const why = problemFor(versionOf(message) === 'v3' ? 'newest' : 'oldest', pattern);
  return why === undefined ? { kind: 'right' } : { kind: 'wrong', why: `it ${why}` };
}

function judge(written: WrittenPattern, frame: Frame, { spot, report, subject }: RuleContext): void {
  const read = verdictOf(written, subject);
  const verdict = read.kind === 'right' && written.grammar === 're2' ? inItsReleases(written, frame) : read;
  if (verdict.kind === 'right') return;
  const { pattern, grammar, field, index } = written;
  const secret = isAboutCredential(frame);
  const text = pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern;
  const shown = secret ? field : `${field} ${JSON.stringify(text)}`;
  const at = spot(frame, field, index);
  const identity = secret ? field : pattern;
  if (verdict.kind === 'open')
    report({
      message: `whether ${shown} is a regular expression of its grammar (${GRAMMARS[grammar]}) stays open: ${verdict.why}`,
      at,
      identity,
      undecided: true,
    });
  else
    report({
      message: `${shown} is refused by the proxy, and the whole configuration with it: ${verdict.why}; the grammar here is ${GRAMMARS[grammar]}`,
      at,
      identity,
      data: { grammar },
    });
}

function visits(): Visits {
  return Object.fromEntries(
    Object.entries(patternsIn).map(([type, patterns]) => [
      type,
      (message: Message<MessageName>, frame: Frame, look: RuleContext) => {
        for (const written of (patterns as (message: Message<MessageName>) => readonly WrittenPattern[])(
          message,
        ))
          judge(written, frame, look);
      },
    ]),
  );
}

export const invalidRegex: AnalysisRule = {
  id: 'invalid-regex',
  level: 'error',
  purpose: 'A regular expression that the grammar of its field does not have, or that is too large for RE2.',
  why: 'The proxy reads every pattern when it loads a configuration and refuses the whole where one is wrong. The plain fields (regex, regex_match, pattern, allow_origin_regex) are ECMAScript as std::regex of C++ reads it, which has no (?i), lookbehind or named groups; safe_regex and its like are RE2, which has neither lookahead nor back references.',
  remedy:
    'Correct the pattern at the character that the finding names. Where RE2 finds it too large, raise google_re2.max_program_size or shorten the counted repetitions.',
  source:
    'data-model.md: route.RouteMatch: regex; route.HeaderMatcher: regex_match; route.VirtualCluster: pattern',
  bad: { type: 'route.RouteMatch', yaml: 'safe_regex: { regex: "/items/(?!new)[0-9]+" }\n' },
  good: {
    type: 'route.RouteMatch',
    yaml: 'safe_regex: { regex: "/items/(?P<id>[0-9]+)" }\n',
  },
  messages: visits(),
};
