import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describedCommands, editionOf, generatedFolders, generatedPages } from '../../scripts/docs-pages.ts';
import { isInstalled } from '../commands/shell.ts';

const packageText = readFileSync('package.json', 'utf8');
const edition = editionOf(packageText, readFileSync('CHANGELOG.md', 'utf8'));

test('the generated docs and man pages are up to date; otherwise run `npm run docs`', async () => {
  const written = generatedFolders.flatMap((folder) =>
    readdirSync(folder).map((name): [string, string] => [
      `${folder}/${name}`,
      readFileSync(`${folder}/${name}`, 'utf8'),
    ]),
  );
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await generatedPages(edition)));
});

test('what is written by hand about a command is linked from its page', async () => {
  for (const [path, text] of await generatedPages(edition)) {
    if (!path.startsWith('docs/commands/')) continue;
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(new URL(target, `file://${process.cwd()}/${path}`)), `${path}: ${target}`).toBe(true);
  }
});

test('each version of the changelog needs its day', () => {
  expect(editionOf('{"version":"2.0.0"}', '# Changelog\n\n## 2.0.0, 2027-01-31\n').date).toBe('2027-01-31');
  expect(() => editionOf('{"version":"2.0.0"}', '## 1.0.0, 2027-01-31\n')).toThrow('"## 2.0.0, "');
});

describe('man pages', () => {
  const pages = readdirSync('man').map((name) => `man/${name}`);

  test('package.json names them all, so that they are installed', () => {
    const { man, files } = JSON.parse(packageText) as { man: string[]; files: string[] };
    expect(man.toSorted()).toEqual(pages.map((page) => `./${page}`).toSorted());
    expect(files).toContain('man');
  });

  test('they name every command and every flag', async () => {
    const overview = readFileSync('man/cfgtool.1', 'utf8');
    for (const { name, flags } of await describedCommands()) {
      expect(overview).toContain(`.BR cfgtool\\-${name} (1)`);
      const page = readFileSync(`man/cfgtool-${name}.1`, 'utf8');
      for (const flag of flags) expect(page).toContain(flag.name.replaceAll('-', '\\-'));
    }
  });

  test.runIf(isInstalled('mandoc'))('mandoc finds nothing to say about them', () => {
    const { stdout, status } = spawnSync('mandoc', ['-Tlint', '-Wwarning', ...pages], { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  test.runIf(isInstalled('man'))('man shows them without a warning, with the words of the help', () => {
    const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', 'man/cfgtool-analyze.1'], {
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '80', MANPAGER: 'cat', LC_ALL: 'C.UTF-8' },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('--rule ID=LEVEL');
    expect(stdout).toMatch(/^ +# cfgtool-ignore|`# cfgtool-ignore RULE: reason`/m);
  });
});
