/**
 * `npm run release -- --version X.Y.Z --repository https://…`: everything that a release consists of, in the folder
 * `release`, made of what is committed. Nothing is published, tagged or changed in the checkout. Without --repository
 * the package names none, which is enough for installing it from the file.
 *
 * cfgtool-X.Y.Z.tgz         the package (npm install --global ./cfgtool-X.Y.Z.tgz)
 * cfgtool-X.Y.Z.vsix        the extension for Visual Studio Code
 * cfgtool-X.Y.Z.cdx.json    what is bundled, as a CycloneDX bill of materials
 * docs.tar.gz, man.tar.gz   the docs and the man pages of this version
 * site.tar.gz               the docs as a site, to be served from /
 * playground.html           the page to try it in a browser
 * NOTES.md, CHANGELOG.md    what changed, for the release's page and for whoever reads on
 * SHA256SUMS                of all of these
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const TO = resolve('release');

/** The fields of package.json that name the repository: they stand nowhere else, and are filled here. */
export function addressed(description: string, version: string, repository?: string): string {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    throw new Error(`--version takes 1.2.3, not "${version}"`);
  const { name, description: about, ...rest } = JSON.parse(description);
  const fields = { name, description: about, ...addresses(repository), ...rest, version };
  return `${JSON.stringify(fields, undefined, 2)}\n`;
}

function addresses(repository: string | undefined): object {
  if (repository === undefined) return {};
  if (!/^https:\/\/[\w.-]+\/[\w./-]+$/.test(repository))
    throw new Error(`--repository takes the https address of the repository, not "${repository}"`);
  const address = repository.replace(/\/$/, '').replace(/\.git$/, '');
  return {
    homepage: `${address}#readme`,
    repository: { type: 'git', url: `git+${address}.git` },
    bugs: { url: `${address}/issues` },
  };
}

/**
 * The change log with a heading of this version over what was unreleased, and that section alone.
 *
 * @param date as `2026-11-21`
 * @throws Error where nothing is unreleased
 */
export function released(log: string, version: string, date: string): { log: string; notes: string } {
  const [, before = '', section = '', after = ''] =
    /^([\s\S]*?)^## Unreleased\n([\s\S]*?)((?:^## [\s\S]*)?)$(?![\s\S])/m.exec(log) ?? [];
  if (section.trim() === '') throw new Error('CHANGELOG.md says nothing under "## Unreleased"');
  const heading = `## ${version}, ${date}\n`;
  return {
    log: `${before}## Unreleased\n\n${heading}${section}${after}`,
    notes: `# cfgtool ${version}\n\n${section.trim()}\n`,
  };
}

/** A CycloneDX bill of the packages whose code is bundled, from the file that holds their licences. */
export function billOfMaterials(notices: string, version: string): string {
  const components = [...notices.matchAll(/^-{80}\n\n((?:@[\w.-]+\/)?[\w.-]+) (\S+) \((.+)\)$/gm)].map(
    ([, name = '', own = '', license = '']) => ({
      type: 'library',
      name,
      version: own,
      purl: `pkg:npm/${name.replace('@', '%40')}@${own}`,
      licenses: [{ expression: license }],
    }),
  );
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'cfgtool', version, purl: `pkg:npm/cfgtool@${version}` },
    },
    components,
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** What `sha256sum --check` reads. */
export function checksums(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    })
    .join('');
}

function main(stage: string): void {
  const { values } = parseArgs({
    options: {
      version: { type: 'string', default: JSON.parse(readFileSync('package.json', 'utf8')).version },
      repository: { type: 'string' },
      image: { type: 'string', default: 'cfgtool' },
    },
  });
  const { version, repository, image } = values;
  const run = (program: string, ...args: readonly string[]): void => {
    execFileSync(program, args, { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const description = addressed(readFileSync('package.json', 'utf8'), version, repository);
  const date = new Date().toISOString().slice(0, 10);
  const { log, notes } = released(readFileSync('CHANGELOG.md', 'utf8'), version, date);
  const archive = join(stage, 'committed.tar');
  execFileSync('git', ['archive', '--output', archive, 'HEAD']);
  run('tar', '-xf', archive);
  rmSync(archive);
  symlinkSync(resolve('node_modules'), join(stage, 'node_modules'));
  writeFileSync(join(stage, 'package.json'), description);
  writeFileSync(join(stage, 'CHANGELOG.md'), log);
  rmSync(TO, { recursive: true, force: true });
  mkdirSync(TO);
  const say = (what: string): void => console.log(what);
  say('building…');
  run('npm', 'run', 'build');
  run(process.execPath, 'dist/scripts/docs.js');
  run('npm', 'pack', '--ignore-scripts', '--pack-destination', TO);
  run(process.execPath, 'dist/scripts/vscode.js');
  cpSync(join(stage, 'dist/vscode/cfgtool.vsix'), join(TO, `cfgtool-${version}.vsix`));
  run(process.execPath, 'bin/run.js', 'playground', '-o', join(TO, 'playground.html'));
  for (const name of ['docs', 'man']) run('tar', '-czf', join(TO, `${name}.tar.gz`), name);
  if (existsSync('site/node_modules'))
    symlinkSync(resolve('site/node_modules'), join(stage, 'site/node_modules'));
  run(process.execPath, 'dist/scripts/site.js');
  run('tar', '-czf', join(TO, 'site.tar.gz'), '-C', 'dist', 'site');
  const bundled = readFileSync(join(stage, 'dist/THIRD-PARTY.txt'), 'utf8');
  writeFileSync(join(TO, `cfgtool-${version}.cdx.json`), billOfMaterials(bundled, version));
  writeFileSync(join(TO, 'NOTES.md'), notes);
  writeFileSync(join(TO, 'CHANGELOG.md'), log);
  writeFileSync(join(TO, 'SHA256SUMS'), checksums(TO));
  say(readFileSync(join(TO, 'SHA256SUMS'), 'utf8').trimEnd());
  const isThere = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
  if (isThere) run('docker', 'build', '--tag', `${image}:${version}`, '.');
  say(isThere ? `container ${image}:${version}` : 'container: NOT BUILT, nothing here builds one');
  say(`To install: npm install --global ./release/cfgtool-${version}.tgz`);
  say(
    repository === undefined
      ? 'To publish, run this with --repository https://…: the package names no repository'
      : `To publish: npm publish release/cfgtool-${version}.tgz; git tag v${version}; commit CHANGELOG.md`,
  );
}

if (process.argv[1]?.endsWith('release.js') === true) {
  const stage = mkdtempSync(join(tmpdir(), 'cfgtool-release-'));
  try {
    main(stage);
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
