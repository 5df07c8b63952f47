import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');

describe('README', () => {
  test('its picture is what the tool prints', () => {
    const [, file = '', shown] =
      /```\n\$ cfgtool migrate (\S+) --to v3 --format diff\n([\s\S]*?)```/.exec(readme) ?? [];
    const args = ['bin/run.js', 'migrate', file, '--to', 'v3', '--format', 'diff'];
    const result = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(result.stdout).toBe(shown);
    expect(result.status).toBe(0);
  });

  test('its picture of the terminal UI is a golden frame', () => {
    expect(readme).toContain(
      `\`\`\`\n${readFileSync('snapshots/tui/findings-80x24.txt', 'utf8').trimEnd()}\n\`\`\``,
    );
  });

  test('.ci/run runs exactly its test command', () => {
    const commands = [...readme.matchAll(/```sh\n(.*)\n```/g)].map(([, command]) => command);
    expect(commands).toHaveLength(2);
    expect(readFileSync('.ci/run', 'utf8')).toContain(`(${commands[1]})`);
  });

  test('the files it points to are there', () => {
    for (const [, path = ''] of readme.matchAll(/\]\((docs\/[^)]+)\)/g))
      expect(existsSync(path), path).toBe(true);
  });
});
