/** docs/contributing.md names files that are there, and the architecture's short list with it. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyzeFormats } from '../../src/report/analyze/formats.ts';

describe.each(['docs/contributing.md', 'docs/architecture.md'])('%s', (path) => {
  const page = readFileSync(path, 'utf8');

  test('every file and folder that it names is there', () => {
    const named = [
      ...page.matchAll(/`((?:src|test|scripts|migrations|bench|docs|examples|bin)\/[\w./<>-]*)`/g),
    ].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(3);
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
