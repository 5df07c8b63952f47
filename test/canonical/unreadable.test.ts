/** What cannot be read stays apart in the form that is compared, and still counts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalForm } from '../../src/canonical/form.ts';
import { type BoundMessage, INVALID, isObject } from '../../src/model/bound.ts';
import { contentKey, sameContent, withoutDefaults } from '../../src/model/content.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';
import { choices, messageOf } from '../arbitraries/message.ts';
import { opened } from '../opened.ts';

const TYPES = ['Cluster', 'route.Route', 'route.VirtualHost', 'Listener', 'ClusterLoadAssignment'] as const;

/** The same data with something of another kind in place of one value in it, or put into one of its lists. */
function broken(value: Data, pick: (below: number) => number): Data {
  const entries = isObject(value) && !(value instanceof ExactNumber) ? Object.entries(value) : undefined;
  if (Array.isArray(value) && value.length > 0) {
    const at = pick(value.length);
    if (pick(3) === 0) return [...value, pick(2) === 0 ? null : 'odd'];
    return value.map((item: Data, index) => (index === at ? broken(item, pick) : item));
  }
  if (entries === undefined || entries.length === 0)
    return [null, 'odd', 7.5, true, ['odd'], { odd: [null] }, -1][pick(7)] ?? null;
  const at = pick(entries.length);
  const [key, item] = entries[at] ?? ['', null];
  const odd = pick(4) === 0 ? 'odd' : broken(item as Data, pick);
  return Object.fromEntries(entries.map((each, index) => (index === at ? [key, odd] : each))) as Data;
}

const isKind: { readonly [kind in CompiledField['element']['kind']]: (value: unknown) => boolean } = {
  scalar: (value) => !isObject(value) || value instanceof ExactNumber,
  enum: (value) => typeof value === 'string' || typeof value === 'number',
  message: isObject,
  struct: isObject,
  any: isObject,
  value: () => true,
};

/** Whether a field holds what its table says, as far as code that reads it by the table's type can stumble. */
function holdsItsKind({ shape, element, name }: CompiledField, message: BoundMessage): boolean {
  const value = message[name];
  if (value === undefined) return true;
  if (shape === 'one') return !Array.isArray(value) && isKind[element.kind](value);
  if (shape === 'list') return Array.isArray(value) && value.every(isKind[element.kind]);
  return isObject(value) && !Array.isArray(value);
}

function formOf(text: string, type: string): BoundMessage {
  const { roots, namespace } = opened(text, { type });
  const [frame] = roots.flatMap((root) => [...rootFrames(root)]);
  if (frame === undefined) throw new Error('nothing was read');
  return canonicalForm(frame, { namespace, synonyms: true });
}

test('every field of the form is of the kind that its table says, whatever was written', () => {
  const typed = fc
    .constantFrom(...TYPES)
    .chain((type) => messageOf(type).map((message) => ({ type, message })));
  fc.assert(
    fc.property(typed, fc.nat(), ({ type, message }, seed) => {
      const form = formOf(JSON.stringify(broken(message, choices(seed))), type);
      walkInsideOut({ message: form, type }, 'envoy', (frame) => {
        for (const field of compiledMessage(frame.type).fields)
          expect([field.name, holdsItsKind(field, frame.message)]).toEqual([field.name, true]);
      });
    }),
    { numRuns: 500 },
  );
});

test('what cannot be read counts where contents are compared, and is shown where it was written', () => {
  const cluster = (type: string): BoundMessage =>
    formOf(`{ name: a, type: ${type}, connect_timeout: 1s }`, 'Cluster');
  const [one, same, other, readable] = ['[1]', '[1]', '[2]', 'STATIC'].map(cluster);
  expect(one?.[INVALID]).toEqual({ type: [1] });
  expect(one?.type).toBeUndefined();
  expect(sameContent(one, same)).toBe(true);
  expect(sameContent(one, other)).toBe(false);
  expect(sameContent(one, readable)).toBe(false);
  expect(contentKey(one)).toBe(contentKey(same));
  expect(contentKey(one)).not.toBe(contentKey(other));
  expect(withoutDefaults(one)).toMatchObject({ name: 'a', type: [1] });
});
