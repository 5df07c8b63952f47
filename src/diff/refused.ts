/**
 * What makes the proxy refuse a side, and which of it is new. The errors are found elsewhere and handed in: comparing
 * knows what belongs together, not what is wrong.
 */

import type { Configuration, Root } from '../model/open.ts';
import type { Place } from '../model/place.ts';
import { extensions } from '../schema/extensions.ts';
import type { NodeId } from '../source/tree.ts';
import type { ResourceRef } from './change.ts';
import { refOf } from './resources/found.ts';
import { pairedResources } from './resources/gather.ts';

/** An error of one side for which the proxy refuses it, or the part that it is in. */
export interface Refusal {
  readonly finding: Place & {
    readonly rule: string;
    readonly message: string;
    readonly fingerprint: string;
    readonly resource?: ResourceRef;
  };
  /** Dotted names from the resource to what is wrong. */
  readonly path: string;
  readonly root: Root;
  readonly node: NodeId;
}

export interface Refusals<R extends Refusal = Refusal> {
  readonly before: readonly R[];
  readonly after: readonly R[];
}

/** The errors of both sides by where they are found. */
export interface Refused<R extends Refusal = Refusal> extends Refusals<R> {
  /** On the second side only. */
  readonly added: readonly R[];
  /** On the first side only. */
  readonly gone: readonly R[];
}

type KeyOf = (refusal: Refusal) => string;

/** The same error keeps its fingerprint; under a migrated form, or in a resource with a new name, it says the same. */
export function compareRefusals<R extends Refusal>(
  before: readonly Configuration[],
  after: readonly Configuration[],
  refusals: Refusals<R>,
): Refused<R> {
  let gone = refusals.before;
  let added = refusals.after;
  const settle = (keyBefore: KeyOf, keyAfter: KeyOf): void => {
    if (gone.length === 0 || added.length === 0) return;
    const waiting = new Map<string, number>();
    for (const each of gone) waiting.set(keyBefore(each), (waiting.get(keyBefore(each)) ?? 0) + 1);
    const met = new Map<string, number>();
    added = added.filter((each) => {
      const key = keyAfter(each);
      const left = waiting.get(key) ?? 0;
      if (left === 0) return true;
      waiting.set(key, left - 1);
      met.set(key, (met.get(key) ?? 0) + 1);
      return false;
    });
    gone = gone.filter((each) => {
      const key = keyBefore(each);
      const left = met.get(key) ?? 0;
      met.set(key, left - 1);
      return left <= 0;
    });
  };
  const byPlace: KeyOf = ({ finding: { rule, message, pointer } }) =>
    JSON.stringify([rule, message, pointer]);
  const byPrint: KeyOf = ({ finding }) => finding.fingerprint;
  // Of equal errors the one that stands where it stood is not the new one.
  settle(byPlace, byPlace);
  settle(byPrint, byPrint);
  settle(keyOf, keyOf);
  if (gone.length > 0 && added.length > 0) {
    const names = newNames(before, after);
    settle((refusal) => keyOf(refusal, names), keyOf);
    // In a newer form the same error stands at other fields, and names those.
    if (before.some(({ api }) => api === 'v2'))
      settle(
        (refusal) => JSON.stringify(ruleKey(refusal, names)),
        (refusal) => JSON.stringify(ruleKey(refusal)),
      );
  }
  return { ...refusals, added, gone };
}

/** Which rule is broken in which resource, by the name that it has on the other side. */
function ruleKey({ finding }: Refusal, names?: ReadonlyMap<string, string>): readonly string[] {
  const { rule, resource = { type: '', name: '' } } = finding;
  // Its hosts have moved into an assignment of their own in the current form.
  const type = resource.type === 'ClusterLoadAssignment' ? 'Cluster' : resource.type;
  return [rule, type, names?.get(`${type} ${resource.name}`) ?? resource.name];
}

/** What an error says of which resource. */
function keyOf(refusal: Refusal, names?: ReadonlyMap<string, string>): string {
  const { message, resource } = refusal.finding;
  const key = ruleKey(refusal, names);
  const said = message
    .replaceAll(/"(?:\w+\.)?(\w[\w.]*)"/g, currentExtension)
    .replaceAll(JSON.stringify(resource?.name ?? ''), () => JSON.stringify(key.at(-1)));
  return JSON.stringify([...key, said]);
}

/** An extension has an older name on one side. @param own its name without the namespace, where it has one */
function currentExtension(quoted: string, own: string): string {
  const spec = extensions.find(({ older }) => older.includes(own));
  return spec === undefined ? quoted : quoted.replace(own, () => spec.name);
}

/** The new names of resources that have one, by type and old name. */
function newNames(
  before: readonly Configuration[],
  after: readonly Configuration[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const pair of pairedResources(before, after).pairs) {
    const [{ type, name }, other] = [refOf(pair.before), refOf(pair.after)];
    if (name !== other.name) names.set(`${type} ${name}`, other.name);
  }
  return names;
}

/** Whether nothing is new and nothing is gone, so that whatever both sides say of requests can be compared. */
export function isRefusedAlike({ added, gone }: Pick<Refused, 'added' | 'gone'>): boolean {
  return added.length + gone.length === 0;
}

/** What is said about errors that are no change: those of both sides, and those that are gone. */
export function refusedRemarks({ after, added, gone }: Refused): readonly string[] {
  const errors = (count: number): string => `${count} error${count === 1 ? '' : 's'}`;
  const both = after.length - added.length;
  const [first] = gone;
  return [
    ...(both === 0
      ? []
      : [`both sides hold ${errors(both)} for which the proxy refuses them; cfgtool validate names them`]),
    ...(first === undefined
      ? []
      : [
          `the proxy refuses the first side for ${errors(gone.length)} that the second does not have: ${first.finding.message}${gone.length === 1 ? '' : ', and more'}`,
        ]),
  ];
}
