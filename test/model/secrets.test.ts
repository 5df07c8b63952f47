/** Where secrets stand in a text, so that excerpts and diffs can hide them. */
import { expect, test } from 'vitest';
import { type BoundMessage, INVALID } from '../../src/model/bound.ts';
import { deepCopy } from '../../src/model/copy.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { redactMessage, secretSpans } from '../../src/model/secrets.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { sourceFile } from '../../src/source/load.ts';
import { opened } from '../opened.ts';

/** The texts that are hidden. */
function hidden(text: string, type: string): string[] {
  const found: string[] = [];
  const { roots, namespace } = openConfiguration(sourceFile('in.yaml', text, 'named'), { type });
  for (const root of roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, namespace, (each) => {
        for (const { start, end } of secretSpans(root.tree, each)) found.push(text.slice(start, end));
      });
  return found;
}

const KEY = '-----BEGIN RSA PRIVATE KEY-----';

test.each<[string, string, string, string[]]>([
  ['marked fields', 'TlsCertificate', 'privateKey: {inline_string: a}\npassword: {filename: /b}', ['a']],
  ['a key where none belongs', 'Cluster', `name: a\nalt_stat_name: ${KEY}`, [KEY]],
  ['a key in an unknown field', 'Cluster', `name: a\nx: {y: [${KEY}, z]}`, [KEY]],
  ['a key in free-form data', 'core.Metadata', `filter_metadata: {a: {b: ${KEY}}}`, [KEY]],
  ['a credential header', 'core.HeaderValue', 'key: Cookie\nvalue: a=b', ['a=b']],
  ['a text in the place of a secret of a dump', 'SecretsConfigDump.StaticSecret', 'secret: fish', ['fish']],
  ['any other header', 'core.HeaderValue', 'key: x-a\nvalue: a=b', []],
])('%s', (_, type, text, expected) => {
  expect(hidden(text, type)).toEqual(expected);
});

test('what stands where a message with secrets should is hidden whole', () => {
  const { roots } = opened('static_resources: { secrets: ["first swordfish", { name: b }] }');
  const [root] = roots;
  if (root === undefined) throw new Error('the example is no configuration');
  const [frame] = rootFrames(root);
  if (frame === undefined) throw new Error('the example is empty');
  const message = frame.message.static_resources as BoundMessage;
  const type = 'Bootstrap.StaticResources';
  expect(secretSpans(root.tree, { message, type }).flatMap(({ texts }) => texts)).toContain(
    'first swordfish',
  );
  const copy = deepCopy(message) as BoundMessage;
  redactMessage({ message: copy, type });
  expect(JSON.stringify(copy[INVALID])).not.toContain('swordfish');
});
