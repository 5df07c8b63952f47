/**
 * Whether all requests that a policy of access takes another one takes as well. Where that stays open it is said not to
 * be so: conditions that nobody here can put as a set are the same only where they are written alike.
 */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import { hasUnknownField } from '../../model/unknown-fields.ts';
import { headerDimension, headerValues, textLanguage } from '../../routing/all/conditions.ts';
import { finderOf } from '../../routing/all/finder.ts';
import { complement, meet, type Values, within } from '../../routing/all/values.ts';
import type { Message } from '../../schema/types.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import { lowerText } from '../../traffic/text.ts';
import { budgetOf } from '../budget.ts';
import type { Subject } from '../subject.ts';

type Policy = Message<'Policy'>;
type Kind = 'Permission' | 'Principal';

export function policyWithin(inner: Policy, outer: Policy, subject: Subject): boolean {
  const { permissions = [], principals = [] } = inner;
  if (permissions.length === 0 || principals.length === 0 || hasUnknownField('Policy', outer)) return false;
  const asks = outer.condition !== undefined || outer.checked_condition !== undefined;
  if (
    asks &&
    !sameContent([inner.condition, inner.checked_condition], [outer.condition, outer.checked_condition])
  )
    return false;
  const isIn = (kind: Kind, all: readonly BoundMessage[], others: readonly BoundMessage[]): boolean =>
    all.every((each) => others.some((other) => conditionWithin(each, other, kind, subject, 0)));
  return (
    isIn('Permission', permissions, outer.permissions ?? []) &&
    isIn('Principal', principals, outer.principals ?? [])
  );
}

/** Deeper ones are no configuration of people. */
const DEEPEST = 20;

function conditionWithin(
  inner: BoundMessage,
  outer: BoundMessage,
  kind: Kind,
  subject: Subject,
  depth: number,
): boolean {
  if (depth > DEEPEST) return false;
  const isIn = (one: BoundMessage, other: BoundMessage): boolean =>
    conditionWithin(one, other, kind, subject, depth + 1);
  const not = kind === 'Permission' ? 'not_rule' : 'not_id';
  if (sameContent(inner, outer)) return true;
  if (hasUnknownField(kind, outer)) return false;
  if (outer.any === true) return true;
  if (hasUnknownField(kind, inner)) return false;
  const [any, all] = [listIn(outer, 'or', kind), listIn(outer, 'and', kind)];
  const [ownAny, ownAll] = [listIn(inner, 'or', kind), listIn(inner, 'and', kind)];
  if (ownAny !== undefined) return ownAny.every((each) => isIn(each, outer));
  if (all !== undefined) return all.every((each) => isIn(inner, each));
  if (any?.some((each) => isIn(inner, each)) === true) return true;
  if (ownAll !== undefined) return ownAll.some((each) => isIn(each, outer));
  const [one, other] = [inner[not], outer[not]];
  if (isObject(one) && isObject(other)) return isIn(other, one);
  return setWithin(inner, outer, subject);
}

function listIn(condition: BoundMessage, how: 'and' | 'or', kind: Kind): readonly BoundMessage[] | undefined {
  const key = kind === 'Permission' ? 'rules' : 'ids';
  const set = condition[`${how}_${key}`];
  if (!isObject(set)) return undefined;
  const list = set[key];
  return messagesIn(list);
}

interface Asked {
  readonly dimension: string;
  readonly values: Values;
}

/** What a path or a header may be, as values of one dimension. */
function askedBy({ url_path: path, header }: BoundMessage, { regexes }: Subject): Asked | undefined {
  if (isObject(path) && isObject(path.path)) {
    const language = textLanguage(lowerText(path.path), regexes);
    return language && { dimension: 'path', values: within(language) };
  }
  if (!isObject(header)) return undefined;
  const test = lowerHeader(header);
  if (test.unknown !== undefined) return undefined;
  return { dimension: headerDimension(test), values: headerValues(test, regexes) };
}

function setWithin(inner: BoundMessage, outer: BoundMessage, subject: Subject): boolean {
  const [own, other] = [askedBy(inner, subject), askedBy(outer, subject)];
  if (own === undefined || own.dimension !== other?.dimension) return false;
  const { dimension, values } = own;
  const finder = finderOf(subject.regexes);
  return complement(other.values).every((part) => {
    const member = subject
      .shared(budgetOf)
      .ask((meter) => finder.member(dimension, meet(values, part), meter));
    return member?.kind === 'none';
  });
}
