/** Turns facts into changes: rule, level, sentence, fingerprint; what is ignored or off is only counted. */

import { contentKey, withoutDefaults } from '../../model/content.ts';
import { shortName } from '../../model/describe.ts';
import { fingerprints } from '../../model/fingerprints.ts';
import { fitsPattern } from '../../model/name-pattern.ts';
import type { Data } from '../../source/data.ts';
import type { Change, DiffResult, Level, ResourceRef, SideValue, Summary } from '../change.ts';
import { pathText, stablePath } from '../facts/fact.ts';
import type { Facts, ResourceFact } from '../facts/facts.ts';
import { type Location, sideValue } from '../facts/side.ts';
import type { SettledRoutes } from '../paired-routes.ts';
import { type Refusal, type Refused, refusedRemarks } from '../refused.ts';
import { type BeyondRoutes, beyondRoutes, filterDifferences } from './beyond-routes.ts';
import type { AroundOf } from './chains.ts';
import type { DeadRoutes } from './dead-routes.ts';
import { fetchedRemark, messageOf, thingOf } from './message.ts';
import { ruleId, rulingOf, whyOf } from './policy/index.ts';
import { REFUSED, refusedRule } from './policy/refused-rule.ts';
import { whySettled } from './route-places.ts';
import type { Uses } from './uses.ts';

export interface JudgeOptions {
  /** Levels of rules by id, or `off`. */
  readonly rules?: ReadonlyMap<string, Level | 'off'>;
  /** Globs over paths (see {@link ignoresOf}). */
  readonly ignore?: readonly string[];
  /** List cosmetic changes too. */
  readonly cosmetic?: boolean;
  readonly showSecrets?: boolean;
  /** What comparing behaviour found out; a change of a route that no request notices is harmless. */
  readonly isSettled?: SettledRoutes | undefined;
  /** For which errors the proxy refuses a side: new ones come first, and of requests nothing is claimed beside them. */
  readonly refused?: Refused | undefined;
  /** Find out whether a route that changed takes any request at all; a change of one that takes none is harmless. */
  readonly deadRoutes?: boolean;
}

/** Whether a change has a reason of its own instead of its rule's: what was found out about this one. */
export function hasOwnReason({ rule, reason }: Pick<Change, 'rule' | 'reason'>): boolean {
  const usual = whyOf(rule);
  return usual !== undefined && usual !== reason;
}

/** What judging looks up about both sides. */
export interface JudgeContext {
  readonly uses: Uses;
  readonly aroundOf: AroundOf;
  /** Absent where nobody wants to know. */
  readonly deadRoutes?: DeadRoutes | undefined;
}

/** What comparing comes to, with what keeps requests from being called equal. */
export interface Judged extends DiffResult {
  readonly beyond: readonly BeyondRoutes[];
}

export function judge(found: Facts, context: JudgeContext, options: JudgeOptions): Judged {
  const counts = { breaking: 0, warning: 0, info: 0, cosmetic: 0 };
  const changes: Change[] = [];
  const print = fingerprints();
  const ignores = ignoresOf(options.ignore ?? []);
  const beyond: BeyondRoutes[] = [];
  let ignored = 0;
  const take = (fact: ResourceFact): void => {
    const { rule, level, reason, topic } = ruled(fact, context, options);
    const path = pathOf(fact);
    if (level === 'off' || ignores(fact.resource, path)) {
      ignored++;
      return;
    }
    const part = topic === undefined ? undefined : beyondRoutes(fact, topic, path, context.uses);
    if (part !== undefined) beyond.push(part);
    counts[level]++;
    if (level === 'cosmetic' && options.cosmetic !== true) return;
    changes.push(changeOf(fact, { rule, level, reason }, path, print, options.showSecrets === true));
  };
  const { refused } = options;
  const refusedLevel = options.rules?.get(REFUSED) ?? refusedRule.level;
  for (const refusal of refused?.added ?? []) {
    const change = refusedLevel === 'off' ? undefined : refusedChange(refusal, refusedLevel, print);
    if (change === undefined || ignores(change.resource, change.path)) {
      ignored++;
      continue;
    }
    counts[change.level]++;
    changes.push(change);
  }
  for (const fact of found.facts) take(fact);
  if (options.cosmetic === true) for (const fact of found.cosmetic) take(fact);
  else counts.cosmetic += found.cosmeticCount;
  const { before, after } = found.fetched;
  return {
    equal: found.facts.length === 0 && (refused?.added.length ?? 0) === 0,
    changes,
    summary: counts satisfies Summary,
    ignored,
    beyond: [...filterDifferences(found.facts), ...beyond],
    remarks: [
      ...(refused ? refusedRemarks(refused) : []),
      ...found.states,
      ...fetchedRemark(before),
      ...fetchedRemark(after),
    ],
  };
}

/** Absent from one side only, a path is that of the other one. */
function pathOf({ step, kind }: ResourceFact): string {
  return pathText(step, kind === 'removed' ? 'before' : 'after');
}

interface Ruled<L = Level> {
  readonly rule: string;
  readonly level: L;
  readonly reason: string;
  /** Of what is no difference in form only. */
  readonly topic?: string;
}

