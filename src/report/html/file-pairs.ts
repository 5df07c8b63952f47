/** Which files of two sides are shown beside each other. */
import type { Configuration } from '../../model/index.ts';
import type { FilePair } from './sides.ts';

/** One file on each side is a pair; of several those with the same name below the folders that all of a side share. */
export function filePairs(
  before: readonly Configuration[],
  after: readonly Configuration[],
): readonly FilePair[] {
  const [first, second] = [before.map(shown), after.map(shown)];
  const [one, other] = [first[0], second[0]];
  if (first.length <= 1 && second.length <= 1)
    return [{ ...(one ? { before: one } : {}), ...(other ? { after: other } : {}) }];
  const names = ownNames(second.map(({ name }) => name));
  const waiting = new Map(second.map((file, index) => [names[index] ?? '', file]));
  const own = ownNames(first.map(({ name }) => name));
  const pairs = first.map((file, index): FilePair => {
    const key = own[index] ?? '';
    const match = waiting.get(key);
    waiting.delete(key);
    return { before: file, ...(match ? { after: match } : {}) };
  });
  const met = new Set(pairs.map(({ after }) => after));
  return [...pairs, ...second.filter((file) => !met.has(file)).map((file) => ({ after: file }))];
}

function shown({ file: { name, lines } }: Configuration): NonNullable<FilePair['before']> {
  return { name, lines };
}

/** Names without what all of them begin with, up to a slash or colon. */
function ownNames(names: readonly string[]): readonly string[] {
  const [first = ''] = names;
  if (names.length === 1) return [first.slice(Math.max(first.lastIndexOf('/'), first.lastIndexOf(':')) + 1)];
  let shared = 0;
  while (shared < first.length && names.every((name) => name[shared] === first[shared])) shared++;
  const start = Math.max(first.lastIndexOf('/', shared - 1), first.lastIndexOf(':', shared - 1)) + 1;
  return names.map((name) => name.slice(start));
}
