import { describe, expect, test } from 'vitest';
import { browserTest, type Opened, type OpenOptions, startBrowser } from '../browser.ts';
import { cfgtool } from '../commands/run.ts';
import { HOSTILE } from '../report/html/pages.ts';

/** Milliseconds: the machine may be busy. */
const PATIENCE = 30_000;
const html = cfgtool(['playground', '-o', '-']).out;
const openPage = startBrowser();

const OLD = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: /cart }
    route: { cluster: cart }
  - match: { prefix: /cart/old }
    route: { cluster: old }
clusters:
- name: cart
  connect_timeout: 1s
  hosts: [{ pipe: { path: /run/cart } }]
- name: old
  connect_timeout: 1s
  hosts: [{ pipe: { path: /run/old } }]
`;

interface Playground extends Opened {
  /** Waits until an expression holds in the page. */
  until(expression: string): Promise<void>;
  /** Drops texts on a pane, as files. */
  drop(pane: 'a' | 'b', files: { readonly [name: string]: string }): Promise<void>;
  text(pane: 'a' | 'b'): Promise<unknown>;
  /** Clicks the button that reads so in a part of the page. */
  press(within: string, words: string): Promise<void>;
}

async function open(options: OpenOptions = {}): Promise<Playground> {
  const opened = await openPage(html, options);
  const { page, ask } = opened;
  const until = async (expression: string): Promise<void> => {
    await page.waitForFunction(expression, { timeout: PATIENCE });
  };
  await until("document.body.classList.contains('ready')");
  await until("document.querySelector('#pane-a .summary').textContent !== ''");
  return {
    ...opened,
    until,
    text: (pane) =>
      ask(`document.querySelector('#pane-${pane} .cm-content').cmTile.view.state.doc.toString()`),
    async drop(pane, files) {
      await ask(`{
        const data = new DataTransfer();
        for (const [name, text] of Object.entries(${JSON.stringify(files)})) data.items.add(new File([text], name));
        const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector('#pane-${pane} .cm-content').dispatchEvent(event);
      }`);
      const [name] = Object.keys(files);
      await until(`document.querySelector('#pane-${pane} h2').textContent === ${JSON.stringify(name)}`);
      await until(`document.querySelector('#pane-${pane} .summary').textContent !== ''`);
    },
    async press(within, words) {
      const found = `Array.from(document.querySelectorAll(${JSON.stringify(`${within} button`)})).find((each) => each.textContent === ${JSON.stringify(words)})`;
      await until(`${found} !== undefined`);
      await ask(`void ${found}.click()`);
    },
  };
}

const shownFindings = "document.querySelectorAll('#view-findings .card').length";

test('the page is small, and one command writes it', () => {
  expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
});

test('its policy lets nothing in', () => {
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; style-src 'nonce-[^']+'; worker-src blob:; base-uri 'none'; form-action 'none'$/,
  );
  expect(html).not.toMatch(/<(?:link|img|iframe)\b[^>]*(?:href|src)=/i);
});

describe('in a browser', () => {
  browserTest('findings stand in the margin and in a list, and are fixed by click', async () => {
    const { drop, until, press, text, texts, complaints, ask } = await open();
    await drop('a', { 'front.yaml': OLD });
    await until(`${shownFindings} === 4`);
    expect(await texts('#view-findings .card .top code')).toEqual([
      'shadowed-route',
      'deprecated-field',
      'unreachable-cluster',
      'deprecated-field',
    ]);
    expect(await ask("document.querySelectorAll('#pane-a .cm-lint-marker-warning').length")).toBe(4);
    await press('#view-findings .card:nth-child(2)', 'Convert to the current form');
    await until(`${shownFindings} === 3`);
    expect(await text('a')).toContain('load_assignment');
    await press('#view-findings .card:nth-child(1)', 'Suppress shadowed-route here');
    await until(`${shownFindings} === 2`);
    expect(await text('a')).toContain('# cfgtool-ignore shadowed-route: say why');
    expect(complaints).toEqual([]);
  });

  browserTest('a second text of properties holds the first one to them', async () => {
    const { drop, until, press, texts, complaints } = await open();
    const properties =
      'properties:\n- { name: p, when: { path: /cart }, then: { not: { outcome: forward } } }\n';
    await drop('a', { 'front.yaml': OLD, 'access.yaml': properties });
    await until("document.querySelector('#pane-b .summary').textContent === 'properties'");
    await until(`${shownFindings} === 5`);
    expect(await texts('#view-findings .card .top code')).toContain('property-refuted');
    await press('#view-findings', 'trace it');
    await until("document.querySelector('#view-request').textContent.includes('goes to cluster')");
    expect(complaints).toEqual([]);
  });

  browserTest('by key: what may be written is offered and taken, and what it means is said', async () => {
    const { drop, until, text, page, complaints, ask } = await open();
    const begun = 'clusters:\n- name: shop\n  connect_time';
    await drop('a', { 'front.yaml': begun });
    await page.focus('#pane-a .cm-content');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type('o');
    await until(
      "document.querySelector('.cm-tooltip-autocomplete li[aria-selected]')?.textContent.includes('connect_timeout')",
    );
    // A moment passes before what is offered can be taken, so that nobody takes it by chance.
    await new Promise((done) => setTimeout(done, 150));
    await page.keyboard.press('Enter');
    expect(String(await text('a'))).toMatch(/^clusters:\n- name: shop\n {2}connect_timeout:/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.down('Alt');
    await page.keyboard.press('i');
    await page.keyboard.up('Alt');
    await until("document.querySelector('#status').textContent.includes('connect_timeout')");
    await page.mouse.move(10, 10);
    const [left, top] = String(
      await ask(
        "(({ left, top }) => [left + 60, top + 8].join())(document.querySelectorAll('#pane-a .cm-line')[2].getBoundingClientRect())",
      ),
    ).split(',');
    await page.mouse.move(Number(left), Number(top));
    await page.mouse.move(Number(left) + 2, Number(top));
    await until("document.querySelector('.cm-tooltip .means')?.textContent.includes('connect_timeout')");
    expect(complaints).toEqual([]);
  });

  browserTest('by key: the next finding, its text, a fix, and taken back', async () => {
    const { drop, until, text, page, complaints, ask } = await open();
    await drop('a', { 'front.yaml': OLD });
    await until(`${shownFindings} === 4`);
    await page.focus('#pane-a .cm-content');
    await page.keyboard.press('F8');
    await until(
      "document.querySelector('.cm-tooltip .cm-diagnostic')?.textContent.includes('is never reached')",
    );
    await page.keyboard.press('Escape');
    // From the editor to the tabs and to the first button of the list.
    await page.focus('#tab-findings');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await ask('document.activeElement.textContent')).toBe('Fix all that is certain');
    await page.keyboard.press('Enter');
    await until("document.querySelector('#status').textContent.includes('Fix all that is certain')");
    expect(await text('a')).not.toBe(OLD);
    await page.focus('#pane-a .cm-content');
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    expect(await text('a')).toBe(OLD);
    expect(complaints).toEqual([]);
  });

  browserTest('two texts: requests that go elsewhere, the picture, the places', async () => {
    const { drop, until, press, page, texts, ask, complaints } = await open();
    await drop('a', { 'front.yaml': OLD, 'new.yaml': OLD.replace('prefix: /cart }', 'prefix: /basket }') });
    expect(await texts('.pane h2')).toEqual(['front.yaml', 'new.yaml']);
    await page.click('#tab-difference');
    await until("document.querySelector('#view-difference .verdict') !== null");
    expect(await texts('#view-difference .verdict')).toEqual([expect.stringContaining('groups of requests')]);
    expect(await texts('#view-difference .request')).toContain('GET https://shop.test/cart/old');
    expect(await ask("document.querySelectorAll('#view-difference .picture path').length")).toBeGreaterThan(
      3,
    );
    await ask("void document.querySelector('#view-difference .picture a.node').click()");
    await until("document.activeElement.classList.contains('cm-content')");
    await press('#view-difference .card', 'trace it');
    await until("document.querySelectorAll('#view-request .trace').length === 2");
    expect(await texts('#view-request .verdict')).toEqual([
      expect.stringContaining('goes to cluster'),
      expect.stringMatching(/goes to cluster|404/),
    ]);
    await press('#pane-b', 'Close');
    await page.click('#tab-difference');
    await press('#view-difference', 'Compare with a copy');
    await until("document.querySelector('#view-difference .verdict')?.textContent === 'Equal in meaning'");
    expect(complaints).toEqual([]);
  });

  browserTest('a request is traced by key, step by step', async () => {
    const { drop, until, page, texts, ask, complaints } = await open();
    await drop('a', { 'front.yaml': OLD });
    await page.focus('#tab-findings');
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await ask("void (document.querySelector('#request-line').value = '')");
    await page.focus('#request-line');
    await page.keyboard.type('shop.test/cart/old?id=7');
    await page.keyboard.press('Enter');
    await until("document.querySelector('#view-request .verdict')?.textContent.includes('/cart/old?id=7')");
    expect(await texts('#view-request .verdict')).toEqual([
      'GET http://shop.test/cart/old?id=7 goes to cluster "cart"',
    ]);
    expect(await texts('#view-request .steps b')).toEqual([
      'virtual host "shop", domain "shop.test"',
      'route 0 (prefix "/cart")',
      'cluster "cart"',
    ]);
    await page.focus('#view-request .steps button');
    await page.keyboard.press('ArrowDown');
    expect(await ask('document.activeElement.textContent')).toContain('line 5');
    expect(
      await ask(
        "(({ doc, selection }) => doc.lineAt(selection.main.from).number)(document.querySelector('#pane-a .cm-content').cmTile.view.state)",
      ),
    ).toBe(5);
    await ask("void (document.querySelector('#request-line').value = '-x')");
    await page.focus('#request-line');
    await page.keyboard.press('Enter');
    await until(
      "document.querySelector('#view-request .note-box')?.textContent.startsWith('There is no -x here')",
    );
    expect(complaints).toEqual([]);
  });

  browserTest('the lift: done, replaced, or what stands in the way', async () => {
    const { drop, until, press, page, text, texts, complaints } = await open();
    await drop('a', { 'front.yaml': OLD });
    await page.click('#tab-lift');
    await press('#view-lift', 'Open it beside this one');
    await until(
      "document.querySelector('#view-difference .verdict')?.textContent.startsWith('Equal in meaning')",
    );
    expect(await text('b')).toContain('load_assignment');
    await page.click('#tab-lift');
    await press('#view-lift', 'Replace the text');
    await until("document.querySelector('#status').textContent.includes('version 3')");
    expect(await text('a')).toBe(await text('b'));
    await press('#pane-b', 'Close');
    await drop('a', { 'other.yaml': OLD.replace('prefix: /cart }', 'regex: "(?=a)b" }') });
    await until("document.querySelector('#view-lift .verdict')?.textContent.includes('in the way')");
    expect(await texts('#view-lift .card')).toEqual([expect.stringContaining('grammars')]);
    expect(complaints).toEqual([]);
  });

  browserTest('a link holds the texts, without their secrets', async () => {
    const secret = `${OLD}secrets:\n- name: key\n  generic_secret: { secret: { inline_string: hunter2-hunter2 } }\n`;
    const first = await open();
    await first.drop('a', { 'front.yaml': secret });
    await first.page.click('#tab-request');
    await first.page.click('#link');
    await first.until("document.querySelector('#status').textContent.includes('it holds the texts')");
    expect(await first.texts('#status')).toEqual([expect.stringContaining('Secrets read <redacted> in it.')]);
    const fragment = String(await first.ask('location.hash'));
    const second = await open({ fragment });
    expect(await second.text('a')).toBe(secret.replace('hunter2-hunter2', '<redacted>'));
    expect(await second.texts('#pane-a h2')).toEqual(['front.yaml']);
    expect(await second.texts('[aria-selected=true]')).toEqual(['Request']);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });

  browserTest('what cannot be read has no link, since nobody knows what is secret in it', async () => {
    const { drop, until, page, ask, texts, complaints } = await open();
    await drop('a', { 'front.yaml': 'clusters: [' });
    await page.click('#link');
    await until("document.querySelector('#status').textContent.startsWith('There is no link')");
    expect(await ask('location.hash')).toBe('');
    expect(await texts('#view-findings .card .top code')).toEqual(['syntax']);
    expect(complaints).toEqual([]);
  });

  browserTest.each(['#example=shadowed-route', '#text=a%3A%201', '#z=bm90IGRlZmxhdGVk', '#%zz'])(
    'a link that people wrote: %s',
    async (fragment) => {
      const { texts, complaints } = await open({ fragment });
      expect(await texts('#pane-a h2')).toEqual([
        fragment.includes('example')
          ? 'shadowed-route.yaml'
          : fragment.includes('text')
            ? 'input.yaml'
            : 'shop.yaml',
      ]);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('a text of a megabyte: findings, and typing goes on meanwhile', async () => {
    const routes = Array.from(
      { length: 10_000 },
      (_, index) =>
        `  - match: { prefix: /some/longer/path/to/route/${index} }\n    route: { cluster: cart, timeout: ${(index % 30) + 1}s }\n`,
    );
    const large = OLD.replace('  routes:\n', `  routes:\n${routes.join('')}`);
    expect(large.length).toBeGreaterThan(900_000);
    const { drop, until, page, text, complaints } = await open();
    await drop('a', { 'large.yaml': large });
    await until("document.querySelector('#pane-a .summary').textContent.includes('warning')");
    await page.focus('#pane-a .cm-content');
    await page.keyboard.type('# one\n# two\n');
    expect(String(await text('a')).startsWith('# one\n# two\nvirtual_hosts')).toBe(true);
    await page.click('#tab-request');
    await until("document.querySelector('#view-request .verdict')?.textContent.includes('shop.test')");
    expect(complaints).toEqual([]);
  });

  browserTest.each(
    [360, 700, 1600].flatMap((width) => [
      { width, dark: false },
      { width, dark: true },
    ]),
  )('nothing sticks out: $width pixels, dark: $dark', async ({ width, dark }) => {
    const { page, until, ask, complaints } = await open({ width, dark, fragment: '#example=shop-changed' });
    for (const view of ['findings', 'lift', 'request', 'difference']) {
      await page.click(`#tab-${view}`);
      await until(
        view === 'lift'
          ? "document.querySelector('#view-lift').textContent.includes('version 3 of the API')"
          : `document.querySelector('#view-${view} :is(.card, .verdict)') !== null`,
      );
      expect(await ask('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const wide = await ask(
        `Array.from(document.querySelectorAll('#view-${view} *')).filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.sr, .picture')).length`,
      );
      expect(wide).toBe(0);
    }
    // No button breaks over two lines.
    const high = await ask(
      `Array.from(document.querySelectorAll('body > header button, .pane > header button')).filter((each) => each.offsetHeight > 40).map((each) => each.textContent)`,
    );
    expect(high).toEqual([]);
    const [background, color] = String(
      await ask(
        '(({ backgroundColor, color }) => [backgroundColor, color].join("|"))(getComputedStyle(document.body))',
      ),
    ).split('|');
    const light = (rgb = ''): number =>
      (rgb.match(/\d+/g) ?? []).map(Number).reduce((sum, each) => sum + each, 0);
    expect(light(background) < light(color)).toBe(dark);
    expect(complaints).toEqual([]);
  });

  browserTest.each(HOSTILE)('a name does nothing: %s', async (name) => {
    const named = OLD.replaceAll('name: shop', `name: ${JSON.stringify(name)}`)
      .replaceAll('cluster: old', `cluster: ${JSON.stringify(name)}`)
      .replaceAll('/cart/old', `/cart/${name.replaceAll(/[\s"'{}]/g, '')}`.replaceAll('\\', ''));
    const { drop, until, page, ask, complaints } = await open();
    await drop('a', { [`${name.replaceAll('/', '')}.yaml`]: named });
    await drop('a', {
      'front.yaml': named,
      'new.yaml': named.replace('prefix: /cart }', 'prefix: /basket }'),
    });
    for (const view of ['findings', 'difference', 'lift', 'request']) {
      await page.click(`#tab-${view}`);
      await until(`document.querySelector('#view-${view} :is(.card, .verdict, .note-box)') !== null`);
    }
    expect(await ask('window.owned')).toBe(undefined);
    expect(
      await ask(
        "document.querySelectorAll('main img[src], main script, main [onload], main [onerror]').length",
      ),
    ).toBe(0);
    expect(complaints).toEqual([]);
  });
});
