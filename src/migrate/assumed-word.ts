/** What to say where types were written with a namespace that nothing in the file shows. */
import type { Configuration } from '../model/open.ts';
import type { Edit } from '../source/edit/index.ts';
import { writesWord } from './prove-word.ts';

/** Type URLs with the wrong namespace are refused by the proxy, so an assumed one is worth a warning. */
export function assumedWord(
  { word, wordIsAssumed }: Pick<Configuration, 'word' | 'wordIsAssumed'>,
  edits: readonly Edit[],
): readonly string[] {
  if (!wordIsAssumed || !edits.some(writesWord)) return [];
  return [
    `nothing in the file shows the namespace of your proxy, so types and names were written with "${word}"; if yours has another one, give it with --namespace WORD`,
  ];
}
