import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PICTURE, picture } from '../scripts/picture.ts';
import { commandNames } from '../src/commands/index.ts';

const readme = readFileSync('README.md', 'utf8');

function commandsIn(page: string): readonly string[] {
  return [...page.matchAll(/```sh\n(.*)\n```/g)].map(([, command = '']) => command);
}

describe('README', () => {
  test('fits two screens, and its first line says which release is modelled', () => {
    expect(readme.split('\n').length).toBeLessThan(120);
    const { proxyRelease } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readme.split('\n')[2]).toContain(`release ${proxyRelease} is modelled`);
  });

  test('its picture shows what the tool prints', () => {
    expect(readme).toContain(`](${PICTURE})`);
    expect(readFileSync(PICTURE, 'utf8')).toBe(picture());
  });

  test('its one line sets up and shows a migration', () => {
    const [command = ''] = commandsIn(readme);
    const [, args = ''] = /^npm ci && npm run build && node (.*)$/.exec(command) ?? [];
    const { status, stdout } = spawnSync(process.execPath, args.split(' '), { encoding: 'utf8' });
    expect({ status, head: stdout.split('\n', 1) }).toEqual({
      status: 0,
      head: ['--- a/examples/front-proxy.yaml'],
    });
  });

  test('every command is named', () => {
    for (const name of commandNames) expect(readme, name).toContain(`\`${name}\``);
  });

  test('the commands of its questions exist, with their flags', () => {
    const commands = [...readme.matchAll(/\| `cfgtool (\w+)([^`]*)` \|/g)];
    expect(commands.length).toBeGreaterThanOrEqual(5);
    for (const [, name = '', args = ''] of commands) {
      const help = spawnSync(process.execPath, ['bin/run.js', name, '--help'], { encoding: 'utf8' });
      expect(help.status, name).toBe(0);
      for (const [flag] of args.matchAll(/--[\w-]+/g)) expect(help.stdout, flag).toContain(flag);
    }
  });

  test('.ci/run runs exactly its test command', () => {
    const commands = commandsIn(readme);
    expect(commands).toHaveLength(2);
    expect(readFileSync('.ci/run', 'utf8')).toContain(`(${commands[1]})`);
  });

  test('the files it points to are there', () => {
    for (const [, path = ''] of readme.matchAll(/\]\((docs\/[^)#]+)(?:#[^)]*)?\)/g))
      expect(existsSync(path), path).toBe(true);
  });
});
