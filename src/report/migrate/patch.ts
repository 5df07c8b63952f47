/** A migration as one RFC 6902 patch. */
import { jsonText } from '../text/json-text.ts';
import type { MigratedFile } from './migrated-file.ts';

/**
 * The patch of the one document of one file; a reason where the result is no single patch: several files, several
 * documents, or text embedded in a document, which a patch of that document cannot reach into.
 */
export function migratePatch(
  files: readonly MigratedFile[],
  redact: (text: string) => string,
): { readonly text: string } | { readonly refused: string } {
  const [file, ...others] = files;
  if (!file || others.length > 0)
    return { refused: 'a patch describes one document; these are several files' };
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
