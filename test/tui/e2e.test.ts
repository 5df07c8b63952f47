/** `cfgtool explore` as a person has it: the built program in a real pseudo-terminal. */
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { analysed } from './analysed.ts';
import { hasTmux, PseudoTerminal } from './pseudo-terminal.ts';
import { Screen, sideOfText } from './screen.tsx';

const program = resolve('bin/run.js');
let folder: string;
let terminal: PseudoTerminal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfgtool-explore-'));
  copyFileSync('examples/front-proxy.yaml', join(folder, 'front.yaml'));
});

afterEach(() => {
  terminal?.close();
  rmSync(folder, { recursive: true });
});

function open(options: ConstructorParameters<typeof PseudoTerminal>[1] = {}): void {
  terminal = new PseudoTerminal(folder, options);
}

/** Starts the explorer and waits until everything was worked out; the edits of the migration come last. */
async function explore(...inputs: readonly string[]): Promise<void> {
  terminal.run(`node ${program} explore ${inputs.join(' ')}`);
  await terminal.until('[1 Overview]');
  terminal.press('5');
  await terminal.until((screen) => screen.includes('[5 Migrate]') && !screen.includes('planning'));
  terminal.press('1');
  await terminal.until('[1 Overview]');
}

/** The shell has the terminal again, as it was before. */
async function expectUsable(code: string): Promise<string> {
  await terminal.untilAsked('alternate_on', '0');
  terminal.run('echo "code=$?"');
  const screen = await terminal.until(`code=${code}`);
  expect(terminal.ask('cursor_flag')).toBe('1');
  expect(terminal.ask('mouse_any_flag')).toBe('0');
  terminal.run('stty -g | cmp - stty.before && echo the-same-$((40 + 2))');
  await terminal.until('the-same-42');
  return screen;
}

function keepModes(): void {
  terminal.run('stty -g > stty.before');
}

