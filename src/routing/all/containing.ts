/** The first route that plainly takes all paths of another, whatever its other conditions are. */
import { lowerAscii } from '../../traffic/text.ts';
import type { Form } from './language.ts';
import type { Matcher } from './normalise.ts';

export interface Containing {
  /** The first route without further conditions whose paths hold all those of a head; undefined without one. */
  readonly first: (head: Form) => number | undefined;
}

interface Side {
  readonly exact: Map<string, number>;
  readonly prefix: Map<string, number>;
  readonly lengths: Set<number>;
}

export function indexContaining(matchers: readonly Matcher[]): Containing {
  const plain = newSide();
  const folded = newSide();
  for (const [route, { isPlain, head, chance, impossible }] of matchers.entries()) {
    if (!isPlain || chance !== 'always' || impossible !== undefined) continue;
    const side = head.fold ? folded : plain;
    if (side[head.kind].has(head.text)) continue;
    side[head.kind].set(head.text, route);
    if (head.kind === 'prefix') side.lengths.add(head.text.length);
  }
  return {
    first: (head) => {
      const text = lowerAscii(head.text);
      return least(head.fold ? undefined : find(plain, head, head.text), find(folded, head, text));
    },
  };
}

function newSide(): Side {
  return { exact: new Map(), prefix: new Map(), lengths: new Set() };
}

function find({ exact, prefix, lengths }: Side, { kind }: Form, text: string): number | undefined {
  let found = kind === 'exact' ? exact.get(text) : undefined;
  for (const length of lengths)
    if (length <= text.length) found = least(found, prefix.get(text.slice(0, length)));
  return found;
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : Math.min(one, other);
}
