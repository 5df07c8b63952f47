import { describe, expect, test } from 'vitest';
import { diffHtml } from '../../../src/report/html/diff-page.ts';
import { browserTest, startBrowser } from '../../browser.ts';
import { diffPage, diffReportOf, HOSTILE, MENDED, SHOP } from './pages.ts';

const open = startBrowser();

/** Both sides with a hostile name for everything. */
function hostile(name: string): readonly [string, string] {
  const quoted = JSON.stringify(name);
  const named = (text: string): string =>
    text
      .replaceAll('name: shop\n', `name: ${quoted}\n`)
      .replaceAll('cluster: old-cart', `cluster: ${quoted}`);
  return [named(SHOP), named(MENDED)];
}

describe('as text', () => {
  test('equal sides say so', () => {
    const page = diffPage({ 'front.yaml': [SHOP, SHOP] });
    expect(page).toContain('<h1>equal in meaning</h1>');
    expect(page).toContain('Every request is routed as before.');
    expect(page).toMatch(/\d+ lines unchanged/);
  });

  test('what cannot be decided is named', () => {
    const report = diffReportOf({ 'front.yaml': [SHOP, MENDED] });
    const page = diffHtml({
      ...report,
      pairs: report.pairs.map((pair) =>
        pair.behaviour === undefined
          ? pair
          : {
              ...pair,
              behaviour: {
                ...pair.behaviour,
                undecided: [{ where: 'routes <7>', reason: 'the budget ended' }],
              },
            },
      ),
    });
    expect(page).toContain('<b>?</b> Undecided: routes &lt;7&gt;: the budget ended.');
  });

  test('several pairs have an overview, and those that are equal are only named there', () => {
    const page = diffPage({ 'a.yaml': [SHOP, MENDED], 'b.yaml': [SHOP, SHOP] });
    expect(page).toContain('<a href="#pair0">a.yaml</a>');
    expect(page).toContain('<td>b.yaml</td><td>equal in meaning</td>');
    expect(page).not.toContain('id="pair1"');
  });

  test('the page grows with the change, not with the file', () => {
    const routes = Array.from(
      { length: 20_000 },
      (_, index) =>
        `    - match: { prefix: /r${index}/ }\n      redirect: { host_redirect: h${index}.test }\n`,
    );
    const text = (list: readonly string[]): string =>
      `name: r\nvirtual_hosts:\n- name: v\n  domains: [v.test]\n  routes:\n${list.join('')}`;
    const page = diffPage({
      'r.yaml': [
        text(routes),
        text(['    - match: { prefix: /new/ }\n      redirect: { host_redirect: new.test }\n', ...routes]),
      ],
    });
    expect(page.length).toBeLessThan(120_000);
    expect(page).toContain('39,99');
  });

  test.each(HOSTILE)('nothing of %s is markup', (name) => {
    const page = diffPage({ [name]: hostile(name) });
    const body = page.slice(page.indexOf('<header>'), page.lastIndexOf('<script>'));
    expect(body).not.toContain('\u202e');
    const tags = body.match(/<[^>]*>/g) ?? [];
    for (const tag of tags)
      expect(tag).toMatch(/^<\/?[a-z0-9]+(?: (?!on|style|src)[\w-]+(?:="[^"<>]*")?)*\/?>$/);
  });
});

describe('in a browser', () => {
  browserTest('nothing is complained about and nothing leaves the page', async () => {
    const { page, complaints, texts } = await open(diffPage({ 'front.yaml': [SHOP, MENDED] }));
    expect(await texts('h1')).toEqual([expect.stringContaining('1 group of requests')]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  browserTest('the moved request is shown with where it went and goes', async () => {
    const { page, ask, texts } = await open(diffPage({ 'front.yaml': [SHOP, MENDED] }));
    expect(await texts('code.request')).toEqual([
      expect.stringMatching(/^GET https?:\/\/shop.test\/cart\/old$/),
    ]);
    expect(await texts('#requests0 .side.before')).toEqual([
      expect.stringContaining('goes to cluster "cart"'),
    ]);
    expect(await texts('#requests0 .side.after')).toEqual([
      expect.stringContaining('goes to cluster "old-cart"'),
    ]);
    await page.focus('.picture .node.warning');
    expect(await texts('.node.on b')).toEqual([
      'GET /cart/old',
      'prefix "/cart/old"',
      'prefix "/cart"',
      'old-cart',
      'cart',
    ]);
    const kinds = `Array.from(document.querySelectorAll('.canvas path[data-f="0-0"]'), (path) => path.classList[0])`;
    expect(await ask(kinds)).toEqual(['before', 'after']);
    await page.close();
  });

  browserTest('both files stand beside each other, and the moved lines know of each other', async () => {
    const { page, ask, texts } = await open(diffPage({ 'front.yaml': [SHOP, MENDED] }));
    expect(await texts('code.from')).toHaveLength(2);
    await page.click('code.from small a');
    const target = `document.querySelector(':target')`;
    const moved = (text: unknown): string => String(text).replace(/ (?:now|was) line \d+/, '');
    const [from] = (await texts('code.from')) as string[];
    expect(moved(await ask(`${target}.nextElementSibling.textContent`))).toBe(moved(from));
    expect(await ask(`${target}.nextElementSibling.className`)).toBe('to');
    const heights = `Math.min(...Array.from(document.querySelectorAll('.row')).filter((row) => row.checkVisibility()).map((row) => row.getBoundingClientRect().height))`;
    expect(await ask(heights)).toBeGreaterThan(10);
    await page.close();
  });

  browserTest('a link into what is folded opens it', async () => {
    const { page, ask } = await open(diffPage({ 'front.yaml': [SHOP, MENDED] }));
    expect(await ask(`document.querySelector('details.fold').open`)).toBe(false);
    await ask(`location.hash = document.querySelector('details.fold a[id]').id`);
    await page.waitForFunction(`document.querySelector('details.fold').open`);
    await page.close();
  });

  browserTest('without scripts everything is there', async () => {
    const { page, complaints, ask } = await open(diffPage({ 'front.yaml': [SHOP, MENDED] }), {
      scripts: false,
    });
    const shown = `Array.from(document.querySelectorAll('li.card')).filter((card) => card.checkVisibility()).length`;
    expect(await ask(shown)).toBe(2);
    expect(complaints).toEqual([]);
    await page.close();
  });

  browserTest.each(HOSTILE)('%s never runs', async (name) => {
    const { page, complaints, ask } = await open(diffPage({ [name]: hostile(name) }));
    expect(await ask('window.owned')).toBeUndefined();
    expect(complaints).toEqual([]);
    await page.close();
  });

  browserTest.each([1280, 800])('nothing is wider than %s pixels', async (width) => {
    const { page, ask } = await open(diffPage({ 'front.yaml': [SHOP, MENDED] }), { width });
    expect(await ask('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });
});
