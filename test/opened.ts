/** Opens a text the way the commands do, for tests. */
import { type Configuration, type OpenOptions, openConfiguration } from '../src/model/index.ts';
import { looksLikeJson, readJson } from '../src/source/json.ts';
import { lineIndex } from '../src/source/lines.ts';
import { readYaml } from '../src/source/yaml.ts';

export function opened(text: string, options: OpenOptions = {}, name = 'test.yaml'): Configuration {
  const trees = looksLikeJson(text) && !name.endsWith('.yaml') ? readJson(name, text) : readYaml(name, text);
  return openConfiguration({ name, text, trees, lines: lineIndex(text) }, options);
}
