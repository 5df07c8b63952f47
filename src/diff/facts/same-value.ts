/**
 * Values that differ and mean the same where they stand: a share in other parts, a path in other letters that are not
 * told apart, a health of which nothing is known beside a good one.
 */

import { withoutIdleParts } from '../../effects/fold.ts';
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { contentKey, sameContent } from '../../model/content.ts';
import { around } from '../../model/walk.ts';
import { type Share, shareOf, takesAll } from '../../routing/runtime.ts';
import { blockKey } from '../../routing/where/addresses.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { sharesRandomValue } from './random-value.ts';
import type { SideRoot } from './side.ts';

type Agree = (before: BoundMessage, after: BoundMessage, sideRoots: readonly [SideRoot, SideRoot]) => boolean;

/** For each message the fields whose values may mean the same. */
const AGREE: { readonly [type: string]: { readonly [fields: string]: Agree } } = {
  'route.RouteMatch': {
    prefix: sameLetters('prefix', 'case_sensitive', false),
    path: sameLetters('path', 'case_sensitive', false),
    runtime_fraction: (before, after) => takesEvery(before) && takesEvery(after),
  },
  'type.FractionalPercent': { 'numerator denominator': sameShare },
  'core.CidrRange': { 'address_prefix prefix_len': sameBlock },
  'endpoint.LbEndpoint': { health_status: sameHealth },
  'type.matcher.StringMatcher': Object.fromEntries(
    ['exact', 'prefix', 'suffix', 'contains'].map((field) => [
      field,
      sameLetters(field, 'ignore_case', true),
    ]),
  ),
};

const NONE: ReadonlySet<string> = new Set();

/** The fields of two messages that differ and mean the same. */
export function sameValues(before: SideRoot, after: SideRoot): ReadonlySet<string> {
  const agree = lookup(AGREE, before.frame.type);
  if (agree === undefined) return NONE;
  const [one, other] = [before.frame.message, after.frame.message];
  const found = new Set<string>();
  for (const [names, isSame] of Object.entries(agree)) {
    const fields = names.split(' ').filter((field) => !sameContent(one[field], other[field]));
    if (fields.length === 0 || !isSame(one, other, [before, after])) continue;
    for (const field of fields) found.add(field);
  }
  return found;
}

/** Texts of a field where another one says that the letter case does not count (fact 14). */
function sameLetters(field: string, asked: string, answer: boolean): Agree {
  return (before, after) => {
    const [one, other] = [before[field], after[field]];
    if (typeof one !== 'string' || typeof other !== 'string') return false;
    if (before[asked] !== answer || after[asked] !== answer) return false;
    return lowerAscii(one) === lowerAscii(other);
  };
}

/** Of an address, only the bits that the length of the block leaves count. */
function sameBlock(before: BoundMessage, after: BoundMessage): boolean {
  const [one, other] = [before, after].map((range) => blockKey(range as Message<'core.CidrRange'>));
  return one !== undefined && one === other;
}

/** Whether no fraction and no runtime key keeps any request away (fact 34). */
function takesEvery({ runtime_fraction: fraction }: BoundMessage): boolean {
  if (fraction === undefined) return true;
  if (!isObject(fraction)) return false;
  const { default_value: share, runtime_key: key = '' } =
    fraction as Message<'core.RuntimeFractionalPercent'>;
  return key === '' && share !== undefined && takesAll(shareOf(share));
}

/**
 * Messages whose shares are read with their parts and forgotten: a stored runtime value has parts of its own or is in
 * percent (data-model, Runtime-derived values). Filters of access logs and faults read a value of a runtime key or of
 * a header in the parts of the configured share, so that these count there. So do those of the samplings of a route,
 * which draw by one number (fact 164), and those of shares that ask one random value with others (fact 159).
 */
const WITHOUT_PARTS = new Set(['core.RuntimeFractionalPercent', 'route.HedgePolicy']);

function sameShare(
  before: BoundMessage,
  after: BoundMessage,
  sideRoots: readonly [SideRoot, SideRoot],
): boolean {
  const [one, other] = [shareIn(before), shareIn(after)];
  const takesNone = one.numerator === 0 && other.numerator === 0;
  if (takesNone || (takesAll(one) && takesAll(other))) return true;
  if (sideRoots.some(({ frame }) => around(frame, 'route.Tracing') !== undefined)) return false;
  if (!sideRoots.every(({ frame }) => WITHOUT_PARTS.has(frame.parent?.type ?? ''))) return false;
  if (one.denominator !== other.denominator && sideRoots.some(({ frame }) => sharesRandomValue(frame)))
    return false;
  return one.numerator * other.denominator === other.numerator * one.denominator;
}

function shareIn(message: BoundMessage): Share {
  return shareOf(message as Message<'type.FractionalPercent'>);
}

/** The proxy leaves a host of either health to its own checks; only a choice among healths tells them apart. */
function sameHealth(
  before: BoundMessage,
  after: BoundMessage,
  sideRoots: readonly [SideRoot, SideRoot],
): boolean {
  const isGood = ({ health_status: status = 'UNKNOWN' }: BoundMessage): boolean =>
    status === 'UNKNOWN' || status === 'HEALTHY';
  return isGood(before) && isGood(after) && !sideRoots.some(choosesByHealth);
}

/** The cluster around a host decides, or any that may be the one of an assignment that stands by itself. */
function choosesByHealth({ frame, source }: SideRoot): boolean {
  const cluster = around(frame.parent, 'Cluster')?.message;
  if (cluster === undefined) return source.choosesByHealth();
  return cluster.common_lb_config?.override_host_status !== undefined;
}

/** A match depends on no cluster. */
const NO_EFFECTS = { namespace: '', clusters: () => undefined };

/** A text for a match: equal texts mean the same requests, in whichever of those forms they are written. */
export function matchKey(match: unknown): string | undefined {
  if (!isObject(match)) return match === undefined ? undefined : contentKey(match);
  const made: { [field: string]: unknown } = {
    ...withoutIdleParts({ message: match, type: 'route.RouteMatch' }, NO_EFFECTS),
  };
  // The default; where the letter case does not count at all, it is left out already.
  if (made.case_sensitive === true) delete made.case_sensitive;
  if (takesEvery(match)) delete made.runtime_fraction;
  else if (isObject(match.runtime_fraction) && isObject(match.runtime_fraction.default_value)) {
    const { numerator, denominator } = shareIn(match.runtime_fraction.default_value);
    made.runtime_fraction = {
      ...match.runtime_fraction,
      default_value: (numerator * 1_000_000) / denominator,
    };
  }
  for (const field of ['prefix', 'path'])
    if (match.case_sensitive === false && typeof match[field] === 'string')
      made[field] = lowerAscii(match[field]);
  return contentKey(made);
}
