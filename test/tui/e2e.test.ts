/** `cfgtool explore` as a person has it: the built program in a real pseudo-terminal. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { edited } from './diff/edited.ts';
import { goldenFrame } from './golden.ts';
import { hasTmux, PseudoTerminal } from './pseudo-terminal.ts';

/** How long a screen may take to become a golden frame, in milliseconds. */
const PATIENCE = 30_000;
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

/** What a proxy answers that has these clusters. */
function dumpOf(names: readonly string[]): string {
  const clusters = names.map((name) => ({
    cluster: { '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster', name, connect_timeout: '1s' },
  }));
  const type = 'type.googleapis.com/envoy.admin.v3.ClustersConfigDump';
  return JSON.stringify({ configs: [{ '@type': type, static_clusters: clusters }] }, undefined, 1);
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

  test('properties of the settings are among the findings, with the request that breaks one', async () => {
    for (const name of ['front.yaml', 'access.yaml'])
      copyFileSync(`examples/prove/${name}`, join(folder, name));
    writeFileSync(join(folder, '.cfgtool.yaml'), 'properties: access.yaml\n');
    open({ columns: 140, rows: 40 });
    await explore('front.yaml');
    terminal.type(':findings property-refuted');
    terminal.press('Enter', 'j');
    const screen = await terminal.until('https://brewery.test/ledger');
    expect(screen).toContain('property "the ledger only for staff" (access.yaml:8)');
    terminal.press('q');
  });

  test('every view at 80 by 24, as its golden frame has it', async () => {
    open({ columns: 80, rows: 24 });
    mkdirSync(join(folder, 'examples'));
    copyFileSync('examples/front-proxy.yaml', join(folder, 'examples', 'front-proxy.yaml'));
    await explore('examples/front-proxy.yaml');
    // Back in the first view, with nothing said any more.
    terminal.press('Escape', 'Escape', 'Z');
    await expectScreen('overview-80x24');
    terminal.press('2');
    await expectScreen('tree-80x24');
    terminal.type('/search');
    await expectScreen('search');
    terminal.press('Escape', 'g');
    terminal.type(':go s');
    terminal.press('Tab');
    await terminal.until(':go storefront');
    terminal.press('Escape');
    terminal.type(':go shop');
    terminal.press('Enter', 'j', 'j', 's');
    await expectScreen('source');
    terminal.press('s', 'j', 'l', 'j', 'j');
    await expectScreen('detail-80x24');
    terminal.press('h');
    terminal.type(':go catalog');
    terminal.press('Enter', 'f');
    await expectScreen('follow');
    terminal.type(':findings shadowed-route');
    terminal.press('Enter', 'j');
    await expectScreen('findings-80x24');
    terminal.press('?');
    await expectScreen('help-80x24');
    terminal.press('?');
    await expectScreen('findings-80x24');
  });

  test('requests that are typed, as the golden frame has them', async () => {
    open();
    await explore('front.yaml');
    terminal.press('4');
    await expectScreen('trace-empty');
    for (const [url, answer, ...keys] of [
      ['/pay', 'bank'],
      ['/nothing-there', 'pages', 'r'],
      ["'/search?q=tea'", 'search', 'r'],
    ]) {
      terminal.press(...keys);
      terminal.type(`GET https://shop.copperleaf.test${url}`);
      terminal.press('Enter');
      await terminal.until(`goes to cluster "${answer}"`);
    }
    await expectScreen('trace');
  });

  test('edits that are decided, as the golden frame has them', async () => {
    open();
    await explore('front.yaml');
    terminal.press('5', 'a', 'd', 'a');
    await expectScreen('migrate');
  });

  test('a request is traced, and from a route comes a request that lands there', async () => {
    open();
    await explore('front.yaml');
    terminal.press('4');
    await terminal.until('type a request');
    terminal.type("GET https://shop.copperleaf.test/search?q=1 -H 'x-a: b'");
    terminal.press('Enter');
    await terminal.until('goes to cluster "search"');
    terminal.press('y');
    await terminal.until('copied the request');
    expect(terminal.clipboard()).toBe("GET 'https://shop.copperleaf.test/search?q=1' -H 'x-a: b'");
    terminal.press('2');
    terminal.type('/pay');
    terminal.press('Enter');
    await terminal.until(/▌.*\/pay/);
    terminal.press('r');
    await terminal.until(/\[4 Trace\][\s\S]*goes to cluster "bank"/);
    terminal.press('[');
    await terminal.until(/▌GET https:\/\/shop\.copperleaf\.test\/search/);
  });

  test('one edit of the migration is accepted and written, the others are not', async () => {
    open();
    const before = readFileSync(join(folder, 'front.yaml'), 'utf8');
    await explore('front.yaml');
    terminal.press('5');
    await terminal.until(/\d+ edits, \d+ optional, \d+ to lift +accepted 0/);
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
    await terminal.until(/\d+ edits, \d+ optional, \d+ to lift +accepted 0 +left 0/);
  });

  test('accepted edits are saved as a patch that applies', async () => {
    open();
    await explore('front.yaml', '--show-secrets');
    terminal.press('5');
    await terminal.until(/\d+ edits/);
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
    expect(terminal.screen()).toMatch(/▲ older +front\.yaml/);
  });

  test('a running proxy is asked again every second: what changed is shown with the cursor where it was, an error is told', async () => {
    const asked: string[] = [];
    let names: readonly string[] | undefined = ['checkout', 'storefront'];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (names === undefined) response.writeHead(503).end('draining');
      else response.end(dumpOf(names));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    try {
      open();
      await explore(`http://127.0.0.1:${port}`, '--reload', '1');
      terminal.press('2');
      await terminal.until('[2 Tree]');
      terminal.type('/storefront');
      terminal.press('Enter');
      await terminal.until(/▌.*storefront/);
      terminal.press('Escape');
      names = ['basket', 'checkout', 'payment', 'storefront'];
      await terminal.until((screen) => screen.includes('payment') && /▌.*storefront/.test(screen));
      names = undefined;
      await terminal.until('not read again');
      expect(terminal.screen()).toMatch(/▌.*storefront/);
      names = ['storefront'];
      await terminal.until((screen) => !screen.includes('payment') && /▌.*storefront/.test(screen));
      expect(terminal.screen()).not.toContain('not read again');
      terminal.press('q');
      await terminal.untilAsked('alternate_on', '0');
      const count = asked.length;
      expect([...new Set(asked)]).toEqual(['GET /config_dump?include_eds']);
      await pause(1500);
      expect(asked).toHaveLength(count);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test('keys are answered while the findings are worked out', async () => {
    hold();
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
    terminal.press('Escape', 'Escape');
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.includes('analyzing:'));
    writeFileSync(join(folder, 'go-on'), '');
    // Now they are there, without a key.
    await terminal.until((screen) => screen.includes('▲') && !screen.includes('analyzing'));
  });

  test('and while two inputs are compared; q does not wait either', async () => {
    hold();
    copyFileSync(join(folder, 'front.yaml'), join(folder, 'after.yaml'));
    replace('after.yaml', (text) => text.replace('cluster: basket', 'cluster: bank'));
    open({ env: { NODE_OPTIONS: '--import ./hold.mjs' } });
    keepModes();
    terminal.run(`node ${program} explore front.yaml after.yaml`);
    await terminal.until('comparing:');
    terminal.press('6');
    await terminal.until((screen) => screen.includes('[6 Diff]') && screen.includes('comparing:'));
    terminal.press('2', 'j');
    await terminal.until((screen) => /▌.*storefront/.test(screen) && screen.includes('comparing:'));
    terminal.press('q');
    await expectUsable('0');
  });

  test('while a changed file is read, that is said', async () => {
    writeFileSync(
      join(folder, 'hold.mjs'),
      `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { existsSync, readFile } = fs;
fs.readFile = (...args) => {
  if (existsSync('stop')) setTimeout(() => fs.readFile(...args), 50);
  else readFile(...args);
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

  test('14.u resized down to 60 by 16 it fits; below that it says so politely', async () => {
    open({ columns: 140, rows: 45 });
    await explore('front.yaml');
    terminal.press('2');
    await terminal.until('[2 Tree]');
    terminal.resize(80, 24);
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.split('\n').length <= 24);
    terminal.resize(60, 16);
    await terminal.until((screen) => screen.includes('[2 Tree]') && screen.split('\n').length <= 16);
    terminal.resize(50, 12);
    await terminal.until(/60.{1,6}16/);
    terminal.resize(100, 30);
    await terminal.until('[2 Tree]');
  });
});

/** The worker stands still in the midst of its work, from the first word about it on, until a file `go-on` is there. */
function hold(): void {
  writeFileSync(
    join(folder, 'hold.mjs'),
    `import { existsSync } from 'node:fs';
import { isMainThread, parentPort } from 'node:worker_threads';
if (!isMainThread) {
  const post = parentPort.postMessage.bind(parentPort);
  const still = new Int32Array(new SharedArrayBuffer(4));
  parentPort.postMessage = (message) => {
    post(message);
    while (message.kind === 'progress' && !existsSync('go-on')) Atomics.wait(still, 0, 0, 50);
  };
}
`,
  );
}

function replace(name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, change(readFileSync(path, 'utf8')));
  renameSync(`${path}.new`, path);
}

/** The screen is a golden frame, as soon as it is drawn. */
async function expectScreen(name: string): Promise<void> {
  const wanted = goldenFrame(name);
  await terminal.until((screen) => rowsOf(screen) === wanted, PATIENCE).catch(() => {});
  expect(rowsOf(terminal.screen())).toBe(wanted);
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
    await terminal.until('Requests that are handled differently');
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

  test('both sides of a difference, as the golden frame has them', async () => {
    for (const name of ['a.yaml', 'b.yaml']) copyFileSync(join(folder, 'front.yaml'), join(folder, name));
    replace('b.yaml', edited);
    open({ columns: 120, rows: 34 });
    await explore('a.yaml', 'b.yaml');
    terminal.press('6', ']', ']');
    await expectScreen('diff');
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
