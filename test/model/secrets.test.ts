/** Where secrets stand in a text, so that excerpts and diffs can hide them. */
import { expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { secretSpans } from '../../src/model/secrets.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { sourceFile } from '../../src/source/load.ts';

/** The texts that are hidden. */
function hidden(text: string, type: string): string[] {
  const found: string[] = [];
  const { roots, word } = openConfiguration(sourceFile('in.yaml', text, 'named'), { type });
  for (const root of roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, word, (each) => {
        for (const { start, end } of secretSpans(root.tree, each)) found.push(text.slice(start, end));
      });
  return found;
}

const KEY = '"-----BEGIN RSA PRIVATE KEY-----"';

test.each<[string, string, string, string[]]>([
  ['marked fields', 'TlsCertificate', 'privateKey: {inline_string: a}\npassword: {filename: /b}', ['a']],
  ['a key where none belongs', 'Cluster', `name: a\nalt_stat_name: ${KEY}`, [KEY]],
  ['a key in an unknown field', 'Cluster', `name: a\nx: {y: [${KEY}, z]}`, [KEY]],
  ['a key in free-form data', 'core.Metadata', `filter_metadata: {a: {b: ${KEY}}}`, [KEY]],
  ['a credential header', 'core.HeaderValue', 'key: Cookie\nvalue: a=b', ['a=b']],
  ['any other header', 'core.HeaderValue', 'key: x-a\nvalue: a=b', []],
])('%s', (_, type, text, expected) => {
  expect(hidden(text, type)).toEqual(expected);
});
