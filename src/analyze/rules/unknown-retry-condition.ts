import { nearest } from '../../model/near-miss.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import { conditionsIn, GRPC_CONDITIONS, HTTP_CONDITIONS, isCondition } from '../traffic/retry.ts';

interface Unknown {
  readonly condition: string;
  readonly meant: string | undefined;
}

/** The words of a list that are no conditions, each with the one that was surely meant. */
function unknownIn(text: string, namespace: string): readonly Unknown[] {
  const all = [...HTTP_CONDITIONS, ...GRPC_CONDITIONS];
  return conditionsIn(text)
    .filter((condition) => !isCondition(condition, namespace))
    .map((condition) => ({ condition, meant: nearest(condition.replaceAll('_', '-'), all) }));
}

function messageFor({ condition, meant }: Unknown, where: string): string {
  const advice = meant === undefined ? 'take one that the proxy knows' : `did you mean ${meant}?`;
  return `${where} names the retry condition ${JSON.stringify(condition.slice(0, 60))}, which the proxy does not know and skips without a word: ${advice}`;
}

/** Conditions that exist, with blanks around them: releases before 1.14 look for the word with its blanks. */
function paddedIn(text: string, namespace: string): readonly string[] {
  return text.split(',').filter((each) => each !== each.trim() && isCondition(each.trim(), namespace));
}

function paddedMessage(text: string, padded: readonly string[], where: string): string {
  const named = padded.map((each) => JSON.stringify(each.slice(0, 60)));
  const what = named.length === 1 ? 'the condition' : 'the conditions';
  return `${where} is ${JSON.stringify(text.slice(0, 120))}: releases up to 1.13 take the blanks for a part of the word, so they do not know ${what} ${listed(named)} and skip ${named.length === 1 ? 'it' : 'them'} without a word; from 1.14 on this works. Write it without blanks`;
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

/** Whether a header holds conditions that are known before a request comes, so without variables. */
function holdsConditions(
  header: string | undefined,
  text: string | undefined,
  look: RuleContext,
): text is string {
  if (header === undefined || !CONDITION_HEADER.test(header)) return false;
  const name = header.toLowerCase();
  const isRetry = name === `x-${look.namespace}-retry-on` || name === `x-${look.namespace}-retry-grpc-on`;
  return isRetry && text !== undefined && !text.includes('%');
}

export const unknownRetryCondition: AnalysisRule = {
  id: 'unknown-retry-condition',
  level: 'warning',
  purpose: 'A word among the retry conditions that the proxy does not know.',
  why: 'Unknown words are skipped without an error, so requests that should be tried again are not. Releases up to 1.13 do not trim blanks either: in `5xx, reset` they know `5xx` only.',
  remedy: `Use the conditions that exist: ${[...HTTP_CONDITIONS, ...GRPC_CONDITIONS].join(', ')}.`,
  source: 'data-model.md: route.RetryPolicy: retry_on',
  bad: { type: 'route.RetryPolicy', yaml: 'retry_on: connect-failures\nnum_retries: 2\n' },
  good: { type: 'route.RetryPolicy', yaml: 'retry_on: connect-failure\nnum_retries: 2\n' },
  messages: {
    'route.RetryPolicy'({ retry_on: text = '' }, frame, { spot, report, namespace }) {
      const unknown = unknownIn(text, namespace);
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
      const padded = paddedIn(text, namespace);
      if (padded.length > 0)
        report({
          message: paddedMessage(text, padded, 'retry_on'),
          at,
          identity: 'blanks',
          data: { conditions: padded },
          ...(unknown.length > 0
            ? {}
            : {
                fix: {
                  kind: 'operations',
                  title: 'write retry_on without blanks',
                  at: spot(frame),
                  operations: [{ op: 'replace', path: '/retry_on', value: conditionsIn(text).join(',') }],
                },
              }),
        });
    },
    'core.HeaderValue'({ key, value }, frame, look) {
      if (!holdsConditions(key, value, look)) return;
      const padded = paddedIn(value, look.namespace);
      if (padded.length > 0)
        look.report({
          message: paddedMessage(value, padded, `the value of ${key}`),
          at: look.spot(frame, 'value'),
          identity: 'blanks',
          data: { conditions: padded },
        });
      for (const each of unknownIn(value, look.namespace))
        look.report({
          message: messageFor(each, `the value of ${key}`),
          at: look.spot(frame, 'value'),
          identity: each.condition,
          data: { condition: each.condition, ...(each.meant === undefined ? {} : { meant: each.meant }) },
        });
    },
  },
};
