/** Values that people write by mistake or in bad faith, by what a field wants. */
import { typeUrl as tableUrl } from '../../src/model/type-url.ts';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import { messages } from '../../src/schema/index.ts';
import type { Draw } from './draw.ts';
import { type Node, nodeOf } from './node.ts';
import { BOOLEANS, BYTES, DURATIONS, NUMBERS, ODD_TEXTS, RAW, REGEXES, TYPES } from './values.ts';

const names = Object.keys(messages);

/** Every field by every spelling, over all tables: what a key may mean. */
const bySpelling = new Map<string, CompiledField[]>();
for (const name of names)
  for (const [spelling, field] of compiledMessage(name).bySpelling) {
    const known = bySpelling.get(spelling);
    if (known === undefined) bySpelling.set(spelling, [field]);
    else known.push(field);
  }

const spellings = [...bySpelling.keys()];

/** One of the meanings of a key. */
export function fieldNamed(key: string, draw: Draw): CompiledField | undefined {
  const fields = bySpelling.get(key);
  return fields === undefined ? undefined : draw.pick(fields);
}

/** A value for a field, as its type has it or all but; for no field in particular where the key is no name of one. */
export function hostileValue(field: CompiledField | undefined, draw: Draw): Node {
  if (field === undefined || draw.chance(0.15)) return anything(draw);
  const one = elementValue(field, draw);
  const listed = field.shape === 'list' ? !draw.chance(0.1) : draw.chance(0.05);
  if (listed)
    return { kind: 'list', items: Array.from({ length: draw.below(4) }, () => elementValue(field, draw)) };
  if (field.shape === 'map') return { kind: 'map', entries: [{ key: draw.pick(ODD_TEXTS), value: one }] };
  return one;
}

function anything(draw: Draw): Node {
  const kind = draw.below(8);
  if (kind === 0) return { kind: 'map', entries: [] };
  if (kind === 1) return { kind: 'list', items: [] };
  if (kind === 2) return { kind: 'scalar', value: null };
  if (kind === 3) return { kind: 'raw', text: draw.pick(RAW) };
  return nodeOf(draw.pick(kind === 4 ? NUMBERS : kind === 5 ? BOOLEANS : ODD_TEXTS));
}

function elementValue(field: CompiledField, draw: Draw): Node {
  const { element } = field;
  switch (element.kind) {
    case 'enum': {
      const values = Object.keys(element.spec.values);
      const value = draw.pick(values);
      return nodeOf(
        draw.pick([
          value,
          value,
          value.toLowerCase(),
          draw.below(12),
          -1,
          'NO_SUCH_VALUE',
          String(draw.below(9)),
        ]),
      );
    }
    case 'message':
      return messageNode(element.name, draw, 2);
    case 'value':
      return anything(draw);
    case 'struct':
      return draw.chance(0.5)
        ? { kind: 'map', entries: [{ key: draw.pick(ODD_TEXTS), value: anything(draw) }] }
        : anything(draw);
    case 'any': {
      const made = messageNode(draw.pick(names), draw, 2);
      if (made.kind === 'map') made.entries.unshift({ key: '@type', value: nodeOf(typeUrl(draw)) });
      return made;
    }
    case 'scalar':
      return nodeOf(scalarValue(field, element.scalar, draw));
  }
}

function typeUrl(draw: Draw): string {
  if (draw.chance(0.5)) return draw.pick(TYPES);
  const name = draw.pick(names);
  return tableUrl(name, draw.pick(['proxy', 'envoy']));
}

function scalarValue(field: CompiledField, scalar: string, draw: Draw): string | number | boolean {
  switch (scalar) {
    case 'string':
      if (/regex/.test(field.name) || draw.chance(0.1)) return draw.pick(REGEXES);
      return draw.pick(ODD_TEXTS);
    case 'bool':
      return draw.pick(BOOLEANS);
    case 'bytes':
      return draw.pick(BYTES);
    case 'duration':
    case 'timestamp':
      return draw.pick(DURATIONS);
    default:
      return draw.pick(NUMBERS);
  }
}

/** Some fields of a message with values of their types. */
export function messageNode(name: string, draw: Draw, depth: number): Node {
  const { fields } = compiledMessage(name);
  const entries: { key: string; value: Node }[] = [];
  const count = fields.length === 0 ? 0 : draw.below(Math.min(5, fields.length + 1));
  for (let made = 0; made < count; made++) {
    const field = draw.pick(fields);
    if (field.element.kind === 'message' && depth <= 0) continue;
    const value =
      field.element.kind === 'message' && field.shape === 'one'
        ? messageNode(field.element.name, draw, depth - 1)
        : depth <= 0 && field.element.kind !== 'scalar'
          ? anything(draw)
          : hostileValue(field, draw);
    entries.push({ key: draw.chance(0.2) ? field.camel : field.name, value });
  }
  return { kind: 'map', entries };
}

/** A key in place of another: a typo, another field's name, another spelling, a name that JavaScript treats apart. */
export function hostileKey(key: string, draw: Draw): string {
  switch (draw.below(6)) {
    case 0:
      return key.slice(0, -1);
    case 1:
      return draw.pick(spellings);
    case 2:
      return key.includes('_')
        ? key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
        : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    case 3:
      return draw.pick([
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        '<<',
        '@type',
        '',
        '0',
        'null',
        'length',
      ]);
    case 4:
      return draw.pick(ODD_TEXTS);
    default:
      return key.toUpperCase();
  }
}