describe.skipIf(!hasTmux)('one input', () => {
  test('start, filter, jump, quit', async () => {
    open();
    keepModes();
    await explore('front.yaml');
    terminal.press('2');
    await terminal.until('[2 Tree]');
    terminal.type('/basket');
    await terminal.until('/basket*');
    terminal.press('Enter', 'G');
    terminal.type(':go basket');
    terminal.press('Enter');
    await terminal.until(/▌.*basket/);
    // From the cluster to what reaches it, and back.
    terminal.press('f');
    await terminal.until(/▌.*\/(?:basket|upload)/);
    terminal.press('Escape');
    terminal.press('q');
    await expectUsable('0');
  });

  test('what is on the screen is the frame that the state gives', async () => {
    open();
    await explore('front.yaml');
    const side = sideOfText('front.yaml', readFileSync(join(folder, 'front.yaml'), 'utf8'));
    const model = new Screen({ side, ...analysed(side) }, { columns: 100, rows: 30 });
    for (const keys of [['2'], ['j', 'j', 'j'], ['3'], ['j', 'j'], ['?'], ['Escape'], ['1']]) {
      terminal.press(...keys);
      for (const key of keys) model.press(key === 'Escape' ? 'escape' : key);
      const wanted = model.frame().trimEnd();
      await terminal.until((screen) => rowsOf(screen) === rowsOf(wanted)).catch(() => {});
      expect(rowsOf(terminal.screen()), keys.join(' ')).toBe(rowsOf(wanted));
    }
  });

  test('a request is traced, and from a route comes a request that lands there', async () => {
    open();
    await explore('front.yaml');
    terminal.press('4');
    await terminal.until('type a request');
    terminal.press('r');
    terminal.type("GET shop.copperleaf.test/search?q=1 -H 'x-a: b'");
    terminal.press('Enter');
    await terminal.until('goes to cluster "search"');
    terminal.press('y');
    await terminal.until('copied the request');
    expect(terminal.clipboard()).toBe("GET 'shop.copperleaf.test/search?q=1' -H 'x-a: b'");
    terminal.press('2');
    terminal.type('/pay');
    terminal.press('Enter');
    await terminal.until(/▌.*\/pay/);
    terminal.press('r');
    await terminal.until(/\[4 Trace\][\s\S]*goes to cluster "bank"/);
    terminal.press('[');
    await terminal.until(/▌GET http:\/\/shop\.copperleaf\.test\/search/);
  });

  test('one edit of the migration is accepted and written, the others are not', async () => {
    open();
    const before = readFileSync(join(folder, 'front.yaml'), 'utf8');
    await explore('front.yaml');
    terminal.press('5');
    await terminal.until(/35 edits, 18 of them optional +accepted 0/);
    terminal.press('j', 'a');
    await terminal.until(/accepted 1/);
    terminal.press('w');
    await terminal.until('w once more writes 1 edit');
    terminal.press('w');
    await terminal.until(/1 edit written to front\.yaml/);
    const after = readFileSync(join(folder, 'front.yaml'), 'utf8');
    expect(after).not.toBe(before);
    expect(after).toContain('transport_socket:');
    expect(after).toContain('build_version');
    await terminal.until(/34 edits, 18 of them optional +accepted 0/);
  });

  test('accepted edits are saved as a patch that applies', async () => {
    open();
    await explore('front.yaml', '--show-secrets');
    terminal.press('5');
    await terminal.until(/35 edits/);
    terminal.press('A', 'p');
    terminal.type('all.patch');
    terminal.press('Enter');
    await terminal.until('saved to all.patch');
    terminal.press('q');
    await terminal.untilAsked('alternate_on', '0');
    // The same as what migrate writes.
    copyFileSync(join(folder, 'front.yaml'), join(folder, 'other.yaml'));
    terminal.run(
      `node ${program} migrate other.yaml --write && patch -p1 < all.patch && cmp front.yaml other.yaml && echo the-same-$((40 + 2))`,
    );
    await terminal.until('the-same-42');
  });

  test('a file that changes on disk is read again; one that cannot be read any more leaves what is shown', async () => {
    open();
    await explore('front.yaml');
    terminal.press('2');
    replace('front.yaml', (text) => text.replaceAll('copperleaf', 'silverleaf'));
    await terminal.until(/shop\.silverleaf\.test/);
    replace('front.yaml', (text) => `${text}\n  ]: [`);
    await terminal.until('not read again: front.yaml');
    expect(terminal.screen()).toContain('shop.silverleaf.test');
  });

  test('keys are answered while the findings are worked out', async () => {
    // The worker stands still in the midst of its work until a file is there.
    writeFileSync(
      join(folder, 'hold.mjs'),
      `import { existsSync } from 'node:fs';
import { isMainThread, parentPort } from 'node:worker_threads';
if (!isMainThread) {
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message) => {
    post(message);
    while (message.kind === 'progress' && !existsSync('go-on')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  };
}
`,
    );
    open({ env: { NODE_OPTIONS: '--import ./hold.mjs' } });
    terminal.run(`node ${program} explore front.yaml`);
    await terminal.until('analyzing:');
    terminal.press('2');
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.includes('analyzing:'));
    terminal.type('/basket');
    await terminal.until((screen) => /\/basket {2}\d+ matches/.test(screen));
    terminal.press('Enter', 'f');
    const busy = await terminal.until(/▌.*basket/);
    expect(busy).not.toContain('▲');
    terminal.press('q');
    await terminal.untilAsked('alternate_on', '0');
    terminal.run(`node ${program} explore front.yaml`);
    await terminal.until('analyzing:');
    terminal.press('2');
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.includes('analyzing:'));
    writeFileSync(join(folder, 'go-on'), '');
    // Now they are there, without a key.
    await terminal.until((screen) => screen.includes('▲ dead') && !screen.includes('analyzing'));
  });

  test('while a changed file is read, that is said', async () => {
    writeFileSync(
      join(folder, 'hold.mjs'),
      `import { existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readFile } = promises;
promises.readFile = async (...args) => {
  while (existsSync('stop')) await new Promise((resolve) => setTimeout(resolve, 50));
  return readFile(...args);
};
syncBuiltinESMExports();
`,
    );
    open({ env: { NODE_OPTIONS: '--import ./hold.mjs' } });
    await explore('front.yaml');
    writeFileSync(join(folder, 'stop'), '');
    terminal.press('R');
    await terminal.until('reading the files');
    terminal.press('2');
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.includes('reading the files'));
    rmSync(join(folder, 'stop'));
    await terminal.until((screen) => screen.includes('[2 Tree]') && !screen.includes('reading the files'));
  });

  test('$EDITOR is opened at the place, and the file is read again', async () => {
    writeFileSync(join(folder, 'edit.sh'), 'sed -i "s/name: basket$/name: trolley/" "$1"\n');
    open({ env: { VISUAL: '', EDITOR: 'sh edit.sh' } });
    await explore('front.yaml');
    terminal.press('2');
    terminal.type(':go basket');
    terminal.press('Enter');
    await terminal.until(/▌.*basket/);
    terminal.press('e');
    await terminal.until('read again after editing');
    await terminal.until('trolley');
    expect(terminal.ask('alternate_on')).toBe('1');
  });

  test('resized down to 80 by 24 it fits; below that it says so politely', async () => {
    open({ columns: 140, rows: 45 });
    await explore('front.yaml');
    terminal.press('2');
    await terminal.until('[2 Tree]');
    terminal.resize(80, 24);
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.split('\n').length <= 24);
    terminal.resize(60, 20);
    await terminal.until(/80.{1,6}24/);
    terminal.resize(100, 30);
    await terminal.until('[2 Tree]');
  });
});

