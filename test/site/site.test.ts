/**
 * The site of the docs as it is built: its links, its width on a phone, its search without a network, and what axe-core
 * holds against it. Its packages are not those of the project (`npm ci --prefix site` fetches them, as .ci/run does):
 * without them it is skipped, and says so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteFile } from '../../scripts/site-links.ts';
import { executable, FLAGS } from '../browser.ts';

const SITE = 'dist/site';
const AXE = 'node_modules/axe-core/axe.min.js';
const isThere = existsSync('site/node_modules/vitepress') && executable !== undefined;
if (!isThere) console.warn('NO SITE: it is not looked at without `npm ci --prefix site` and Chromium');
let built = { status: -1 as number | null, stdout: '', stderr: '' };
let server: Server;
let address = '';
let browser: Browser;
const asked: string[] = [];

beforeAll(async () => {
  if (!isThere) return;
  built = spawnSync(process.execPath, ['dist/scripts/site.js'], { encoding: 'utf8' });
  server = createServer(({ url = '/' }, response) => {
    const file = siteFile(SITE, url);
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', file.type);
    response.end(file.bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch({ executablePath: executable ?? '', args: [...FLAGS], headless: true });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function opened(path: string, width: number, dark = false): Promise<Page> {
  const page = await browser.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) asked.push(request.url());
  });
  await page.setViewport({ width, height: 844 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  await page.goto(`${address}/${path}`, { waitUntil: 'load' });
  await page.waitForSelector('#app .VPNav');
  return page;
}

/** Every page that is written by hand, and one of each kind that is generated. */
const PAGES = [
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => (name === 'README.md' ? '' : name.replace('.md', '.html'))),
  'changelog.html',
  'commands/analyze.html',
  'rules/shadowed-route.html',
  'rules/unknown-variable.html',
  'migrations/regex-to-safe-regex.html',
  'decisions/proofs.html',
  'diff/rules.html',
];

describe.skipIf(!isThere)('38.8 the site', () => {
  test('is built, and each of its links leads somewhere', () => {
    expect(built.stderr).toBe('');
    expect(built.stdout).toMatch(/^\d{3} pages in dist\/site, \d{4,} links, 0 of them broken\n$/);
    expect(built.status).toBe(0);
  });

  test('fits a phone of 390 pixels', async () => {
    const wide: string[] = [];
    for (const path of PAGES) {
      const page = await opened(path, 390);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== 390) wide.push(`${path}: ${width}`);
      await page.close();
    }
    expect(wide).toEqual([]);
  });

  test('is searched without a network', async () => {
    const page = await opened('', 1280);
    await page.click('.DocSearch-Button');
    await page.waitForSelector('.search-input');
    await page.type('.search-input', 'certificate');
    await page.waitForSelector('.results .result');
    const found = String(await page.evaluate("document.querySelector('.results').textContent"));
    expect(found.toLowerCase()).toContain('certificate');
    await page.close();
    expect(asked).toEqual([]);
  });

  test('its rules lead to their bad example in the playground', async () => {
    const page = await opened('rules/shadowed-route.html', 1280);
    await page.click('a[href$="try.html#example=shadowed-route"]');
    await page.waitForFunction(`document.querySelector('[role=tabpanel] .card')`, { timeout: 60_000 });
    const shown = String(await page.evaluate('document.body.textContent'));
    expect(shown).toContain('shadowed-route');
    expect(shown).toContain('/cart/old');
    await page.close();
  });

  test.each([
    ['', 1280, false],
    ['rules/shadowed-route.html', 1280, true],
    ['configuration.html', 390, false],
  ] as const)(
    'axe-core holds nothing against /%s, %i wide',
    { timeout: 120_000 },
    async (path, width, dark) => {
      const page = await opened(path, width, dark);
      await page.evaluate(readFileSync(AXE, 'utf8'));
      const { violations } = (await page.evaluate('axe.run()')) as {
        readonly violations: readonly {
          readonly id: string;
          readonly nodes: readonly { readonly html: string }[];
        }[];
      };
      expect(violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])).toEqual(
        [],
      );
      await page.close();
    },
  );
});
