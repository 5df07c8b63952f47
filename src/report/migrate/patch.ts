/** A migration as one RFC 6902 patch. */

import type { MigratedText } from '../../results/migration.ts';
import { jsonText } from '../text/json-text.ts';

/**
 * The patch of the one document of a file; a reason where the result is no single patch: several documents, or text
 * embedded in a document, which a patch of that document cannot reach into.
 */
export function migratePatch(
  file: MigratedText,
  redact: (text: string) => string,
): { readonly text: string } | { readonly refused: string } {
  if (file.documents > 1)
    return { refused: `a patch describes one document; ${file.name} holds ${file.documents}` };
  const { patches } = file.migration;
  if (patches.some(({ embedded }) => embedded !== undefined)) {
    return { refused: `a patch cannot reach into the text that ${file.name} embeds` };
  }
  return {
    text: jsonText(
      patches.flatMap(({ patch }) => patch),
      redact,
    ),
  };
}
