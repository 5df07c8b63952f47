import { nearest } from '../../model/near-miss.ts';
import type { AnalysisRule, Look } from '../rule.ts';
import { conditionsIn, GRPC_CONDITIONS, HTTP_CONDITIONS, isCondition } from '../traffic/retry.ts';

interface Unknown {
  readonly condition: string;
  readonly meant: string | undefined;
}

/** The words of a list that are no conditions, each with the one that was surely meant. */
function unknownIn(text: string, word: string): readonly Unknown[] {
  const all = [...HTTP_CONDITIONS, ...GRPC_CONDITIONS];
  return conditionsIn(text)
    .filter((condition) => !isCondition(condition, word))
    .map((condition) => ({ condition, meant: nearest(condition.replaceAll('_', '-'), all) }));
}

function messageFor({ condition, meant }: Unknown, where: string): string {
  const advice = meant === undefined ? 'take one that the proxy knows' : `did you mean ${meant}?`;
  return `${where} names the retry condition ${JSON.stringify(condition.slice(0, 60))}, which the proxy does not know and skips without a word: ${advice}`;
}

/** The list with all near misses corrected. */
function corrected(text: string, unknown: readonly Unknown[]): string {
  const meant = new Map(unknown.map((each) => [each.condition, each.meant]));
  return conditionsIn(text)
    .map((condition) => meant.get(condition) ?? condition)
    .join(',');
}

/** Ends of the names of headers that hold conditions. */
const CONDITION_HEADER = /-retry-(?:grpc-)?on$/i;

function judgeHeaders(header: string | undefined, text: string | undefined, look: Look): readonly Unknown[] {
  if (header === undefined || !CONDITION_HEADER.test(header)) return [];
  const name = header.toLowerCase();
  const isRetry = name === `x-${look.word}-retry-on` || name === `x-${look.word}-retry-grpc-on`;
  // A variable becomes its value only when a request comes.
  return isRetry && text !== undefined && !text.includes('%') ? unknownIn(text, look.word) : [];
}

export const unknownRetryCondition: AnalysisRule = {
  id: 'unknown-retry-condition',
  level: 'warning',
  purpose: 'A word among the retry conditions that the proxy does not know.',
  why: 'Unknown words are skipped without an error, so requests that should be tried again are not.',
  mend: `Use the conditions that exist: ${[...HTTP_CONDITIONS, ...GRPC_CONDITIONS].join(', ')}.`,
  source: 'data-model.md: route.RetryPolicy: retry_on',
  bad: { type: 'route.RetryPolicy', yaml: 'retry_on: connect-failures\nnum_retries: 2\n' },
  good: { type: 'route.RetryPolicy', yaml: 'retry_on: connect-failure\nnum_retries: 2\n' },
  messages: {
    'route.RetryPolicy'({ retry_on: text = '' }, frame, { spot, report, word }) {
      const unknown = unknownIn(text, word);
      const at = spot(frame, 'retry_on');
      for (const each of unknown)
        report({
          message: messageFor(each, 'retry_on'),
          at,
          identity: each.condition,
          data: { condition: each.condition, ...(each.meant === undefined ? {} : { meant: each.meant }) },
          ...(each.meant === undefined
            ? {}
            : {
                fix: {
                  kind: 'operations',
                  title: `correct ${each.condition} to ${each.meant}`,
                  at: spot(frame),
                  operations: [{ op: 'replace', path: '/retry_on', value: corrected(text, unknown) }],
                },
              }),
        });
    },
    'core.HeaderValue'({ key, value }, frame, look) {
      for (const each of judgeHeaders(key, value, look))
        look.report({
          message: messageFor(each, `the value of ${key}`),
          at: look.spot(frame, 'value'),
          identity: each.condition,
          data: { condition: each.condition, ...(each.meant === undefined ? {} : { meant: each.meant }) },
        });
    },
  },
};
