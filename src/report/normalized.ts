/** The canonical form as YAML or JSON. */
import type { NormalizedDocument, Origin } from '../migrate/index.ts';
import { jsonText } from './text/json-text.ts';
import { safeLine } from './text/safe-text.ts';
import { type Path, yamlText } from './text/yaml-text.ts';

/** Documents as YAML, `---` between them. @param explain adds to every value where it comes from */
export function normalizedYaml(documents: readonly NormalizedDocument[], explain: boolean): string {
  return documents
    .map(({ value, originOf }) => {
      const comment = (path: Path, holdsEntries: boolean): string | undefined => {
        const origin = originOf(path);
        // Where a written map or list begins is told by its first value.
        if (!origin || (holdsEntries && origin.kind === 'written')) return undefined;
        return safeLine(describe(origin));
      };
      return yamlText(value, explain ? { comment } : {});
    })
    .join('---\n');
}

/** Documents as JSON, one after another. */
export function normalizedJson(documents: readonly NormalizedDocument[]): string {
  return documents.map(({ value }) => jsonText(value)).join('');
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
