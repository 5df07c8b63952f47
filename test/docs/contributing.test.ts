/** Files that are there: those that docs/contributing.md, the architecture and its decisions name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyzeFormats } from '../../src/report/analyze/formats.ts';

const decisions = readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);

describe.each(['docs/contributing.md', 'docs/architecture.md', ...decisions])('%s', (path) => {
  const page = readFileSync(path, 'utf8');

  test('every file and folder that it names is there', () => {
    const named = [
      ...page.matchAll(/`((?:src|test|scripts|migrations|bench|docs|examples|bin)\/[\w./<>-]*)`/g),
    ].map(([, name = '']) => name);
    if (!decisions.includes(path)) expect(named.length).toBeGreaterThan(3);
    for (const name of named) {
      // Of a file that is to be written, the folder is there.
      const real = name.includes('<')
        ? name.slice(0, name.slice(0, name.indexOf('<')).lastIndexOf('/'))
        : name;
      expect(existsSync(real), name).toBe(true);
    }
  });

  test('every npm script that it names is there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, script = ''] of page.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty(script);
  });
});

test('a file a format, as the page says', () => {
  for (const format of analyzeFormats.filter((each) => !['html', 'ndjson'].includes(each)))
    expect(existsSync(`src/report/analyze/${format}.ts`), format).toBe(true);
});
