/** What installs and starts cfgtool elsewhere: pre-commit hooks and the container. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BIN, CURRENT, LEGACY, plainEnvironment, temporaryFolder } from '../commands/run.ts';

const description = JSON.parse(readFileSync('package.json', 'utf8'));

describe('.pre-commit-hooks.yaml', () => {
  const folder = temporaryFolder();
  const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly {
    readonly [key: string]: unknown;
    readonly entry: string;
  }[];

  /** A hook as pre-commit runs it: the changed files behind its entry. */
  function run(id: string, ...files: readonly string[]) {
    const hook = hooks.find((each) => each.id === id);
    folder.write('bin/cfgtool', `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
    chmodSync(join(folder.path, 'bin/cfgtool'), 0o755);
    const [program = '', ...args] = hook?.entry.split(' ') ?? [];
    return spawnSync(program, [...args, ...files], {
      cwd: folder.path,
      encoding: 'utf8',
      env: plainEnvironment({ PATH: `${join(folder.path, 'bin')}:${process.env.PATH}` }),
    });
  }

  test('has what pre-commit demands, and runs the program of package.json', () => {
    for (const hook of hooks) {
      expect(hook).toMatchObject({ language: 'node', types_or: ['yaml', 'json'] });
      expect(Object.keys(hook)).toEqual(['id', 'name', 'description', 'entry', 'language', 'types_or']);
      expect(Object.keys(description.bin)).toContain(hook.entry.split(' ')[0]);
    }
    expect(hooks.map(({ id }) => id)).toEqual(['cfgtool-analyze', 'cfgtool-migrate']);
  });

  test('packing a fresh clone, as pre-commit does, builds what is packed', () => {
    expect(description.scripts.prepare).toBe('node scripts/build.js --missing');
    expect(existsSync('dist/cli/program.js')).toBe(true);
  });

  test('other files among the changed ones do not matter', () => {
    folder.write('legacy.yaml', LEGACY);
    folder.write('current.yaml', CURRENT);
    folder.write('compose.yaml', 'services: { web: { image: nginx } }\n');
    folder.write('ignored.yaml', LEGACY);
    folder.write('.cfgtool.yaml', 'ignore: [ignored.yaml]\n');
    const found = run('cfgtool-migrate', 'legacy.yaml', 'compose.yaml');
    expect(found.status).toBe(1);
    expect(found.stdout).toContain('+  load_assignment:');
    expect(run('cfgtool-migrate', 'current.yaml', 'compose.yaml', 'ignored.yaml').status).toBe(0);
    expect(run('cfgtool-migrate', 'compose.yaml').status).toBe(0);
    expect(run('cfgtool-analyze', 'compose.yaml', 'current.yaml', 'ignored.yaml').status).toBe(0);
    const warned = run('cfgtool-analyze', 'legacy.yaml');
    expect(warned.status).toBe(1);
    expect(warned.stdout).toContain('deprecated-field');
  });
});

describe('Dockerfile', () => {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const all = (namespace: string) =>
    lines.filter((line) => line.startsWith(`${namespace} `)).map((line) => line.slice(namespace.length + 1));

  test('several stages from one pinned major of node that the package supports', () => {
    const images = all('FROM').map((line) => line.split(' ')[0] ?? '');
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(/^node:\d+-bookworm-slim$/);
    expect(new Set(images).size).toBe(1);
    const major = Number(/\d+/.exec(images[0] ?? '')?.[0]);
    expect(major).toBeGreaterThanOrEqual(Number(/\d+/.exec(description.engines.node)?.[0]));
  });

  test('what is copied from the checkout is there, and nothing that was built or installed in it', () => {
    for (const sources of all('COPY')) {
      if (sources.startsWith('--from=')) continue;
      for (const source of sources.split(' ').slice(0, -1)) expect(existsSync(source), source).toBe(true);
    }
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['node_modules', 'dist', '.git']) expect(ignored).toContain(name);
  });

  test('it ends as somebody else than root, with cfgtool', () => {
    expect(all('USER')).toEqual(['node']);
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.at(-2)).toBe('ENTRYPOINT ["cfgtool"]');
    expect(last.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(
      last.findLastIndex((line) => line.startsWith('RUN ')),
    );
    // The last stage holds the tarball, not the sources.
    expect(last.filter((line) => line.startsWith('COPY '))).toEqual([expect.stringContaining('cfgtool.tgz')]);
  });

  test('the scripts that it runs are those of package.json', () => {
    for (const [, script = ''] of all('RUN')
      .join('\n')
      .matchAll(/npm run (\w+)/g))
      expect(description.scripts).toHaveProperty(script);
  });
});

describe('where a forge looks', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const forms = readdirSync(folder).filter((name) => name !== 'config.yml');

  test.each(forms)('38.11 %s asks for a minimal file and for cfgtool --version', (name) => {
    const { body, description: about } = parse(readFileSync(join(folder, name), 'utf8'));
    expect(about.length).toBeGreaterThan(10);
    const ids = body.map(({ id }: { readonly id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['file', 'version']));
    const version = body.find(({ id }: { readonly id: string }) => id === 'version');
    expect(version).toMatchObject({
      type: 'input',
      attributes: { label: expect.stringContaining('cfgtool --version') },
      validations: { required: true },
    });
    for (const { type } of body) expect(['textarea', 'input']).toContain(type);
  });

  test.each(['CONTRIBUTING.md', 'SECURITY.md'])('38.11 %s leads to pages that are there', (page) => {
    const paths = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(existsSync(path), path).toBe(true);
  });
});
