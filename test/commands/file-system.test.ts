/** What stands in a real folder: links, pipes, sockets, huge files, a hundred thousand files. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { processIo, processWriteIo } from '../../src/commands/io.ts';
import { InputError } from '../../src/source/errors.ts';
import { listInputs } from '../../src/source/inputs.ts';
import { loadInputs } from '../../src/source/load.ts';
import { replaceFile } from '../../src/source/write.ts';
import { CURRENT, cfgtool, IS_ROOT, LEGACY, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);

/** Names of what is read, and the problems of what is not. */
async function loaded(...inputs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const file of loadInputs(inputs.map(at), processIo))
    found.push(file instanceof InputError ? `${file.details.file}: ${file.details.problem}` : file.name);
  return found.map((line) => line.replaceAll(`${folder.path}/`, ''));
}

beforeAll(() => {
  folder.write('outside/secret.yaml', CURRENT);
  folder.write('configs/front.yaml', CURRENT);
  folder.write('configs/deep/back.yaml', CURRENT);
  symlinkSync('front.yaml', at('configs/inside.yaml'));
  symlinkSync('../outside/secret.yaml', at('configs/stolen.yaml'));
  symlinkSync('/etc/passwd', at('configs/passwd.yaml'));
  symlinkSync('../outside', at('configs/folder'));
  symlinkSync('..', at('configs/deep/up.yaml'));
  symlinkSync('.', at('configs/deep/self'));
  execFileSync('mkfifo', [at('configs/pipe.yaml')]);
  symlinkSync('pipe.yaml', at('configs/pipe-link.yaml'));
  symlinkSync('/dev/zero', at('configs/zero.yaml'));
});

describe('a search', () => {
  const EXPECTED = ['configs/deep/back.yaml', 'configs/front.yaml', 'configs/inside.yaml'];

  it('does not leave the folder that was named, nor wait for pipes and devices', async () => {
    expect(await loaded('configs')).toEqual(EXPECTED);
    expect(await loaded('configs/**/*.yaml')).toEqual(EXPECTED);
  });

  it('says what it left out', () => {
    const { code, err } = cfgtool(['analyze', 'configs', '--fail-on', 'none'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(
      err.match(/skipped configs\/(?:stolen|passwd)\.yaml: a symbolic link that leads out/g),
    ).toHaveLength(2);
  });

  it('is not stopped by a socket', async () => {
    const server = createServer().listen(at('configs/socket.yaml'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await loaded('configs')).toEqual(EXPECTED);
    expect(await loaded('configs/socket.yaml')).toEqual([
      'configs/socket.yaml: this is a socket or device that cannot be read',
    ]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('names links that lead nowhere or round in a circle', async () => {
    mkdirSync(at('broken'));
    symlinkSync('nowhere', at('broken/gone.yaml'));
    symlinkSync('circle.yaml', at('broken/circle.yaml'));
    expect((await loaded('broken')).sort()).toEqual([
      'broken/circle.yaml: its symbolic links go round in a circle',
      'broken/gone.yaml: this symbolic link leads to nothing',
    ]);
    expect(await loaded('broken/gone.yaml')).toEqual([
      'broken/gone.yaml: this symbolic link leads to nothing',
    ]);
  });
});

describe('what is named', () => {
  it('is followed where it is a link, to a file or a folder', async () => {
    expect(await loaded('configs/stolen.yaml')).toEqual(['configs/stolen.yaml']);
    expect(await loaded('configs/folder')).toEqual(['configs/folder/secret.yaml']);
  });

  it('is refused where it is huge', async () => {
    folder.write('huge.yaml', '');
    truncateSync(at('huge.yaml'), 600_000_000);
    expect(await loaded('huge.yaml')).toEqual([
      'huge.yaml: this is larger than 500 MB, the most that cfgtool reads at once',
    ]);
  });

  it('is refused where it is a glob made to explode', async () => {
    for (const glob of [
      '{a,b}'.repeat(40),
      '{'.repeat(100_000),
      '{a,'.repeat(20_000),
      '*{a,b}'.repeat(1000),
    ]) {
      const [found] = await listInputs([glob], processIo);
      expect(found).toBeInstanceOf(InputError);
    }
  });
});

it('a hundred thousand files in a folder are listed in order', async () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `f${String(index).padStart(6, '0')}.yaml`);
  const io = {
    ...processIo,
    status: async () => ({ kind: 'directory' as const, size: 0 }),
    readDirectory: async () => names.toReversed().map((name) => ({ name, kind: 'file' as const })),
  };
  const listed = await listInputs(['many'], io);
  expect(listed.map((item) => (item instanceof InputError ? item : item.name.slice(5)))).toEqual(names);
});

describe('writing', () => {
  it('goes through a link that was named: the link stays, its target is replaced', () => {
    folder.write('real.yaml', LEGACY);
    chmodSync(at('real.yaml'), 0o640);
    symlinkSync('real.yaml', at('link.yaml'));
    const { code } = cfgtool(['migrate', '--write', at('link.yaml')]);
    expect(code).toBe(0);
    expect(readFileSync(at('real.yaml'), 'utf8')).toContain('load_assignment');
    expect(statSync(at('real.yaml')).mode & 0o777).toBe(0o640);
    expect(execFileSync('readlink', [at('link.yaml')], { encoding: 'utf8' })).toBe('real.yaml\n');
  });

  it('refuses a file that somebody else has changed', async () => {
    folder.write('changed.yaml', 'theirs\n');
    const written = replaceFile(at('changed.yaml'), 'ours\n', processWriteIo, 'read\n');
    await expect(written).rejects.toThrow(/somebody else changed this file/);
    expect(readFileSync(at('changed.yaml'), 'utf8')).toBe('theirs\n');
  });

  it('says so where the disk is full', () => {
    writeFileSync(at('full.yaml'), LEGACY);
    const { code, err } = cfgtool(['migrate', at('full.yaml'), '--output', '/dev/full']);
    expect(code).toBe(2);
    expect(err).toMatch(/\/dev\/full: not written: the disk is full/);
  });

  it.skipIf(IS_ROOT)('leaves a folder alone that may not be written to', () => {
    folder.write('closed/front.yaml', LEGACY);
    chmodSync(at('closed'), 0o555);
    const { code, err } = cfgtool(['migrate', '--write', at('closed/front.yaml')]);
    chmodSync(at('closed'), 0o755);
    expect(code).toBe(2);
    expect(err).toMatch(/not written: writing is not permitted; the original is unchanged/);
  });
});
