import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('in a pipe explore is refused with exit code 2, before anything is read', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bin/run.js', 'explore', 'no-such-file.yaml', 'examples/front-proxy.yaml'],
    { encoding: 'utf8', input: '' },
  );
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('explore needs a terminal');
  expect(stderr).toContain('cfgtool diff no-such-file.yaml examples/front-proxy.yaml');
});

test('--reload needs the address of a running proxy', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['bin/run.js', 'explore', 'examples/front-proxy.yaml', '--reload', '5'],
    { encoding: 'utf8', input: '' },
  );
  expect(status).toBe(2);
  expect(stderr).toContain('no input is the address of one');
});
