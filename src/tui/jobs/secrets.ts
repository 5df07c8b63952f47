/** What must not be shown: the texts of all secrets, for both sides. */
import { secretTexts } from '../../results/secrets/redact.ts';
import type { OpenedInput } from './input.ts';

export function exploreSecrets({ input, side, before }: OpenedInput): readonly string[] {
  if (input.showSecrets) return [];
  return [...new Set([...side, ...before].flatMap((configuration) => secretTexts(configuration)))];
}
