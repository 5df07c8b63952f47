/** The tables of version 2, held to the reference beside the project: every message, field and enum of it. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enumSpec, messageSpec } from '../../src/schema/index.ts';
import { messageOfType } from '../../src/schema/version.ts';

const REFERENCE = '../shared/reference/api-v2-fields.json';

interface Shown {
  readonly fields?: { readonly [name: string]: object };
  readonly enum?: { readonly [value: string]: number };
}

/** What the reference has and the tables leave out, each with its reason. */
const LEFT_OUT: { readonly [name: string]: string } = {};

test.skipIf(!existsSync(REFERENCE))('nothing of the reference is missing without a reason', () => {
  const shown: { readonly [name: string]: Shown } = JSON.parse(readFileSync(REFERENCE, 'utf8'));
  const missing = Object.entries(shown).flatMap(([name, { fields = {}, enum: values = {} }]) => {
    const id = messageOfType(name)?.id ?? messageOfType(`api.v2.${name}`)?.id ?? name;
    const named = enumSpec(id);
    if (named !== undefined)
      return Object.keys(values).flatMap((value) => (value in named.values ? [] : [`${name}.${value}`]));
    if (messageSpec(id) === undefined) return [name];
    const { bySpelling } = compiledMessage(id);
    return Object.keys(fields).flatMap((field) => (bySpelling.has(field) ? [] : [`${name}.${field}`]));
  });
  expect(missing.sort()).toEqual(Object.keys(LEFT_OUT).sort());
});
