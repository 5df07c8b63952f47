/** Pairs what has the same text on both sides, round by round: what one round leaves, the next one looks at. */
import type { Found } from './found.ts';

export type KeyOf = (found: Found) => string | undefined;

export class Pairs {
  /** The one of the second side for each of the first that has one. */
  readonly partner = new Map<Found, Found>();
  private lefts: readonly Found[];
  private rights: readonly Found[];

  constructor(before: readonly Found[], after: readonly Found[]) {
    this.lefts = before;
    this.rights = after;
  }

  /** What is not paired yet. */
  get rest(): readonly [before: readonly Found[], after: readonly Found[]] {
    return [this.lefts, this.rights];
  }

  /** Pairs the k-th of one side with the k-th of the other that has the same key. */
  by(keyOf: KeyOf): void {
    if (this.lefts.length === 0 || this.rights.length === 0) return;
    const waiting = grouped(this.rights, keyOf);
    if (waiting.size === 0) return;
    for (const queue of waiting.values()) queue.reverse();
    const found: (readonly [Found, Found])[] = [];
    for (const one of this.lefts) {
      const text = keyOf(one);
      const other = text === undefined ? undefined : waiting.get(text)?.pop();
      if (other !== undefined) found.push([one, other]);
    }
    this.add(found);
  }

  /** As {@link by}; where several have one key (which the proxy refuses, or a dump shows), by what they say first. */
  byName(keyOf: KeyOf, contentOf: (found: Found) => string): void {
    const groups = [grouped(this.lefts, keyOf), grouped(this.rights, keyOf)] as const;
    const several = new Set<string>();
    for (const group of groups)
      for (const [text, members] of group)
        if (members.length > 1 && groups.every((each) => each.has(text))) several.add(text);
    if (several.size > 0) {
      this.by((found) => {
        const text = keyOf(found);
        return text !== undefined && several.has(text) ? `${text}\n${contentOf(found)}` : undefined;
      });
      this.by(keyOf);
      return;
    }
    const [ones, twos] = groups;
    const found: (readonly [Found, Found])[] = [];
    for (const [text, [one]] of ones) {
      const other = twos.get(text)?.[0];
      if (one !== undefined && other !== undefined) found.push([one, other]);
    }
    this.add(found);
  }

  add(found: readonly (readonly [Found, Found])[]): void {
    if (found.length === 0) return;
    const taken = new Set<Found>();
    for (const [one, other] of found) {
      this.partner.set(one, other);
      taken.add(other);
    }
    this.lefts = this.lefts.filter((each) => !this.partner.has(each));
    this.rights = this.rights.filter((each) => !taken.has(each));
  }
}

function grouped(list: readonly Found[], keyOf: KeyOf): Map<string, Found[]> {
  const groups = new Map<string, Found[]>();
  for (const found of list) {
    const text = keyOf(found);
    if (text === undefined) continue;
    const group = groups.get(text);
    if (group) group.push(found);
    else groups.set(text, [found]);
  }
  return groups;
}
