/** Every law that the tests try and the fuzzer tries harder. */
import type { Law } from './law.ts';
import { suggestionLaws } from './suggestions.ts';

export const laws: readonly Law[] = [...suggestionLaws];