function replace(name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, change(readFileSync(path, 'utf8')));
  renameSync(`${path}.new`, path);
}

/** Rows without blanks at their end. */
function rowsOf(screen: string): string {
  return screen
    .split('\n')
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();
}

describe.skipIf(!hasTmux)('two inputs', () => {
  test('the change is walked through: differences, both sides, a moved request, quit', async () => {
    copyFileSync(join(folder, 'front.yaml'), join(folder, 'after.yaml'));
    replace('after.yaml', (text) =>
      text.replace('cluster: basket', 'cluster: bank').replace('connect_timeout: 1s', 'connect_timeout: 9s'),
    );
    open({ columns: 120, rows: 36 });
    keepModes();
    await explore('front.yaml', 'after.yaml');
    terminal.press('6');
    await terminal.until('[6 Diff]');
    await terminal.until('Requests that fare differently');
    terminal.press(']');
    await terminal.until(/▌.*shop\.copperleaf\.test/);
    // Both sides beside each other.
    const screen = await terminal.until(/front\.yaml:\d+ .*│ after\.yaml:\d+/);
    expect(screen).toContain('-');
    terminal.press('Enter');
    await terminal.until(/\[4 Trace\][\s\S]*goes to cluster "bank"/);
    terminal.press('Escape');
    await terminal.until('[6 Diff]');
    terminal.press('J', 'J', ']', ']');
    await terminal.until(/▌.*connect_timeout/);
    terminal.press('q');
    await expectUsable('0');
  });
});

describe.skipIf(!hasTmux)('the terminal is usable afterwards', () => {
  test.each([
    ['TERM', '143'],
    ['INT', '130'],
    ['HUP', '129'],
  ])('SIG%s', async (signal, code) => {
    open();
    keepModes();
    await explore('front.yaml');
    expect(terminal.ask('alternate_on')).toBe('1');
    process.kill(await terminal.child(), `SIG${signal}`);
    await expectUsable(code);
  });

  test('a crash, which is told on the screen of the shell', async () => {
    const crash = "process.on('SIGUSR2',()=>{throw%20new%20Error('injected')})";
    open({ env: { NODE_OPTIONS: `--import "data:text/javascript,${crash}"` } });
    keepModes();
    await explore('front.yaml');
    process.kill(await terminal.child(), 'SIGUSR2');
    const screen = await expectUsable('3');
    expect(screen).toContain('this is a bug in cfgtool');
    expect(screen).toContain('injected');
  });

  test('Ctrl-Z gives it to the shell, fg takes it again', async () => {
    open();
    keepModes();
    await explore('front.yaml');
    terminal.press('2');
    await terminal.until('[2 Tree]');
    terminal.press('C-z');
    await terminal.until('Stopped');
    expect(terminal.ask('alternate_on')).toBe('0');
    expect(terminal.ask('cursor_flag')).toBe('1');
    terminal.run('fg');
    await terminal.until('[2 Tree]');
    expect(terminal.ask('alternate_on')).toBe('1');
    terminal.press('q');
    await terminal.untilAsked('alternate_on', '0');
  });
});
