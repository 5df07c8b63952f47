/** What must not be shown of both sides; undefined where all of it may. */
import { type Secret, secretsOf } from '../../results/secrets/redact.ts';
import type { OpenedInput } from './input.ts';

export function exploreSecrets({ input, side, before }: OpenedInput): readonly Secret[] | undefined {
  return input.showSecrets ? undefined : secretsOf([...side, ...before]);
}
