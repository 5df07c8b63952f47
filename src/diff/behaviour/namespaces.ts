/** The namespaces of two inputs. */
import type { Configuration } from '../../model/open.ts';
import { DEFAULT_WORD } from '../../model/word.ts';

/** An input that shows none is taken to have the word of the other one. */
export function namespacesOf(
  before: readonly Configuration[],
  after: readonly Configuration[],
): { readonly before: string; readonly after: string } {
  const [first, second] = [shown(before), shown(after)];
  const assumed = before[0]?.word ?? after[0]?.word ?? DEFAULT_WORD;
  return { before: first ?? second ?? assumed, after: second ?? first ?? assumed };
}

function shown(configurations: readonly Configuration[]): string | undefined {
  return configurations.find(({ wordIsAssumed }) => !wordIsAssumed)?.word;
}
