/**
 * Makes `src/schema/generated.ts`: the messages and enums of version 3 that have no table written by hand, told from
 * the reference beside the project. `node dist/scripts/api-tables.js [FOLDER]`; a test makes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enums, messages } from '../src/schema/index.ts';
import { messageOfType } from '../src/schema/version.ts';
import { factsOf, oneofsOf, type Reference } from './api-facts.ts';

const HEAD = [
  '/**',
  ' * Messages and enums of version 3 without a table of their own, a line each; made by `scripts/api-tables.ts`. They are',
  ' * checked and normalized like all others, and have neither words nor defaults.',
  ' */',
  "import type { GeneratedEnums, GeneratedMessages } from './language.ts';",
];

export function readReference(folder: string): Reference {
  return JSON.parse(readFileSync(join(folder, 'api-v3-fields.json'), 'utf8'));
}

/** The file's text. */
export function generatedText(folder: string): string {
  const reference = readReference(folder);
  const lines = (types: readonly string[], made: object, value: (type: string) => object): string[] =>
    types.flatMap((type) => {
      const found = messageOfType(type);
      if (found === undefined || found.version !== 'v3' || Object.hasOwn(made, found.id)) return [];
      return [`  ${JSON.stringify(found.id)}: ${JSON.stringify(value(type))},`];
    });
  const message = (type: string): object => {
    const spec = reference.messages[type] ?? { fields: {} };
    const oneofs = oneofsOf(spec);
    const fields = Object.keys(spec.fields).map((name) => [name, factsOf(reference, spec, name)]);
    return { ...(Object.keys(oneofs).length > 0 && { oneofs }), fields: Object.fromEntries(fields) };
  };
  const numbers = (type: string): object => reference.enums[type]?.values ?? {};
  return [
    ...HEAD,
    '',
    'export const generatedMessages: GeneratedMessages = {',
    ...lines(Object.keys(reference.messages), messages, message).sort(),
    '};',
    '',
    'export const generatedEnums: GeneratedEnums = {',
    ...lines(Object.keys(reference.enums), enums, numbers).sort(),
    '};',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('src/schema/generated.ts', generatedText(process.argv[2] ?? '../shared/reference'));
