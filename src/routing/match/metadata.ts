/** Conditions on metadata, wherever that comes from. */
import { type Data, ExactNumber } from '../../source/data.ts';
import { lookup } from '../../source/lookup.ts';
import type { DataTest, MetadataTest } from '../../traffic/metadata.ts';
import { quoted } from '../../traffic/words.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import { allHold, matchesText, UNKNOWN_CONDITION } from './text.ts';

/** Whether all tests of a route hold for the metadata that a request is said to have. */
export function matchesMetadata(
  tests: readonly MetadataTest[],
  metadata: { readonly [namespace: string]: Data },
  regexes: Regexes,
  say: Say,
): Answer {
  return allHold(tests, (test) => {
    const { namespace } = test;
    const data = lookup(metadata, namespace);
    const answer = holdsIn(test, data, regexes);
    if (answer === false) say?.(`the dynamic metadata ${quoted(namespace)} is not what it asks for`);
    return answer;
  });
}

/** On what stands under a namespace that somebody writes into whom nobody follows here: who that is. */
const WRITER: unique symbol = Symbol('writer');

/** Metadata of which nothing is known. @param writer who may write what */
export function unsaidMetadata(writer: string): Data {
  return { ...{ [WRITER]: writer } };
}

/** Who wrote metadata of which nothing is known; undefined for any other. */
export function writerOfUnsaid(data: Data | undefined): string | undefined {
  return typeof data === 'object' && data !== null && WRITER in data ? String(data[WRITER]) : undefined;
}

/** Whether a test holds for what stands under its namespace. */
export function holdsIn(
  { namespace, path, test, inverted }: MetadataTest,
  data: Data | undefined,
  regexes: Regexes,
): Answer {
  const writer = writerOfUnsaid(data);
  if (writer !== undefined)
    return { undecided: `it asks about the dynamic metadata ${quoted(namespace)}, which ${writer} writes` };
  const answer = test === undefined ? UNKNOWN_CONDITION : holds(test, valueAt(data, path), regexes);
  return typeof answer === 'boolean' && inverted ? !answer : answer;
}

function valueAt(data: Data | undefined, keys: readonly string[]): Data | undefined {
  let at = data;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || at instanceof ExactNumber)
      return undefined;
    at = lookup(at as { readonly [key: string]: Data }, key);
  }
  return at;
}

/** What is missing meets nothing, also no null_match; `present_match: false` is never met. */
function holds(test: DataTest, value: Data | undefined, regexes: Regexes): Answer {
  if (value === undefined) return false;
  switch (test.kind) {
    case 'text':
      return (
        typeof value === 'string' &&
        matchesText(test.test, value, { words: 'the metadata' }, regexes, undefined)
      );
    case 'bool':
      return value === test.wanted;
    case 'present':
      return test.wanted;
    case 'item':
      return Array.isArray(value) && anyHolds(value.map((item: Data) => holds(test.test, item, regexes)));
    case 'or':
      return anyHolds(test.tests.map((each) => holds(each, value, regexes)));
    case 'null':
      return value === null;
    case 'unknown':
      return UNKNOWN_CONDITION;
    default:
      return numberHolds(test, value);
  }
}

function anyHolds(answers: readonly Answer[]): Answer {
  return answers.find((each) => each === true) ?? answers.find((each) => each !== false) ?? false;
}

type NumberTest = Extract<DataTest, { readonly kind: 'number' | 'range' | 'unknown-number' }>;

function numberHolds(test: NumberTest, value: Data): Answer {
  const number = value instanceof ExactNumber ? Number(value.text) : value;
  if (typeof number !== 'number') return false;
  if (test.kind === 'number') return number === test.exact;
  if (test.kind === 'unknown-number') return UNKNOWN_CONDITION;
  return number >= test.start && number < test.end;
}
