/** The canonical form as YAML or JSON. */
import type { NormalizedDocument, Origin } from '../migrate/index.ts';
import { jsonText } from './text/json-text.ts';
import { safeLine } from './text/safe-text.ts';
import { type Path, yamlPieces } from './text/yaml-text.ts';

/** Documents as YAML, `---` between them, in pieces. @param explain adds to every value where it comes from */
export function* normalizedYaml(
  documents: readonly NormalizedDocument[],
  explain: boolean,
): Generator<string> {
  for (const [index, { value, originOf }] of documents.entries()) {
    const comment = (path: Path, holdsEntries: boolean): string | undefined => {
      const origin = originOf(path);
      // Where a written map or list begins is told by its first value.
      if (!origin || (holdsEntries && origin.kind === 'written')) return undefined;
      return safeLine(describe(origin));
    };
    if (index > 0) yield '---\n';
    yield* yamlPieces(value, explain ? { comment } : {});
  }
}

/** A document as JSON; several as one list of them, so that what is printed is one value. */
export function* normalizedJson(documents: readonly Pick<NormalizedDocument, 'value'>[]): Generator<string> {
  if (documents.length === 1) for (const { value } of documents) yield jsonText(value);
  else yield jsonText(documents.map(({ value }) => value));
}

function describe(origin: Origin): string {
  switch (origin.kind) {
    case 'written':
      return `line ${origin.line}`;
    case 'default':
      return `default: ${origin.why}`;
    case 'migrated':
      return `${origin.line === undefined ? '' : `line ${origin.line}, `}migrated: ${origin.migration}`;
  }
}
