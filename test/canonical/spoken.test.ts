/** Version 3 is spoken everywhere in version 3: whether it is written makes no difference there. */
import { expect, test } from 'vitest';
import { canonicalForm } from '../../src/canonical/form.ts';
import { sameContent } from '../../src/model/content.ts';
import { rootFrames } from '../../src/model/walk.ts';
import { compiledMessage, isApiVersion } from '../../src/schema/compiled.ts';
import { tableNames } from '../../src/schema/index.ts';
import { opened } from '../opened.ts';

function formOf(text: string, type: string) {
  const { roots, namespace } = opened(text, { type, api: 'v3' }, 'test.json');
  const [frame] = roots.flatMap((root) => rootFrames(root));
  if (frame === undefined) throw new Error('nothing was read');
  return canonicalForm(frame, { namespace, synonyms: true });
}

const SPEAKERS = tableNames().flatMap((type) =>
  compiledMessage(type, 'v3')
    .fields.filter(isApiVersion)
    .map(({ name }) => [type, name] as const),
);

test.each(SPEAKERS)('%s.%s', (type, field) => {
  // V2 is refused, or not read at all.
  for (const version of ['AUTO', 'V2', 'V3'])
    expect(sameContent(formOf(JSON.stringify({ [field]: version }), type), formOf('{}', type))).toBe(true);
});

test('there are such fields', () => {
  expect(SPEAKERS.length).toBeGreaterThan(7);
});
