/**
 * `node dist/scripts/screens.js` behind `npm run site`: pictures of what people look at, in docs/pictures, to be looked
 * at before they are committed. It needs Chromium, and tmux for the terminal UI.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from 'puppeteer-core';
import { siteFile } from './site-links.ts';

const TO = 'docs/pictures';
const BIN = resolve('bin/run.js');
const CHANGED = 'dist/changed.yaml';
const GATEWAY = 'examples/gateway/front.yaml';
/** Pixels. */
const [WIDTH, HEIGHT] = [1280, 800];

function run(...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [BIN, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  } catch (error) {
    // Findings end with 1.
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

/** The terminal UI on its first screen, as text with its colours. */
function explored(): string {
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', 'screens', ...args], { encoding: 'utf8' });
  tmux('new-session', '-d', '-x', '120', '-y', '34', `${process.execPath} ${BIN} explore ${GATEWAY}`);
  try {
    execFileSync('sleep', ['8']);
    return tmux('capture-pane', '-p', '-e');
  } finally {
    tmux('kill-server');
  }
}

function terminalPage(text: string): string {
  const [first = '', ...rest] = text.split('\u001b[');
  let [bold, inverse, color] = [false, false, TEXT];
  const spans = rest.map((part) => {
    const [, codes = '', shown = part] = /^([\d;]*)m(.*)$/s.exec(part) ?? [];
    const [palette = '', number] = /38;5;(\d+)/.exec(codes) ?? [];
    for (const code of codes.replace(palette, '').split(';').map(Number)) {
      if (palette === '' && code === 0) [bold, inverse] = [false, false];
      if (code === 1) bold = true;
      if (code === 7) inverse = true;
      if (palette === '' && (code === 0 || code === 39)) color = TEXT;
    }
    if (number !== undefined) color = paletteColor(Number(number));
    const colors = inverse ? `background:${color};color:${GROUND}` : `color:${color}`;
    return `<span style="${colors}${bold ? ';font-weight:700' : ''}">${safeHtml(shown)}</span>`;
  });
  return `<body style="background:${GROUND};color:${TEXT};margin:16px"><pre style="font:15px/1.25 'DejaVu Sans Mono',monospace">${safeHtml(first)}${spans.join('')}</pre>`;
}

const [GROUND, TEXT] = ['#12171d', '#dfe5ec'];

/** One of the 256 colours of terminals: from 16 on a cube of six steps each, from 232 on greys. */
function paletteColor(code: number): string {
  if (code >= 232)
    return `rgb(${Array(3)
      .fill(8 + (code - 232) * 10)
      .join()})`;
  const step = (size: number): number => Math.floor((code - 16) / size) % 6;
  return `rgb(${[step(36), step(6), step(1)].map((each) => (each === 0 ? 0 : 55 + each * 40)).join()})`;
}

function safeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

async function main(folder: string): Promise<void> {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return `file://${join(folder, name)}`;
  };
  const changed = readFileSync(GATEWAY, 'utf8').replace('path_separated_prefix: /cart', 'path: /cart');
  writeFileSync(CHANGED, changed);
  const server = createServer(({ url = '/' }, response) => {
    const file = siteFile('dist/site', url);
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', file.type);
    response.end(file.bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const screens: readonly (readonly [name: string, address: string, width?: number])[] = [
    ['readme', `${site}/readme.html`],
    ['docs', `${site}/rules/shadowed-route.html`],
    ['docs-phone', `${site}/configuration.html`, 390],
    ['report', write('report.html', run('analyze', GATEWAY, '--format', 'html'))],
    ['diff', write('diff.html', run('diff', GATEWAY, CHANGED, '--format', 'html'))],
    ['playground', `${site}/try.html`],
    ['playground-phone', `${site}/try.html`, 390],
    ['explore', write('explore.html', terminalPage(explored()))],
  ];
  const browser = await launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    headless: true,
  });
  for (const [name, address, width = WIDTH] of screens) {
    const page = await browser.newPage();
    await page.setViewport({ width, height: HEIGHT });
    await page.goto(address, { waitUntil: 'load' });
    await new Promise((done) => setTimeout(done, 6000));
    await page.screenshot({ path: `${TO}/${name}.webp` as `${string}.webp`, type: 'webp', quality: 55 });
    await page.close();
  }
  await browser.close();
  server.close();
}

const folder = mkdtempSync(join(tmpdir(), 'cfgtool-screens-'));
try {
  await main(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
