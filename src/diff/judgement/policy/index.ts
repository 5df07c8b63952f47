/** The policy: which rule a fact falls under, and how severe it is. */

import { isObject } from '../../../model/bound.ts';
import { durationNanos } from '../../../model/values.ts';
import { compiledMessage } from '../../../schema/compiled.ts';
import { lookup } from '../../../source/lookup.ts';
import type { Level } from '../../change.ts';
import type { Cosmetic, Fact, Step } from '../../facts/fact.ts';
import { clusterPolicy } from './cluster.ts';
import { listenerPolicy } from './listener.ts';
import { managerPolicy, tcpProxyPolicy } from './network-filters.ts';
import { anyPolicy, bootstrapPolicy, loadAssignmentPolicy, nodePolicy, secretPolicy } from './others.ts';
import { REFUSED, refusedRule, requestRules } from './refused-rule.ts';
import { routePolicy } from './route.ts';
import { wayOfSocket } from './socket.ts';
import { downstreamTlsPolicy, upstreamTlsPolicy } from './tls.ts';
import { type DiffRule, MIRROR, type Policy, reasonOf, type Topic, WAYS, type Way } from './topic.ts';
import { routeConfigurationPolicy, virtualHostPolicy } from './virtual-host.ts';

export const policies: readonly Policy[] = [
  clusterPolicy,
  upstreamTlsPolicy,
  routeConfigurationPolicy,
  virtualHostPolicy,
  routePolicy,
  listenerPolicy,
  managerPolicy,
  tcpProxyPolicy,
  downstreamTlsPolicy,
  loadAssignmentPolicy,
  secretPolicy,
  nodePolicy,
  bootstrapPolicy,
  anyPolicy,
];

const byMessage = new Map(policies.map((policy) => [policy.message, policy]));

export { cosmeticRules, requestRules, type Topic };

let rules: readonly DiffRule[] | undefined;

/** Every rule: that of errors, those of the policy in its order, cosmetic ones last. */
export function diffRules(): readonly DiffRule[] {
  rules ??= [refusedRule, ...requestRules, ...rulesOf(policies), ...cosmeticRules];
  return rules;
}

const reasons = new Map<string, string | undefined>();

/** Why a rule's changes matter; undefined where there is no such rule. */
export function whyOf(id: string): string | undefined {
  if (!reasons.has(id)) reasons.set(id, lookedUp(id));
  return reasons.get(id);
}

function lookedUp(id: string): string | undefined {
  if (id === REFUSED) return refusedRule.why;
  for (const { topics, otherwise } of policies)
    for (const topic of [...topics, otherwise])
      if (id.startsWith(topic.id)) {
        const found = topicRules(topic).find(({ way }) => ruleId(topic.id, way) === id);
        if (found !== undefined) return reasonOf(topic, found.way);
      }
  return [...requestRules, ...cosmeticRules].find((rule) => rule.id === id)?.why;
}

/** The ways in which a topic can change, with the level of each. */
export function topicRules({ levels }: Topic): readonly { readonly way: Way; readonly level: Level }[] {
  return WAYS.flatMap((way) => {
    const level = levels[way];
    return level === undefined ? [] : [{ way, level }];
  });
}

function rulesOf(all: readonly Policy[]): readonly DiffRule[] {
  const rules = new Map<string, DiffRule>();
  for (const { message, topics, otherwise } of all) {
    for (const topic of [...topics, otherwise]) {
      const fields = topic.fields.filter((field) => field !== '.');
      for (const { way, level } of topicRules(topic)) {
        const id = ruleId(topic.id, way);
        if (rules.has(id)) continue;
        rules.set(id, {
          id,
          level,
          ...(topic.special?.[way] === undefined ? {} : { special: topic.special[way] }),
          mirror: ruleId(topic.id, MIRROR[way]),
          why: reasonOf(topic, way),
          message,
          fields,
        });
      }
    }
  }
  return [...rules.values()];
}

export function ruleId(topic: string, way: Way): string {
  return `${topic}-${way}`;
}

/** The topic of a fact and the way in which it changed. */
interface Ruling {
  readonly topic: Topic;
  readonly way: Way;
}

/** The rule of a fact in a resource of a type. Every fact has one. */
export function rulingOf(type: string, fact: Fact): Ruling {
  if (fact.step === undefined) return wholeRuling(type, fact);
  const steps = fieldSteps(fact.step);
  // The innermost message that a policy is about decides.
  for (let from = steps.length - 1; from >= 0; from--) {
    const policy = byMessage.get(steps[from]?.type ?? '');
    if (policy === undefined || policy === anyPolicy) continue;
    // The endpoints of a cluster are a part of the cluster.
    if (policy === loadAssignmentPolicy && from > 0) continue;
    const ruling = rulingIn(policy, steps.slice(from), fact);
    if (ruling !== undefined) return ruling;
  }
  const policy = byMessage.get(type) ?? anyPolicy;
  return { topic: policy.otherwise, way: wayIn(policy.otherwise, fact, false) };
}

function wholeRuling(type: string, fact: Fact): Ruling {
  const policy = byMessage.get(type) ?? anyPolicy;
  const whole = policy.topics.find(({ fields }) => fields.includes('.')) ?? policy.otherwise;
  return { topic: whole, way: wayIn(whole, fact, true) };
}

