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
import { lowerHeader } from '../../traffic/headers.ts';
import { lowerText, type TextTest } from '../../traffic/text.ts';
import { matchesHeader } from '../match/headers.ts';
import { textHolds } from '../match/text.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { fieldsOf, textOf } from './fields.ts';

export interface TestMatcher {
  readonly matcher: Message<'route.HeaderMatcher'>;
  /** A condition that the data model has no field for; it stands beside name and invert_match only. */
  readonly text?: TextTest;
}

/** Reads a matcher; what cannot be understood is added to `problems`. @param where the key that holds it */
export function readMatcher(
  tree: SourceTree,
  node: NodeId,
  where: string,
  namespace: string,
  problems: string[],
): TestMatcher {
  const newer = fieldsOf(tree, node).find(({ name }) => name === 'string_match' || name === 'contains_match');
  const newerKey = newer === undefined ? undefined : keyNamed(tree, node, newer.written);
  const bound = bindMessage(tree, node, 'route.HeaderMatcher', namespace);
  for (const { level, message, key } of bound.problems)
    if (level === 'error' && (key === undefined || key !== newerKey)) problems.push(`${where}: ${message}`);
  const matcher = bound.value as Message<'route.HeaderMatcher'>;
  if (newer === undefined) return { matcher };
  if (newer.name === 'contains_match')
    return { matcher, text: { kind: 'contains', text: textOf(tree, newer, problems), fold: false } };
  return { matcher, text: stringCondition(tree, newer.node, where, namespace, problems) };
}

function keyNamed(tree: SourceTree, map: NodeId, written: string): NodeId | undefined {
  return [...keys(tree, map)].find((key) => scalarText(tree, key) === written);
}

function stringCondition(
  tree: SourceTree,
  node: NodeId,
  where: string,
  namespace: string,
  problems: string[],
): TextTest {
  const map = resolve(tree, node);
  const fields = kindOf(tree, map) === NodeKind.Map ? fieldsOf(tree, map) : [];
  const contains = fields.find(({ name }) => name === 'contains');
  const fold = fields.find(({ name }) => name === 'ignore_case');
  if (contains !== undefined)
    return {
      kind: 'contains',
      text: textOf(tree, contains, problems),
      fold: fold !== undefined && scalarText(tree, fold.node) === 'true',
    };
  const bound = bindMessage(tree, map, 'type.matcher.StringMatcher', namespace);
  for (const { level, message } of bound.problems)
    if (level === 'error') problems.push(`${where}: string_match: ${message}`);
  return lowerText(bound.value as Message<'type.matcher.StringMatcher'>);
}

/** Whether the headers meet a matcher; a missing header meets none but inverted presence (fact 21). */
export function meetsMatcher({ matcher, text }: TestMatcher, request: SeenRequest, regexes: Regexes): Answer {
  if (text === undefined) return matchesHeader(lowerHeader(matcher), request, regexes, undefined);
  const value = request.header(matcher.name ?? '');
  if (value === undefined) return false;
  const answer = textHolds(text, value, regexes);
  return typeof answer === 'boolean' && matcher.invert_match === true ? !answer : answer;
}
