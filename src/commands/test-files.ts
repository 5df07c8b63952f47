/** Files of tests that belong to a configuration: those that settings name for it, and those beside it that are called like it. */
import { dirname, join, parse, relative, resolve, sep } from 'node:path';
import { isIgnored, type Settings } from '../settings/index.ts';

const ENDINGS = ['.tests.yaml', '.tests.yml', '.tests.json'];

/** Paths at which they would lie. @param path of the configuration */
export function testFilesOf(path: string, { file, tests }: Settings): readonly string[] {
  const { dir, name } = parse(resolve(path));
  const beside = ENDINGS.map((ending) => join(dir, `${name}${ending}`));
  if (file === undefined) return beside;
  const folder = dirname(resolve(file));
  const own = relative(folder, resolve(path)).split(sep).join('/');
  const named = [...tests].flatMap(([glob, files]) =>
    isIgnored(own, [glob]) ? files.map((each) => resolve(folder, each)) : [],
  );
  return [...new Set([...named, ...beside])];
}
