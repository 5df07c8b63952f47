/** The examples of docs/library.md do what the page says, with the built library. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/library.md', 'utf8');
const examples = [...page.matchAll(/^## (\w+)\n\n```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/gm)];

describe('docs/library.md', () => {
  it('has an example of every function', () => {
    expect(examples.map(([, name]) => name)).toEqual(['analyze', 'diff', 'migrate', 'normalize', 'trace']);
  });

  it.each(examples.map(([, name = '', code = '', output = '']) => ({ name, code, output })))(
    '$name',
    ({ code, output }) => {
      // A package may import itself by its name.
      const run = spawnSync(process.execPath, ['--input-type=module'], { input: code, encoding: 'utf8' });
      expect(run.stderr).toBe('');
      expect(run.stdout).toBe(output);
    },
  );
});
