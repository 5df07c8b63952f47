/** Every page that cfgtool makes, looked through by axe-core: nothing of what its rules hold against a page is there. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { browserTest, startBrowser } from '../../browser.ts';
import { cfgtool, temporaryFolder } from '../../commands/run.ts';

const folder = temporaryFolder();
const open = startBrowser();
/** Not there where packages were installed before it was one of them; then nothing is looked at, but in CI all fails. */
const AXE = 'node_modules/axe-core/axe.min.js';
const axeTest = existsSync(AXE) || process.env.CI !== undefined ? browserTest : test.skip;
const GATEWAY = 'examples/gateway/front.yaml';

/** Pages by what makes them. */
const PAGES: { readonly [name: string]: () => readonly string[] } = {
  'analyze, few findings': () => ['analyze', GATEWAY, '--format', 'html'],
  'analyze, many findings': () => ['analyze', 'examples/front-proxy.yaml', '--format', 'html'],
  diff: () => {
    const text = readFileSync(GATEWAY, 'utf8').replace('path_separated_prefix: /cart', 'path: /cart');
    return ['diff', GATEWAY, folder.write('changed.yaml', text), '--format', 'html'];
  },
  playground: () => ['playground', '-o', '-'],
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe.each(Object.entries(PAGES))('%s', (name, args) => {
  axeTest.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('38.7 in %s colours, %i wide', async (colors, width) => {
    const { page, ask } = await open(cfgtool([...args()]).out, { dark: colors === 'dark', width });
    if (name === 'playground')
      await page.waitForFunction(`document.querySelector('.card, .cm-lintPoint, .cm-lintRange')`, {
        timeout: 60_000,
      });
    await page.evaluate(readFileSync(AXE, 'utf8'));
    const { violations, passes } = (await ask('axe.run()')) as {
      readonly violations: readonly Violation[];
      readonly passes: readonly unknown[];
    };
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
    expect(passes.length).toBeGreaterThan(20);
    expect(await ask('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });
});
