/**
 * All tables of the data model: those written by hand, with the fields and values that only descriptors tell of, and
 * those of which nothing was written.
 */

import { describedFields, describedValues } from './described.ts';
import { generatedFields, generatedValues } from './generated.ts';
import type { EnumTables, GeneratedEnums, GeneratedMessages, MessageTables } from './language.ts';
import { writtenEnums, writtenMessages } from './written.ts';

export { generatedEnums, generatedMessages } from './generated.ts';
export { history } from './history.ts';

export const messages: typeof writtenMessages = Object.assign(
  {},
  writtenMessages,
  withFields(writtenMessages, generatedFields),
);

export const enums: typeof writtenEnums = Object.assign(
  {},
  writtenEnums,
  withValues(writtenEnums, generatedValues),
);

/** Tables written by hand that lack fields, with these. */
function withFields(written: MessageTables, lacking: GeneratedMessages): MessageTables {
  return Object.fromEntries(
    Object.entries(lacking).flatMap(([id, more]) => {
      const spec = written[id];
      if (spec === undefined) return [];
      const fields = { ...spec.fields, ...describedFields(id, more) };
      const oneofs = more.oneofs && { oneofs: { ...spec.oneofs, ...more.oneofs } };
      return [[id, { ...spec, ...oneofs, fields }]];
    }),
  );
}

function withValues(written: EnumTables, lacking: GeneratedEnums): EnumTables {
  return Object.fromEntries(
    Object.entries(lacking).flatMap(([id, more]) => {
      const spec = written[id];
      return spec === undefined
        ? []
        : [[id, { ...spec, values: { ...spec.values, ...describedValues(id, more) } }]];
    }),
  );
}
