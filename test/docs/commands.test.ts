/** Every command, flag, script and path of a test that a page names is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BaseCommand } from '../../src/commands/base.ts';
import { commandNames, loadCommand } from '../../src/commands/index.ts';
import { laws } from '../laws/index.ts';

const pages = [
  'README.md',
  'examples/README.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The source of what an npm script runs, if it is one of ours. */
function sourceOf(script: string): string {
  const [, program] = / dist\/(\S+)\.js/.exec(scripts[script] ?? '') ?? [];
  if (program === undefined) return '';
  const folder = program.slice(0, program.lastIndexOf('/') + 1);
  const files = program === 'bench/run' ? readdirSync(folder) : [`${program.slice(folder.length)}.ts`];
  return files.map((name) => readFileSync(`${folder}${name}`, 'utf8')).join('\n');
}

interface Line {
  readonly page: string;
  readonly command: string;
}

/** Code spans, and the lines of blocks that a shell reads, without comments. */
function commandsIn(page: string): readonly Line[] {
  const text = readFileSync(page, 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|bash|console)[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(
    ([, body = '']) => body.split('\n'),
  );
  const spans = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks.map((line) => line.replace(/^\$ /, '').replace(/\s+#.*$/, '')), ...spans]
    .flatMap((line) => line.split(/ && | \| |; /))
    .map((command) => ({ page, command: command.trim() }));
}

const all = pages.flatMap(commandsIn);

function beginning(pattern: RegExp): readonly Line[] {
  return all.filter(({ command }) => pattern.test(command));
}

test.each(beginning(/^npm run /))('$page: $command', ({ command }) => {
  const [, script = '', rest = ''] = /^npm run ([\w:]+)(?: -- (.*))?$/.exec(command) ?? [];
  expect(scripts).toHaveProperty([script]);
  const source = sourceOf(script);
  for (const [, flag = '', value = ''] of rest.matchAll(/(?:^| )--([\w-]+)(?: ([^-\s]\S*))?/g)) {
    // As parseArgs has it, or as it is looked for in the arguments.
    expect(source, flag).toMatch(new RegExp(`'--${flag}'|^ +'?${flag}'?: \\{ type:`, 'm'));
    if (flag === 'mode') expect(source).toContain(`'${value}'`);
    if (flag === 'law') expect(laws.map(({ id }) => id)).toContain(value);
    if (flag === 'command') expect(commandNames).toContain(value);
  }
});

test.each(beginning(/^(?:CFGTOOL_\w+=\S+ )?npx vitest run /))('$page: $command', ({ command }) => {
  const paths = command.replace(/^.*vitest run /, '').split(' ');
  for (const path of paths) expect(existsSync(path), path).toBe(true);
});

describe('cfgtool', () => {
  const lines = beginning(/^(?:\S*cfgtool|node bin\/run\.js) [a-z]/);

  test('is shown by many pages', () => {
    expect(new Set(lines.map(({ page }) => page)).size).toBeGreaterThan(8);
  });

  test.each(lines)('$page: $command', async ({ command }) => {
    const [name = '', ...args] = command.split(' ').slice(command.startsWith('node ') ? 2 : 1);
    expect(commandNames).toContain(name);
    const { flags } = await loadCommand(name);
    const known = { ...BaseCommand.baseFlags, ...flags };
    const end = args.indexOf('--');
    for (const arg of end === -1 ? args : args.slice(0, end)) {
      const [, no, flag] = /^--(no-)?([a-z-]+)/.exec(arg) ?? [];
      if (flag === undefined || flag === 'help') continue;
      expect(known).toHaveProperty([no !== undefined && !(`no-${flag}` in known) ? flag : (no ?? '') + flag]);
    }
  });
});

test.each(pages)('%s: files of tests', (page) => {
  for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(/`((?:test|bench|scripts)\/[\w./-]*\w)`/g))
    expect(existsSync(path), path).toBe(true);
});
