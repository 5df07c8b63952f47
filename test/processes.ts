/**
 * Which test files share a process, and with it the modules that they import, which take longer to load than most files
 * take to run: those of the folders whose code keeps nothing but what it can compute again. A file that changes or
 * measures what belongs to its process has one for itself, and so has every file of the other folders.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = [
  'analyze',
  'canonical',
  'diff',
  'engine',
  'migrate',
  'model',
  'names',
  'present',
  'replay',
  'report',
  'results',
  'routing',
  'rpc',
  'schema',
  'settings',
  'source',
  'traffic',
];

/** What shows that a process is changed or measured: mocks, its folder, its environment, its time, its tables. */
const CHANGES =
  /\bvi\.(?:mock|doMock|hoisted|spyOn|stub\w+|useFakeTimers)\b|\bprocess\.(?:chdir|env\.\w+ = |on\b|once\b|cpuUsage|memoryUsage|exitCode)|\bdelete process\.env\b|\bglobalThis\.\w+ = |\bconfigureGlobal\b|\bknowOwnTables\b|\/src\/(?:commands|fuzz|lsp|tui)\//;

/** The test files that share a process, by their paths from the project's folder. */
export function sharing(): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join('test', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join('test', folder, name)),
  ).filter((path) => !withImports(path).some((each) => CHANGES.test(readFileSync(each, 'utf8'))));
}

/** A test file and the files of `test` that it imports, also through others. */
function withImports(path: string): readonly string[] {
  const reached = new Set([path]);
  for (const each of reached)
    for (const [, to = ''] of readFileSync(each, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const imported = join(dirname(each), to);
      if (imported.startsWith('test/')) reached.add(imported);
    }
  return [...reached];
}
