/**
 * Header matchers of test files: those of this data model, and the two forms that later files have in their place,
 * `string_match` and `contains_match`.
 */
import { bindMessage } from '../../model/bind.ts';
import type { Message } from '../../schema/types.ts';
import {
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../../source/tree.ts';
import { matchesHeader } from '../match/headers.ts';
import { matchesString } from '../match/text.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import { lowerAscii, type SeenRequest } from '../request/request.ts';
import { fieldsOf, textOf } from './fields.ts';

export interface TestMatcher {
  readonly matcher: Message<'route.HeaderMatcher'>;
  /** A condition that the data model has no field for; it stands beside name and invert_match only. */
  readonly text?: TextCondition;
}

type TextCondition =
  | { readonly string_match: Message<'type.matcher.StringMatcher'> }
  | { readonly contains: string; readonly ignore_case: boolean };

/** Reads a matcher; what cannot be understood is added to `problems`. @param where the key that holds it */
export function readMatcher(
  tree: SourceTree,
  node: NodeId,
  where: string,
  word: string,
  problems: string[],
): TestMatcher {
  const newer = fieldsOf(tree, node).find(({ name }) => name === 'string_match' || name === 'contains_match');
  const newerKey = newer === undefined ? undefined : keyNamed(tree, node, newer.written);
  const bound = bindMessage(tree, node, 'route.HeaderMatcher', word);
  for (const { level, message, key } of bound.problems)
    if (level === 'error' && (key === undefined || key !== newerKey)) problems.push(`${where}: ${message}`);
  const matcher = bound.value as Message<'route.HeaderMatcher'>;
  if (newer === undefined) return { matcher };
  if (newer.name === 'contains_match')
    return { matcher, text: { contains: textOf(tree, newer, problems), ignore_case: false } };
  return { matcher, text: stringCondition(tree, newer.node, where, word, problems) };
}

function keyNamed(tree: SourceTree, map: NodeId, written: string): NodeId | undefined {
  return [...keys(tree, map)].find((key) => scalarText(tree, key) === written);
}

function stringCondition(
  tree: SourceTree,
  node: NodeId,
  where: string,
  word: string,
  problems: string[],
): TextCondition {
  const map = resolve(tree, node);
  const fields = kindOf(tree, map) === NodeKind.Map ? fieldsOf(tree, map) : [];
  const contains = fields.find(({ name }) => name === 'contains');
  const fold = fields.find(({ name }) => name === 'ignore_case');
  if (contains !== undefined)
    return {
      contains: textOf(tree, contains, problems),
      ignore_case: fold !== undefined && scalarText(tree, fold.node) === 'true',
    };
  const bound = bindMessage(tree, map, 'type.matcher.StringMatcher', word);
  for (const { level, message } of bound.problems)
    if (level === 'error') problems.push(`${where}: string_match: ${message}`);
  return { string_match: bound.value as Message<'type.matcher.StringMatcher'> };
}

/** Whether the headers meet a matcher; a missing header meets none but inverted presence (fact 21). */
export function meetsMatcher({ matcher, text }: TestMatcher, request: SeenRequest, regexes: Regexes): Answer {
  if (text === undefined) return matchesHeader(matcher, request, regexes, undefined);
  const name = matcher.name ?? '';
  const value = request.header(name);
  if (value === undefined) return false;
  const answer =
    'contains' in text
      ? contains(value, text.contains, text.ignore_case)
      : matchesString(text.string_match, value, `the header ${name}`, regexes, undefined);
  return typeof answer === 'boolean' && matcher.invert_match === true ? !answer : answer;
}

function contains(value: string, part: string, fold: boolean): boolean {
  return fold ? lowerAscii(value).includes(lowerAscii(part)) : value.includes(part);
}