function ruled(
  fact: ResourceFact,
  { uses, aroundOf, deadRoutes }: JudgeContext,
  { rules, isSettled }: JudgeOptions,
): Ruled<Level | 'off'> {
  if (fact.cosmetic !== undefined) {
    const rule = fact.cosmetic;
    return { rule, level: rules?.get(rule) ?? 'cosmetic', reason: whyOf(rule) ?? '' };
  }
  const { topic, way } = rulingOf(fact.type, fact);
  const rule = ruleId(topic.id, way);
  const given = rules?.get(rule);
  const dead = given === 'off' ? undefined : deadRoutes?.(fact);
  if (dead !== undefined) return { rule, level: given ?? 'info', reason: dead };
  const settled = given === 'off' ? undefined : isSettled && whySettled(fact, isSettled);
  // The route has a name, which counts where somebody reads it.
  if (settled !== undefined)
    return {
      rule,
      level: given ?? 'info',
      reason: settled,
      ...(topic.id === 'route' && { topic: topic.id }),
    };
  const special = topic.levelFor?.(way, {
    fact,
    before: fact.before?.value,
    after: fact.after?.value,
    name: fact.resource.name,
    around: (side) => aroundOf(fact, side),
    ...uses,
  });
  const level = given ?? special ?? topic.levels[way] ?? 'warning';
  return { rule, level, reason: whyOf(rule) ?? '', topic: topic.id };
}

function changeOf(
  fact: ResourceFact,
  { rule, level, reason }: Ruled,
  path: string,
  print: (parts: readonly string[]) => string,
  showSecrets: boolean,
): Change {
  const { kind, resource, within, step, moved } = fact;
  const sides = [fact.before, fact.after].map((spot) => (spot ? sideValue(spot, showSecrets) : null));
  const entry = sides[0]?.value;
  const [before = null, after = null] = sides.map((side, index) =>
    side === null || moved === undefined ? side : { ...side, value: moved.positions[index as 0 | 1] },
  );
  const { cosmetic } = fact;
  const shown = (spot: Location | undefined): Data | undefined => spot && sideValue(spot, showSecrets).value;
  const neighbours = moved && {
    behind: [shown(moved.behind[0]), shown(moved.behind[1])] as const,
    ahead: [shown(moved.ahead[0]), shown(moved.ahead[1])] as const,
  };
  const thing = cosmetic === undefined ? thingOf(rule) : undefined;
  const told = { kind, resource, within, path, thing, before, after, neighbours, entry, cosmetic };
  const owners = within.map(({ type, name }) => `${type} ${name}`);
  const fingerprint = print([
    rule,
    kind,
    resource.type,
    resource.name,
    ...owners,
    stablePath(step),
    ...(moved === undefined ? [keyOf(before), keyOf(after)] : [contentKey(entry)]),
  ]);
  return {
    rule,
    level,
    kind,
    resource,
    within,
    path,
    before,
    after,
    fingerprint,
    message: messageOf(told),
    reason,
  };
}

function keyOf(side: SideValue | null): string {
  return side === null ? '' : contentKey(withoutDefaults(side.value));
}

/** Whether a change is covered by one of the globs. `*` stands for any text. */
type Ignores = (resource: ResourceRef, path: string) => boolean;

/**
 * Globs over paths: `connect_timeout`, `Cluster.connect_timeout`, `Cluster[shop-*].health_checks`. A glob that names a
 * field, an entry or a resource covers everything in it.
 */
function ignoresOf(globs: readonly string[]): Ignores {
  if (globs.length === 0) return () => false;
  return (resource, path) => {
    const rest = path === '' ? '' : `.${path}`;
    const texts = [path, `${resource.type}${rest}`, `${resource.type}[${resource.name}]${rest}`];
    return globs.some((glob) => texts.some((text) => text !== '' && covers(glob, text)));
  };
}

function covers(glob: string, text: string): boolean {
  for (let end = text.length; end > 0; end--) {
    const isBorder = end === text.length || text[end] === '.' || text[end] === '[';
    if (isBorder && fitsPattern(glob, text.slice(0, end))) return true;
  }
  return false;
}

/** `Cluster shop: `, for those who see the sentence alone. */
function whose(resource: Refusal['finding']['resource']): string {
  return resource === undefined ? '' : `${resource.type} ${resource.name}`.trim().concat(': ');
}

/** @param print makes the fingerprint of what it is given */
function refusedChange(
  { finding, path, root }: Refusal,
  level: Level,
  print: (parts: readonly string[]) => string,
): Change {
  const { rule, message, fingerprint, resource, file, api, range, pointer, document, embedded } = finding;
  const place = {
    file,
    api,
    range,
    pointer,
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
  };
  return {
    rule: REFUSED,
    level,
    kind: 'added',
    resource: resource ?? { type: shortName(root.type), name: '' },
    within: [],
    path,
    before: null,
    // What is wrong is said by the message: the value may be a secret, or missing.
    after: { value: null, origin: 'written', ...place },
    fingerprint: print([REFUSED, fingerprint]),
    message: `${whose(resource)}${message} (${rule})`,
    reason: refusedRule.why,
  };
}
