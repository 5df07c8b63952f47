/** A configuration of 100,000 routes: what is drawn is worked out for the rows on the screen alone. */
import { expect, test } from 'vitest';
import { Screen, sideOfText } from './screen.tsx';

const COUNT = 100_000;
const routes = Array.from({ length: COUNT }, (_, at) => `- match: {prefix: /p${at}/}\n  route: {cluster: c}`);
const text = `name: a\ndomains: ["*"]\nroutes:\n${routes.join('\n')}\n`;

test('a frame looks at the items that it shows, wherever the cursor is', () => {
  const made = sideOfText('a.yaml', text);
  let looks = 0;
  const messages = new Proxy(made.items.messages, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
      return Reflect.get(target, key, receiver);
    },
  });
  const size = { columns: 120, rows: 50 };
  const screen = new Screen({ side: { ...made, items: { ...made.items, messages } } }, size).press('2', '+');
  expect(screen.state.slices.tree.rows.length).toBe(COUNT + 2);
  for (const keys of [['j'], ['G'], ['pageup', 'k'], ['g', 'pagedown'], ['j', 'h', 'l']]) {
    looks = 0;
    const frame = screen.press(...keys).frame();
    expect(frame.split('\n').length).toBeLessThanOrEqual(size.rows);
    expect(looks).toBeGreaterThan(size.rows);
    // A few looks for each row that is shown, and for the one that the cursor is on.
    expect(looks).toBeLessThan(20 * size.rows);
  }
});
