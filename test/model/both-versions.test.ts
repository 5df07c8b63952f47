/** Versions are spellings of one set of messages: what both have binds to the same in either. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindMessage } from '../../src/model/bind.ts';
import { type BoundMessage, isObject, NODE, tableOf } from '../../src/model/bound.ts';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import { messages } from '../../src/schema/index.ts';
import { typeIn } from '../../src/schema/version.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';
import { readJson } from '../../src/source/json.ts';
import { ROOT } from '../../src/source/tree.ts';
import { type Message, messageOf } from '../arbitraries/message.ts';

const types = Object.keys(messages).filter((name) => typeIn('v2', name) && typeIn('v3', name));

/** The field of version 3 that a field of version 2 has become; undefined where it is gone or holds something else. */
function laterField(type: string, field: CompiledField): CompiledField | undefined {
  const later = compiledMessage(type, 'v3').fields.find(({ key }) => key === field.key);
  return later?.spec.type === field.spec.type ? later : undefined;
}

/** A message of version 2 without what version 3 does not have, and the same as version 3 spells it. */
function inBoth(type: string, message: Message): readonly [Message, Message] {
  const table = compiledMessage(type, 'v2');
  const kept = Object.entries(message).flatMap(
    ([name, value]): readonly (readonly [string, Data, string, Data])[] => {
      const field = table.byName.get(name);
      const later = field && laterField(type, field);
      // Data, and messages with types of their own, are the same text in either.
      if (field === undefined || later === undefined || field.element.kind === 'any') return [];
      const both = (item: Data): readonly [Data, Data] | undefined => bothOf(field, later, item);
      if (Array.isArray(value)) {
        const pairs = value.flatMap((item: Data) => {
          const pair = both(item);
          return pair === undefined ? [] : [pair];
        });
        return [[name, pairs.map(([two]) => two), later.name, pairs.map(([, three]) => three)]];
      }
      if (field.shape === 'map' && field.element.kind === 'message') return [];
      const pair = field.shape === 'map' ? ([value, value] as const) : both(value);
      return pair === undefined ? [] : [[name, pair[0], later.name, pair[1]]];
    },
  );
  return [
    Object.fromEntries(kept.map(([name, value]) => [name, value])),
    Object.fromEntries(kept.map(([, , name, value]) => [name, value])),
  ];
}

function bothOf(
  { element }: CompiledField,
  later: CompiledField,
  value: Data,
): readonly [Data, Data] | undefined {
  if (element.kind === 'message') return inBoth(element.name, value as Message);
  if (element.kind !== 'enum' || later.element.kind !== 'enum') return [value, value];
  return Object.hasOwn(later.element.spec.values, String(value)) ? [value, value] : undefined;
}

function bound(type: string, message: Message, version: 'v2' | 'v3'): BoundMessage {
  const [tree] = readJson('a.json', JSON.stringify(message));
  if (tree === undefined) throw new Error('nothing was read');
  return bindMessage(tree, ROOT, type, 'proxy', '', version).value;
}

/** A bound value by the keys of the tables, which are the same in both versions. */
function byKeys(type: string, message: BoundMessage): unknown {
  const { byName } = tableOf({ type, message });
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => {
      const field = byName.get(name);
      const inner = field?.element.kind === 'message' ? field.element.name : undefined;
      const one = (item: unknown): unknown =>
        inner !== undefined && isObject(item) && !(item instanceof ExactNumber) ? byKeys(inner, item) : item;
      return [field?.key ?? name, Array.isArray(value) ? value.map(one) : one(value)];
    }),
  );
}

test('every message that both versions have binds to the same value, spelled in either', () => {
  expect(types.length).toBeGreaterThan(300);
  fc.assert(
    fc.property(
      fc
        .constantFrom(...types)
        .chain((type) => fc.tuple(fc.constant(type), messageOf(type, { depth: 3, most: 6 }))),
      ([type, message]) => {
        const [two, three] = inBoth(type, message);
        const [older, newer] = [bound(type, two, 'v2'), bound(type, three, 'v3')];
        expect(byKeys(type, newer)).toEqual(byKeys(type, older));
        expect(newer[NODE]).toBe(older[NODE]);
      },
    ),
    { numRuns: 1500 },
  );
});
