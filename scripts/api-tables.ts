/**
 * Makes `src/schema/generated.ts`: the messages and enums of version 3 that have no table written by hand, and what
 * those that have one do not say, told from the descriptor sets. `node dist/scripts/api-tables.js`; a test makes it again.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { factsOf, oneofsOf, type Reference, type ReferenceMessage } from '../src/descriptors/facts.ts';
import type { EnumTables, MessageSpec, MessageTables, OneofNeed } from '../src/schema/language.ts';
import { messageOfType } from '../src/schema/version.ts';
import { writtenEnums, writtenMessages } from '../src/schema/written.ts';
import { type Api, readApi } from './api-union.ts';

const HEAD = [
  '/**',
  ' * Messages and enums of version 3 without a table of their own, and fields and values that the tables of others lack,',
  ' * a line each; made by `scripts/api-tables.ts`. They are checked and normalized like all others, and have neither words',
  ' * nor defaults.',
  ' */',
  "import type { GeneratedEnums, GeneratedMessages } from './language.ts';",
];

const messages: MessageTables = writtenMessages;
const enums: EnumTables = writtenEnums;

/** The file's text. */
export function generatedText({ all }: Api): string {
  const lines = (
    types: readonly string[],
    value: (id: string, type: string) => object | undefined,
  ): string[] =>
    types.flatMap((type) => {
      const found = messageOfType(type);
      const made = found?.version === 'v3' ? value(found.id, type) : undefined;
      return found && made ? [`  ${JSON.stringify(found.id)}: ${JSON.stringify(made)},`] : [];
    });
  const block = (name: string, type: string, held: readonly string[]): readonly string[] => [
    '',
    `export const ${name}: ${type} = {`,
    ...[...held].sort(),
    '};',
  ];
  const types = Object.keys(all.messages);
  const named = Object.keys(all.enums);
  return [
    ...HEAD,
    ...block(
      'generatedMessages',
      'GeneratedMessages',
      lines(types, (id, type) => (Object.hasOwn(messages, id) ? undefined : wholeMessage(all, type))),
    ),
    ...block(
      'generatedFields',
      'GeneratedMessages',
      lines(types, (id, type) => {
        const written = messages[id];
        return written && fieldsLacking(all, type, written);
      }),
    ),
    ...block(
      'generatedEnums',
      'GeneratedEnums',
      lines(named, (id, type) => (Object.hasOwn(enums, id) ? undefined : (all.enums[type]?.values ?? {}))),
    ),
    ...block(
      'generatedValues',
      'GeneratedEnums',
      lines(named, (id, type) => {
        const written = enums[id];
        if (written === undefined) return undefined;
        const values = Object.entries(all.enums[type]?.values ?? {}).filter(
          ([name]) => !(name in written.values),
        );
        return values.length > 0 ? Object.fromEntries(values) : undefined;
      }),
    ),
    '',
  ].join('\n');
}

function wholeMessage(all: Reference, type: string): object {
  const spec = all.messages[type] ?? { fields: {} };
  const oneofs = oneofsOf(spec);
  const fields = Object.keys(spec.fields).map((name) => [name, factsOf(all, spec, name)]);
  return { ...(Object.keys(oneofs).length > 0 && { oneofs }), fields: Object.fromEntries(fields) };
}

/** What a table written by hand lacks of its message; undefined where it has all. */
function fieldsLacking(all: Reference, type: string, written: MessageSpec): object | undefined {
  const spec = all.messages[type];
  if (spec === undefined) return undefined;
  const known = new Set(
    Object.entries(written.fields).flatMap(([key, { in: versions, only }]) =>
      only === 'v2' ? [] : [versions?.v3?.name ?? key],
    ),
  );
  const names = Object.keys(spec.fields).filter((name) => !known.has(name));
  if (names.length === 0) return undefined;
  const oneofs: { [name: string]: OneofNeed } = {};
  const fields = names.map((name) => {
    const { oneof, ...facts } = factsOf(all, spec, name);
    if (oneof === undefined) return [name, facts];
    const own = nameOfOneof(spec, oneof, written);
    if (written.oneofs?.[own] === undefined) oneofs[own] = oneofsOf(spec)[oneof] ?? 'at most one';
    return [name, { ...facts, oneof: own }];
  });
  return { ...(Object.keys(oneofs).length > 0 && { oneofs }), fields: Object.fromEntries(fields) };
}

/** The name that a table gives a one-of of its message: that of the members it has. */
export function nameOfOneof({ oneofs }: ReferenceMessage, name: string, { fields }: MessageSpec): string {
  for (const member of oneofs?.[name]?.fields ?? []) {
    const own = fields[member]?.in?.v3?.oneof ?? fields[member]?.oneof;
    if (own !== undefined) return own;
  }
  return name;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('src/schema/generated.ts', generatedText(readApi()));
