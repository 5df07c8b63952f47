/**
 * The commands of docs/live.md, beside a real proxy that runs examples/live; `npm test` builds the program first.
 * CFGTOOL_UPDATE_DOCS=1 writes what is printed into the page, but for what it leaves out with `…`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePorts, PROXY } from '../proxy/program.ts';
import { consoleBlocks, fits, PROGRAM, printed } from './consoles.ts';

const PAGE = 'docs/live.md';
/** As the page and the example have them: those that are free now have as many digits. */
const PORTS = ['19901', '19902', '19903'];
const updates = (process.env.CFGTOOL_UPDATE_DOCS ?? '') !== '';

const outer = mkdtempSync(join(tmpdir(), 'cfgtool-'));
const ends: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  rmSync(outer, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function started(program: string, folder: string, admin: string): Promise<void> {
  const flags = ['--disable-hot-restart', '--concurrency', '1', '--log-level', 'critical'];
  const child = spawn(program, ['-c', 'front.yaml', ...flags], { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  ends.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for (let left = 200; left > 0; left--) {
    const answer = await fetch(`http://127.0.0.1:${admin}/ready`).then(
      (each) => each.text(),
      () => '',
    );
    if (answer.trim() === 'LIVE') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the proxy did not start');
}

test.runIf(PROXY !== undefined)(
  'each command prints what the page shows',
  async () => {
    const free = (await freePorts(PORTS.length)).map(String);
    const swapped = (text: string, from: readonly string[], to: readonly string[]): string =>
      text.replaceAll(/\d{5}/g, (port) => to[from.indexOf(port)] ?? port);
    const here = (text: string): string => swapped(text, PORTS, free);
    // What the proxy says of itself differs from run to run.
    const shownText = (text: string): string =>
      swapped(text, free, PORTS).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T00:00:00.000Z');
    const folder = join(outer, 'live');
    cpSync('examples/live', folder, { recursive: true });
    for (const name of ['front.yaml', 'listeners.yaml'])
      writeFileSync(join(folder, name), here(readFileSync(join(folder, name), 'utf8')));
    mkdirSync(join(outer, 'bin'));
    writeFileSync(join(outer, 'bin/cfgtool'), PROGRAM);
    chmodSync(join(outer, 'bin/cfgtool'), 0o755);
    await started(PROXY ?? '', folder, free[0] ?? '');

    const page = readFileSync(PAGE, 'utf8');
    const blocks = consoleBlocks(page, 'console live');
    expect(blocks.length).toBeGreaterThan(3);
    let updated = '';
    let at = 0;
    for (const { entries, start, end } of blocks) {
      const asked = entries.map(({ command, shown }) => ({ command: here(command), shown }));
      const texts = printed({ entries: asked, start, end }, folder, join(outer, 'bin')).map(shownText);
      const lines = entries.map(({ command, shown }, index) => {
        const text = texts[index] ?? '';
        if (!updates) expect(fits(shown, text) ? shown : text, command).toBe(shown);
        const kept = fits(shown, text) ? shown : text;
        return kept === '' ? `$ ${command}\n` : `$ ${command}\n${kept}\n`;
      });
      updated += page.slice(at, start) + lines.join('');
      at = end;
    }
    if (updates) writeFileSync(PAGE, updated + page.slice(at));
    // What was assembled from the running proxy is what a proxy starts with.
    const { status, stderr } = spawnSync(PROXY ?? '', ['--mode', 'validate', '-c', 'static.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  },
  60_000,
);
