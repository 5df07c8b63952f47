import { describe, expect, test } from 'vitest';
import { analyzeHtml } from '../../../src/report/html/analyze-page.ts';
import { browserTest, startBrowser } from '../../browser.ts';
import { analyzePage, analyzeReportOf, HOSTILE, SHOP } from './pages.ts';

const open = startBrowser();

/** A configuration whose every name is hostile. */
function hostileText(name: string): string {
  const quoted = JSON.stringify(name);
  return SHOP.replaceAll('name: shop\n', `name: ${quoted}\n`)
    .replaceAll('name: front\n', `name: ${quoted}\n`)
    .replaceAll('name: shop-routes', `name: ${quoted}`)
    .replaceAll('cluster: pya', `cluster: ${JSON.stringify(`${name}?`)}`)
    .replaceAll('name: pay\n', `name: ${quoted}\n`)
    .replaceAll('prefix: /cart/old', `prefix: ${JSON.stringify(`/cart/${name}`)}`);
}

describe('as text', () => {
  test('names every level, rule and place', () => {
    const page = analyzePage({ 'front.yaml': SHOP });
    for (const rule of ['shadowed-route', 'undefined-cluster', 'unreachable-cluster']) {
      expect(page).toContain(`href="#rule-${rule}"`);
      expect(page).toContain(`id="rule-${rule}"`);
    }
  });

  test('14.12 rules are explained in the namespace of the file', () => {
    const text = (namespace: string) => `
clusters: [{name: any, type: ORIGINAL_DST, lb_policy: CLUSTER_PROVIDED, connect_timeout: 1s, original_dst_lb_config: {use_http_header: true}}]
listeners: [{name: l, address: {socket_address: {address: 0.0.0.0, port_value: 80}}, filter_chains: [{filters: [{name: ${namespace}.tcp_proxy, config: {stat_prefix: t, cluster: any}}]}]}]
`;
    const told = (page: string) => [...new Set(page.match(/x-(?:proxy|envoy)-[\w-]+/g) ?? [])];
    const page = analyzePage({ 'front.yaml': text('envoy') });
    expect(page).toContain('id="rule-client-chosen-destination"');
    expect(told(page).length).toBeGreaterThan(0);
    expect(told(page).filter((name) => name.startsWith('x-proxy-'))).toEqual([]);
    expect(told(analyzePage({ 'front.yaml': text('proxy') }))[0]).toMatch(/^x-proxy-/);
  });

  test.each(HOSTILE)('nothing of %s is markup', (name) => {
    const page = analyzePage({ [`${name}.yaml`]: hostileText(name) });
    const body = page.slice(page.indexOf('<header>'), page.lastIndexOf('<script>'));
    expect(body).not.toMatch(/<script|<img|<svg onload|<\/style|<\/title/);
    expect(body).not.toContain('\u202e');
    // No attribute but those that the pages write.
    const names = new Set(
      [...body.matchAll(/<[a-z0-9]+((?: [\w-]+="[^"]*"| [\w-]+)*)\/?>/g)].flatMap(([, all = '']) =>
        [...all.matchAll(/ ([\w-]+)(?:="[^"]*")?/g)].map(([, attribute]) => attribute),
      ),
    );
    for (const attribute of names) expect(attribute).not.toMatch(/^on|^style$|^src$/);
    // Every tag is one of those: nothing in the text opens another.
    const tags = body.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) expect(tag).toMatch(/^<\/?[a-z0-9]+(?: [\w-]+(?:="[^"<>]*")?)*\/?>$/);
  });

  test('secrets are hidden, also in the lines', () => {
    const page = analyzePage({
      'front.yaml': SHOP.replace(
        'http_filters: [{ name: proxy.filters.http.router }]',
        'http_filters: [{ name: proxy.filters.http.router }]\n                # below, a secret',
      ).replace(
        'redirect: { host_redirect: www.shop.test }',
        'redirect: { host_redirect: www.shop.test }\n                          request_headers_to_add: [{ header: { key: authorization, value: Basic-hunter2hunter2 } }]',
      ),
    });
    expect(page).not.toContain('hunter2');
    expect(page).toContain('&lt;redacted&gt;');
  });

  test('of a long file the lines around findings, with what is left out', () => {
    const filler = Array.from({ length: 3000 }, (_, index) => `# line ${index}`).join('\n');
    const page = analyzePage({ 'front.yaml': `${filler}\n${SHOP}` });
    expect(page).toMatch(/<div class="gap">[23],\d{3} lines left out<\/div>/);
    expect(page).not.toContain('# line 10<');
    expect(page).toMatch(/id="L0-\d+"><a [^>]*>\d+<\/a><code>[^\n]*\/cart\/old/);
  });

  test('of a file in one line the parts around findings', () => {
    const host = {
      name: 'a',
      domains: ['a.test'],
      routes: [
        { match: { prefix: '/' }, direct_response: { status: 200 } },
        ...Array.from({ length: 400 }, (_, index) => ({
          match: { prefix: `/${index}` },
          direct_response: { status: 200 },
        })),
      ],
    };
    const page = analyzePage({ 'a.json': JSON.stringify({ name: 'r', virtual_hosts: [host] }) });
    expect(page).toMatch(/… [\d,]+ characters …/);
    expect(page.length).toBeLessThan(900_000);
  });

  test('a hundred thousand findings make a page of a few megabytes that says what is left out', () => {
    const report = analyzeReportOf({ 'front.yaml': SHOP });
    const [first] = report.findings;
    if (first === undefined) throw new Error('there is a finding');
    const findings = Array.from({ length: 100_000 }, () => ({
      ...first,
      message: `${first.message} ${'long '.repeat(400)}`,
    }));
    const page = analyzePage({ 'front.yaml': SHOP });
    expect(page.length).toBeLessThan(200_000);
    const large = analyzeHtml({ ...report, findings });
    expect(large.length).toBeLessThan(4_000_000);
    expect(large).toMatch(
      /The [\d,]+ most severe of [\d,]+ findings are shown; [\d,]+ are left out to keep this page small/,
    );
  });

  test('growth is that of what is shown', () => {
    const routes = (count: number): string =>
      SHOP.replace(
        '                        - match: { prefix: / }\n',
        `${Array.from({ length: count }, (_, index) => `                        - match: { prefix: /cart/${index} }\n                          route: { cluster: cart }\n`).join('')}                        - match: { prefix: / }\n`,
      );
    const page = analyzePage({ 'front.yaml': routes(5000) });
    expect(page.length).toBeLessThan(4_000_000);
    expect(page.match(/class="node/g)?.length).toBeLessThan(150);
    expect(page).toContain('of 5,004');
  });
});

/** The rules of findings as a page lists them: by level, then those with the most findings. */
function byRule(findings: readonly { readonly rule: string; readonly level: string }[]): readonly string[] {
  const count = (rule: string, level: string): number =>
    findings.filter((each) => each.rule === rule && each.level === level).length;
  const order = ['error', 'warning', 'info'];
  const first = (rule: string, level: string): number =>
    findings.findIndex((each) => each.rule === rule && each.level === level);
  return findings
    .toSorted(
      (one, other) =>
        order.indexOf(one.level) - order.indexOf(other.level) ||
        count(other.rule, other.level) - count(one.rule, one.level) ||
        first(one.rule, one.level) - first(other.rule, other.level),
    )
    .map(({ rule }) => rule);
}

const SHOWN = `Array.from(document.querySelectorAll('li.card')).filter((card) => card.checkVisibility()).map((card) => card.dataset.rule)`;

describe('in a browser', () => {
  browserTest('nothing is complained about and nothing leaves the page', async () => {
    const { page, complaints } = await open(analyzePage({ 'front.yaml': SHOP }));
    expect(await page.title()).toContain('cfgtool analyze');
    expect(complaints).toEqual([]);
    await page.close();
  });

  browserTest('the policy holds: an injected script, style or handler is refused', async () => {
    const html = analyzePage({ 'front.yaml': SHOP }).replace(
      '</main>',
      '<script>window.owned = 1</script><p style="color:red" id="styled" onclick="window.owned=2">x</p></main>',
    );
    const { page, complaints, ask } = await open(html);
    await page.click('#styled');
    expect(await ask('window.owned')).toBeUndefined();
    expect(complaints.length).toBeGreaterThanOrEqual(3);
    await page.close();
  });

  browserTest.each(HOSTILE)('%s in every name never runs', async (name) => {
    const { page, complaints, ask } = await open(analyzePage({ [`${name}.yaml`]: hostileText(name) }));
    await ask(
      `document.querySelectorAll('*').forEach((each) => each.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))`,
    );
    expect(await ask('window.owned')).toBeUndefined();
    expect(complaints).toEqual([]);
    await page.close();
  });

  browserTest('findings are narrowed down by level, rule and text', async () => {
    const { page, ask, texts } = await open(analyzePage({ 'front.yaml': SHOP }));
    const all = byRule(analyzeReportOf({ 'front.yaml': SHOP }).findings);
    expect(await ask(SHOWN)).toEqual(all);
    await page.select('.controls select', 'shadowed-route');
    expect(await ask(SHOWN)).toEqual(['shadowed-route']);
    expect(await texts('.controls output')).toEqual([`1 of ${all.length} findings`]);
    await page.select('.controls select', '');
    await page.type('.controls input[type=search]', 'pya');
    expect(await ask(SHOWN)).toEqual(['undefined-cluster']);
    for (const _ of 'pya') await page.keyboard.press('Backspace');
    expect(await ask(SHOWN)).toEqual(all);
    for (const box of await page.$$('.controls input[type=checkbox]')) await box.click();
    expect(await ask(SHOWN)).toEqual([]);
    await page.close();
  });

  browserTest(
    '14.u findings are grouped by rule, the severest first, and sorted by severity or place',
    async () => {
      const files = { 'front.yaml': `${SHOP}  secrets: [{ nme: a }]\n` };
      const { findings } = analyzeReportOf(files);
      const { page, ask, texts } = await open(analyzePage(files));
      const levels = `[...document.querySelectorAll('li.card')].filter((each) => each.checkVisibility()).map((each) => each.dataset.level)`;
      const order = ['error', 'warning', 'info'];
      const sorted = findings
        .map(({ level }) => level)
        .toSorted((l, r) => order.indexOf(l) - order.indexOf(r));
      expect(sorted[0]).toBe('error');
      expect(await ask(levels)).toEqual(sorted);
      expect(await texts('.group > summary h3')).toEqual([...new Set(byRule(findings))]);
      await page.select('.controls [data-sort]', 'order');
      expect(await ask(SHOWN)).toEqual(findings.map(({ rule }) => rule));
      await page.select('.controls [data-sort]', 'severity');
      expect(await ask(levels)).toEqual(sorted);
      expect(
        await ask(`[...document.querySelectorAll('.group')].some((each) => each.checkVisibility())`),
      ).toBe(false);
      await page.select('.controls [data-sort]', 'rule');
      expect(await ask(SHOWN)).toEqual(byRule(findings));
      await page.close();
    },
  );

  browserTest('14.u how to fix unfolds, and says what to do for this finding', async () => {
    const { page, ask } = await open(analyzePage({ 'front.yaml': SHOP }));
    const summary = `getComputedStyle(document.querySelector('.card details.fix > summary'))`;
    expect(await ask(`${summary}.display`)).toBe('list-item');
    expect(
      await ask(`document.querySelector('li[data-rule=undefined-cluster] details.fix').textContent`),
    ).toContain('did you mean "pay"?');
    await page.close();
  });

  browserTest('a finding leads to its line, and the line back to it', async () => {
    const { page, ask } = await open(analyzePage({ 'front.yaml': SHOP }));
    await page.click('li.card[data-rule=shadowed-route] .at a');
    const line = SHOP.split('\n').findIndex((text) => text.includes('/cart/old')) + 1;
    expect(await ask(`document.querySelector(':target').id`)).toBe(`L0-${line}`);
    expect(await ask(`document.querySelector(':target').textContent`)).toContain('prefix: /cart/old');
    const place = `document.querySelector(':target').getBoundingClientRect()`;
    expect(await ask(`${place}.top >= 0 && ${place}.bottom <= innerHeight`)).toBe(true);
    await page.click('.note[data-rule=shadowed-route] a');
    expect(await ask(`document.querySelector(':target').dataset.rule`)).toBe('shadowed-route');
    await page.close();
  });

  browserTest(
    'the picture marks what is dead, undefined or unreachable, and shows the way of a route',
    async () => {
      const { page, texts } = await open(analyzePage({ 'front.yaml': SHOP }));
      expect(await texts('.node.dead')).toEqual([expect.stringMatching(/\/cart\/old.*✕ never reached/)]);
      expect(await texts('.node.undefined')).toEqual([expect.stringMatching(/^pya.*not defined/)]);
      expect(await texts('.node.unreachable')).toEqual([
        expect.stringMatching(/^old-cart.*nothing leads here/),
        expect.stringMatching(/^pay.*nothing leads here/),
      ]);
      await page.focus('.node.dead');
      expect(await texts('.node.on b')).toEqual([
        'front (127.0.0.1:8080)',
        'shop',
        'prefix "/cart/old"',
        'old-cart',
      ]);
      await page.close();
    },
  );

  browserTest.each([1280, 390])('38.12 the filters stay while a page %s wide scrolls', async (width) => {
    const { page, ask } = await open(analyzePage({ 'front.yaml': SHOP }), { width });
    await ask('scrollTo(0, document.body.scrollHeight)');
    const box = `document.querySelector('.controls').getBoundingClientRect()`;
    expect(await ask(`scrollY > 200 && ${box}.top >= 0 && ${box}.bottom < innerHeight / 3`)).toBe(true);
    await page.close();
  });

  browserTest('38.12 with few findings the picture comes first, with many the findings', async () => {
    const ids = `[...document.querySelectorAll('main > section')].map(({ id }) => id)`;
    const few = await open(analyzePage({ 'front.yaml': SHOP }));
    expect(await few.ask(ids)).toEqual(['pictures', 'findings', 'lines', 'rules']);
    await few.page.close();
    const host = Array.from({ length: 9 }, (_, at) => `[{ nme: a${at} }]`);
    const many = await open(analyzePage({ 'front.yaml': `${SHOP}  secrets: [${host.join(', ')}]\n` }));
    expect(await many.ask(`${ids}.slice(0, 2)`)).toEqual(['findings', 'pictures']);
    await many.page.close();
  });

  browserTest('without scripts everything is there', async () => {
    const { page, complaints, ask } = await open(analyzePage({ 'front.yaml': SHOP }), { scripts: false });
    expect(await ask(SHOWN)).toEqual(byRule(analyzeReportOf({ 'front.yaml': SHOP }).findings));
    expect(await ask(`document.querySelector('.controls').checkVisibility()`)).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  browserTest.each([1280, 800, 400])('nothing is wider than %s pixels', async (width) => {
    const name = `configurations/${'of-a-region/'.repeat(6)}front.yaml`;
    const { page, ask } = await open(analyzePage({ [name]: SHOP }), { width });
    expect(await ask('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });

  browserTest('38.8 on a phone the picture scrolls by itself, and no heading lies over another', async () => {
    const { page, ask } = await open(analyzePage({ 'front.yaml': SHOP }), { width: 390 });
    const heads = `[...document.querySelectorAll('.picture .head')].map((each) => each.getBoundingClientRect())`;
    expect(await ask(`${heads}.every((each, at, all) => at === 0 || each.left >= all[at - 1].right)`)).toBe(
      true,
    );
    expect(await ask(`document.querySelector('.picture').scrollWidth > 600`)).toBe(true);
    expect(await ask('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  });

  browserTest('a name of a hundred thousand characters is cut', async () => {
    const name = 'x'.repeat(100_000);
    const html = analyzePage({
      'front.yaml': SHOP.replaceAll('name: shop\n', `name: ${name}\n`).replaceAll('pya', name),
    });
    expect(html.length).toBeLessThan(300_000);
    const { page, ask } = await open(html, { width: 800 });
    expect(await ask('document.documentElement.scrollWidth')).toBe(800);
    await page.close();
  });

  browserTest('files that are one configuration have one picture', async () => {
    const at = SHOP.indexOf('  clusters:');
    const files = {
      'routes.yaml': SHOP.slice(0, at),
      'clusters.yaml': `static_resources:\n${SHOP.slice(at)}`,
    };
    const { page, texts } = await open(analyzePage(files, true));
    expect(await texts('.picture figcaption > b')).toEqual([]);
    expect(await texts('.file > h3')).toEqual(['routes.yaml', 'clusters.yaml']);
    expect(JSON.stringify(await texts('.card .at'))).toContain('"clusters.yaml:');
    await page.close();
  });
});