/** The steps through fields, from the resource inwards. */
function fieldSteps(step: Step): readonly Step[] {
  const steps: Step[] = [];
  for (let at: Step | undefined = step; at !== undefined; at = at.up) if (at.kind === 'field') steps.push(at);
  return steps.reverse();
}

function rulingIn(policy: Policy, steps: readonly Step[], fact: Fact): Ruling | undefined {
  if (fact.kind === 'renamed' && steps.length === 1) return wholeRuling(policy.message, fact);
  const names = steps.map(({ name }) => name);
  for (let length = names.length; length > 0; length--) {
    const field = names.slice(0, length).join('.');
    const topic = policy.topics.find(({ fields }) => fields.includes(field));
    if (topic === undefined) continue;
    // Deeper inside, and inside an entry, what was added or removed is a part of it.
    return { topic, way: wayIn(topic, fact, length === names.length && entriesAfter(fact.step) < 2) };
  }
  const topic = policy.otherwise;
  return { topic, way: wayIn(topic, fact, names.length === 1 && entriesAfter(fact.step) < 2) };
}

/** How many entries stand behind the last field of a path. */
function entriesAfter(step: Step | undefined): number {
  let count = 0;
  for (let at = step; at?.kind === 'entry'; at = at.up) count++;
  return count;
}

function wayIn({ levels, zeroIsUnlimited, isSocket }: Topic, fact: Fact, isItself: boolean): Way {
  const { kind, before, after } = fact;
  if (isSocket && isItself) return wayOfSocket(fact);
  if (isItself && kind === 'changed') {
    const scale = enumOf(fact.step);
    const direction = directionOf(before?.value, after?.value, scale, zeroIsUnlimited === true);
    if (direction !== undefined && levels[direction] !== undefined) return direction;
  }
  if ((isItself || kind === 'moved' || kind === 'renamed') && levels[kind] !== undefined) return kind;
  if (levels.changed !== undefined) return 'changed';
  return WAYS.find((way) => levels[way] !== undefined) ?? 'changed';
}

/** The numbers of an enum's values, where the field at the end of a path is one. */
function enumOf(
  step: Step | undefined,
): { readonly [name: string]: { readonly number: number } } | undefined {
  const field =
    step?.kind === 'field' && step.type !== '' ? compiledMessage(step.type).byName.get(step.name) : undefined;
  return field?.element.kind === 'enum' ? field.element.spec.values : undefined;
}

/** In which direction a value changed. */
type Scale = { readonly [name: string]: { readonly number: number } };

/** Up or down for numbers, durations, percents and enum values, on or off for booleans; undefined for anything else. */
function directionOf(
  before: unknown,
  after: unknown,
  scale: Scale | undefined,
  zeroIsUnlimited: boolean,
): Way | undefined {
  if (typeof before === 'boolean' && typeof after === 'boolean') return after ? 'enabled' : 'disabled';
  const [one, two] = [before, after].map((value) => {
    const size = sizeOf(value, scale);
    return zeroIsUnlimited && size === 0 ? Number.POSITIVE_INFINITY : size;
  });
  if (one === undefined || two === undefined || one === two) return undefined;
  return two > one ? 'raised' : 'lowered';
}

function sizeOf(value: unknown, scale: Scale | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (isObject(value) && typeof value.value === 'number' && Object.keys(value).length === 1)
    return value.value;
  if (typeof value !== 'string') return undefined;
  if (scale !== undefined) return lookup(scale, value)?.number;
  if (/^-?\d+$/.test(value)) return Number(value);
  const nanos = durationNanos(value);
  return nanos === undefined ? undefined : Number(nanos);
}

const TEXTS: { readonly [cosmetic in Cosmetic]: { readonly mirror: Cosmetic; readonly why: string } } = {
  'default-written-out': {
    mirror: 'default-left-out',
    why: 'The value written is the one that holds without it.',
  },
  'default-left-out': { mirror: 'default-written-out', why: 'The value that was written holds without it.' },
  'deprecated-form': {
    mirror: 'deprecated-form',
    why: 'One side says in a deprecated form what the other says in the current one.',
  },
  'other-spelling': { mirror: 'other-spelling', why: 'A name or value is spelled in another way.' },
  'key-order': { mirror: 'key-order', why: 'The order of fields means nothing.' },
  'set-order': { mirror: 'set-order', why: 'The order of this list means nothing.' },
  'same-pattern': { mirror: 'same-pattern', why: 'Both patterns match the same texts.' },
  'same-value': { mirror: 'same-value', why: 'Both values mean the same here.' },
  'without-effect': {
    mirror: 'without-effect',
    why: 'As the rest stands it has no effect on either side.',
  },
  'added-by-proxy': {
    mirror: 'added-by-proxy',
    why: 'The running proxy adds it to what it shows in a dump.',
  },
  'fetched-by-proxy': {
    mirror: 'fetched-by-proxy',
    why: 'The other side has no place for it: a bootstrap holds nothing that the proxy fetches, and a management server sends nothing that a proxy is started with.',
  },
  'api-version': {
    mirror: 'api-version',
    why: 'One side is written in version 2 of the API, the other in version 3: names, types and deprecated forms differ.',
  },
};

/** The rules for forms that differ and mean the same. */
const cosmeticRules: readonly DiffRule[] = Object.entries(TEXTS).map(([id, { mirror, why }]) => ({
  id,
  level: 'cosmetic',
  mirror,
  why,
  message: '',
  fields: [],
}));
