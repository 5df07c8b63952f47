/**
 * A headless browser for tests of pages. Without one they are skipped on a developer's machine, and fail where CI is set,
 * so that nobody takes a run without a browser for a proof.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, test } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
export const executable =
  process.env.CHROMIUM_PATH || NAMES.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
/** What keeps it from asking the network on its own. */
export const FLAGS: readonly string[] = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** A page with what went wrong in it. */
export interface Opened {
  readonly page: Page;
  /** Console errors, failed scripts, violations of its policy, requests beyond the file itself. */
  readonly complaints: readonly string[];
  /** The value of an expression in the page. */
  ask(expression: string): Promise<unknown>;
  /** The texts of all elements of a selector. */
  texts(selector: string): Promise<unknown>;
}

export interface OpenOptions {
  readonly scripts?: boolean;
  readonly width?: number;
  readonly dark?: boolean;
  /** With its `#`. */
  readonly fragment?: string;
}

/** For tests that need a browser. */
export const browserTest = executable === undefined && process.env.CI === undefined ? test.skip : test;

/** One browser for the tests of a file. */
export function startBrowser(): (html: string, options?: OpenOptions) => Promise<Opened> {
  let browser: Browser | undefined;
  let folder = '';
  let count = 0;
  beforeAll(async () => {
    if (executable === undefined && process.env.CI === undefined) return;
    if (executable === undefined) throw new Error('no Chromium: install one, or set CHROMIUM_PATH');
    folder = mkdtempSync(join(tmpdir(), 'cfgtool-page-'));
    browser = await launch({ executablePath: executable, args: [...FLAGS], headless: true });
  });
  afterAll(async () => {
    await browser?.close();
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });
  return async (html, { scripts = true, width = 1280, dark = false, fragment = '' } = {}) => {
    if (browser === undefined) throw new Error('the browser was not started');
    const path = join(folder, `page-${++count}.html`);
    writeFileSync(path, html);
    const page = await browser.newPage();
    const complaints: string[] = [];
    const address = `file://${path}`;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn')
        complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`script: ${String(error)}`));
    page.on('request', (request) => {
      // A worker comes from the page's own memory.
      const url = request.url();
      if (url.split('#')[0] !== address && !url.startsWith('blob:null/')) complaints.push(`request: ${url}`);
    });
    await page.setViewport({ width, height: 900 });
    await page.setJavaScriptEnabled(scripts);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    await page.goto(`${address}${fragment}`, { waitUntil: 'load' });
    const ask = (expression: string): Promise<unknown> => page.evaluate(expression);
    const texts = (selector: string): Promise<unknown> =>
      ask(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (each) => each.textContent)`);
    return { page, complaints, ask, texts };
  };
}
