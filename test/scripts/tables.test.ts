/** The tables of the data model as the bundled program has them: looked up in a text. */
import { expect, it } from 'vitest';
import { tablesFromText } from '../../scripts/bundle-plugins.ts';
import { enums, messages } from '../../src/schema/index.ts';
import { tablesText } from '../../src/schema/tables-text.ts';

async function bundled(): Promise<{ readonly messages: object; readonly enums: object }> {
  const texts = {
    messages: JSON.stringify(tablesText(messages)),
    enums: JSON.stringify(tablesText(enums)),
  };
  return await import(`data:text/javascript,${encodeURIComponent(tablesFromText(texts))}`);
}

it('says what the tables themselves say', async () => {
  const made = await bundled();
  expect(Object.keys(made.messages)).toEqual(Object.keys(messages));
  expect(Object.entries(made.messages)).toEqual(Object.entries(messages));
  expect(Object.entries(made.enums)).toEqual(Object.entries(enums));
});

it('knows nothing else, whatever the name', async () => {
  const made = (await bundled()).messages as { readonly [name: string]: unknown };
  for (const name of ['', 'x', 'Cluster\t', '\nCluster', 'constructor', '__proto__', 'toString', 'luster']) {
    expect(Object.hasOwn(made, name)).toBe(false);
    expect(name in made).toBe(false);
    expect(made[name]).toBeUndefined();
  }
  expect(Object.hasOwn(made, 'Cluster')).toBe(true);
  expect(made.Cluster).toBe(made.Cluster);
});
