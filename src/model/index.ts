/** The stage that recognises, binds and checks configurations. */

import type { ApiVersion } from '../schema/version.ts';
import { lineIndex } from '../source/lines.ts';
import { readYaml } from '../source/yaml.ts';
import type { Problem } from './open.ts';
import { openConfiguration } from './open.ts';

export {
  type Configuration,
  heldTo,
  type OpenOptions,
  openConfiguration,
  type Problem,
} from './open.ts';

/** The problems of one message written as YAML; for examples and tests. */
export function checkText(type: string, yaml: string, api?: ApiVersion): readonly Problem[] {
  const file = {
    name: 'example.yaml',
    text: yaml,
    trees: readYaml('example.yaml', yaml),
    lines: lineIndex(yaml),
  };
  return openConfiguration(file, { type, ...(api !== undefined && { api }) }).problems;
}
